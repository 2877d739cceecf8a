"""Boards in the shape of a title's rules, kept in the user's cache: data, never code.

A board is compiled once. Whatever is wrong with the cache, the board is compiled again: it only saves time.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from pbem.core import VERSION, sha256
from pbem.store import GameFault, read_bytes

SHAPE = 1  # one more whenever the same board is compiled to something else
LIMIT = 8_000_000  # bytes
Tables = dict[str, dict[str, Any]]


def cache_folder() -> str:
    """Where compiled boards are kept: PBEM_CACHE if it is set, else where the system keeps such things."""
    if own := os.environ.get("PBEM_CACHE"):
        return own
    home = os.path.expanduser("~")
    if os.name == "nt":
        return os.path.join(os.environ.get("LOCALAPPDATA") or home, "pbem", "cache")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"), "pbem")


def _file(title: str, digest: str) -> str:
    return os.path.join(cache_folder(), "boards", f"{title}-{digest}.json")


def _mark(title: str, revision: int, digest: str) -> dict[str, Any]:
    """What must be the same for a compiled board to be of use."""
    return {"shape": SHAPE, "program": VERSION, "title": title, "revision": revision, "board": digest}


def kept(title: str, revision: int, digest: str) -> Tables | None:
    """The compiled board, if it is there, whole and made by this program."""
    try:
        data = read_bytes(_file(title, digest), LIMIT)
        head, _, rest = data.partition(b"\n")
        if len(data) > LIMIT or head != sha256(rest).hex().encode():
            return None
        found = json.loads(rest)
        if found["made"] != _mark(title, revision, digest):
            return None
        return {module: dict(_thawed(values)) for module, values in found["tables"].items()}
    except (GameFault, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def keep(title: str, revision: int, digest: str, tables: Tables) -> None:
    """Keep a compiled board; a cache that cannot be written is done without."""
    path = _file(title, digest)
    rest = json.dumps({"made": _mark(title, revision, digest), "tables": tables}, separators=(",", ":")).encode()
    half = f"{path}.{os.getpid()}.tmp"
    with suppress(OSError):
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(half, "wb") as file:
            file.write(sha256(rest).hex().encode() + b"\n" + rest)
        os.replace(half, path)
    with suppress(OSError):
        os.unlink(half)


def _thawed(value: Any) -> Any:
    """A value as the rules have it: lists were tuples."""
    if isinstance(value, list):
        return tuple(map(_thawed, value))
    if isinstance(value, dict):
        return {key: _thawed(item) for key, item in value.items()}
    return value
