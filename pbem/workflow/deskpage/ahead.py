"""What a sheet is asked about at the desk: the decision of now, or one that is coming, which can be ordered ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Record
from pbem.core.offers import Path
from pbem.core.sheets import read
from pbem.workflow.ahead_tables import KEY, orders_in, tables_of, without_ahead
from pbem.workflow.deskpage.home import Home
from pbem.workflow.offers import table_for

PHRASE = "phrase"


class Asked(Record):
    """A decision: the view on which it is made, what the sheet says to it, and where in the sheet it says so."""

    view: Any
    body: Mapping[str, Any]
    path: Path = ()


def body_of(home: Home, text: str) -> Mapping[str, Any] | None:
    """What a sheet says besides its heading and a phrase; None if it cannot be read."""
    reading = read(text, (*home.ruleset.sheet_keys, PHRASE))
    return None if reading.sheet is None else {key: row for key, row in reading.sheet.body.items() if key != PHRASE}


def coming(home: Home, body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The decisions that can be ordered ahead, each with what it is, and whether the sheet does."""
    group = home.ruleset.ahead
    if group is None or not home.role or home.seen.waits or home.seen.over or home.seen.pace == "table":
        return []
    named = [_named(table) for table in tables_of(body)]
    rows = group.coming(home.view, home.role)
    return [{"id": row.id, "what": row.what, "said": row.id in named} for row in rows]


def asked(home: Home, text: str, decision: str = "") -> Asked | None:
    """What a sheet says to a decision, on the view on which it is made; None where nothing is asked of anybody."""
    body = body_of(home, text)
    if body is None or home.role is None or home.seen.waits or home.seen.over:
        return None
    group = home.ruleset.ahead
    if group is None or not decision or decision not in [row.id for row in group.coming(home.view, home.role)]:
        return Asked(home.view, without_ahead(body))
    at, table = table_for(body, decision)
    view = group.supposed(group.with_standing(home.view, home.role, without_ahead(body)), home.role, decision)
    return Asked(view, orders_in(home.ruleset, table), (KEY, at))


def _named(table: Any) -> str:
    """The decision that a table is for, whatever stands there."""
    return str(table.get("for", "")).strip().lower() if isinstance(table, Mapping) else ""
