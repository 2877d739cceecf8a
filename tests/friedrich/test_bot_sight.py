"""What a bot believes of the map is what the rules say of it, in the first city of the list as anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import (
    CITY,
    COUNTRY,
    HANOVER,
    OBJECTIVES,
    PRUSSIA,
    cities_in,
    defender_of,
    distance,
    name_of,
    within,
)
from pbem.rulesets.friedrich.bots.mind import around_all, far, foes_of
from pbem.rulesets.friedrich.bots.moves import protected
from pbem.rulesets.friedrich.objectives import is_protected

ACHIM = CITY["achim"]


def position(in_force: str = "", **pieces: dict[str, str]) -> Any:
    return RULESET.files.position({"turn": 7, "stage": "france", "in_force": in_force, **pieces}, "4p-expert", {})


@pytest.mark.parametrize(
    ("in_force", "pieces"),
    [
        ("", {"prussia": {"keith": "Achim 3"}}), ("", {"hanover": {"ferdinand": "Achim 3"}}),
        ("", {"prussia": {"keith": "Berlin 3", "heinrich": "Dresden 3"}, "hanover": {"cumberland": "Stade 2"}}),
        ("11H", {"prussia": {"heinrich": "Achim 3"}}), ("11H", {"prussia": {"heinrich": "Torgau 3"}}),
        ("11H", {"prussia": {"keith": "Torgau 3"}}),
    ],
)  # fmt: skip
def test_a_bot_knows_which_objectives_are_protected(in_force: str, pieces: dict[str, dict[str, str]]) -> None:
    state = position(in_force, **pieces)
    board = protected(state)
    mine = [city for goals in OBJECTIVES[2:] for city in cities_in(goals) if defender_of(city) in (PRUSSIA, HANOVER)]

    assert {name_of(c) for c in mine if is_protected(state, c)} == {name_of(c) for c in mine if board >> c & 1}


@pytest.mark.parametrize(("nation", "general"), [("hanover", "ferdinand"), ("prussia", "keith")])
def test_a_bot_counts_what_a_general_in_the_first_city_protects(nation: str, general: str) -> None:
    board = protected(position("", **{nation: {general: "Achim 3"}}))
    hanover = COUNTRY["hanover"]
    mine = hanover if nation == "hanover" else ~hanover

    assert within(ACHIM, 3) & mine == board


@pytest.mark.parametrize("start", [ACHIM, CITY["berlin"]])
def test_a_bot_measures_distances_as_the_rules_do(start: int) -> None:
    table = far(start)
    goals = [ACHIM, *(CITY[id_] for id_ in ("bremen", "verden", "berlin", "breslau", "zwickau"))]

    assert [distance(start, goal) for goal in goals] == [table[goal] for goal in goals]
    near = around_all([start], 2)
    assert {goal for goal in goals if distance(start, goal) <= 2} == {goal for goal in goals if near >> goal & 1}


def test_a_bot_sees_enemies_also_in_the_first_city() -> None:
    state = position(france={"richelieu": "Achim 3", "soubise": "Fulda 5"}, hanover={"ferdinand": "Stade 2"})

    assert {ACHIM: (6, 4), CITY["fulda"]: (6, 4)} == foes_of(RULESET.secrets.view_of(state, "frederick"), HANOVER)
