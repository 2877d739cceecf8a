"""What an agreement asks for and is left undone (M21.3): never refused, and told to all when nobody can mend it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.ruleset import Step
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, PRUSSIA
from pbem.rulesets.maria.records import Moves, Treaty
from pbem.rulesets.maria.state import State

CHANCE = Chance("left undone")
PARTIES = (FRANCE, PRUSSIA, AUSTRIA)
LEAVES, TRUCE = "Prussia leaves Silesia by turn 6", "Prussia does not attack Austria"
ALLIED = "Austria does not attack France"
Sheets = dict[str, Any]
bound = pytest.mark.parametrize("binding", ["refuse", "warn"])


def agreed(*clauses: str, binding: str = "warn", number: str = "1") -> Treaty:
    return Treaty(number, "accepted", PARTIES, 5, 8, clauses, binding, PARTIES)


def position(*treaties: Treaty, **facts: Any) -> State:
    """A movement phase in turn 6."""
    facts = {"phase": "movement", "stage": "prussia", "turn": 6, "contracts": [], **facts}
    state: State = RULESET.files.position(facts, "advanced", {})
    return RULESET.rules.resolve(state, {}, CHANCE).state._replace(treaties=treaties)


def step(state: State, **sheets: Any) -> Step:
    """What comes of sheets with these orders, or of none."""
    return RULESET.rules.resolve(state, {role: {"do": list(do)} for role, do in sheets.items()}, CHANCE)


def broken(taken: Step) -> list[str]:
    """What everybody is told of broken agreements."""
    told = [event for event in taken.events if event.kind == "treaty-broken"]
    assert all(event.to is None and not event.private for event in told)
    return [f"{event.facts['id']} {event.facts['power']}: {event.facts['clause']}" for event in told]


def faults(state: State, role: str, *do: str) -> list[str]:
    """What the checker says of agreements."""
    found = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, {"do": list(do)}).diagnostics
    return [fault.code.id for fault in found if fault.is_error or fault.code.id.startswith("MA59")]


# a country that is to be left

SILESIANS = {"prussia": {"friedrich": "Breslau 5", "t1": "Brieg"}}


@bound
def test_pieces_that_are_still_in_a_country_break_the_promise_once(binding: str) -> None:
    state = position(agreed(LEAVES, binding=binding), **SILESIANS)

    assert ["MA592", "MA592"] == faults(state, "frederick", "Friedrich > Oels", "PR T1 stays")
    assert [f"1 prussia: {LEAVES}"] == broken(step(state, frederick=["Friedrich > Oels", "PR T1 stays"]))


@bound
def test_so_they_do_when_no_sheet_came(binding: str) -> None:
    assert [f"1 prussia: {LEAVES}"] == broken(step(position(agreed(LEAVES, binding=binding), **SILESIANS)))


@pytest.mark.parametrize(("turn", "times"), [(5, 0), (7, 1), (8, 1), (9, 0)])
def test_the_promise_is_broken_in_each_turn_from_then_on(turn: int, times: int) -> None:
    assert times == len(broken(step(position(agreed(LEAVES), turn=turn, **SILESIANS))))


def test_it_is_kept_when_the_last_piece_leaves() -> None:
    state = position(agreed(LEAVES), prussia={"friedrich": "Grünberg 5", "schwerin": "Berlin 3"})

    assert [] == broken(step(state, frederick=["Friedrich > Crossen", "Schwerin stays"]))


def test_whoever_comes_in_beside_those_who_stayed_breaks_it_once() -> None:
    state = position(agreed(LEAVES), prussia={"friedrich": "Breslau 5", "schwerin": "Crossen 3"})

    assert [f"1 prussia: {LEAVES}"] == broken(step(state, frederick=["Schwerin > Grünberg"]))


# a truce

BESIDE = {"prussia": {"schwerin": "Brieg 3", "t1": "Breslau", "friedrich": "Neisse 4"}, "austria": {"karl": "Oppeln 2"}}


@bound
@pytest.mark.parametrize("do", [["Schwerin + Friedrich stay"], None])
def test_whoever_stays_beside_one_he_will_not_attack_breaks_the_truce_once(binding: str, do: list[str] | None) -> None:
    state = position(agreed(TRUCE, binding=binding), **BESIDE)

    assert [f"1 prussia: {TRUCE}"] == broken(step(state, **({"frederick": do} if do else {})))
    assert "MA591" not in faults(state, "frederick", *(do or ()))


def test_one_who_stays_beside_one_who_came_is_told_no_second_time() -> None:
    state = position(agreed(TRUCE), agreed(TRUCE, number="2"), **BESIDE)
    do = ["Schwerin > Breslau > Brieg", "Friedrich stays"]

    assert [f"1 prussia: {TRUCE}", f"2 prussia: {TRUCE}"] == broken(step(state, frederick=do[1:]))
    assert [f"1 prussia: {TRUCE}", f"2 prussia: {TRUCE}"] == broken(step(state, frederick=["PR T1 stays", *do[1:]]))


def test_a_stack_that_comes_breaks_it_once() -> None:
    pieces = {"prussia": {"schwerin": "Namslau 3", "friedrich": "Namslau 4"}, "austria": {"karl": "Oppeln 2"}}

    assert [f"1 prussia: {TRUCE}"] == broken(
        step(position(agreed(TRUCE), **pieces), frederick=["Friedrich + Schwerin > Brieg"])
    )


def test_nothing_is_broken_by_whoever_goes_away_or_meets_no_enemy() -> None:
    away = position(agreed(TRUCE), prussia={"schwerin": "Brieg 3"}, austria={"karl": "Oppeln 2"})
    peace = position(agreed(TRUCE), peace=5, truce=True, annexed=True, **BESIDE)

    assert [] == broken(step(away, frederick=["Schwerin > Breslau"]))
    assert [] == broken(step(peace))


def test_nobody_breaks_what_is_signed_in_the_same_step() -> None:
    state = position(agreed(TRUCE)._replace(status="offered", assented=(PRUSSIA, FRANCE)), **BESIDE)
    taken = RULESET.rules.resolve(state, {"maria-theresa": {"treaties": ["accept 1"]}}, CHANCE)

    assert ("accepted", []) == (taken.state.treaties[0].status, broken(taken))


# who can still be taken along (M10.6, M10.10)

STACKED = {"stage": "austria", "austria": {"batthyany": "Gent 5"}, "pragmatic": {"stair": "Gent 5"},
           "france": {"moritz": "Brügge 6"}}  # fmt: skip


def test_whom_an_ally_may_still_take_along_breaks_nothing_before_that_ally_has_moved() -> None:
    first = step(position(agreed(ALLIED), consent=["austria", "pragmatic"], **STACKED))

    assert [] == broken(first)
    assert [f"1 austria: {ALLIED}"] == broken(step(first.state))
    assert [f"1 austria: {ALLIED}"] == broken(step(first.state, frederick=["Stair stays"]))
    assert [] == broken(step(first.state, frederick=["Stair + Batthyány > Hulst"]))


def test_whom_nobody_may_take_along_has_broken_it_at_once_and_not_again() -> None:
    first = step(position(agreed(ALLIED), **STACKED))

    assert [f"1 austria: {ALLIED}"] == broken(first)
    assert [] == broken(step(first.state))


def test_whoever_stays_as_his_player_says_has_broken_it_at_once() -> None:
    state = position(agreed(ALLIED), consent=["austria", "pragmatic"], **STACKED)
    first = step(state, **{"maria-theresa": ["Batthyány stays"]})

    assert [f"1 austria: {ALLIED}"] == broken(first)
    assert [] == broken(step(first.state))


def test_whoever_passes_in_a_dispute_beside_an_enemy_has_broken_it() -> None:
    state = position(agreed(ALLIED), **STACKED)
    moves = state.task
    assert isinstance(moves, Moves)
    state = state.replaced(moves._replace(turns=(AUSTRIA,)))
    passed = step(state, **{"maria-theresa": ["pass"]})

    assert [f"1 austria: {ALLIED}"] == broken(passed)
    assert [] == broken(step(passed.state))
