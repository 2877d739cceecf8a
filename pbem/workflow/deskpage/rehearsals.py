"""A bid rehearsed at the desk: `pbem duel` on the sheet as it stands, against strengths that the view allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core import listed
from pbem.workflow.deskpage.home import Home, write_sheet
from pbem.workflow.duel import Wishes, as_text, duel

MOST = 2000  # battles: more would take minutes in a browser


def rehearsed(home: Home, sheet: str, strengths: Sequence[int], hand: str, samples: int) -> dict[str, Any]:
    """The battles of a sheet fought many times: the spread of results, and some of them card by card.

    A battle in which the enemy cannot have such a strength says what is possible.
    """
    path = write_sheet(home.folder, sheet)
    any_ = duel(path, home.file, "", Wishes((), "", 1)) if strengths else None
    found = duel(path, home.file, "", Wishes(tuple(strengths), hand, min(samples, MOST)))
    battles = found.battles
    if any_ is not None:
        battles = [_bounded(row, free["strengths"]) for row, free in zip(battles, any_.battles, strict=True)]
    return {"refused": found.answer.is_refused, "battles": battles, "text": as_text(found)}


def _bounded(battle: Mapping[str, Any], possible: Sequence[int]) -> dict[str, Any]:
    """A battle as it was fought, if the view allows all strengths that were wished for."""
    odd = [number for number in battle["strengths"] if number not in possible]
    if not odd:
        return dict(battle)
    bounds = f"{min(possible)} to {max(possible)}" if len(possible) > 1 else f"{possible[0]}, and nothing else"
    wished = listed([str(number) for number in odd], "or")
    return {**battle, "impossible": f"By your view the enemy cannot have {wished}. Possible: {bounds}."}
