"""What a sheet would do, told to its writer from his view alone, each line marked by how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import harmless
from pbem.core.ruleset import Foreseen, Ruleset

# By how sure it is.
LINES = {"certain": "certain: {what}", "depends": "depends on {on}: {what}", "chance": "chance: {what}"}


def would_do(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What the orders for now of a sheet in order would do; None if the title cannot foresee it."""
    if ruleset.foresight is None:
        return None
    now = {key: value for key, value in body.items() if key != "ahead"}  # what the others meet is not known yet
    return tuple(harmless(line_of(line)) for line in ruleset.foresight.foresee(view, role, now))


def line_of(line: Foreseen) -> str:
    """One line with its mark."""
    return LINES[line.sure].format(what=line.what, on=line.on)
