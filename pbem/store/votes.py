"""Votes about an offer, each a file; the newest of a role counts."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.store import layout, parse, read_bytes


def vote_files(directory: str, number: int, role: str) -> list[str]:
    """The files of a role's votes about an offer, the oldest first."""
    folder = layout.path(directory, layout.VOTES)
    start = f"{number:02}-{role}-"
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.startswith(start)]


def newest_vote(directory: str, number: int, role: str) -> Mapping[str, Any] | None:
    """The vote of a role that counts, as it lies in its file; None if the role has not voted."""
    files = vote_files(directory, number, role)
    return parse(read_bytes(files[-1]), files[-1]) if files else None


def votes_of(directory: str, number: int, roles: Sequence[str]) -> dict[str, str]:
    """The newest vote of each role about an offer."""
    newest = {role: row for role in roles if (row := newest_vote(directory, number, role)) is not None}
    return {role: str(row.get("vote")) for role, row in newest.items()}
