"""The map of Friedrich: the tables, the module made from them, and what the rules say of them (F1)."""

import shutil
from pathlib import Path

import pytest

from pbem.rulesets.friedrich import board, facts, state, tables
from pbem.rulesets.friedrich.board import ALL, CITY, ROADS, city, distance, name_of
from pbem.rulesets.friedrich.orders import find_city
from pbem.rulesets.friedrich.telling import atlas


def test_the_module_is_made_from_the_tables():
    assert tables.facts_text() == Path(facts.__file__).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("table", "old", "new", "place"),
    [
        ("cities.csv", "achim,Achim,hanover,clubs", "achim,Achim,hannover,clubs", "cities.csv:2"),
        ("cities.csv", "achim,Achim,hanover,clubs", "achim,Achim,hanover,spades", "cities.csv:2"),
        ("cities.csv", ",284,616,", ",284,9999,", "cities.csv:2"),
        ("cities.csv", "aleksandrow,Aleksandrów", "aaa,Aleksandrów", "cities.csv:3"),
        ("roads.csv", "achim,bremen,main", "achim,bremen,wide", "roads.csv:2"),
        ("roads.csv", "achim,bremen,main", "achim,nowhere,main", "roads.csv:2"),
        ("roads.csv", "achim,bremervoerde,minor", "achim,bremen,minor", "roads.csv:3"),
        ("pieces.csv", "prussia,general,1,", "prussia,general,9,", "pieces.csv:2"),
        ("sectors.csv", "C-c1r1,clubs", "C-c1r1,stars", "sectors.csv:2"),
        ("nations.csv", "prussia,Frederick,32", "prussia,Frederick,many", "nations.csv:2"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(tmp_path, table, old, new, place):
    folder = shutil.copytree(tables.DATA, tmp_path / "data")
    text = (folder / table).read_text(encoding="utf-8")
    assert old in text
    (folder / table).write_text(text.replace(old, new, 1), encoding="utf-8")

    with pytest.raises(tables.TableError, match=f"^{place}: "):
        tables.facts(folder)


def test_a_missing_road_is_noticed(tmp_path):
    folder = shutil.copytree(tables.DATA, tmp_path / "data")
    lines = (folder / "roads.csv").read_text(encoding="utf-8").splitlines()
    (folder / "roads.csv").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")

    with pytest.raises(tables.TableError, match="975 roads"):
        tables.facts(folder)


def test_f1_1_counts_of_pieces_and_cards():
    generals = [len(pieces) for pieces in state.GENERALS]
    trains = [len(pieces) for pieces in state.TRAINS]

    assert generals == [8, 2, 4, 1, 5, 1, 3]
    assert trains == [2, 1, 2, 1, 2, 1, 2]
    assert state.MAXIMUM == (32, 12, 16, 4, 30, 6, 20)


def test_f1_2_a_deck_has_48_cards_and_two_reserves():
    from pbem.rulesets.friedrich import cards

    deck = cards.deck(3)

    assert len(deck) == 50
    assert sum(card.is_reserve for card in deck) == 2
    assert len({card.face for card in deck}) == 49
    assert {card.deck for card in deck} == {3}


def test_f1_7_saxony_is_not_prussian_home():
    dresden = 1 << city("dresden")

    assert not board.HOME[board.PRUSSIA] & dresden
    assert board.HOME[board.IMPERIAL] & dresden
    assert board.HOME[board.RUSSIA] == board.HOME[board.FRANCE] == 0


def test_f1_8_objectives_lie_where_the_rules_say():
    lies_in = {
        board.PRUSSIA: ("austria",), board.RUSSIA: ("prussia",), board.SWEDEN: ("prussia",),
        board.AUSTRIA: ("prussia", "saxony"), board.IMPERIAL: ("saxony",), board.FRANCE: ("hanover", "prussia"),
    }  # fmt: skip
    for nation, countries in lies_in.items():
        allowed = sum(board.COUNTRY[c] for c in countries)
        assert not board.OBJECTIVES[nation] & ~allowed


def test_f1_9_depots():
    names = [[name_of(c) for c in depots] for depots in board.DEPOTS]

    assert names == [
        ["Berlin"], ["Stade"], ["Sierpc", "Warszawa"], ["Stralsund"], ["Brünn", "Tabor"], ["Hildburghausen"],
        ["Gemünden", "Koblenz"],
    ]  # fmt: skip


def test_f10_9_zones_have_the_sizes_of_the_reference():
    assert [zone.bit_count() for zone in board.SUBSTITUTES] == [21, 17, 18, 6, 14, 14, 15]


def test_distances_of_the_rule_book():
    glogau = city("glogau")

    assert distance(glogau, city("breslau")) == 3
    assert distance(glogau, city("waldenburg")) == 5
    assert distance(glogau, city("schweidnitz")) == 4
    assert distance(city("neusalz"), city("breslau")) == 4
    assert distance(glogau, glogau) == 0


@pytest.mark.parametrize(
    "text", ["Meißen", "meissen", "MEISSEN", "Meissen", "meißen", "Meißen F4", " meissen ", "Mei\u00dfen"]
)
def test_names_match_without_accents_and_case(text):
    expected = find_city("meissen")
    assert len(expected) == 1
    grid = facts.GRID[expected[0]]

    assert find_city(text.replace("F4", grid)) == expected


@pytest.mark.parametrize("text", ["Königgrätz", "Koeniggraetz", "koniggratz", "Ko\u0308niggra\u0308tz"])
def test_umlauts_may_be_written_in_every_way(text):
    assert find_city(text) == (city("koeniggraetz"),)


def test_twins_need_their_square():
    assert len(find_city("Friedland")) == 3
    assert find_city("Friedland I3") == find_city("friedland (i3)") == find_city("friedland-i3")
    assert [name_of(c) for c in find_city("Friedland I3")] == ["Friedland I3"]


def test_munster_and_muenster_are_two_cities():
    assert find_city("Munster") == (city("munster"),)
    assert find_city("Münster") == find_city("Muenster") == (city("muenster"),)


def test_every_city_is_found_by_its_display_name_and_its_id():
    for number, id_ in enumerate(board.IDS):
        assert find_city(name_of(number)) == (number,)
        assert find_city(id_) == (number,)


def test_the_atlas_is_fresh():
    assert tables.atlas_text() == Path(atlas.__file__).read_text(encoding="utf-8")


def test_every_city_lies_in_the_rectangle_of_its_sector():
    boxes = {id_: box for id_, _, *box in atlas.SECTORS}
    for id_, cities in facts.SECTOR.items():
        x0, y0, x1, y1 = boxes[id_]
        for number in board.cities_in(cities):
            assert x0 <= facts.X[number] <= x1 and y0 <= facts.Y[number] <= y1


def test_no_way_begins_in_a_city_that_is_blocked() -> None:
    berlin, potsdam = CITY["berlin"], CITY["potsdam"]

    assert 1 << potsdam & ROADS.reached(1 << berlin, ALL, 1)
    assert not ROADS.reached(1 << berlin, ALL & ~(1 << berlin), 6)
    assert not 1 << CITY["breslau"] & ROADS.reached(1 << berlin, ALL, 2)
