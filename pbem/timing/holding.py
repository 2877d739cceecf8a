"""The time ledger: how long each player held the game, out of what was recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from pbem.core import Record
from pbem.timing import moment
from pbem.timing.case import NONE, Case, absence_of, grace_left
from pbem.timing.duty import lasting


class Held(Record):
    """What is known of one player."""

    role: str
    steps: int = 0  # in which something was owed
    sheets: int = 0  # of these, answered by a sheet that came while it was waited for
    total: timedelta = NONE  # how long the game waited for this player, together
    longest: timedelta = NONE
    late: int = 0  # sheets that came after the deadline
    waits: int = 0  # how often more time was asked for
    away: int = 0  # days
    grace: timedelta = NONE  # that is left
    since: datetime | None = None  # since when the game waits for this player now

    @property
    def data(self) -> dict[str, Any]:
        """For programs: lengths in seconds."""
        row = {**self._asdict(), "since": self.since.isoformat() if self.since else ""}
        lengths = ("total", "longest", "grace")
        return {key: int(value.total_seconds()) if key in lengths else value for key, value in row.items()}


class Turn(Record):
    """One step as its time saw it."""

    step: int
    begun: datetime
    until: datetime | None
    end: datetime | None  # when the next one was begun; None of the step under way
    roles: tuple[str, ...]
    came: Mapping[str, datetime]  # the last sheet of each role that sent one


def turns(case: Case) -> list[Turn]:
    """The steps one after the other, also those taken back later: the time was spent."""
    starts = _starts(case)
    found = []
    for place, start in enumerate(starts):
        stop = starts[place + 1] if place + 1 < len(starts) else len(case.rows)
        row, inside = case.rows[start], case.rows[start + 1 : stop]
        own = [other for other in inside if other.step == row.step]
        closed = [other.at for other in inside if other.kind == "closed"]
        after = closed[0] if closed else case.rows[stop].at if stop < len(case.rows) else ""
        told = [other.until for other in own if other.kind in ("told", "again")]
        found.append(Turn(
            row.step,
            moment(row.at),
            moment((told or [row.until])[-1]) if told or row.until else None,
            moment(after) if after else None,
            row.roles,
            {other.role: moment(other.at) for other in own if other.kind == "came"},
        ))  # fmt: skip
    return found


def _starts(case: Case) -> list[int]:
    """Where steps were begun; one that was begun anew, because nobody trusted the clock, goes on."""
    found: dict[tuple[int, int], int] = {}
    for at, row in enumerate(case.rows):
        if row.kind == "begun":
            found.setdefault((row.step, row.undone), at)
    return sorted(found.values())


def holding(case: Case, roles: Sequence[str], now: datetime) -> list[Held]:
    """How long each role held the game: from when a step was put to it until its sheet came, or the step was over."""
    rows = {role: Held(role) for role in roles}
    for turn in turns(case):
        for role in turn.roles:
            if role in rows:
                rows[role] = _after(rows[role], turn, role, now)
    return [_finished(case, row) for row in rows.values()]


def _after(row: Held, turn: Turn, role: str, now: datetime) -> Held:
    came = turn.came.get(role)
    held = max(NONE, min(when for when in (came, turn.end, now) if when is not None) - turn.begun)
    late = came is not None and turn.until is not None and came > turn.until
    return row._replace(
        steps=row.steps + 1,
        sheets=row.sheets + (came is not None),
        total=row.total + held,
        longest=max(row.longest, held),
        late=row.late + late,
        since=turn.begun if turn.end is None and came is None else None,
    )


def _finished(case: Case, row: Held) -> Held:
    waits = sum(other.kind == "wait" and other.role == row.role for other in case.rows)
    since = row.since if row.role in case.missing else None
    away, grace = len(absence_of(case, row.role)), grace_left(case, row.role)
    return row._replace(waits=waits, away=away, grace=grace, since=since)


HEAD = ("role", "steps", "sheets", "held", "longest", "late", "waits", "away", "grace left", "waited for since")


def as_text(rows: Sequence[Held]) -> str:
    """The ledger for people."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(HEAD))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in cells)


def _cells(row: Held) -> tuple[str, ...]:
    since = f"{row.since:%Y-%m-%d %H:%M} UTC" if row.since else "-"
    numbers = (row.late, row.waits, row.away)
    first = (row.role, str(row.steps), str(row.sheets), lasting(row.total), lasting(row.longest))
    return (*first, *map(str, numbers), lasting(row.grace), since)
