"""The words around the declaration of the offensive option (F13.4.2)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.friedrich import RULESET

HERE = {"stage": "prussia", "prussia": {"friedrich": "Berlin 5"}, "hands": {"prussia": "12S"}}


def begun(mode: str, turn: int) -> Any:
    return RULESET.position({**HERE, "turn": turn}, mode, {})


@pytest.mark.parametrize(
    ("mode", "turn", "said"),
    [("4p-expert", 3, True), ("4p-expert", 2, False), ("4p-expert", 4, False), ("4p", 3, False)],
)
def test_the_owed_default_says_that_the_option_is_given_up_where_it_is(mode: str, turn: int, said: bool) -> None:
    state = begun(mode, turn)._replace(offensive="declined" if turn > 3 else "")
    state = state.popped() if not RULESET.awaiting(state) else state

    (owed,) = RULESET.awaiting(state)

    assert ("the offensive option is given up for good" in owed.default) is said


def test_a_sheet_that_takes_the_option_is_not_warned() -> None:
    state = begun("4p-expert", 3).popped()

    taken = RULESET.take(state, "frederick", {"do": ["offensive 12S"]})

    assert [] == [d.code.id for d in taken.diagnostics if d.code.id == "FR551"]
    assert "no offensive option" not in taken.understood
    assert "no offensive option" in RULESET.take(state, "frederick", {"do": []}).understood
