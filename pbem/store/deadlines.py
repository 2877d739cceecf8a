"""The deadlines a moderator told with reports: one row for each, only ever added to (deadlines.toml)."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pbem.core import Record
from pbem.store import FORMAT, read_rows
from pbem.store.layout import DEADLINES
from pbem.store.transaction import Put
from pbem.store.undone import Undone
from pbem.store.writing import dumps


class Deadline(Record):
    """Until when sheets for a step are taken, in the moderator's words."""

    step: int
    undone: int  # how many steps of the game had been taken back when it was told
    by: str

    def holds(self, undone: Sequence[Undone]) -> bool:
        """Whether no step before its own was taken back since: that one leads to another step of the same number."""
        return all(row.step >= self.step for row in undone[self.undone :])


def read_deadlines(directory: str) -> tuple[Deadline, ...]:
    """All that were told; none if there is no file."""
    kinds = {"step": int, "undone": int, "by": str}
    return tuple(Deadline(*row) for row in read_rows(os.path.join(directory, DEADLINES), "deadline", kinds))


def deadline_of(rows: tuple[Deadline, ...], step: int, undone: Sequence[Undone]) -> str:
    """The one that holds for a step, which is the last one told; empty if there is none."""
    return next((row.by for row in reversed(rows) if row.step == step and row.holds(undone)), "")


def with_deadline(rows: tuple[Deadline, ...], step: int, undone: Sequence[Undone], by: str) -> tuple[Deadline, ...]:
    """The rows with one more, if it tells anything new."""
    known = not by or by == deadline_of(rows, step, undone)
    return rows if known else (*rows, Deadline(step, len(undone), by))


def deadlines_part(rows: tuple[Deadline, ...]) -> Put:
    """The part of a change that keeps them."""
    return Put(DEADLINES, dumps({"format": FORMAT, "deadline": [row._asdict() for row in rows]}))
