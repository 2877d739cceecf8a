"""Registers of the post: tables of rows that are only ever added to, at the end of their files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.store import FORMAT, WRONG_VALUE, GameFault, check_format, parse, read_bytes, wanted
from pbem.store.transaction import Append
from pbem.store.writing import dumps


def rows_of(path: str, key: str, kinds: Mapping[str, type], usual: Mapping[str, Any]) -> list[list[Any]]:
    """The values of each row, in the order of the kinds; one that is left out is as usual. None if there is no file."""
    if not os.path.lexists(path):
        return []
    table = parse(read_bytes(path), path)
    check_format(table, path)
    rows = wanted({key: [], **table}, key, list, path)
    if not all(type(row) is dict for row in rows):
        raise GameFault(WRONG_VALUE, path, key=key, form="tables")
    return [[wanted({**usual, **row}, name, kind, path) for name, kind in kinds.items()] for row in rows]


def added(path: str, name: str, key: str, rows: Sequence[Mapping[str, Any]], usual: Mapping[str, Any]) -> Append:
    """The part of a change that adds rows to the file; what is as usual is left out."""
    size = os.path.getsize(path) if os.path.lexists(path) else 0
    text = b"" if size else dumps({"format": FORMAT})
    for row in rows:
        said = {field: value for field, value in row.items() if field not in usual or usual[field] != value}
        text += f"\n[[{key}]]\n".encode() + dumps(said)
    return Append(name, size, text)
