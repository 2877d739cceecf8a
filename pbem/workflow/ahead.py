"""Orders ahead: what a role sends for a coming decision of its own, kept until that decision comes.

They are inputs, not part of the position: a state is the same with and without them. The title says which decisions
can be ordered, judges the orders today as far as that is possible, and looks at the brakes (``Ruleset.ahead``); when
the decision comes, they are judged again by the same code on the view of that moment, and used whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core import SHEET, Diagnostic, LazyCodes, Record, Where, has_errors, listed
from pbem.core.brief import in_brief
from pbem.core.events import Event, OrdersAhead, seen_by
from pbem.core.ruleset import Ahead, Owed, Ruleset, Step
from pbem.core.sheets import Expected, Sheet, at_key
from pbem.seal import Unopened
from pbem.store.reading import Kept
from pbem.workflow import Look
from pbem.workflow.ahead_closed import OpenedTable, closed_part, judged_closed
from pbem.workflow.ahead_tables import (
    KEY,
    ahead_of,
    bounded,
    brakes_of,
    decision_of,
    decisions_in,
    is_closed,
    orders_in,
    parts_of,
    tables_of,
    withdrawn,
    without_ahead,
)

if TYPE_CHECKING:
    from pbem.workflow.assent import Agreed

pb = LazyCodes("pbem.workflow.ahead_codes")
Since = Callable[[int], Sequence[Event]]  # the events of all steps after that number, up to now
Open = Callable[[Kept], OpenedTable | Unopened]  # what is inside closed orders, or why they cannot be opened


# when they are sent


class Judged(Record):
    """What is said of the orders ahead in a sheet."""

    diagnostics: tuple[Diagnostic, ...]
    understood: tuple[str, ...]


def misplaced(ruleset: Ruleset, view: Any, sheet: Sheet, expected: Expected) -> tuple[Diagnostic, ...]:
    """Why no orders ahead can be in this sheet: every decision is asked, or it says nothing of what is asked now.

    Of a draft the latter is only a warning, for it counts for nothing.
    """
    if expected.table_pace:
        return (pb.AHEAD_NOT_HERE(at_key(KEY)),)
    owed = [item for item in ruleset.rules.awaiting(view) if item.role == sheet.role]
    if not owed or without_ahead(sheet.body) or ahead_of(ruleset).spoken(view, sheet.role) is not None:
        return ()
    facts = {"owed": listed(item.what for item in owed)}
    if sheet.status == "draft":
        return (pb.AHEAD_DRAFT(at_key(KEY), **facts),)
    return (pb.AHEAD_ONLY(at_key(KEY), **facts, form=wanted(ruleset, view, owed)),)


def wanted(ruleset: Ruleset, view: Any, owed: Sequence[Owed]) -> str:
    """What a sheet lacks that says nothing of what is owed: a bid, orders that may be none, or an answer."""
    if any(item.kind in ("bid", "bids") for item in owed):
        return "bid"
    role, group = owed[0].role, ahead_of(ruleset)
    none = group.asked(view, role) and not has_errors(ruleset.rules.take(view, role, {group.needed[0]: []}).diagnostics)
    return "" if none else "other"


def set_aside(ruleset: Ruleset, view: Any, sheet: Sheet, expected: Expected) -> tuple[Diagnostic, ...]:
    """What is said of a sheet that counts instead of orders ahead, or of what its writer has standing."""
    group, role = ruleset.ahead, sheet.role
    if group is None or expected.table_pace:
        return ()
    asked = group.asked(view, role)
    form = "held" if asked in expected.held else "" if asked in expected.kept else "standing"
    if form == "standing" and (found := parts_aside(group, view, sheet)) is not None:
        return (pb.AHEAD_SET_ASIDE(SHEET, owed=listed(found), form="part"),) if found else ()
    answers = (group.needed[0], *(key for key in group.keys if key not in group.needed))
    spoken = group.spoken(view, role) if form == "standing" and sheet.says(answers) else None
    if form == "standing" and (spoken is None or orders_in(ruleset, spoken) == orders_in(ruleset, sheet.body)):
        return ()
    owed = [item.what for item in ruleset.rules.awaiting(view) if item.role == role]
    return (pb.AHEAD_SET_ASIDE(SHEET, owed=listed(owed), form=form),) if owed else ()


def parts_aside(group: Ahead, view: Any, sheet: Sheet) -> list[str] | None:
    """The parts of a decision that a sheet answers itself, though a standing bid was to; None where it has no parts."""
    if not group.parts(view, sheet.role, {}):
        return None
    after = group.with_standing(view, sheet.role, without_ahead(sheet.body))
    left = group.parts(after, sheet.role, sheet.body)
    return [part for part in group.parts(after, sheet.role, {}) if part not in left]


def set_aside_unseen(ruleset: Ruleset, view: Any, role: str, expected: Expected) -> tuple[Diagnostic, ...]:
    """What is said of an envelope where orders ahead were to answer: nobody knows what is in it.

    Standing bids need no such word: where a sheet in an envelope has no bid, they answer beside it.
    """
    group = ruleset.ahead
    if group is None or expected.table_pace or group.asked(view, role) not in (*expected.held, *expected.kept):
        return ()
    owed = [item.what for item in ruleset.rules.awaiting(view) if item.role == role]
    return (pb.AHEAD_SET_ASIDE(SHEET, owed=listed(owed), form="envelope"),) if owed else ()


def answer_in_part(ruleset: Ruleset, view: Any, sheet: Sheet, expected: Expected) -> tuple[Diagnostic, ...]:
    """Why a sheet does not count instead of orders ahead: it has something for their decision, and no orders; or these
    are held, and it would count instead of them though it says nothing."""
    held = ahead_of(ruleset).asked(view, sheet.role) in expected.held and sheet.status != "draft"
    keys = [*orders_in(ruleset, sheet.body)] if expected.ready or held else []
    if not (keys or held) or any(key in ahead_of(ruleset).needed for key in keys):
        return ()
    owed = listed(item.what for item in ruleset.rules.awaiting(view) if item.role == sheet.role)
    if held:
        return (pb.AHEAD_ONLY(SHEET, owed=owed, form="held"),)
    return (pb.AHEAD_ONLY(at_key(keys[0]), owed=owed, keys=listed(keys), form="part"),)


def left_alone(
    ruleset: Ruleset, view: Any, sheet: Sheet, text: str, expected: Expected
) -> tuple[Agreed, Expected] | None:
    """A sheet that leaves what answers now as it is, orders ahead or a standing answer, filled in with that, and what
    it is held against then; None if it has an answer of its own."""
    if not expected.ready:
        return left_standing(ruleset, view, sheet, text, expected)
    ready = orders_in(ruleset, expected.ready)
    if orders_in(ruleset, sheet.body) not in ({}, ready):
        return None
    asked = ahead_of(ruleset).asked(view, sheet.role)
    owed = listed(item.what for item in ruleset.rules.awaiting(view) if item.role == sheet.role)
    others = tuple(decision for decision in expected.kept if decision != asked)
    from pbem.workflow.assent import staying  # not for verify: it fills in sheets that come in

    return staying(sheet, text, ready, owed), expected._replace(ready={}, kept=others)


def left_standing(
    ruleset: Ruleset, view: Any, sheet: Sheet, text: str, expected: Expected
) -> tuple[Agreed, Expected] | None:
    """A sheet that says nothing of what a standing answer speaks to, filled in with it; None where none does.

    The sheet may bring other answers: then those speak.
    """
    if ahead_of(ruleset).spoken(view, sheet.role) is None:
        return None
    after = ahead_of(ruleset).with_standing(view, sheet.role, without_ahead(sheet.body))
    spoken = ahead_of(ruleset).spoken(after, sheet.role)
    owed = listed(item.what for item in ruleset.rules.awaiting(view) if item.role == sheet.role)
    if not spoken:
        return None
    from pbem.workflow.assent import STANDING, staying  # not for verify: it fills in sheets that come in

    return staying(sheet, text, spoken, owed, STANDING), expected


def judged(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any], expected: Expected) -> Judged:
    """All that can be said today of the orders ahead in a sheet."""
    said: list[Diagnostic] = []
    understood: list[str] = []
    titles, seen = titles_of(ruleset, view, role), set[str]()
    view = ahead_of(ruleset).with_standing(view, role, without_ahead(body))
    for number, table in enumerate(bounded(body, said.append)):
        where = Where((KEY, number))
        decision = decision_of(ruleset, view, role, table, where, titles, said.append)
        if not decision:
            continue
        if decision in seen:  # the first is judged; for which of them the others were meant is not known
            said.append(pb.AHEAD_TWICE(where, decision=titles[decision]))
            continue
        seen.add(decision)
        if table.get("withdraw") is True:
            understood += withdrawn(decision, titles[decision], table, where, expected.kept, said.append)
        elif is_closed(table):
            understood += judged_closed(titles[decision], table, where, expected.unsealed, said.append)
        else:
            understood += one_judged(ruleset, view, role, decision, titles[decision], table, where, said)
    if expected.watched and not has_errors(said):
        said += in_the_open(ruleset, view, role, {KEY: body[KEY]})
    return Judged(tuple(said), tuple(understood))


def titles_of(ruleset: Ruleset, view: Any, role: str) -> dict[str, str]:
    """The coming decisions that a role can order, and how they are called."""
    return {coming.id: coming.what for coming in ahead_of(ruleset).coming(view, role)}


def one_judged(
    ruleset: Ruleset,
    view: Any,
    role: str,
    decision: str,
    what: str,
    table: Mapping[str, Any],
    where: Where,
    said: list[Diagnostic],
) -> list[str]:
    """The orders for one decision, as they would be taken if it came now."""
    brakes, body = parts_of(ruleset, decision, what, table, where, said.append)
    if not body:
        return []
    group = ahead_of(ruleset)
    then = group.supposed(view, role, decision)
    taken = ruleset.rules.take(then, role, body)
    said += [as_of_today(group, complaint, where, what) for complaint in taken.diagnostics]
    said += braked_now(ruleset, view, decision, what, brakes, where)
    rows = taken.understood if body.get(group.needed[0]) else (nothing_then(ruleset, then, role), *taken.understood)
    lines = [f"orders ahead for {what}: {line}" for line in rows]
    return [*lines, *(f"orders ahead for {what}: not if {brake}" for brake in brakes)]


def braked_now(
    ruleset: Ruleset, view: Any, decision: str, what: str, brakes: Sequence[str], where: Where
) -> Iterator[Diagnostic]:
    """The brakes that hold already. They see only what the public view has, so on that of a role they say the same."""
    for number, brake in enumerate(brakes):
        if ahead_of(ruleset).braked(brake, decision, view, ()):
            yield pb.AHEAD_BRAKED_NOW(Where((*where.path, "unless", number)), decision=what)


def in_the_open(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> tuple[Diagnostic, ...]:
    """What is said of a sheet that a moderator who plays can read, where it tells more than what is done now."""
    plain = ruleset.ahead.needed if ruleset.ahead else ruleset.sheet_keys
    open_ = any(not is_closed(table) and "withdraw" not in table for table in tables_of(body))
    keys = [key for key in body if body[key] and key not in (*plain, "withdraw") and (key != KEY or open_)]
    if not keys:
        return ()
    owes = any(owed.role == role for owed in ruleset.rules.awaiting(view))
    return (pb.IN_THE_OPEN(at_key(keys[0]), keys=listed(keys), form="" if owes else "unasked"),)


def supposed_orders(
    ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]
) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """The open tables of a sheet in order: what they are for, the view that supposes it, and orders legal there."""
    titles, group, take = titles_of(ruleset, view, role), ahead_of(ruleset), in_brief(ruleset).rules.take
    view = group.with_standing(view, role, without_ahead(body))
    for decision, table in zip(decisions_in(body), tables_of(body), strict=True):
        orders = {} if is_closed(table) or table.get("withdraw") is True else orders_in(ruleset, table)
        then = group.supposed(view, role, decision) if orders else None
        if orders and not has_errors(take(then, role, orders).diagnostics):
            yield titles[decision], then, orders


def nothing_then(ruleset: Ruleset, then: Any, role: str) -> str:
    """What comes of orders that order nothing, in words: the same as of none at all."""
    return next((owed.default for owed in ruleset.rules.awaiting(then) if owed.role == role), "nothing")


def as_of_today(group: Ahead, complaint: Diagnostic, where: Where, what: str) -> Diagnostic:
    """A complaint about orders ahead: an error stays one only if it holds whatever happens."""
    at = complaint.at._replace(path=(*where.path, *complaint.at.path))
    placed = complaint._replace(at=at, facts=facts_ahead(complaint))
    hangs_on = group.hangs_on(complaint)
    if not complaint.is_error or not hangs_on:
        return placed
    facts = {"why": complaint.message, "code": complaint.code.id, "hangs_on": hangs_on}
    return pb.AHEAD_DEPENDS(placed.at, decision=what, **facts)


def facts_ahead(complaint: Diagnostic) -> dict[str, Any]:
    """The facts of a complaint about orders ahead: what it gives to fill in belongs into their table."""
    facts = dict(complaint.facts)
    if "stub" in facts:
        facts["stub"] = tuple(re.sub(r"^(\[+)", rf"\1{KEY}.", line) for line in facts["stub"])
    form = "-".join(word for word in (facts.get("form", ""), KEY) if word)
    return {**facts, "form": form} if form in complaint.code.forms else facts


# while they are kept


def with_sheet(
    ruleset: Ruleset, state: Any, kept: Sequence[Kept], role: str, body: Mapping[str, Any], step: int
) -> tuple[Kept, ...]:
    """What is kept after a sheet that was accepted: for each decision the newest orders, those taken back left out."""
    found = list(kept)
    view = ruleset.secrets.view_of(state, role)
    titles = titles_of(ruleset, view, role)
    for table in tables_of(body):
        decision = str(table["for"]).strip().lower()
        found = [item for item in found if (item.role, item.decision) != (role, decision)]
        if is_closed(table):
            found.append(Kept(role, decision, titles[decision], {}, (), step, closed_part(table)))
        elif table.get("withdraw") is not True:
            brakes = brakes_of(ruleset, decision, table, Where(), lambda complaint: None)
            found.append(Kept(role, decision, titles[decision], orders_in(ruleset, table), brakes, step))
    return tuple(found)


def received(ruleset: Ruleset, view: Any, role: str, body: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The coming decisions that a sheet orders, and how: "open", "closed", or "withdrawn"."""
    titles, found = titles_of(ruleset, view, role), list[tuple[str, str]]()
    for table in tables_of(body):
        decision = str(table.get("for")).strip().lower() if isinstance(table, dict) else ""
        if decision in titles:
            how = "closed" if is_closed(table) else "withdrawn" if table.get("withdraw") is True else "open"
            found.append((titles[decision], how))
    return tuple(found)


def kept_for(kept: Iterable[Kept], role: str, decision: str) -> Kept | None:
    """The orders a role has given for a decision."""
    return next((item for item in kept if (item.role, item.decision) == (role, decision)), None)


# when the decision comes


def looked_at(ruleset: Ruleset, state: Any, kept: Sequence[Kept], since: Since, open_: Open) -> Look:
    """The orders whose decision is owed now are opened and judged: those that are braked, unfit or cannot be opened are
    given up, and their owners told."""
    if not kept or ruleset.ahead is None:
        return Look(tuple(kept), ())
    asked, left, told = asked_now(ruleset, state, kept), list[Kept](), list[Event]()
    for item in kept:
        if item not in asked:
            found = gone_by(ruleset, state, item) or item
        elif item.is_held:  # until its phrase comes
            found = item
        else:
            found = opened_by(open_, ruleset, item) if item.envelope else item
            found = found if isinstance(found, Event) else given_up(ruleset, state, found, since) or found
        (told if isinstance(found, Event) else left).append(found)  # type: ignore[arg-type]
    return Look(tuple(left), tuple(told))


def opened_by(open_: Open, ruleset: Ruleset, item: Kept) -> Kept | Event:
    """Closed orders, opened now that their decision is owed; or what their owner is told if that is of no use."""
    found = open_(item)
    if isinstance(found, Unopened):
        return told(item, "unopened", [f"{found.code.id} {found.diagnostic().message}"])
    said: list[Diagnostic] = []
    brakes, body = parts_of(ruleset, item.decision, item.what, found.table, Where(), said.append)
    if has_errors(said):
        return told(item, "unfit", [f"{fault.code.id} {fault.message}" for fault in said if fault.is_error])
    return item._replace(body=body, unless=brakes, envelope={})


def asked_now(ruleset: Ruleset, state: Any, kept: Iterable[Kept]) -> list[Kept]:
    """The orders for decisions that are owed now."""
    group, roles = ahead_of(ruleset), dict.fromkeys(owed.role for owed in ruleset.rules.awaiting(state))
    asked = {role: group.asked(state, role) for role in roles}
    return [item for item in kept if item.decision and asked.get(item.role) == item.decision]


def is_coming(ruleset: Ruleset, state: Any, item: Kept) -> bool:
    """Whether a decision can come yet: a nation may have left the game."""
    view = ruleset.secrets.view_of(state, item.role)
    return any(coming.id == item.decision for coming in ahead_of(ruleset).coming(view, item.role))


def given_up(ruleset: Ruleset, state: Any, item: Kept, since: Since) -> Event | None:
    """Why orders ahead are not used though their decision is owed, as their owner is told; None if they are good."""
    group = ahead_of(ruleset)
    if item.unless:
        public, events = ruleset.secrets.view_of(state, None), seen_by(since(item.step - 1), None)
        held = [brake for brake in item.unless if group.braked(brake, item.decision, public, events)]
        if held:
            return told(item, "braked", held)
    taken = in_brief(ruleset).rules.take(ruleset.secrets.view_of(state, item.role), item.role, item.body)
    if has_errors(taken.diagnostics):
        why = [f"{fault.code.id} {fault.message}" for fault in taken.diagnostics if fault.is_error]
        return told(item, "unfit", why)
    return None


def gone_by(ruleset: Ruleset, state: Any, item: Kept) -> Event | None:
    """What the owner of orders is told whose decision will not come any more; None if it can."""
    if is_coming(ruleset, state, item):
        return None
    return told(item, "gone")


def told(item: Kept, became: str, why: list[str] | None = None) -> Event:
    """What the owner of orders learns of them."""
    return OrdersAhead(became=became, what=item.what, why=why).event(to=(item.role,))


def speaking(ruleset: Ruleset, state: Any, kept: Sequence[Kept], sent: Iterable[str]) -> dict[str, Kept]:
    """The orders that answer what is owed now, for roles that have sent nothing for it."""
    if not kept or ruleset.ahead is None:
        return {}
    there = set(sent)
    return {item.role: item for item in asked_now(ruleset, state, kept)
            if item.role not in there and not item.envelope}  # fmt: skip


def after(
    ruleset: Ruleset, state: Any, kept: Sequence[Kept], orders: Mapping[str, Mapping[str, Any]], step: int
) -> tuple[Kept, ...]:
    """What is kept when a step was adjudicated from that state with these orders: what spoke is used up.

    Orders for the decision itself, or its default, count instead of those given ahead for it.
    """
    if ruleset.ahead is None:
        return ()
    asked = asked_now(ruleset, state, kept)
    found = tuple(item for item in kept if item not in asked)
    for role, body in orders.items():
        if KEY in body:
            found = with_sheet(ruleset, state, found, role, body, step)
    return found


def none_closed(item: Kept) -> OpenedTable | Unopened:
    """For games in memory, whose orders ahead are all open."""
    raise AssertionError(item)


def carried_on(
    ruleset: Ruleset, before: Any, step: Step, kept: Sequence[Kept], orders: Mapping[str, Mapping[str, Any]],
    number: int, since: Since, open_: Open = none_closed,
) -> Look:  # fmt: skip
    """What is kept after a step, and what the owners of orders ahead are told with it; ``since`` knows its events."""
    if not kept and not any(KEY in body for body in orders.values()):
        return Look((), ())
    look = looked_at(ruleset, step.state, after(ruleset, before, kept, orders, number), since, open_)
    used = speaking(ruleset, before, kept, ()) if kept else {}
    spoke = [told(item, "used") for role, item in used.items() if has_spoken(ruleset, item, orders)]
    due = asked_now(ruleset, before, kept) if kept else []
    aside = [told(item, "replaced" if item.role in orders else "late") for item in due
             if item.role not in used or not has_spoken(ruleset, item, orders)]  # fmt: skip
    return Look(look.kept, (*spoke, *aside, *look.events))


def has_spoken(ruleset: Ruleset, item: Kept, orders: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether orders ahead were used: as they are, or in a sheet that left them alone and said other things."""
    return item.role in orders and orders_in(ruleset, orders[item.role]) == orders_in(ruleset, item.body)
