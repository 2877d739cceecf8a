"""The deadlines a moderator told with reports: one row for each, only ever added to (deadlines.toml)."""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.store.reading import FORMAT, parse, read_bytes, wanted
from pbem.store.transaction import Put
from pbem.store.writing import dumps

NAME = "deadlines.toml"


class Deadline(NamedTuple):
    """Until when sheets for a step are taken, in the moderator's words."""

    step: int
    undone: int  # how many steps of the game had been taken back: what was told before an undo does not hold after it
    by: str


def read_deadlines(directory: str) -> tuple[Deadline, ...]:
    """All that were told; none if there is no file."""
    path = os.path.join(directory, NAME)
    if not os.path.lexists(path):
        return ()
    rows = wanted(parse(read_bytes(path), path), "deadline", list, path)
    kinds = (("step", int), ("undone", int), ("by", str))
    return tuple(Deadline(*(wanted(_row(row), key, kind, path) for key, kind in kinds)) for row in rows)


def _row(row: object) -> dict[str, object]:
    return row if isinstance(row, dict) else {}


def deadline_of(rows: tuple[Deadline, ...], step: int, undone: int) -> str:
    """The one that holds for a step, which is the last one told; empty if there is none."""
    return next((row.by for row in reversed(rows) if (row.step, row.undone) == (step, undone)), "")


def with_deadline(rows: tuple[Deadline, ...], new: Deadline) -> tuple[Deadline, ...]:
    """The rows with one more, if it tells anything new."""
    known = not new.by or new.by == deadline_of(rows, new.step, new.undone)
    return rows if known else (*rows, new)


def changes(rows: tuple[Deadline, ...], step: int) -> int:
    """How often the deadline of a step was told anew."""
    told = [row.undone for row in rows if row.step == step]
    return len(told) - len(set(told))


def deadlines_part(rows: tuple[Deadline, ...]) -> Put:
    """The part of a change that keeps them."""
    return Put(NAME, dumps({"format": FORMAT, "deadline": [row._asdict() for row in rows]}))
