"""Steps taken back: each in a folder of its own under undone/, with the reason, kept for ever."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pbem.core import Record
from pbem.store import layout, parse, read_bytes, wanted
from pbem.store.inbox import inbox_of
from pbem.store.reading import StepFile
from pbem.store.transaction import Move, Part, Put
from pbem.store.writing import dumps


class Undone(Record):
    """One step taken back."""

    step: int
    label: str
    reason: str
    reopened: bool = False  # whether its gathered envelopes, which had been opened, may be exchanged


def _folders(directory: str) -> list[str]:
    """The folders of completed undos: those that hold the step itself."""
    top = os.path.join(directory, layout.UNDONE)
    names = sorted(name for name in os.listdir(top) if name.isdigit()) if os.path.isdir(top) else []
    paths = [os.path.join(top, name) for name in names]
    return [path for path in paths if any(name[:4].isdigit() for name in os.listdir(path))]


def undone_steps(directory: str) -> list[Undone]:
    """All steps ever taken back, in the order in which it happened."""
    found = []
    for folder in _folders(directory):
        path = os.path.join(folder, layout.UNDO)
        table = parse(read_bytes(path), path)
        step, label, reason = (
            wanted(table, key, kind, path) for key, kind in (("step", int), ("label", str), ("reason", str))
        )
        found.append(Undone(step, label, reason, table.get("reopened") is True))
    return found


def parts_of(directory: str, step: StepFile, record: Mapping[str, Any], bound: bool) -> tuple[Part, ...]:
    """What moves into a folder under undone/: the step, what was sent after it, its proofs and reports.

    Phrases stay if the envelopes they open are bound; else they go too, for the envelopes may be exchanged.
    """
    number, folder, name = step.number, layout.undone(len(_folders(directory)) + 1), os.path.basename(step.file)
    moved = [(f"{layout.STEPS}/{name}", name), (layout.inbox(number + 1), layout.INBOX)]
    moved += [] if bound else [(f"{layout.inbox(number)}/{name}", name) for name in _phrases(directory, number)]
    moved += [(layout.opened(number), layout.UNDONE_OPENED), (layout.reports(number), layout.REPORTS)]
    there = [(source, name) for source, name in moved if os.path.lexists(layout.path(directory, source))]
    moves = (Move(source, f"{folder}/{name}") for source, name in there)
    return (Put(f"{folder}/{layout.UNDO}", record_of(record)), *moves)


def record_of(facts: Mapping[str, Any]) -> bytes:
    """What undo.toml says, of the facts in the ledger."""
    return dumps({key: facts[key] for key in ("step", "label", "reason", "reopened") if key in facts})


def _phrases(directory: str, number: int) -> list[str]:
    """The phrases for the envelopes of a step."""
    inbox = inbox_of(directory, number)
    return sorted(name for name in os.listdir(inbox) if name.endswith(layout.PHRASE)) if os.path.isdir(inbox) else []
