"""Votes about an offer, each a file; the newest of a role counts."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pbem.store import layout, parse, read_bytes


def vote_files(directory: str, number: int, role: str) -> list[str]:
    """The files of a role's votes about an offer, the oldest first."""
    folder = layout.path(directory, layout.VOTES)
    start = f"{number:02}-{role}-"
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.startswith(start)]


def votes_of(directory: str, number: int, roles: Sequence[str]) -> dict[str, str]:
    """The newest vote of each role about an offer."""
    newest = {role: files[-1] for role in roles if (files := vote_files(directory, number, role))}
    return {role: str(parse(read_bytes(path), path).get("vote")) for role, path in newest.items()}
