"""The mails that could not be handed over yet: how often each was tried, and when it is tried again (tries.toml).

A row goes when its mail does. The directory is a game, or the folder of the post beside the games.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.store import FORMAT, layout, read_rows
from pbem.store.transaction import Put
from pbem.store.writing import dumps

PAUSES = (5, 15, 60, 240, 720)  # minutes after the first, second ... try; the last for all that follow
MOST = 12  # tries, over nearly four days


class Tried(NamedTuple):
    """A mail that was tried in vain."""

    number: int
    tries: int
    after: str  # like 2026-03-12T18:00:00+00:00: it is not tried before
    why: str


def read_tries(directory: str) -> dict[int, Tried]:
    """All such mails by their numbers; none if there is no file."""
    kinds = {"number": int, "tries": int, "after": str, "why": str}
    rows = read_rows(os.path.join(directory, layout.TRIES), "mail", kinds)
    return {row[0]: Tried(*row) for row in rows}


def tried_again(before: Tried | None, number: int, why: str, now: str) -> Tried:
    """The row of a mail after one more try in vain."""
    tries = (before.tries if before else 0) + 1
    pause = timedelta(minutes=PAUSES[min(tries, len(PAUSES)) - 1])
    return Tried(number, tries, (datetime.fromisoformat(now) + pause).isoformat(), why)


def put_off(number: int, why: str, now: str) -> Tried:
    """The row of a mail that cannot be tried at all; it is looked at again after the longest pause."""
    return Tried(number, 1, (datetime.fromisoformat(now) + timedelta(minutes=PAUSES[-1])).isoformat(), why)


def is_due(row: Tried | None, now: str) -> bool:
    """Whether a mail may be tried now; a clock that was put back does not hold it for ever."""
    if row is None:
        return True
    left = datetime.fromisoformat(row.after) - datetime.fromisoformat(now)
    return not timedelta(0) < left <= timedelta(minutes=PAUSES[-1])


def tries_part(rows: dict[int, Tried]) -> Put:
    """The part of a change that keeps them."""
    return Put(layout.TRIES, dumps({"format": FORMAT, "mail": [rows[number]._asdict() for number in sorted(rows)]}))
