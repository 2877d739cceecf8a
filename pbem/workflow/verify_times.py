"""Verifying what is known of the time of a game: the plan, the rows, and that what was told is in the ledger.

Rows of sheets, reminders and the like are the moderator's own: no line stands for them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from pbem.store import FORMAT, read_bytes
from pbem.store.layout import TIMES
from pbem.store.ledger import ALL, ON_TIME, Line
from pbem.store.reading import Game
from pbem.store.times import TimeRow, read_clock, read_times, times_data
from pbem.store.writing import dumps
from pbem.timing.plan import plan_of
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding


def check_times(game: Game, lines: list[Line]) -> Iterator[Finding]:
    """What all may know of the time is what was told: each row has its line, each line its row, in the same order."""
    path = os.path.join(game.directory, TIMES)
    told = [(line.kind, dict(line.facts)) for line in lines if line.of == ALL and line.kind in ON_TIME]
    rows = read_times(game.directory)
    public = [(row.kind, row.facts) for row in rows if row.kind in ON_TIME]
    if told and not os.path.lexists(path):
        yield finding(proof.FILE_LOST, path)
    elif told != public or (rows and read_bytes(path) != whole(rows)):
        yield finding(proof.FILE_CHANGED, path)
    read_clock(game.directory)
    plan_of(game)


def whole(rows: Sequence[TimeRow]) -> bytes:
    """The file of these rows."""
    return dumps({"format": FORMAT}) + times_data(rows)
