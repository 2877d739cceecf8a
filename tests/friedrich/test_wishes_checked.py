"""D16: what the checker tells of wishes for retreats, complains of, and keeps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from wish_battles import (
    CHANCE,
    LOSER,
    TWO,
    TWO_ENEMIES,
    VICTOR,
    bid,
    fought,
    movement_only,
    outcome,
    position,
)

from pbem.rulesets.common.wishes import to
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, cities_in, distance, name_of
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.wishes import with_wishes


def check(state: Any, body: dict[str, Any], role: str = VICTOR) -> tuple[list[str], list[str]]:
    """The complaints about a sheet, and what was understood."""
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
    return [f"{d.code.id} at {'.'.join(map(str, d.at.path))}" for d in taken.diagnostics], list(taken.understood)


def tried(state: Any, *wishes: str) -> str:
    """The one line that tells how wishes of a bid are tried; a line with the battle itself may stand beside it."""
    (line,) = [line for line in check(state, bid(*wishes))[1] if "Your wishes are tried" in line]
    return line


def test_the_checker_tells_for_each_loss_where_the_beaten_go() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})

    assert (
        "  Your wishes are tried on the map as it stands. After a loss of 1 you are asked where Keith goes: Neusalz or"
        " Sprottau. After a loss of 2 you are asked where Keith goes: Freystadt, Grünberg or Priebus. After a loss of 3"
        " you are asked where Keith goes: Muskau or Sorau. After a loss of 4 you are asked where Keith goes: Forst,"
        " Guben or Weißwasser. After a loss of 5 Keith goes to Niesky."
    ) == check(state, bid("in clubs"))[1][-1]


def test_losses_after_which_no_wish_narrows_anything_are_told_together() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})

    assert (
        "  Your wishes are tried on the map as it stands. After a loss of 1, 4 or 5 no wish decides, and you are asked"
        " where Keith goes. After a loss of 2 Keith goes to Priebus. After a loss of 3 Keith goes to Sorau."
    ) == check(state, bid("Priebus", "Sorau", "towards Friedrich"))[1][-1]


def test_what_the_checker_tells_is_what_happens() -> None:
    for strength in range(4, 9):
        state = position({"laudon": f"Steinau {strength}", "daun": "Steinau 4"}, {"keith": "Glogau 7"})
        lost = strength + 4 - 7
        told = check(state, bid("towards Prag", "in hearts"))[1][-1]
        names = [name_of(CITY[id_]) for id_ in outcome(fought(state, bid("towards Prag", "in hearts"))[0])]
        line = next(row for row in told.split(". ") if f"loss of {lost} " in row)

        assert line.removesuffix(".").endswith(f"goes to {names[0]}" if len(names) == 1 else " or ".join(names))


def test_a_battle_whose_strengths_are_not_declared_is_thought_through_with_all_that_can_be() -> None:
    """Keith has 1 to 8 troops by all that Austria knows, so a loss of 1 to 7."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Steinau 4"},
             "prussia": {"keith": "Glogau 3", "friedrich": "Berlin 8"}, "hands": {"austria": "3H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    told = tried(state, "towards Prag")

    assert "After a loss of 7 " in told and "After a loss of 8" not in told


def test_where_it_hangs_on_who_is_left_the_checker_says_so() -> None:
    """F6.5: after a loss of 4 Keith is there if they had 6 troops or more; Opoczno is farther from him than Radom."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "hands": {"austria": "3H"},
             "austria": {"laudon": "cmielnik 8", "daun": "cmielnik 8", "t1": "zwolen"},
             "prussia": {"keith": "ostrowiec 6", "schwerin": "ostrowiec 4"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    plain = tried(state, "away from the general Schwerin")
    doubtful = tried(state, "away from Keith")

    assert "After a loss of 4 Schwerin goes to Opoczno." in plain and "hangs" not in plain
    assert "After a loss of 4 it hangs on who is left beside Schwerin." in doubtful


def test_in_a_battle_the_strength_that_was_declared_counts() -> None:
    """F7.4: by the totals Keith could have 8 troops; he has declared 3, and at the other table 2."""
    for strength, losses in ((3, ("1", "2")), (2, ("1",))):
        prussia = {"keith": f"Glogau {strength}", "friedrich": "Berlin 8"}
        for by_stage in (False, True):
            state = position(prussia=prussia, by_stage=by_stage)
            told = check(state, bid("towards Prag"))[1][-1]

            assert losses == tuple(re.findall(r"After a loss of (\d+)", told))


def test_the_side_that_is_attacked_is_told_of_the_attacker() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 6"})
    sheet = {"bid": [{"own": "Keith", "otherwise": "concede", "retreat": ["towards Prag"]}]}
    told = check(state, sheet, LOSER)[1][-1]
    ends = destinations(CITY["glogau"], CITY["steinau"], 1, state.occupied(state.stack(CITY["steinau"])))
    near = min(cities_in(ends), key=lambda city: distance(city, CITY["prag"]))

    assert f"After a loss of 1 Laudon goes to {name_of(near)}." in told


def test_many_cities_are_counted_and_not_named() -> None:
    """Frankfurt leaves 8 of 9 cities after a loss of 4, and 9 of 12 after a loss of 5."""
    told = check(position(prussia={"keith": "Glogau 6"}), bid("not beside Frankfurt H5"))[1][-1]
    four, five = told.split(". ")[-2:]

    assert 7 == four.count(",") + four.count(" or ") and "or Wolsztyn" in four
    assert "After a loss of 5 you are asked where Keith goes: 9 cities are left." == five


def test_an_enemy_of_one_troop_cannot_retreat() -> None:
    state = position({"laudon": "Steinau 4"}, {"keith": "Glogau 1"})

    assert "  Keith has one troop: he cannot retreat." == check(state, bid("towards Prag"))[1][-1]


def test_a_beaten_enemy_without_a_way_is_told_as_lost() -> None:
    ring = {f"t{n + 1}": city for n, city in enumerate(("Wschowa", "Guhrau"))} | {
        "daun": "Sprottau 2", "lacy": "Neusalz 2",
    }  # fmt: skip
    state = position({"laudon": "Steinau 4", **ring}, {"keith": "Glogau 3"})
    sheet = {"do": ["battles Laudon against Keith"], **bid("towards Prag")}

    assert "After a loss of 1 or 2 Keith has no way to retreat and is lost." in "\n".join(check(state, sheet)[1])


def test_the_wishes_of_a_sheet_are_understood_for_battles_without_a_bid() -> None:
    complaints, told = check(position(), {"retreat": ["towards Prag"], "bid": [{"own": "Laudon"}]})
    assert [] == complaints
    assert "retreat by wishes: towards Prag" in told[0] and "After a loss of 1 Keith goes to Sprottau." in told[-1]

    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": TWO, "prussia": TWO_ENEMIES,
             "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    complaints, told = check(state, {"retreat": ["towards Prag"], **bid("Guhrau")})
    at = told.index("battles without wishes in their bid: retreat by wishes: towards Prag")

    assert "Heinrich" in told[at + 1] and "Keith" not in told[at + 1]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"retreat": ["towards Prag"], **bid("Guhrau")}, ["FR759 at retreat"]),
        ({"retreat": [], **bid("Guhrau")}, []),
        ({"retreat": "towards Prag", **bid()}, ["FR102 at retreat"]),
        ({"retreat": "", **bid()}, ["FR102 at retreat"]),
        ({"retreat": [7], **bid()}, ["FR102 at retreat"]),
        ({"retreat": ["Guhrau"] * 41, **bid()}, ["FR107 at retreat"]),
        (bid(*["Guhrau"] * 41), ["FR107 at bid.0.retreat"]),
        (bid(*["Guhrau"] * 40), []),
        (bid("towards Schwerin", "towards Keiht", "in Prag", "near Prag"),
         [f"{code} at bid.0.retreat.{number}" for number, code in enumerate(("FR202", "FR201", "FR107", "FR107"))]),
        (bid("towards Osterode"), ["FR202 at bid.0.retreat.0"]),
        (bid("towards the city Keith"), ["FR201 at bid.0.retreat.0"]),
        (bid("towards the general Berlin"), ["FR201 at bid.0.retreat.0"]),
        (bid("away from the Prussian train T1"), ["FR201 at bid.0.retreat.0"]),
        ({**bid(), "answers": ["retreat towrds Prag"]}, ["FR107 at answers.0"]),
        ({**bid(), "answers": ["retreat in Prag", "retreat towards Schwerin"]},
         ["FR107 at answers.0", "FR202 at answers.1"]),
        ({**bid(), "answers": ["retreat Keith to Prag"]}, ["FR301 at answers.0"]),
        ({**bid(), "answers": ["retreat Keith"]}, ["FR101 at answers.0"]),
    ],
)  # fmt: skip
def test_what_the_checker_says_of_wishes(body: dict[str, Any], said: list[str]) -> None:
    assert said == check(position(), body)[0]


def test_wishes_of_a_sheet_that_leads_to_no_battle_are_idle() -> None:
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Olmütz 4"},
             "prussia": {"keith": "Glogau 3"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    said = check(state, {"retreat": ["towards Prag"], "do": ["Laudon stays"]})[0]

    assert ["FR759 at retreat"] == said
    assert (
        RULESET.rules.resolve(state, {VICTOR: {"retreat": ["towards Prag"]}}, CHANCE).state
        == RULESET.rules.resolve(state, {VICTOR: {}}, CHANCE).state
    )


def test_wishes_of_a_sheet_are_refused_where_no_battle_can_be_near() -> None:
    asked, _ = fought(position(), bid())

    assert ["FR301 at retreat"] == check(asked, {"do": ["retreat Keith to Guhrau"], "retreat": ["towards Prag"]})[0]
    assert ["FR304 at retreat"] == check(asked, {"retreat": ["towards Prag"]}, "elisabeth")[0]


def test_a_place_says_where_it_is_wrong() -> None:
    taken = RULESET.rules.take(position(), VICTOR, {**bid("away from  Keiht "), "answers": ["retreat towards Keiht"]})

    assert [(11, 16), (16, 21)] == [(d.at.start, d.at.end) for d in taken.diagnostics]


@pytest.mark.parametrize(
    ("wish", "hint"),
    [
        ("towards Keiht", "Did you mean Keith or Zeitz?"),
        ("towards Berln", "Did you mean Berlin, Döbeln or Cumberland?"),
        ("towards the general Berln", "Did you mean Cumberland?"),
        ("towards the city Berln", "Did you mean Berlin, Döbeln or Büren?"),
        ("towards T1", "Write the name of a city as on the map, or that of a general."),
        ("towards Osterode", "Name the grid square too: Osterode C4."),
    ],
)
def test_names_that_look_alike_are_offered_the_nearest_first(wish: str, hint: str) -> None:
    taken = RULESET.rules.take(position(), VICTOR, bid(wish))

    assert [hint] == [diagnostic.hint for diagnostic in taken.diagnostics]


ALL_KINDS = (
    "towards the general Schwerin", "away from the city Schwerin", "not beside Osterode C4", "away from Keith",
    "out of supply", "in hearts", "Schwerin",
)  # fmt: skip


def test_wishes_survive_the_file_wherever_they_are_kept() -> None:
    """Two names are a city's and a general's: what was meant must still be meant in the next step."""
    own = {"own": "Laudon", "otherwise": "concede", "retreat": list(ALL_KINDS)}
    in_battle = RULESET.rules.take(position(), VICTOR, {"bid": [own], "standing": [{**own, "own": "*"}]}).state
    ahead, _ = movement_only(retreat=list(ALL_KINDS))
    data = RULESET.files.encode(in_battle)

    for state in (in_battle, ahead):
        assert state == RULESET.files.decode(RULESET.files.encode(state))
    assert data["agenda"][-1]["active_bid"]["retreat"] == data["standing"][0]["retreat"]
    assert [
        "towards the general schwerin", "away from the city schwerin", "not beside osterode-c4", "away from keith",
        "out of supply", "in hearts", "schwerin",
    ] == data["standing"][0]["retreat"]  # fmt: skip
    assert {"austria": data["standing"][0]["retreat"]} == RULESET.files.encode(ahead)["agenda"][-2]["wishes"]


def test_what_was_understood_can_be_sent_again() -> None:
    (line, *_), again = check(position(), bid(*ALL_KINDS))[1], f"retreat by wishes: {', then '.join(ALL_KINDS)}"

    assert line.endswith(again)


def test_the_wishes_of_one_nation_do_not_take_the_place_of_anothers() -> None:
    first, second = (to(1),), (to(2),)

    assert ((0, first), (4, second)) == with_wishes(((0, first),), 4, second)
    assert ((4, second),) == with_wishes(((4, first),), 4, second)
    assert ((4, first),) == with_wishes(((4, first),), 4, ())
