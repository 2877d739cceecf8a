"""The TOML files of a board: boxes, tracks, and what the board is called; every table with the line it begins in."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.boards import codes
from pbem.boards.complaints import Ear
from pbem.boards.rows import TEXT
from pbem.core import listed
from pbem.core.board import Source
from pbem.core.scan import Fault, Scanner
from pbem.core.sheets import not_toml

Path = tuple[str | int, ...]


class Leaf(NamedTuple):
    """A TOML table with its file, its path in it and the lines in which tables and keys stand."""

    file: str
    table: Mapping[str, Any]
    lines: Mapping[Path, int]
    say: Ear
    path: Path = ()

    def at(self, *keys: str | int) -> Source:
        """Where a key stands, or the table that should have it."""
        path = (*self.path, *keys)
        while path and path not in self.lines:
            path = path[:-1]
        return Source(self.file, self.lines.get(path, 1))

    def complain(self, form: str, key: str, **facts: Any) -> None:
        named = ".".join(part for part in (*self.path, key) if isinstance(part, str))
        self.say(codes.WRONG_KEY, self.at(key), form=form, key=named, **facts)

    def check_keys(self, *known: str) -> None:
        """No key besides these."""
        for key in self.table:
            if key not in known:
                self.complain("unknown", key[:TEXT], known=listed(known))

    def text(self, key: str, default: str | None = None) -> str:
        """A text; it must be there where no default is given."""
        found = self.table.get(key, default)
        if not isinstance(found, str):
            self.complain("" if found is None else "text", key)
            return ""
        if not found and default is None:
            self.complain("empty", key)
        return str(found[:TEXT])

    def word(self, key: str, known: Sequence[str], default: str | None = None) -> str:
        """A text out of few."""
        found = self.text(key, default)
        if found and found not in known:
            self.complain("word", key, found=found, known=listed(known, "or"))
        return found

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        found = self.table.get(key, default)
        if type(found) is not int or not low <= found <= high:
            self.complain("" if found is None else "number", key, low=low, high=high)
            return low
        return found

    def truth(self, key: str, default: bool) -> bool:
        """True or false."""
        found = self.table.get(key, default)
        if type(found) is not bool:
            self.complain("truth", key)
            return default
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty where it is left out."""
        found = self.table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            self.complain("list", key)
            return ()
        return tuple(item[:TEXT] for item in found)

    def leaf(self, key: str) -> Leaf | None:
        """The table below a key."""
        found = self.table.get(key)
        if not isinstance(found, dict):
            self.complain("" if found is None else "table", key)
            return None
        return self._replace(table=found, path=(*self.path, key))

    def leaves(self, key: str) -> list[Leaf]:
        """The tables of a list."""
        found = self.table.get(key, [])
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            self.complain("tables", key)
            return []
        return [self._replace(table=item, path=(*self.path, key, at)) for at, item in enumerate(found)]


def leaf_of(text: str, file: str, say: Ear) -> Leaf | None:
    """The whole of a TOML file; None after a complaint."""
    try:
        return Leaf(file, tomllib.loads(text), lines_of(text), say)
    except RecursionError:
        say(codes.NOT_TOML, Source(file, 1), said="the brackets are nested too deeply")
        return None
    except ValueError:
        fault = not_toml(text)
        line = next((part for part in fault.at.path if isinstance(part, int)), 1)
        say(codes.NOT_TOML, Source(file, line), said=fault.message)
        return None


def lines_of(text: str) -> dict[Path, int]:
    """The line of every table and key."""
    lines: dict[Path, int] = {}
    heading: Path = ()
    counts: dict[Path, int] = {}
    scanner = Scanner(text)
    try:
        for statement in scanner.statements():
            names: Path = tuple(part.name for part in statement.key)
            if statement.value is None:
                heading = names = _numbered(names, counts, statement.repeated)
            else:
                names = (*heading, *names)
            lines[names] = text.count("\n", 0, statement.key[0].start) + 1
    except Fault:  # what tomllib takes and our own walk does not: the lines found so far do
        return lines
    return lines


def _numbered(names: Path, counts: dict[Path, int], repeated: bool) -> Path:
    """The path of a heading, with the number of each table that is one of a list."""
    if repeated:
        counts[names] = counts.get(names, -1) + 1
        return (*names, counts[names])
    path: Path = ()
    for name in names:
        path = (*path, name)
        path = (*path, counts[path]) if path in counts else path
    return path
