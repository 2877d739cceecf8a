"""Enemies in reach: who can come beside a stack before its owner moves again, and a standing bid to fill in for it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import CITY, IDS, ROADS, cities_in
from pbem.rulesets.friedrich.telling.threats import movers_before, stops_from, threats

POSITION = {
    "stage": "prussia", "phase": "movement", "turn": 3,
    "prussia": {"heinrich": "Celle 5", "keith": "Berlin 3", "t1": "Uelzen"},
    "hanover": {"ferdinand": "Stade 4"},
    "france": {"richelieu": "Minden 4", "soubise": "Fulda 4", "t1": "Kassel"},
    "hands": {"prussia": "9D 7D 3H R", "france": "5S 4H", "hanover": "2D"},
}  # fmt: skip


def at(**changes: Any) -> Any:
    position = {**POSITION, **changes}
    state = RULESET.files.position(position, "4p", {})
    return RULESET.rules.resolve(state, {}, Chance("threats")).state


def found(role: str, **changes: Any) -> dict[str, list[str]]:
    view = RULESET.secrets.view_of(at(**changes), role)
    return {IDS[row.city]: [IDS[city] for city in row.enemies] for row in threats(view, role)}


def test_an_enemy_is_in_reach_if_he_can_come_beside_the_stack() -> None:
    """From Minden to Hannover, beside Celle, there are fewer than four roads; Fulda is far away."""
    assert {"celle": ["minden"]} == found("frederick")


def test_an_enemy_whose_way_is_barred_is_not() -> None:
    """Of the two cities beside Celle a Hanoverian stands in the near one, and the other is far."""
    assert {} == found("frederick", hanover={"ferdinand": "Hannover 4"})


def test_one_who_stands_beside_already_is_in_reach() -> None:
    assert ["hannover"] == found("frederick", france={"richelieu": "Hannover 4"})["celle"]


@pytest.mark.parametrize(
    ("stage", "nation", "expected"),
    [
        ("prussia", 0, [2, 3, 4, 5, 6]),  # its own moves are asked now: all its enemies come before the next
        ("prussia", 6, [0, 1]),
        ("france", 0, [6]),
        ("france", 2, [0, 1]),
        ("russia", 4, []),  # only friends move before
    ],
)
def test_who_moves_before_a_nation_moves_again(stage: str, nation: int, expected: list[int]) -> None:
    view = RULESET.secrets.view_of(at(stage=stage, hands=dict.fromkeys(("prussia", "russia", "france"), "2S")), None)

    assert expected == [mover for mover, _ in movers_before(view, nation)]


def test_after_its_battles_began_a_nation_has_moved() -> None:
    state = at(phase="combat", france={"richelieu": "Hannover 4"})

    assert 0 not in [mover for mover, _ in movers_before(state, 6)]


@pytest.mark.parametrize("city", ["minden", "fulda"])
def test_the_reach_of_a_general_is_where_his_legal_ways_end(city: str) -> None:
    state, start = at(), CITY[city]
    taken = state.occupied(state.stack(start))
    ends = {way[-1] for way in ROADS.ways(start, 3, 4, taken)} - {start}

    legal = {end for end in ends if not taken >> end & 1}
    assert legal == {*cities_in(stops_from(state, start, now=True))} - {CITY["kassel"], CITY["uelzen"]}


def test_hidden_things_make_no_difference() -> None:
    state = at()
    other = RULESET.secrets.twin_of(state, "frederick", Chance("twin"))
    views = [RULESET.secrets.view_of(each, "frederick") for each in (state, other)]

    assert list(threats(views[0], "frederick")) == list(threats(views[1], "frederick"))
    assert [*threats(state, "frederick")] == [*threats(views[0], "frederick")]


# what is told


def section(role: str, **changes: Any) -> Any:
    view = RULESET.secrets.view_of(at(**changes), role)
    sections = RULESET.telling.summary(view, role)["sections"]
    return next((part for part in sections if part["id"] == "threats"), None)


def test_the_report_names_the_enemies_and_how_to_answer_ahead() -> None:
    told = section("frederick")

    assert [["Heinrich", "Celle ♦", "Richelieu", "no"]] == told["table"]["rows"]
    assert 'own = "Heinrich"' in told["lines"][1]


def test_who_is_threatened_by_nobody_reads_nothing_of_it() -> None:
    assert section("elisabeth") is None
    assert not [part for part in RULESET.telling.summary(at(), None)["sections"] if part["id"] == "threats"]


def test_the_sheet_offers_a_standing_bid_that_can_be_freed_of_its_signs() -> None:
    state = at()
    view = RULESET.secrets.view_of(state, "frederick")
    _, _, rest = RULESET.telling.sheet(view, "frederick").partition("# [[standing]]")
    text = "\n".join(["[[standing]]", *(line.removeprefix("# ") for line in rest.strip().split("\n"))])

    taken = RULESET.rules.take(view, "frederick", {"do": [], **tomllib.loads(text)})

    assert "you hold 9D 7D R for it" in text
    assert not has_errors(taken.diagnostics)
    assert [True] == [row.answered for row in threats(taken.state, "frederick")]


def test_a_stack_that_a_standing_bid_answers_for_is_offered_none() -> None:
    state = at()
    bid = {"standing": [{"name": "guard", "own": "*", "otherwise": "concede"}]}
    after = RULESET.rules.take(state, "frederick", {"do": [], **bid}).state._replace(agenda=state.agenda)
    view = RULESET.secrets.view_of(after, "frederick")

    assert "# [[standing]]" not in RULESET.telling.sheet(view, "frederick")
    assert ["yes"] == [row[-1] for part in RULESET.telling.summary(view, "frederick")["sections"]
                       if part["id"] == "threats" for row in part["table"]["rows"]]  # fmt: skip
