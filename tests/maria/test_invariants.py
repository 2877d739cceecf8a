"""What must be true after every step (M32), also while pieces are on their way."""

from __future__ import annotations

from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.displaced import HOME
from pbem.rulesets.maria.invariants import broken_borders, broken_position
from pbem.rulesets.maria.records import Displaced
from pbem.rulesets.maria.state import PIECE, State

RUTOWSKI = PIECE["rutowski"]


def stacked() -> State:
    """Saxony is neutral, and its general stands with a Prussian."""
    given = {"phase": "movement", "stage": "prussia", "turn": 5, "tracks": {"saxony": 4},
             "prussia": {"schwerin": "Zittau 4"}, "saxony": {"rutowski": "Dresden 5"}}  # fmt: skip
    state: State = RULESET.files.position(given, "advanced", {})
    return state._replace(place=tuple(CITY["zittau"] if p == RUTOWSKI else c for p, c in enumerate(state.place)))


def test_a_saxon_in_a_prussian_stack_is_a_fault_when_saxony_is_neutral() -> None:
    assert ["M32.1: Zittau holds rutowski, schwerin"] == broken_position(stacked())


def test_it_is_none_while_the_saxon_is_about_to_go_home() -> None:
    state = stacked().pushed(Displaced((RUTOWSKI,), 1 << CITY["dresden"], HOME))

    assert [] == broken_position(state)


def test_another_who_is_about_to_leave_excuses_nothing() -> None:
    state = stacked().pushed(Displaced((PIECE["leopold"],), 1 << CITY["dresden"], HOME))

    assert ["M32.1: Zittau holds rutowski, schwerin"] == broken_position(state)


def test_a_foreign_piece_that_enters_neutral_land_is_a_fault_and_one_that_leaves_it_is_none() -> None:
    given = {"phase": "movement", "stage": "prussia", "turn": 5, "tracks": {"saxony": 4},
             "prussia": {"schwerin": "Berlin 4", "leopold": "Dresden 4"}}  # fmt: skip
    outside: State = RULESET.files.position(given, "advanced", {})
    inside = outside.put({PIECE["schwerin"]: CITY["zittau"], PIECE["leopold"]: CITY["pirna"]})

    assert ["M32.7: schwerin has entered neutral land"] == broken_borders(inside, outside)
    assert [] == broken_borders(outside, inside)


def with_troops(number: int, city: str = "berlin") -> list[str]:
    """What is broken where a general has that many troops."""
    data = {"phase": "movement", "stage": "prussia", "turn": 5, "prussia": {"schwerin": f"{city} 4"}}
    state: State = RULESET.files.position(data, "advanced", {})
    troops = tuple(number if p == PIECE["schwerin"] else n for p, n in enumerate(state.troops))
    totals = tuple(total + number - 4 if total == 4 else total for total in state.totals)
    return [fault for fault in RULESET.rules.invariants(state._replace(troops=troops, totals=totals))
            if fault.startswith("M32.2")]  # fmt: skip


def test_a_general_on_the_map_has_one_to_eight_troops() -> None:
    assert [[], []] == [with_troops(1), with_troops(8)]
    assert [[f"M32.2: schwerin has {number} troops"] for number in (0, 9)] == [with_troops(0), with_troops(9)]
