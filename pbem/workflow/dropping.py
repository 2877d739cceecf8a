"""Orders ahead of a player who left, which do not count any more (dropped.toml: by role, the last step they came with).

The steps keep them as they were; whoever opens the game goes without them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from pbem.store import read_bytes
from pbem.store.dropped import dropped_data, read_dropped
from pbem.store.layout import DROPPED
from pbem.store.ledger import ALL, Line
from pbem.store.reading import Game
from pbem.store.transaction import Put
from pbem.workflow import Table
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding


def dropped_part(table: Table, role: str) -> Put:
    """The part of a change after which the orders ahead of a role do not count."""
    rows = read_dropped(table.game.directory)
    return Put(DROPPED, dropped_data({**rows, role: max(rows.get(role, 0), table.last.number)}))


def undone_parts(table: Table) -> tuple[Put, ...]:
    """The part of a change that takes back the last step: whatever comes in its place is of who plays now."""
    rows = read_dropped(table.game.directory)
    left = _before(rows, table.last.number)
    return (Put(DROPPED, dropped_data(left)),) if left != rows else ()


def _before(rows: Mapping[str, int], step: int) -> dict[str, int]:
    """By role, the last step whose orders ahead of it do not count, when a step is taken back."""
    return {role: min(last, step - 1) for role, last in rows.items()}


# as the ledger tells it


def after_line(rows: dict[str, int], line: Line) -> dict[str, int]:
    """By role, the last step whose orders ahead of it do not count after a line."""
    if line.of != ALL:
        return rows
    if line.kind == "undo":
        return _before(rows, int(line.facts.get("step", 0)))
    if line.kind == "replaced" and line.facts.get("dropped") is True:
        role, step = str(line.facts["role"]), int(line.facts["step"])
        return {**rows, role: max(rows.get(role, 0), step)}
    return rows


def dropped_before(lines: Sequence[Line]) -> dict[int, frozenset[str]]:
    """The roles whose orders ahead from before a step did not count in it, by its number."""
    rows: dict[str, int] = {}
    found: dict[int, frozenset[str]] = {}
    for line in lines:
        rows = after_line(rows, line)
        if line.of == ALL and line.kind == "step":
            step = int(line.facts.get("step", 0))
            found[step] = frozenset(role for role, last in rows.items() if step - 1 <= last)
    return found


def check_dropped(game: Game, lines: Sequence[Line]) -> Iterator[Finding]:
    """The file says what the ledger tells."""
    path, told = os.path.join(game.directory, DROPPED), dict[str, int]()
    for line in lines:
        told = after_line(told, line)
    if told and not os.path.lexists(path):
        yield finding(proof.FILE_LOST, path)
    elif os.path.lexists(path) and read_bytes(path) != dropped_data(told):
        yield finding(proof.FILE_CHANGED if told else proof.FILE_UNKNOWN, path)
