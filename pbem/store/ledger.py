"""The ledger of envelopes: one line for each that came in, public, only ever added to (ledger.toml)."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from pbem.core import sha256
from pbem.store.reading import FORMAT, parse, read_bytes, wanted
from pbem.store.writing import dumps, write_file

NAME = "ledger.toml"


class Entry(NamedTuple):
    """One envelope: whose it is, what it promises, and the digest of the file as it came."""

    number: int
    step: int
    role: str
    version: int
    kind: str  # "sealed", or "held" for one whose phrase its writer keeps
    commitment: str
    words: str
    envelope: str
    chain: str = ""


_KINDS = {"number": int, "step": int, "version": int}


def chain_of(before: str, entry: Entry) -> str:
    """The digest that binds a line to all lines before it."""
    facts = "\n".join(f"{key}\t{value}" for key, value in entry._replace(chain="")._asdict().items())
    return sha256(f"pbem ledger\n{before}\n{facts}".encode()).hex()


def read_ledger(directory: str) -> list[Entry]:
    """All lines of the ledger; none if no envelope has come yet."""
    path = os.path.join(directory, NAME)
    if not os.path.lexists(path):
        return []
    table = parse(read_bytes(path), path)
    rows = wanted(table, "envelope", list, path)
    return [Entry(**{key: wanted(_row(row), key, _KINDS.get(key, str), path) for key in Entry._fields}) for row in rows]


def _row(row: Any) -> dict[str, Any]:
    return row if isinstance(row, dict) else {}


def added(directory: str, entry: Entry) -> Entry:
    """Add a line; the file is written whole or not at all."""
    entries = read_ledger(directory)
    before = entries[-1].chain if entries else ""
    entry = entry._replace(number=len(entries) + 1)
    entry = entry._replace(chain=chain_of(before, entry))
    table = {"format": FORMAT, "envelope": [row._asdict() for row in (*entries, entry)]}
    write_file(os.path.join(directory, NAME), _HEAD.encode() + dumps(table))
    return entry


_HEAD = "# Every envelope that came in: its commitment is the SHA-256 of a salt and the orders inside. Public.\n"


def broken(entries: list[Entry]) -> list[int]:
    """The numbers of lines that do not fit the lines before them."""
    found, before = [], ""
    for at, entry in enumerate(entries, start=1):
        if entry.number != at or entry.chain != chain_of(before, entry):
            found.append(at)
        before = entry.chain
    return found


def latest(entries: list[Entry], step: int, role: str, version: int) -> Entry | None:
    """The line of an envelope; after a step was taken back a version may come a second time, the last one counts."""
    found = [e for e in entries if (e.step, e.role, e.version) == (step, role, version)]
    return found[-1] if found else None
