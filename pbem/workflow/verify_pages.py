"""Verifying the pages of a revealed archive: reports and maps made again by the program that made them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pbem import __version__
from pbem.seal import proof_codes as proof
from pbem.store.ledger import ALL, Line
from pbem.store.reading import read_bytes
from pbem.workflow import open_game
from pbem.workflow.findings import Finding, finding
from pbem.workflow.publish import public_reports, tables_of


def check_pages(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """The public reports and maps of every step that this very program published come out the same once more."""
    makers = makers_of(lines)
    for table in tables_of(open_game(directory)):
        if makers.get(table.last.number) != __version__:
            continue
        for name, data in public_reports(table).items():
            path = os.path.join(directory, *name.split("/"))
            if os.path.isfile(path) and read_bytes(path) != data:
                yield finding(proof.MADE_OTHERWISE, path)


def makers_of(lines: list[Line]) -> dict[int, str]:
    """By step, the version of the program that made its pages: the first that published it; none with own templates."""
    found: dict[int, str] = {}
    last = -1
    for line in lines:
        if line.of != ALL:
            continue
        if line.kind == "undo":
            last = min(last, int(line.facts.get("step", 0)) - 1)
            found = {step: maker for step, maker in found.items() if step <= last}
        elif line.kind == "published":
            maker = "" if line.facts.get("own_templates") else str(line.facts.get("program", ""))
            newest = int(line.facts.get("step", 0))
            found |= dict.fromkeys(range(last + 1, newest + 1), maker)
            last = max(last, newest)
    return found
