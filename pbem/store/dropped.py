"""Orders ahead of players who left, which count no more (dropped.toml: by role, the last step they came with)."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

from pbem.store import FORMAT, check_format, parse, read_bytes, wanted
from pbem.store.layout import DROPPED
from pbem.store.plain import toml
from pbem.store.reading import StepFile


def read_dropped(directory: str) -> dict[str, int]:
    """By role, the last step whose orders ahead of it do not count; nothing if there is no file."""
    path = os.path.join(directory, DROPPED)
    if not os.path.lexists(path):
        return {}
    table = parse(read_bytes(path), path)
    check_format(table, path)
    roles = wanted(table, "roles", dict, path)
    return {role: wanted(roles, role, int, path, "roles.") for role in roles}


def dropped_data(rows: Mapping[str, int]) -> bytes:
    """What the file says."""
    return toml({"format": FORMAT, "roles": dict(rows)}).encode()


def without(step: StepFile, roles: Collection[str]) -> StepFile:
    """A step without the orders ahead of these roles."""
    return step._replace(ahead=tuple(item for item in step.ahead if item.role not in roles)) if roles else step


def without_dropped(directory: str, step: StepFile) -> StepFile:
    """The last step as a game goes on from it."""
    return without(step, [role for role, last in read_dropped(directory).items() if step.number <= last])
