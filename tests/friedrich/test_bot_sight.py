"""What a bot believes of the map is what the rules say of it, in the first city of the list as anywhere."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import (
    CITY,
    COUNTRY,
    FRANCE,
    HANOVER,
    OBJECTIVES,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
    cities_in,
    distance,
    name_of,
    within,
)
from pbem.rulesets.friedrich.bots.mind import EAGER, IDLE, TEMPERS, Dice, Temper, around_all, far, foes_of, temper_of
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.objectives import is_protected, protected
from pbem.rulesets.friedrich.state import ATTACKERS, PIECE, PROTECTION

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
    for nation in ATTACKERS:
        scheme = Scheme(state, nation, TEMPERS["steady"], Dice(Chance("sight"), "sight"), ())
        goals = [*cities_in(OBJECTIVES[nation])]

        assert [name_of(c) for c in goals if is_protected(state, c)] == [name_of(c) for c in cities_in(scheme.shut)]
        assert [name_of(c) for c in goals if not is_protected(state, c)] == [name_of(c) for c in cities_in(scheme.open)]


@pytest.mark.parametrize(("nation", "general"), [("hanover", "ferdinand"), ("prussia", "keith")])
def test_a_general_in_the_first_city_protects_what_is_near(nation: str, general: str) -> None:
    targets = sum(OBJECTIVES[other] for other in ATTACKERS)
    mine = COUNTRY["hanover"] if nation == "hanover" else ~COUNTRY["hanover"]
    board = protected(position("", **{nation: {general: "Achim 3"}}), targets)

    assert within(ACHIM, 3) & mine & targets == board


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


def test_a_bot_sees_generals_and_trains_also_in_the_first_city() -> None:
    state = position(france={"richelieu": "Achim 3", "t1": "Fulda"}, hanover={"ferdinand": "Stade 2"})
    other = position(hanover={"t1": "Achim"}, france={"richelieu": "Fulda 3"})
    dice = Dice(Chance("sight"), "sight")
    scheme = Scheme(state, FRANCE, TEMPERS["steady"], dice, ())

    assert [ACHIM] == scheme.stations(FRANCE)
    assert around_all([ACHIM], PROTECTION) == scheme.covered(())
    assert {ACHIM: PIECE["hanover-t1"]} == Scheme(other, FRANCE, TEMPERS["steady"], dice, ()).trains


@pytest.mark.parametrize(
    ("gone", "nation", "mind"),
    [([], RUSSIA, IDLE), ([], SWEDEN, EAGER), (["elisabeth"], SWEDEN, EAGER), (["sweden"], RUSSIA, IDLE)],
)
def test_who_plays_for_the_second_nation_is_idle_with_the_first(gone: list[str], nation: int, mind: Temper) -> None:
    state = RULESET.files.position({"turn": 7, "stage": "france", "executed": gone}, "4p", {})

    assert mind == temper_of(state, "elisabeth", nation, "second")


@pytest.mark.parametrize(("name", "guards"), [("offensive", False), ("bold", True)])
def test_who_makes_for_bohemia_guards_nothing_at_home(name: str, guards: bool) -> None:
    pieces = {"prussia": {"keith": "Prag 3"}, "austria": {"daun": "Dresden 4"}, "offensive": "taken"}
    state = RULESET.files.position({"turn": 7, "stage": "prussia", **pieces}, "4p-expert", {})
    scheme = Scheme(state, PRUSSIA, TEMPERS[name], Dice(Chance("sight"), "sight"), ())

    assert guards == bool(scheme.guarded) == bool(scheme.hot)
    assert guards == (scheme.aims != OBJECTIVES[PRUSSIA])
