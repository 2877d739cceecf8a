"""What is known of the time of a game: rows that are only ever added (times.toml), and the last look (clock.toml)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from pbem.core import Code, Form, Record
from pbem.store import FORMAT, GameFault, check_format, check_keys, parse, read_bytes, text_list, wanted
from pbem.store.layout import CLOCK, TIMES
from pbem.store.ledger import ON_TIME
from pbem.store.transaction import Append, Put
from pbem.store.undone import Undone
from pbem.store.writing import dumps

TIMES_UNREADABLE = Code(
    "PB762",
    "times-unreadable",
    '"{found}" is no kind of row of this file',
    hint="Bring the file back from a backup, or take the row out by hand.",
    about="times.toml keeps when each step was begun and sheets came, who was reminded, who asked for more time or is"
    " away; clock.toml keeps the last look at the time. A row that makes no sense is not guessed at.",
    forms={
        "moment": Form('`{key}`: "{found}" is no moment like 2026-03-12T18:00:00+00:00'),
        "day": Form('`{key}`: "{found}" is no date like 2026-03-12'),
    },
)


class TimeRow(Record):
    """One thing that happened at a time; times are in UTC, like 2026-03-12T18:00:00+00:00."""

    kind: str
    at: str
    step: int  # the step under way then
    undone: int  # how many steps of the game had been taken back
    role: str = ""
    since: str = ""  # the first day of an absence
    until: str = ""  # a deadline, the end of a pause, the last day of an absence
    seconds: int = 0  # of grace
    roles: tuple[str, ...] = ()  # who owed something
    text: str = ""  # a reason; which reminder it was

    def holds(self, step: int, undone: Sequence[Undone]) -> bool:
        """Whether it is about a step as it is under way now: no step before it was taken back since."""
        return self.step == step and all(row.step >= step for row in undone[self.undone :])

    @property
    def facts(self) -> dict[str, Any]:
        """What the row says, as the ledger tells it where all may know it."""
        said = {"step": self.step, "undone": self.undone, "at": self.at}
        return {**said, **{key: getattr(self, key) for key in PUBLIC.get(self.kind, ())}}


# The kinds of rows, with what each says besides when it was.
KINDS: Mapping[str, tuple[str, ...]] = {
    "begun": ("until", "roles"),  # the step was put to the players
    "told": ("until",),  # its deadline, as it was told
    "came": ("role",),  # a sheet that answers
    "reminded": ("role", "until", "text"),
    "grace": ("role", "seconds"),  # of a player, used up in the step
    "again": ("until",),  # it was asked again, after the deadline
    "wait": ("role",),
    "absent": ("role", "since", "until"),
    "pause": ("until", "text"),
    "resume": (),
    "seated": ("role",),  # somebody new plays the role
    "taken-back": (),  # it was adjudicated and is under way again
    "silence": (),  # nobody had looked for more than a day, or the clock had leapt: no default is taken for a day
    "closed": (),  # the step was adjudicated
}
PUBLIC = {kind: KINDS[kind] for kind in ON_TIME}  # lines of the ledger too
_USUAL = TimeRow._field_defaults


def read_times(directory: str) -> tuple[TimeRow, ...]:
    """All rows; none if there is no file."""
    path = os.path.join(directory, TIMES)
    if not os.path.lexists(path):
        return ()
    table = parse(read_bytes(path), path)
    check_format(table, path)
    check_keys(table, ("format", "time"), path)
    rows = wanted({"time": [], **table}, "time", list, path)
    return tuple(_row(row if isinstance(row, dict) else {}, path) for row in rows)


def _row(row: Mapping[str, Any], path: str) -> TimeRow:
    kind = wanted(row, "kind", str, path, "time.")
    if kind not in KINDS:
        raise GameFault(TIMES_UNREADABLE, path, found=kind[:40])
    check_keys(row, ("kind", "at", "step", "undone", *KINDS[kind]), path, "time.")
    said = {key: wanted({**_USUAL, **row}, key, type(_USUAL[key]), path, "time.")
            for key in KINDS[kind] if key != "roles"}  # fmt: skip
    at, step, undone = (wanted(row, key, type_, path, "time.") for key, type_ in _ALWAYS.items())
    found = TimeRow(kind, _moment(at, "at", path), step, undone, **said, roles=text_list(row, "roles", path))
    if found.until:
        (_day if kind == "absent" else _moment)(found.until, "until", path)
    if kind == "absent":
        _day(found.since, "since", path)
    return found


_ALWAYS = {"at": str, "step": int, "undone": int}


def _moment(text: str, key: str, path: str) -> str:
    try:
        known = datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        known = False
    if not known:
        raise GameFault(TIMES_UNREADABLE, path, form="moment", key=key, found=text[:40])
    return text


def _day(text: str, key: str, path: str) -> str:
    try:
        date.fromisoformat(text)
    except ValueError:
        raise GameFault(TIMES_UNREADABLE, path, form="day", key=key, found=text[:40]) from None
    return text


def times_part(directory: str, rows: Sequence[TimeRow]) -> tuple[Append, ...]:
    """The part of a change that adds rows; one change has one of these."""
    if not rows:
        return ()
    path = os.path.join(directory, TIMES)
    size = os.path.getsize(path) if os.path.lexists(path) else 0
    return (Append(TIMES, size, (b"" if size else dumps({"format": FORMAT})) + times_data(rows)),)


def times_data(rows: Sequence[TimeRow]) -> bytes:
    """Rows as they stand in the file."""
    return b"".join(b"\n[[time]]\n" + dumps(_said(row)) for row in rows)


def _said(row: TimeRow) -> dict[str, Any]:
    """What is written of a row: its kind, its moment, and what is not as usual."""
    first = {"kind": row.kind, "at": row.at, "step": row.step, "undone": row.undone}
    rest = {key: getattr(row, key) for key in KINDS[row.kind] if getattr(row, key) != _USUAL[key]}
    return {**first, **{key: list(value) if key == "roles" else value for key, value in rest.items()}}


# the last look


class Running(Record):
    """The clock that only runs forward since the machine was started, whatever its time of day is set to."""

    boot: str  # which start of the machine it counts from
    seconds: int


class Look(Record):
    """A look at a game: by the time of day, and by the running clock where there is one."""

    seen: str = ""  # empty if there was none
    boot: str = ""
    running: int = 0
    leapt: bool = False  # whether the time of day has leapt since, and nobody has said that it is right


def read_clock(directory: str) -> Look:
    """The last look at the game by a clock that could be trusted."""
    path = os.path.join(directory, CLOCK)
    if not os.path.lexists(path):
        return Look()
    table = parse(read_bytes(path), path)
    check_format(table, path)
    check_keys(table, ("format", *Look._fields), path)
    usual = Look._field_defaults
    found = Look(*(wanted({**usual, **table}, key, type(usual[key]), path) for key in Look._fields))
    _moment(found.seen, "seen", path)
    return found


def clock_part(look: Look) -> Put:
    """The part of a change that keeps when the game was looked at."""
    usual = Look._field_defaults
    said = {key: value for key, value in look._asdict().items() if value != usual[key]}
    return Put(CLOCK, dumps({"format": FORMAT, **said}))
