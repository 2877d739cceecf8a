"""What is behind a line of a report or log: the facts of its event, the orders that led to it, and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbem.core import harmless
from pbem.core.events import OF_THE_PROGRAM, Event, OrdersAhead, seen_by
from pbem.core.ruleset import Body
from pbem.rulesets import first
from pbem.store import GameFault
from pbem.store.reading import Kept, StepFile, read_step, step_names
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, open_game, reads, stood_after
from pbem.workflow.gate import MODERATOR, Gate
from pbem.workflow.journal import told, told_to_all
from pbem.workflow.rules import headed
from pbem.workflow.why_ahead import AHEAD, Past, ahead_behind, past_of, standing_behind, used_in


class Line(NamedTuple):
    """A line of a step as its reader has it."""

    number: int
    sentence: str
    at: int  # which of the events that the reader knows of


class Order(NamedTuple):
    """An order that led to an event."""

    role: str
    step: int
    text: str


class Rule(NamedTuple):
    """A rule behind an event: its number, and of a title with a reference its chapter and how it begins."""

    number: str
    chapter: str
    text: str


class Reason(NamedTuple):
    """All that is behind a line, as far as its reader may know."""

    step: int
    label: str
    line: int
    sentence: str
    kind: str
    facts: Mapping[str, str]
    orders: tuple[Order, ...]
    rules: tuple[Rule, ...]
    reader: str  # "role", "moderator" or "public"
    title: str  # whose rules they are


class Sheets(NamedTuple):
    """Those sheets of a step that a reader may see: what is not handed on cannot be told."""

    step: int
    bodies: Mapping[str, Body]
    ahead: Mapping[str, Kept] = {}  # those of them that were ordered ahead


@reads
def lines(directory: str, step: int, role: str | None = None, moderator: bool = False) -> tuple[Line, ...]:
    """The lines of a step as a reader has them, in the order of `pbem log`, with their numbers."""
    table, reader = _opened(directory, step, role, moderator)
    return Gate(table, reader).passed(partial(_lines, role=reader))


@reads
def why(directory: str, step: int, line: str, role: str | None = None, moderator: bool = False) -> Reason:
    """What is behind a line of a step, which is named by its number or by words of it."""
    table, reader = _opened(directory, step, role, moderator)
    found = _found(table, Gate(table, reader).passed(partial(_lines, role=reader)), line, reader)
    past = list(_past(table, reader, found.at))
    roles = tuple(table.game.players) if reader is MODERATOR else tuple(filter(None, (reader,)))
    sheets = [Sheets(old.number, _shown(old.orders, reader), used_in(table, old, roles))
              for old in (*past, table.last) if _is_before(table, old)]  # fmt: skip
    opened = any(_opens(table, event) for event in _events(table, reader)[: found.at])
    seen = table._replace(earlier=tuple(event for old in past for event in old.events))
    make = partial(_reason, role=reader, line=found, sheets=() if opened else tuple(sheets),
                   sent=past_of(table, roles))  # fmt: skip
    return Gate(seen, reader).passed(make)


def _opened(directory: str, step: int, role: str | None, moderator: bool) -> tuple[Table, str | None]:
    """The game as it stood after a step, and who looks at it."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    names = {name.number: name for name in step_names(directory)}
    if step not in names:
        raise GameFault(UNKNOWN_CHOICE, directory, form="step", found=step, last=table.last.number)
    return stood_after(table, read_step(table.game, names[step])), MODERATOR if moderator else role


def _events(table: Table, role: str | None) -> tuple[Event, ...]:
    return table.last.events if role is MODERATOR else seen_by(table.last.events, role)


def _lines(table: Table, role: str | None) -> tuple[Line, ...]:
    """All sentences of a step, with the events they tell of."""
    tell = told_to_all if role is MODERATOR else told
    rows = [(text, at) for at, event in enumerate(_events(table, role)) for text in tell(table.ruleset, event)]
    return tuple(Line(number, text, at) for number, (text, at) in enumerate(rows, start=1))


# which line is meant


def _found(table: Table, rows: Sequence[Line], text: str, role: str | None) -> Line:
    """The one line of that number, or that says this; anything else is a fault that helps on."""
    step, game = table.last.number, table.game.directory
    facts: dict[str, Any] = {"found": text, "step": step, "last": len(rows), "game": game}
    if text.strip().isdecimal():
        number = int(text)
        if 0 < number <= len(rows):
            return rows[number - 1]
        raise GameFault(UNKNOWN_CHOICE, game, form="line" if rows else "no-lines", **facts)
    found = meant([row.sentence for row in rows], text)
    if len({rows[at].at for at in found}) > 1:
        known = "; ".join(f"{rows[at].number}: {rows[at].sentence.removeprefix('- ')}" for at in found[:6])
        raise GameFault(UNKNOWN_CHOICE, game, form="lines", known=known, **facts)
    if found:
        return rows[found[0]]
    other = _elsewhere(table, text, role)
    raise GameFault(UNKNOWN_CHOICE, game, form="words" if other is None else "other-step", other=other, **facts)


def _elsewhere(table: Table, text: str, role: str | None) -> int | None:
    """The step next to this one that has such a line, for a report tells several."""
    here = table.last.number
    for name in sorted(step_names(table.game.directory), key=lambda name: abs(name.number - here)):
        old = table._replace(last=read_step(table.game, name))
        if name.number != here and meant([row.sentence for row in _lines(old, role)], text):
            return name.number
    return None


def meant(sentences: Sequence[str], text: str) -> list[int]:
    """Which sentences are meant by words of a report: those that have them, or most of them; a report tells in its way.

    Conquests in a row are one sentence there, and the heading of a battle is shorter than the line of the log.
    """
    wanted = _words(text)
    bags = [_words(sentence) for sentence in sentences]
    whole = [at for at, bag in enumerate(bags) if wanted and _has(bag, wanted)]
    exact = [at for at in whole if bags[at] == wanted]
    if found := exact or whole or [at for at, bag in enumerate(bags) if bag and {*bag} <= {*wanted}]:
        return found
    shared = [len({*bag} & {*wanted}) for bag in bags]
    most = max(shared, default=0)
    return [at for at, number in enumerate(shared) if number == most] if 4 * most >= 3 * len({*wanted}) > 0 else []


def _words(text: str) -> list[str]:
    return re.findall(r"[\w+♠♣♥♦]+|-\d+", text.lower())


def _has(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether words stand in others, one after the other; the last may be a beginning."""
    size = len(wanted)
    parts = (words[at : at + size] for at in range(len(words) - size + 1))
    return any([*part[:-1]] == [*wanted[:-1]] and part[-1].startswith(wanted[-1]) for part in parts)


# what is behind it


def _opens(table: Table, event: Event) -> bool:
    """Whether a chapter of the game begins with an event: what was ordered before it did not lead to what follows."""
    return table.ruleset.story is not None and event.kind in table.ruleset.story.chapters


def _past(table: Table, role: str | None, at: int) -> Iterator[StepFile]:
    """The steps before this one that belong to the same chapter, from the one on in which it was opened."""
    known = _events(table, role)[:at]
    if table.ruleset.story is None or any(_opens(table, event) for event in known):
        return
    found: list[StepFile] = []
    for name in reversed(step_names(table.game.directory)[: table.last.number]):
        found.insert(0, read_step(table.game, name))
        if not _is_before(table, found[0]):
            break
    yield from found


def _is_before(table: Table, step: StepFile) -> bool:
    """Whether the orders of a step belong to the chapter that is looked at: no other began after them."""
    return step.number == table.last.number or not any(_opens(table, event) for event in step.events)


def _shown(orders: Mapping[str, Body], role: str | None) -> Mapping[str, Body]:
    """The sheets that a reader may see: the own one, and the moderator all."""
    return {name: body for name, body in orders.items() if role is MODERATOR or name == role}


def _reason(table: Table, role: str | None, line: Line, sheets: Sequence[Sheets], sent: Past | None = None) -> Reason:
    events = _events(table, role)
    event = events[line.at]
    earlier = (*(table.earlier if role is MODERATOR else seen_by(table.earlier, role)), *events[: line.at])
    reader = "public" if role is None else "moderator" if role is MODERATOR else "role"
    return Reason(
        table.last.number, table.last.label, line.number, line.sentence.removeprefix("- ").removeprefix("* "),
        event.kind, dict(_facts(table, role, event)),
        (*_orders(table, event, earlier, sheets), *(_given_before(table, event, earlier, sent) if sent else ())),
        tuple(_rules(table, event)), reader, table.ruleset.name,
    )  # fmt: skip


def _facts(table: Table, role: str | None, event: Event) -> Iterator[tuple[str, str]]:
    """The facts of an event in words: who, where, how many; for the moderator also what single roles know of it."""
    names = _names(table, None if role is MODERATOR else role)
    yield from ((key, harmless(_text(value, names))) for key, value in event.facts.items())
    for name, own in event.private.items():
        yield from ((f"{key} ({name} alone)", harmless(_text(value, names))) for key, value in own.items())


def _names(table: Table, role: str | None) -> Mapping[str, str]:
    """How people call what events name by its id."""
    names = {row.id: row.title for row in table.ruleset.mode(table.game.mode).roles}
    if table.ruleset.map is None:
        return names
    picture = table.ruleset.map.picture(table.ruleset.secrets.view_of(table.state, role), role)
    cities = {city.id: city.name for city in picture.cities}
    return names | cities | dict(picture.roster) | {nation.id: nation.name for nation in picture.nations}


def _text(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{names.get(key, key)} {_text(part, names)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_text(part, names) for part in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.get(value, value) if isinstance(value, str) else str(value)


def _orders(table: Table, event: Event, earlier: Sequence[Event], sheets: Iterable[Sheets]) -> Iterator[Order]:
    """The orders that led to the event, as far as they may be seen."""
    reasons = table.ruleset.reasons
    if reasons is None or event.kind in OF_THE_PROGRAM:
        return
    plain = [one for one in earlier if one.kind not in OF_THE_PROGRAM]
    for sheet in sheets:
        for role, body in sheet.bodies.items():
            texts = reasons.orders_behind(event, plain, role, body)
            item = sheet.ahead.get(role)
            for text in texts:
                told = text if item is None else AHEAD.format(what=item.what, text=text)
                yield Order(role, sheet.step if item is None else item.step, harmless(told))


def _given_before(table: Table, event: Event, earlier: Sequence[Event], sent: Past) -> Iterator[Order]:
    """What holds until it is withdrawn and led to the event, and the orders ahead that it tells of."""
    reasons = table.ruleset.reasons
    if event.kind == OrdersAhead.kind:
        found = ahead_behind(table, event, sent)
    elif reasons is None or event.kind in OF_THE_PROGRAM:
        return
    else:
        plain = [one for one in earlier if one.kind not in OF_THE_PROGRAM]
        found = standing_behind(reasons, event, plain, sent)
    yield from (Order(role, step, harmless(text)) for role, step, text in found)


def _rules(table: Table, event: Event) -> Iterator[Rule]:
    """The rules behind the event, as the reference has them."""
    if table.ruleset.reasons is None or event.kind in OF_THE_PROGRAM:
        return
    for number in table.ruleset.reasons.rules_behind(event):
        yield Rule(number, *headed(table.ruleset.name, number))


# for people and programs

NO_ORDERS = {
    "role": "None of your orders led to it.",
    "moderator": "No order led to it.",
    "public": "Orders are told to whoever gave them (--role ROLE) and to the moderator (--moderator).",
}
NO_RULES = "No rule of the game: the program tells this itself."
MORE = "pbem rules {number} prints a rule whole."
MORE_OF = "pbem rules --ruleset {title} {number} prints a rule whole."  # of a title that is not the usual one


def as_text(reason: Reason) -> str:
    """What is behind a line, for people."""
    facts = [f"  {key}: {text}" for key, text in {"kind": reason.kind, **reason.facts}.items()]
    rows = [
        f"  {rule.number} ({rule.chapter}): {rule.text}" if rule.text else f"  {rule.number}" for rule in reason.rules
    ]
    told = [f"  {order.role}, step {order.step}: {order.text}" for order in reason.orders]
    more = MORE if reason.title == first() else MORE_OF
    if any(rule.text for rule in reason.rules):
        rows.append("  " + more.format(number=reason.rules[0].number, title=reason.title))
    return "\n".join([
        f"step {reason.step} ({reason.label}), line {reason.line}", f"  {reason.sentence}",
        "", "The facts", *facts,
        "", "The orders", *(told or [f"  {NO_ORDERS[reason.reader]}"]),
        "", "The rules", *(rows or [f"  {NO_RULES}"]),
    ])  # fmt: skip


def as_data(reason: Reason) -> dict[str, Any]:
    """What is behind a line, for programs."""
    rows = {"orders": [row._asdict() for row in reason.orders], "rules": [row._asdict() for row in reason.rules]}
    told = {key: value for key, value in reason._asdict().items() if key != "title"}
    return {"format": 1, **told, "facts": dict(reason.facts), **rows}


def as_list(rows: Iterable[Line]) -> str:
    """The lines of a step with their numbers."""
    return "\n".join(f"{row.number:>4}  {row.sentence}" for row in rows)


def as_rows(rows: Iterable[Line]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [{"line": row.number, "sentence": row.sentence} for row in rows]
