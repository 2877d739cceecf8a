"""A nation that can do nothing is not asked, and its stage has all its other phases (F2.2)."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET

IDLE: dict[str, Any] = {
    "turn": 5, "stage": "sweden", "phase": "movement", "sweden": {"ehrensvard": "retired", "t1": "off"},
    "prussia": {"friedrich": "Breslau 5"}, "question_marks": ["Anklam"], "hands": {"sweden": ""},
}  # fmt: skip


def test_the_objectives_of_a_nation_that_can_do_nothing_are_conquered_retroactively() -> None:
    state = RULESET.files.position(IDLE, "4p", {})
    after, events = RULESET.rules.resolve(state, {}, Chance("idle"))

    assert ("conquered", {"nation": "sweden", "city": "anklam"}) in [
        (event.kind, dict(event.facts)) for event in events
    ]
    assert not after.marked
