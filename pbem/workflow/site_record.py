"""What a site remembers of its pages, so that a further step costs no more than its own page.

Of each page it keeps a mark of all that the page was made from, and the digest of the page. The mark is salted with the
seed of the game: without that it would confirm a guess at what is hidden in a step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.core import VERSION, sha256
from pbem.report.text import templates_directory
from pbem.store import GameFault, layout, read_bytes
from pbem.store.manifest import digest
from pbem.store.reading import StepName, read_secret, split_digest
from pbem.workflow import Table, overrides_of

RECORD = "pages.json"
FORMAT = 1


class Row(NamedTuple):
    """A page of a step, as it stands in the list of all."""

    step: int
    label: str
    heading: str
    group: str  # the heading of the list it stands in: ``Turn 2``, in the title's own word
    mark: str = ""  # of what it was made from
    digest: str = ""  # of the page itself

    @property
    def file(self) -> str:
        return f"step-{self.step:04}.html"


class Maker(NamedTuple):
    """All that the pages of a site have in common; nothing, where the game has no seed of its own to salt it with."""

    salt: str

    def mark(self, row: Row, step: str, is_last: bool) -> str:
        """The mark of a page, with the digest of its step; the last page leads to none after it."""
        facts = [self.salt, step, f"{is_last}", f"{row.step}", row.label, row.heading, row.group]
        return sha256("\n".join(facts).encode()).hex()


def maker_of(table: Table, role: str | None) -> Maker | None:
    """The program, the templates, the reader and the game; None for an archive, whose pages are made each time."""
    try:
        seed = read_secret(table.game).seed
    except GameFault:
        return None
    players = [f"{name} {seat.name}" for name, seat in table.game.players.items()]
    facts = ["site", seed, VERSION, table.game.name, role or "", *players, *_templates(table)]
    return Maker(sha256("\n".join(facts).encode()).hex())


def _templates(table: Table) -> Iterator[str]:
    """The names and digests of all templates, ours and the game's own."""
    for top in (templates_directory(), overrides_of(table.game.directory)):
        for folder, _, names in sorted(os.walk(top)) if top else ():
            for name in sorted(names):
                if name.endswith((".j2", ".css", ".js")):
                    path = os.path.join(folder, name)
                    yield f"{os.path.relpath(path, top)} {digest(read_bytes(path))}"


def kept_rows(table: Table, target: str, maker: Maker | None, names: Iterable[StepName]) -> list[Row]:
    """The pages of the first steps that lie there as they were made, and would be made so again."""
    named, rows = [*names], read_record(target) if maker else {}
    kept: list[Row] = []
    for name in named:
        row = rows.get(name.number)
        if row is None or maker is None or not _is_fresh(table, target, maker, row, name, name is named[-1]):
            break
        kept.append(row)
    return kept


def _is_fresh(table: Table, target: str, maker: Maker, row: Row, name: StepName, is_last: bool) -> bool:
    page = os.path.join(target, row.file)
    return (
        row.mark == maker.mark(row, step_digest(table, name), is_last)
        and os.path.isfile(page)
        and row.digest == digest(read_bytes(page))
    )


def step_digest(table: Table, name: StepName) -> str:
    """The digest of a step, held against its file."""
    path = layout.path(table.game.directory, f"{layout.STEPS}/{name.name}")
    return split_digest(read_bytes(path), path)[0]


def read_record(target: str) -> Mapping[int, Row]:
    """The rows by step; none if there is no record, or none that can be used."""
    path = os.path.join(target, RECORD)
    try:
        data = json.loads(read_bytes(path)) if os.path.isfile(path) else {}
        rows = [Row(**row) for row in data["pages"]] if data.get("format") == FORMAT else []
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}
    return {row.step: row for row in rows}


def record_data(rows: Iterable[Row]) -> bytes:
    """The record as JSON, one page a line."""
    lines = ",\n".join(json.dumps(row._asdict(), ensure_ascii=False) for row in rows)
    return f'{{"format": {FORMAT}, "pages": [\n{lines}\n]}}\n'.encode()
