"""What a sheet would do, told to its writer from his view alone, each line marked by how sure it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core import harmless
from pbem.core.ruleset import Foreseen, Ruleset

# By how sure it is.
LINES = {"certain": "certain: {what}", "depends": "depends on {on}: {what}", "chance": "chance: {what}"}

BEFORE = "what happens before {what}"


def would_do(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What the orders of a sheet in order would do; None if the title cannot foresee it."""
    if ruleset.foresight is None:
        return None
    now = {key: value for key, value in body.items() if key != "ahead"}
    found = [
        *ruleset.foresight.foresee(view, role, now),
        *(ahead_would(ruleset, view, role, body) if now != body else ()),
    ]
    return tuple(harmless(line_of(line)) for line in found)


def ahead_would(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> Iterator[Foreseen]:
    """What orders ahead would do as things stand: what they will meet is not known yet, so all of it depends."""
    from pbem.workflow.ahead import supposed_orders  # not for submit: where nothing is ordered ahead

    assert ruleset.foresight is not None
    for what, then, orders in supposed_orders(ruleset, view, role, body):
        for line in ruleset.foresight.foresee(then, role, orders):
            yield Foreseen(line.what, "depends", BEFORE.format(what=what))


def line_of(line: Foreseen) -> str:
    """One line with its mark."""
    return LINES[line.sure].format(what=line.what, on=line.on)
