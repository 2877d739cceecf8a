"""What the ledger tells of publications: the public steps, and the reports and maps of each step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.core import VERSION, Record, sha256
from pbem.store.layout import numbered
from pbem.store.ledger import ALL, Line

Row = TypeVar("Row")
Maker = tuple[str, int]  # the version of the program, and how it lays out the pages of an archive
# 3: maps lie on a ground in a file of its own, the looks of pieces are in another, and pages share style sheet and
# script; 2: maps had all looks in them; 1: each page was whole.
LAYOUT = 3
NOW: Maker = (VERSION, LAYOUT)


class Pages(Record):
    """The pages of one step as a publication made them."""

    digest: str
    maker: Maker
    own: bool  # with templates of the game's own
    line: Line


def pages_digest(digests: Mapping[str, str]) -> str:
    """The digest of the pages of a step, from the digests of its files by name."""
    return sha256("\n".join(f"{digests[name]} {name}" for name in sorted(digests)).encode()).hex()


def standing(lines: Iterable[Line], kinds: Collection[str]) -> dict[int, Line]:
    """The newest line of these kinds in the chain of the table about each step; those of steps taken back are gone."""
    found: dict[int, Line] = {}
    for line, step in _story(lines):
        if line.kind == "undo":
            found = _before(found, step)
        elif line.kind in kinds:
            found[step] = line
    return found


def last_published(lines: Iterable[Line]) -> Line | None:
    """The line of the last publication, if there was one."""
    return next((line for line, _ in reversed([*_story(lines)]) if line.kind == "published"), None)


def first_published(lines: Iterable[Line], program: str) -> dict[int, Line]:
    """The line of the first publication by a program after each step; those of steps taken back are gone."""
    found: dict[int, Line] = {}
    for line, step in _story(lines):
        if line.kind == "undo":
            found = _before(found, step)
        elif line.kind == "published" and line.facts.get("program") == program:
            found.setdefault(step, line)
    return found


def told_pages(lines: Iterable[Line]) -> dict[int, Pages]:
    """The pages of each step as they were last published; those of steps taken back are gone."""
    found: dict[int, Pages] = {}
    for before, made in publications(lines):
        found = before | made
    return found


def publications(lines: Iterable[Line]) -> Iterator[tuple[dict[int, Pages], dict[int, Pages]]]:
    """Every publication, and every undo: the pages that were told before and stand, and those that were made."""
    told: dict[int, Pages] = {}
    for line, step in _story(lines):
        if line.kind == "undo":
            told = _before(told, step)
            yield told, {}
        elif line.kind == "published":
            made = _pages(line)
            yield told, made
            told = told | made


def _pages(line: Line) -> dict[int, Pages]:
    """The pages that a publication made."""
    rows = line.facts.get("pages")
    own = bool(line.facts.get("own_templates"))
    pages = [(numbered(step), str(made)) for step, made in rows.items()] if isinstance(rows, dict) else []
    return {step: Pages(made, _maker(line), own, line) for step, made in pages if step is not None}


def _maker(line: Line) -> Maker:
    """By what a publication was made; the first layout was not told."""
    layout = line.facts.get("layout", 1)
    return str(line.facts.get("program", "")), layout if isinstance(layout, int) else 0


def makers_of(lines: Sequence[Line]) -> dict[int, Maker | None]:
    """By step, what made its pages: the first that published it; None with templates of the game's own."""
    found: dict[int, Maker | None] = {}
    last = -1
    for line, step in _story(lines):
        if line.kind == "undo":
            last, found = min(last, step - 1), _before(found, step)
        elif line.kind == "published":
            maker = None if line.facts.get("own_templates") else _maker(line)
            newest = min(step, len(lines))  # a forged one may be as large as it likes
            found |= dict.fromkeys(range(last + 1, newest + 1), maker)
            last = max(last, newest)
    return found


def _story(lines: Iterable[Line]) -> Iterator[tuple[Line, int]]:
    """The lines of the table's own chain, each with the step it is about; a line that names none is passed over."""
    rows = ((line, line.facts.get("step")) for line in lines if line.of == ALL)
    return ((line, step) for line, step in rows if isinstance(step, int))


def _before(found: dict[int, Row], step: int) -> dict[int, Row]:
    """What stands when a step is taken back."""
    return {at: row for at, row in found.items() if at < step}
