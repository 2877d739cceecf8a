"""A bid rehearsed at the desk: `pbem duel` on the sheet as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.workflow.deskpage.home import Home, write_sheet
from pbem.workflow.duel import Wishes, as_text, duel

MOST = 2000  # battles: more would take minutes in a browser


def rehearsed(home: Home, sheet: str, strengths: Sequence[int], hand: str, samples: int) -> dict[str, Any]:
    """The battles of a sheet fought many times: the spread of results, and some of them card by card."""
    wishes = Wishes(tuple(strengths), hand, min(samples, MOST))
    found = duel(write_sheet(home, sheet), home.file, "", wishes)
    return {"refused": found.answer.is_refused, "battles": found.battles, "text": as_text(found)}
