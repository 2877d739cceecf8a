"""Deadlines as a calendar file (RFC 5545): times in UTC, so that no zone has to be described in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

from pbem.core import VERSION, Record
from pbem.store.times import TimeRow
from pbem.store.undone import Undone
from pbem.timing import moment
from pbem.timing.case import Case, deadline_of

LINE = 75  # bytes, the end of the line not among them


class Entry(Record):
    """One deadline."""

    step: int
    undone: int  # how many steps had been taken back when it was told: another step of the same number is another entry
    until: datetime
    told: datetime  # when it was told last
    sequence: int  # how often it was told otherwise before
    cancelled: bool  # whether the step it was for was taken back


def entries(case: Case) -> list[Entry]:
    """The deadlines that were told, step by step, and that of the step under way."""
    groups: dict[tuple[int, int], list[TimeRow]] = {}
    for row in case.rows:
        if row.kind in ("begun", "told", "again") and row.until:
            groups.setdefault((row.step, _epoch(row, case.undone)), []).append(row)
    found = [_entry(key, rows, case.undone) for key, rows in groups.items()]
    return [_moved(entry, deadline_of(case)) if _is_now(case, entry) else entry for entry in found]


def _moved(entry: Entry, until: datetime | None) -> Entry:
    """The entry of the step under way, if its deadline has moved since it was told."""
    if until is None or until == entry.until:
        return entry
    return entry._replace(until=until, sequence=entry.sequence + 1)


def _epoch(row: TimeRow, undone: Sequence[Undone]) -> int:
    """How often a step before that of a row had been taken back: since then it is another one of the same number."""
    return sum(back.step < row.step for back in undone[: row.undone])


def _entry(key: tuple[int, int], rows: Sequence[TimeRow], undone: Sequence[Undone]) -> Entry:
    ends = [row.until for row in rows]
    changes = sum(a != b for a, b in pairwise(ends))
    gone = sum(back.step < key[0] for back in undone) > key[1]
    return Entry(*key, moment(ends[-1]), moment(rows[-1].at), changes + gone, gone)


def _is_now(case: Case, entry: Entry) -> bool:
    return entry.step == case.step and not entry.cancelled


def calendar(case: Case, mark: str, what: str = "") -> str:
    """The calendar of a game; ``mark`` keeps two games of one name apart, ``what`` is owed by its reader now."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//pbem//pbem {VERSION}//EN", "METHOD:PUBLISH"]
    for entry in entries(case):
        lines += _event(case, entry, mark, what if _is_now(case, entry) else "")
    return "".join(f"{folded(line)}\r\n" for line in (*lines, "END:VCALENDAR"))


SUMMARY = "{game}: step {step} is due"
SUMMARY_OWN = "{game}: step {step} is due, {what}"


def _event(case: Case, entry: Entry, mark: str, what: str) -> list[str]:
    words = SUMMARY_OWN if what else SUMMARY
    return [
        "BEGIN:VEVENT",
        f"UID:{case.game}-{entry.step}-{entry.undone}-{mark}@pbem",
        f"SEQUENCE:{entry.sequence}",
        f"DTSTAMP:{_utc(entry.told)}",
        f"DTSTART:{_utc(entry.until)}",
        f"SUMMARY:{escaped(words.format(game=case.game, step=entry.step, what=what))}",
        f"STATUS:{'CANCELLED' if entry.cancelled else 'CONFIRMED'}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _utc(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text as a value: what parts values is escaped, and it is one line."""
    plain = " ".join(text.split())
    return "".join(f"\\{sign}" if sign in "\\;," else sign for sign in plain)


def folded(line: str) -> str:
    """A line in pieces of at most 75 bytes, none of which cuts a sign; each but the first begins with a space."""
    pieces, size = [""], 0
    for sign in line:
        width = len(sign.encode())
        if size + width > LINE:
            pieces.append(" ")
            size = 1
        pieces[-1] += sign
        size += width
    return "\r\n".join(pieces)
