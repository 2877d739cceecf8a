"""The digest of a board: over what its tables say, whatever machine, editor and order they were written with."""

from __future__ import annotations

import json
from typing import Any

from pbem.core import sha256
from pbem.core.board import Pack

# What only says where a thing was written, or repeats what another table says.
_LEFT_OUT = {"source", "name", "folder", "digest", "complete"}
_REPEATED = {"City": "setup", "Sector": "cities"}
_KEPT_NAMES = ("City", "Country", "Piece", "OffMapBox", "VictoryBox")  # these names are part of the board


def digest_of(pack: Pack) -> str:
    """SHA-256 over the contents in a form that is the same on every machine."""
    text = json.dumps(contents(pack), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(f"pbem board\n{text}".encode()).hex()


def contents(value: Any) -> Any:
    """A value without the places it was written at: records as tables, and all else as it is."""
    if not isinstance(value, tuple):
        return value
    if not hasattr(value, "_asdict"):
        return [contents(item) for item in value]
    kind = type(value).__name__
    # What is empty is left out, so that boards keep their digests when a later program knows of one thing more.
    kept = {key: item for key, item in value._asdict().items() if item and _is_kept(kind, key)}
    return {key: contents(item) for key, item in kept.items()}


def _is_kept(kind: str, key: str) -> bool:
    if key == "name":
        return kind in _KEPT_NAMES
    return key not in _LEFT_OUT and _REPEATED.get(kind) != key
