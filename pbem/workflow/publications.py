"""What the ledger tells of publications: the public steps, and the reports and maps of each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.core import sha256
from pbem.store.layout import numbered
from pbem.store.ledger import ALL, Line


class Pages(NamedTuple):
    """The pages of one step as a publication made them."""

    digest: str
    program: str
    own: bool  # with templates of the game's own
    line: Line


def pages_digest(digests: Mapping[str, str]) -> str:
    """The digest of the pages of a step, from the digests of its files by name."""
    return sha256("\n".join(f"{digests[name]} {name}" for name in sorted(digests)).encode()).hex()


def told_pages(lines: Iterable[Line]) -> dict[int, Pages]:
    """The pages of each step as they were last published; those of steps taken back are gone."""
    found: dict[int, Pages] = {}
    for line, made in publications(lines):
        if line.kind == "undo":
            taken = int(line.facts.get("step", 0))
            found = {step: pages for step, pages in found.items() if step < taken}
        found |= made
    return found


def publications(lines: Iterable[Line]) -> Iterator[tuple[Line, dict[int, Pages]]]:
    """Every publication with the pages it made, and every undo between them."""
    for line in lines:
        if line.of == ALL and line.kind == "undo":
            yield line, {}
        elif line.of == ALL and line.kind == "published":
            rows = line.facts.get("pages")
            pages = rows if isinstance(rows, dict) else {}
            maker = str(line.facts.get("program", "")), bool(line.facts.get("own_templates"))
            yield (
                line,
                {int(step): Pages(str(pages[step]), *maker, line) for step in pages if numbered(step) is not None},
            )
