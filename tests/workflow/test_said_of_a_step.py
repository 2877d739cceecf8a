"""What `pbem adjudicate` prints of a step."""

from __future__ import annotations

import pytest

from pbem.core.events import Event
from pbem.workflow.adjudicate import Done, said


@pytest.mark.parametrize(("number", "told"), [(0, "0 events;"), (1, "1 event;"), (2, "2 events;")])
def test_one_event_is_no_events(number: int, told: str) -> None:
    done = Done(3, "steps/0003.toml", "Turn 1: politics", (Event("turn", {}),) * number, (), None, ())

    assert told in said(done, "g")
