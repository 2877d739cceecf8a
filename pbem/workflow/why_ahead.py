"""What is behind a line of a report and was given before: standing bids and answers, and orders ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core.events import Event, OrdersAhead, seen_by
from pbem.core.ruleset import Reasons
from pbem.store.reading import Kept, StepFile, read_step, step_names
from pbem.workflow import Table, stood_after
from pbem.workflow.ahead import with_sheet
from pbem.workflow.ahead_tables import KEY, ahead_of, orders_in

Told = tuple[str, int, str]  # the role, the step that brought it, and what it is
AHEAD = "orders ahead for {what}: {text}"
CLOSED = "orders ahead for {what}, closed"


class Past(NamedTuple):
    """What a reader may see of all that was sent, the moderator that of all; and the orders ahead of now."""

    roles: tuple[str, ...]
    sheets: Callable[[str], Iterator[tuple[int, Mapping[str, Any]]]]  # of a role, the newest first, with their steps
    ahead: tuple[Kept, ...]  # those that were kept when the step began, or came with it


def past_of(table: Table, roles: Sequence[str]) -> Past:
    """What was sent up to the last step of a table by these roles."""
    names = step_names(table.game.directory)[: table.last.number + 1]

    def sheets(role: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for name in reversed(names):
            step = table.last if name.number == table.last.number else read_step(table.game, name)
            if role in step.orders:
                yield step.number, step.orders[role]

    return Past(tuple(roles), sheets, tuple(item for item in kept_at(table, table.last) if item.role in roles))


def kept_at(table: Table, step: StepFile) -> tuple[Kept, ...]:
    """The orders ahead that were kept when a step began, and those that came with it."""
    if step.number < 1 or table.ruleset.ahead is None:
        return ()
    before = stood_after(table, read_step(table.game, step_names(table.game.directory)[step.number - 1]))
    kept = before.last.ahead
    for role, body in step.orders.items():
        if KEY in body:
            found = with_sheet(table.ruleset, before.state, (), role, body, step.number)
            kept = (*kept, *found)
    return kept


def used_in(table: Table, step: StepFile, roles: Iterable[str]) -> dict[str, Kept]:
    """The orders of a step that were given ahead, by role."""
    found: dict[str, Kept] = {}
    for role in roles:
        names = [event.facts["what"] for event in seen_by(step.events, role)
                 if event.kind == OrdersAhead.kind and event.facts["became"] == "used"]  # fmt: skip
        items = [item for item in kept_at(table, step) if item.role == role and item.what in names] if names else []
        found |= {role: items[0]} if items else {}
    return found


def standing_behind(reasons: Reasons, event: Event, earlier: Sequence[Event], past: Past) -> Iterator[Told]:
    """The standing bids and answers that led to an event, with the steps that brought them."""
    for role in past.roles:
        known = event.seen_by(role)
        if known is None:
            continue
        steps: list[int] = []

        def bodies(role: str = role, steps: list[int] = steps) -> Iterator[Mapping[str, Any]]:
            for number, body in past.sheets(role):
                steps.append(number)
                yield body

        for place, text in reasons.kept_behind(known, seen_by(earlier, role), role, bodies()):
            yield role, steps[place], text


def ahead_behind(table: Table, event: Event, past: Past) -> Iterator[Told]:
    """The orders ahead that an event tells of, line by line."""
    for role in past.roles:
        known = event.seen_by(role)
        items = [item for item in past.ahead if known and item.role == role and item.what == known.facts["what"]]
        for item in items[-1:]:
            yield from ((role, item.step, text) for text in lines_of(table, item))


def lines_of(table: Table, item: Kept) -> Iterator[str]:
    """Orders ahead in words; those that were opened with the sheet of their phrase stand in that."""
    body = item.body or orders_in(table.ruleset, table.last.orders.get(item.role, {})) if item.is_held else item.body
    group = ahead_of(table.ruleset)
    lines = [*map(str, body.get(group.needed[0], ())), *group.written(item.decision, body)]
    yield from (AHEAD.format(what=item.what, text=text) for text in lines)
    if not lines and item.envelope:
        yield CLOSED.format(what=item.what)
