"""The map of Maria: both maps side by side and each alone, whose marker lies where, hussars, and nothing hidden."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.core.picture import Picture
from pbem.rulesets import ruleset_of
from pbem.rulesets.maria.board import ALL, BOHEMIA, CITY, ELECTORS, FORTRESSES, IDS, SILESIA, cities_in
from pbem.rulesets.maria.powers import FRANCE, PRUSSIA
from pbem.rulesets.maria.state import ARENBERG, GENERALS, OFF, State
from pbem.rulesets.maria.supply import path_of
from pbem.rulesets.maria.telling.picture import supplied
from pbem.svgmap import Wish, draw
from pbem.svgmap.frames import frame_of
from pbem.svgmap.ground import board_of, ground_of
from pbem.svgmap.labels import overlap
from pbem.workflow.grounds import lettered

RULES = ruleset_of("maria")


def begun(mode: str = "advanced") -> State:
    state: State = RULES.rules.set_up(mode, {option.id: option.default for option in RULES.options})
    return state


def picture(state: State, role: str | None = None) -> Picture:
    return RULES.map.picture(RULES.secrets.view_of(state, role), role)


def mark(state: State, city: str) -> Any:
    return next(row for row in picture(state).objectives if row.city == city)


def test_the_names_of_the_table_are_those_that_the_board_gives() -> None:
    found = lettered(RULES)

    assert found is not None
    assert found[0].read_text(encoding="utf-8") == found[1]


@pytest.mark.parametrize("part", ["", "flanders", "bohemia"])
def test_no_name_lies_on_another_or_on_the_mark_of_a_city(part: str) -> None:
    board = picture(begun())
    theatre = next((row for row in board.theatres if row.id == part), None)
    ground = ground_of(board_of(board), frame_of(board, Wish(theatre=theatre)))
    boxes = [name.box for name in ground.names.values()]

    assert {city.id for city in ground.cities} == set(ground.names)
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]


def test_the_two_maps_lie_side_by_side_with_a_seam_that_roads_cross() -> None:
    board = picture(begun())
    flanders, bohemia = board.theatres
    ((x0, _, x1, _),) = board.seams
    known = {city.id: city for city in board.cities}
    crossing = [road for road in board.roads if (known[road.a].x < x0) != (known[road.b].x < x0)]

    assert (flanders.id, bohemia.id) == ("flanders", "bohemia")
    assert (flanders.x1, bohemia.x0) == (x0, x1)
    assert crossing
    assert not [city for city in board.cities if x0 < city.x < x1]
    assert {city.id for city in board.cities if city.x > x1} == {IDS[c] for c in cities_in(BOHEMIA)}


def test_every_fortress_is_a_mark_and_every_elector_has_a_crown() -> None:
    board = picture(begun())

    assert {row.city for row in board.objectives} == {IDS[c] for c in cities_in(FORTRESSES)}
    assert {*board.crowned} == {IDS[c] for c in cities_in(ELECTORS)}
    assert 9 == len(board.crowned)


def test_a_mark_shows_whose_victory_marker_a_fortress_bears() -> None:
    state = begun()
    (breslau, glogau) = mark(state, "breslau"), mark(state, "glogau")
    taken = state.unmarked(CITY["breslau"]).marked(PRUSSIA, CITY["breslau"])
    prag = state.marked(FRANCE, CITY["prag"])

    assert (True, "austria") == (breslau.held, breslau.by)
    assert (True, "prussia") == (glogau.held, glogau.by)
    assert (True, "prussia") == (mark(taken, "breslau").held, mark(taken, "breslau").by)
    assert (False, "", "austria") == (mark(state, "prag").held, mark(state, "prag").by, mark(state, "prag").nation)
    assert ("france", "austria") == (mark(prag, "prag").by, mark(prag, "prag").nation)
    assert all(mark(state, IDS[c]).held for c in cities_in(SILESIA & FORTRESSES))


def test_an_elector_marker_shows_one_of_its_two_sides() -> None:
    state = begun()
    turned = state._replace(electors=state.electors ^ (1 << CITY["koeln"]))

    assert ("france", "") == (mark(state, "koeln").by, mark(state, "koeln").sign)
    assert ("austria", "AG") == (mark(turned, "koeln").by, mark(turned, "koeln").sign)
    assert ">AG<" in draw(picture(turned))


def test_hussars_and_question_marks_are_drawn_and_are_no_trains() -> None:
    state = begun()._replace(hussars=(CITY["bruenn"], OFF))
    state = state._replace(questions=(1 << CITY["eger"], 0, 0, 0, 0, 0))
    shown = picture(state)
    svg = draw(shown)

    assert [("H1", "bruenn", True)] == [(p.name, p.city, p.riders) for p in shown.pieces if p.id.startswith("hussar")]
    assert ("eger",) == shown.marked
    assert ">AH1<" in svg
    assert "Austria: H1 in Brünn" in svg
    assert svg.count("<circle") == draw(picture(begun()._replace(questions=state.questions))).count("<circle")


def test_numbers_of_troops_are_on_the_map_of_their_owner_alone() -> None:
    state = begun()
    own = {piece.id: piece.troops for piece in picture(state, "frederick").pieces if piece.rank}

    assert own["friedrich"] and own["rutowski"] and own["stair"]
    assert own["karl"] is own["moritz"] is None
    assert all(piece.troops is None for piece in picture(state).pieces)
    assert ("prussia", "saxony", "pragmatic") == picture(state, "frederick").own


@pytest.mark.parametrize("part", ["", "flanders", "bohemia"])
def test_each_map_is_sound_svg_with_its_words(part: str) -> None:
    board = picture(begun(), "louis")
    theatre = next((row for row in board.theatres if row.id == part), None)
    svg = draw(board, (), Wish("Maria", theatre))
    ElementTree.fromstring(svg)

    for word in ("major fortress", "minor fortress", "victory marker", "elector", "hussars", "The Pragmatic Army"):
        assert f">{word}<" in svg
    assert "objective" not in svg
    assert ("Paris" in svg) == (part != "bohemia")
    assert ("Wien" in svg) == (part != "flanders")


def test_arrows_lead_from_city_to_city_of_a_way() -> None:
    from maria_samples import event_of  # beside the tests

    from pbem.rulesets.maria.events import Moved

    (stroke,) = RULES.map.strokes(event_of(Moved))

    assert ("move", "prussia", ("glogau", "liegnitz", "breslau")) == stroke[:3]
    assert all(pair for pair in pairwise(stroke.cities))


@pytest.mark.parametrize("power", range(6))
def test_the_shade_of_supply_is_what_the_supply_phase_finds(power: int) -> None:
    state = begun()._replace(hussars=(CITY["gruenberg"], CITY["bunzlau"]))
    shaded = supplied(state, power)
    general = next(p for p in GENERALS[power] if p != ARENBERG)

    for city in cities_in(ALL & ~state.occupied() & ~(1 << CITY["gruenberg"] | 1 << CITY["bunzlau"])):
        assert bool(shaded >> city & 1) == (path_of(state, general, city).kind == "free"), IDS[city]


def test_the_introductory_game_is_shown_on_the_bohemia_map_alone() -> None:
    whole, part = picture(begun()), picture(begun("intro"))
    places = {city.id: (city.x, city.y) for city in whole.cities}
    shifts = {(places[city.id][0] - city.x, places[city.id][1] - city.y) for city in part.cities}

    assert {city.id for city in part.cities} == {IDS[c] for c in cities_in(BOHEMIA)}
    assert 1 == len(shifts)
    assert {road.a for road in part.roads} | {road.b for road in part.roads} <= {city.id for city in part.cities}
    assert all(0 <= city.x <= part.width and 0 <= city.y <= part.height for city in part.cities)
    assert len(part.cities) == len(part.names)
    assert "Paris" not in draw(part)
