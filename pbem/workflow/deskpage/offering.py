"""What may be done next, as the page shows it, and the sheet after something was tapped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.offers import Edit, applied
from pbem.core.sheets import HEADING, parsed
from pbem.workflow.deskpage.ahead import asked, body_of, coming
from pbem.workflow.deskpage.edits import rewritten
from pbem.workflow.deskpage.home import Home
from pbem.workflow.offers import below

BIDS = "bid"  # where sheets have what fights are answered with (docs/bids.md)
NOTHING: dict[str, Any] = {"groups": [], "choices": [], "sums": [], "fights": [], "bids": [], "path": [], "coming": []}


def offered(home: Home, sheet: str, decision: str = "") -> dict[str, Any]:
    """All that may be said next, to what is asked now or to a coming decision; nothing where the sheet cannot be read
    or nothing is asked. ``path`` is where the sheet answers the decision."""
    body = body_of(home, sheet)
    if body is None:
        return {**NOTHING, "broken": True}
    group, question = home.ruleset.offers, asked(home, sheet, decision)
    if group is None or question is None:
        return NOTHING
    found = group.offers(question.view, home.seen.role, question.body)
    found = below(home.ruleset, found, question.path, decision) if question.path else found
    bids = question.body.get(BIDS, [])
    return {**_plain(found), "bids": _plain(bids), "path": [*question.path], "coming": coming(home, body)}


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
