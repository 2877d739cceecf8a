"""Who can attack a stack before its power moves again: the order of the stages counts (M5.1)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.records import Combat, Moves, Politics, Stage, Turn
from pbem.rulesets.maria.state import PIECE_NAMES, State
from pbem.rulesets.maria.telling.threats import threats

LEFT = ("france", "prussia", "austria", "election", "winter")


def state_at(*agenda: Any) -> State:
    """The pieces as they start, where Friedrich and Neipperg are in reach of each other."""
    return RULESET.rules.set_up("advanced", {})._replace(agenda=agenda)


def in_reach(state: State, role: str) -> list[str]:
    return [PIECE_NAMES[state.stack(row.city)[0]] for row in threats(state, role)]


@pytest.mark.parametrize(
    ("agenda", "prussian", "austrian"),
    [
        ((Turn(LEFT), Politics("place")), [], ["Neipperg"]),
        ((Turn(LEFT[1:]), Stage(0, "combat"), Moves(("louis",))), [], ["Neipperg"]),
        ((Turn(LEFT[2:]), Stage(1, "combat"), Moves(("frederick",))), ["Friedrich"], ["Neipperg"]),
        ((Turn(LEFT[2:]), Stage(1, "movement")), ["Friedrich"], ["Neipperg"]),
        ((Turn(LEFT[2:]), Stage(1, "conquest"), Combat(2, ())), ["Friedrich"], []),
        ((Turn(LEFT[3:]), Stage(2, "combat"), Moves(("maria-theresa",))), ["Friedrich"], ["Neipperg"]),
        ((Turn(LEFT[3:]), Stage(2, "conquest"), Combat(4, ())), [], ["Neipperg"]),
    ],
    ids=[
        "politics",
        "france moves",
        "prussia moves",
        "prussia pays",
        "prussia fights",
        "austria moves",
        "austria fights",
    ],
)
def test_only_those_are_named_who_move_before_the_power_does(
    agenda: tuple[Any, ...], prussian: list[str], austrian: list[str]
) -> None:
    state = state_at(*agenda)

    assert (prussian, austrian) == (in_reach(state, "frederick"), in_reach(state, "maria-theresa"))


def test_at_the_set_up_prussia_moves_before_austria() -> None:
    assert [] == in_reach(RULESET.rules.set_up("advanced", {}), "frederick")
