"""Where in the text of a sheet a path leads: our own walk tells, tomllib gives no positions."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.core import Where
from pbem.core.scan import Fault, Key, Part, Scanner, Statement, Value
from pbem.core.sheets import KEY

Path = tuple[str | int, ...]
DEPTH = 40  # no complaint looks deeper, and a key of a thousand parts would fill the memory
FOLDED = re.compile("[ \t\n]*")


class Span(NamedTuple):
    """A stretch of the text, counted in characters."""

    start: int
    end: int


class Spot(NamedTuple):
    """Where a path is written: its key, and its value (for a table: its name)."""

    key: Span
    value: Span


class Places:
    """The spots of all paths of a sheet; of one that is not TOML, as far as it can be read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spots: dict[Path, Spot] = {}
        self._tables: dict[Path, int] = {}  # how often each [[table]] has come so far
        base: Path = ()
        try:
            for statement in Scanner(text, newer=True).statements():
                base = self._read_statement(statement, base)
        except Fault:
            pass

    def find(self, where: Where) -> Span:
        """The span of a place; a path that is not in the text leads to the nearest parent that is."""
        for length in range(min(len(where.path), DEPTH), 0, -1):
            spot = self.spots.get(where.path[:length])
            if spot is not None:
                return self._within(spot, where) if length == len(where.path) else spot.value
        return Span(0, 0)

    def _within(self, spot: Spot, where: Where) -> Span:
        """The part of a value a place names, if the value is a text and the part lies in it."""
        if where.start == KEY:
            return spot.key
        raw = self.text[spot.value.start : spot.value.end]
        if where.start < 0 or raw[:1] not in ('"', "'"):
            return spot.value
        marks = _marks(raw)
        first, last = min(where.start, len(marks) - 1), min(max(where.end, where.start), len(marks) - 1)
        return Span(spot.value.start + marks[first], spot.value.start + marks[last])

    def _read_statement(self, statement: Statement, base: Path) -> Path:
        """Note all that a statement names; the path of the table that the next one belongs to."""
        if statement.value is None:
            return self._read_header(statement.key[:DEPTH], statement.repeated)
        self._read_pair(statement.key, statement.value, base)
        return base

    def _read_header(self, key: Key, repeated: bool) -> Path:
        """The path a [table] or a [[table]] opens: below a [[table]] it belongs to the last one so far."""
        path: Path = ()
        for place, part in enumerate(key, 1):
            path = (*path, part.name)
            spot = _spot(part)
            last = place == len(key)
            if last and not repeated:
                self.spots[path] = spot
            self.spots.setdefault(path, spot)
            if last and repeated:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self.spots.setdefault(path, spot)
        return path

    def _read_pair(self, key: Key, value: Value, base: Path) -> None:
        """Note a pair and, without recursion, everything inside its value."""
        agenda = [(key, value, base)]
        while agenda:
            key, value, path = agenda.pop()
            if len(path) >= DEPTH:
                continue
            path = self._named(key[:DEPTH], value, path)
            if value.keys:
                agenda.extend((key, part, path) for key, part in zip(value.keys, value.items, strict=True))
                continue
            for at, part in enumerate(value.items):
                self.spots.setdefault((*path, at), _spot(part))
                agenda.append(((), part, (*path, at)))

    def _named(self, key: Key, value: Value, path: Path) -> Path:
        """Note the parts of a key and the value after it; the path they lead to."""
        for place, part in enumerate(key, 1):
            path = (*path, part.name)
            spot = _spot(part)
            self.spots.setdefault(path, spot if place < len(key) else Spot(spot.key, _spot(value).value))
        return path


def _spot(written: Part | Value) -> Spot:
    span = Span(written.start, written.end)
    return Spot(span, span)


def _marks(raw: str) -> list[int]:
    """For each character of a text, and for its end, where in the quoted text it is written."""
    fence = 3 if raw[:3] in ('"""', "'''") else 1
    at, end = fence, max(fence, len(raw) - fence)
    if fence == 3 and raw[at : at + 1] == "\n":
        at += 1
    marks = []
    while at < end:
        width = _escape_width(raw, at, end) if raw[0] == '"' and raw[at] == "\\" else 1
        if width > 0:
            marks.append(at)
        at += abs(width)
    return [*marks, end]


def _escape_width(raw: str, at: int, end: int) -> int:
    """How many characters an escape has; below 0 when it stands for nothing, at the end of a line."""
    sign = raw[at + 1 : at + 2]
    if sign in (" ", "\t", "\n") and (blanks := FOLDED.match(raw, at + 1, end)):
        return at - blanks.end()
    return {"u": 6, "U": 10, "x": 4}.get(sign, 2)
