"""Orders ahead of a player who left, which do not count any more (dropped.toml: by role, the last step they came with).

The steps keep them as they were; whoever opens the game goes without them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

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


# as the ledger tells it


def drops_in(lines: Sequence[Line]) -> Iterator[tuple[str, int]]:
    """The roles whose orders ahead were dropped, and after which step."""
    for line in lines:
        if line.of == ALL and line.kind == "replaced" and line.facts.get("dropped") is True:
            yield str(line.facts["role"]), int(line.facts["step"])


def dropped_before(lines: Sequence[Line]) -> dict[int, frozenset[str]]:
    """The roles whose orders ahead from before a step did not count in it, by its number."""
    drops: list[tuple[str, int]] = []
    found: dict[int, frozenset[str]] = {}
    for line in lines:
        drops += drops_in([line])
        if line.of == ALL and line.kind == "step":
            step = int(line.facts.get("step", 0))
            found[step] = frozenset(role for role, at in drops if step - 1 <= at)
    return found


def check_dropped(game: Game, lines: Sequence[Line]) -> Iterator[Finding]:
    """The file says what the ledger tells."""
    path, told = os.path.join(game.directory, DROPPED), dict[str, int]()
    for role, step in drops_in(lines):
        told[role] = max(told.get(role, 0), step)
    if told and not os.path.lexists(path):
        yield finding(proof.FILE_LOST, path)
    elif os.path.lexists(path) and read_bytes(path) != dropped_data(told):
        yield finding(proof.FILE_CHANGED if told else proof.FILE_UNKNOWN, path)
