"""What may be done next, as the page shows it, and the sheet after something was tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.offers import Edit, applied
from pbem.core.sheets import HEADING, parsed, read
from pbem.workflow.deskpage.edits import rewritten
from pbem.workflow.deskpage.home import Home

BIDS = "bid"  # where sheets have what fights are answered with (docs/bids.md)
NOTHING: dict[str, Any] = {"groups": [], "choices": [], "sums": [], "fights": [], "bids": []}


def body_of(home: Home, text: str) -> Mapping[str, Any] | None:
    """What a sheet says besides its heading; None if it cannot be read."""
    reading = read(text, home.ruleset.sheet_keys)
    return None if reading.sheet is None else reading.sheet.body


def offered(home: Home, sheet: str) -> dict[str, Any]:
    """All that may be said next; nothing where the sheet cannot be read or nothing is asked."""
    body = body_of(home, sheet)
    if body is None:
        return {**NOTHING, "broken": True}
    group = getattr(home.ruleset, "offers", None)
    if group is None or home.role is None or home.seen.waits:
        return NOTHING
    found: dict[str, Any] = _plain(group.offers(home.view, home.seen.role, body))
    return {**found, "bids": _plain(body.get(BIDS, []))}


def _plain(value: Any) -> Any:
    """Records as tables, tuples as lists; a change is a pair."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        if type(value).__name__ == "Edit":
            return [list(value[0]), _plain(value[1])]
        return {key: _plain(part) for key, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return value


def edited(home: Home, sheet: str, edits: Sequence[tuple[Sequence[str | int], Any]]) -> dict[str, str]:
    """The sheet after some changes."""
    data = parsed(sheet)
    before = {key: value for key, value in data.items() if key not in HEADING} if isinstance(data, dict) else {}
    after = applied(before, [Edit(tuple(path), value) for path, value in edits])
    return {"sheet": rewritten(sheet, before, after)}
