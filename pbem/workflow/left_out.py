"""What a sheet leaves out that stood in the one whose place it takes: all of that goes, and its writer may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core import SHEET, Diagnostic, listed
from pbem.core.sheets import Sheet, read
from pbem.store.inbox import Version
from pbem.workflow import Table
from pbem.workflow.ahead import titles_of
from pbem.workflow.ahead_codes import AHEAD_LEFT_OUT
from pbem.workflow.ahead_tables import decisions_in
from pbem.workflow.finals import newest_final

OWN = ("do", "ahead", "standing", "withdraw", "bid")  # told otherwise
ANY = "*"
Body = Mapping[str, Any]


def left_out(table: Table, rows: Sequence[Version], sheet: Sheet) -> list[Diagnostic]:
    """What is said of all that the last sheet had, drafts aside, and this one lacks."""
    final = newest_final(table, rows)
    earlier = read(final[1], table.ruleset.sheet_keys).sheet if final else None
    if earlier is None:  # an envelope: nobody knows what is in it
        return []
    before, now = earlier.body, sheet.body
    view = table.ruleset.secrets.view_of(table.state, sheet.role)
    return [*_ahead(table, view, sheet.role, before, now), *_standing(table, view, sheet.role, before, now),
            *_withdrawn(before, now), *_orders(before, now), *_bids(before, now),
            *_keys(table, before, now)]  # fmt: skip


def _ahead(table: Table, view: Any, role: str, before: Body, now: Body) -> Iterator[Diagnostic]:
    """Orders for coming decisions; and older ones that were withdrawn, and hold again."""
    missing = [row for row in _listed(before, "ahead") if not {*decisions_in({"ahead": [row]})} & {*decisions_in(now)}]
    titles = titles_of(table.ruleset, view, role) if missing else {}
    kept = [item.decision for item in table.kept if item.role == role]
    for row in missing:
        back = row.get("withdraw") is True
        for decision in decisions_in({"ahead": [row]}):
            if decision in titles and (not back or decision in kept):
                form = "ahead-withdraw" if back else ""
                yield AHEAD_LEFT_OUT(SHEET, decision=titles[decision], form=form)


def _orders(before: Body, now: Body) -> Iterator[Diagnostic]:
    """Orders for the decision of now, where this sheet has none at all; others were meant to take their place."""
    if before.get("do") and not now.get("do"):
        yield AHEAD_LEFT_OUT(SHEET, form="do")


def _standing(table: Table, view: Any, role: str, before: Body, now: Body) -> Iterator[Diagnostic]:
    """Standing bids that would be there with the last sheet and are not, or not so, with this one."""
    if not before.get("standing") or table.ruleset.ahead is None:
        return
    had, has = (_standing_after(table, view, role, body) for body in (before, now))
    for name in had:
        if had[name] != has.get(name) and name not in {*_named(now), *_listed(now, "withdraw")}:
            yield AHEAD_LEFT_OUT(SHEET, name=name, form="standing")


def _standing_after(table: Table, view: Any, role: str, body: Body) -> dict[str, Any]:
    """The standing bids of a role by their names, as they are after a sheet."""
    assert table.ruleset.ahead is not None
    after = table.ruleset.files.encode(table.ruleset.ahead.with_standing(view, role, body))
    return {row["name"]: row for row in after.get("standing", ()) if row["role"] == role}


def _named(body: Body) -> list[str]:
    """The standing bids that a sheet gives itself: another one of a name was meant to take the place."""
    return [str(row.get("name", f"standing-{n}")).strip() for n, row in enumerate(_listed(body, "standing"), 1)]


def _listed(body: Body, key: str) -> list[Any]:
    """A list of tables or texts, as every sheet has them that was accepted; an inbox can be edited by hand."""
    value = body.get(key)
    kind = str if key == "withdraw" else dict
    return [row for row in value if isinstance(row, kind)] if isinstance(value, list) else []


def _withdrawn(before: Body, now: Body) -> Iterator[Diagnostic]:
    """Standing bids that the last sheet took back."""
    still = {*_named(now), *_listed(now, "withdraw")}
    names = [name for name in _listed(before, "withdraw") if name not in still]
    if names:
        yield AHEAD_LEFT_OUT(SHEET, names=listed(names), form="withdraw")


def _bids(before: Body, now: Body) -> Iterator[Diagnostic]:
    """Bids for battles for which this sheet has none."""
    for bid in _listed(before, "bid"):
        if not any(_covers(other, bid) for other in _listed(now, "bid")):
            own, enemy = (str(bid.get(key, ANY))[:60] for key in ("own", "enemy"))
            who = "every battle" if own == ANY else own
            yield AHEAD_LEFT_OUT(SHEET, own=who if enemy == ANY else f"{who} against {enemy}", form="bid")


def _covers(bid: Body, other: Body) -> bool:
    """Whether a bid is for the battles of another one."""
    pairs = [(_plain(bid, key), _plain(other, key)) for key in ("own", "enemy")]
    return all(one in (ANY, two) for one, two in pairs)


def _plain(bid: Body, key: str) -> str:
    return str(bid.get(key, ANY)).strip().casefold()


def _keys(table: Table, before: Body, now: Body) -> Iterator[Diagnostic]:
    """Wishes, answers, shifted troops."""
    for key in table.ruleset.sheet_keys:
        if key not in OWN and before.get(key) and key not in now:
            yield AHEAD_LEFT_OUT(SHEET, key=key, form="key")
