"""What is held of every case, as texts by reader: how it came out, what is told, shown and offered of it.

To read what is behind a digest of tests/golden/cases:
  PYTHONPATH=tests python tests/case_nets.py told maria V23
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from every_case import CASES, Moment, moments
from mangling import mutated_values

from pbem.core import Diagnostic, Where, has_errors, sha256
from pbem.core.chance import Chance
from pbem.core.events import seen_by
from pbem.core.offers import Edit, Offers, applied
from pbem.core.ruleset import Said
from pbem.testing.offering import begun_and_whole
from pbem.workflow.offers import offers_now

Told = Iterator[tuple[str, object]]  # a reader, and something that is held of what is made for this one
CHANCE = Chance("cases")
STRENGTHS = ((), (1,), (12,))  # of the enemy in a rehearsal
SPOILT = 8  # values of a file of a position
STEPS = 2  # offers that are taken up, one after the other
BRAKES = 2  # for a decision, each spoilt in several ways


def came_out(moment: Moment) -> Told:
    """The step: what was understood and complained about, the position and every view of it, the events."""
    for role, body in moment.sheets.items():
        taken = moment.title.rules.take(moment.seen(role, after=False), role, body)
        yield role, taken.understood
        yield from ((role, written(fault)) for fault in taken.diagnostics)
        if moment.title.brief:
            yield role, list(map(written, moment.title.brief.judge(moment.before, role, body).diagnostics))
    yield "state", moment.title.files.encode(moment.after)
    yield "state", (moment.title.rules.awaiting(moment.after), moment.title.rules.result(moment.after))
    for reader in moment.readers:
        yield reader or "all", moment.title.files.encode(moment.seen(reader))
        yield reader or "all", [(event.kind, dict(event.facts)) for event in seen_by(moment.events, reader)]


def written(fault: Diagnostic) -> str:
    return f"{fault.code.id} {fault.at} {fault.message} {fault.hint} {fault.rule}"


def changed(moment: Moment) -> Told:
    """What differs between the positions before and after, and what the log finds the events by."""
    assert moment.title.history
    for reader in moment.readers:
        events = tuple(seen_by(moment.events, reader))
        views = moment.seen(reader, after=False), moment.seen(reader)
        yield reader or "all", moment.title.history.changes(*views, reader, events)
        yield reader or "all", [moment.title.history.about(event) for event in events]


def told(moment: Moment) -> Told:
    """The report: story, summary and score for each reader, the sheets of all who are asked, what is counted."""
    title = moment.title
    for reader in moment.readers:
        events, view, name = tuple(seen_by(moment.events, reader)), moment.seen(reader), reader or "all"
        yield name, [line for event in events for line in title.telling.tell(event)]
        yield name, title.story.narrate((), events, title.telling.tell) if title.story else ()
        yield name, list(title.battles.condense(events)) if title.battles else ()
        yield name, (title.telling.heading(view), title.telling.label(view), title.telling.summary(view, reader))
        yield name, title.score.section(view, reader) if title.score else ()
        if title.figures:
            yield name, title.figures.counted(view, reader)
            yield name, [list(title.figures.tallied(event)) for event in events]
        yield name, [title.reasons.rules_behind(event) for event in events] if title.reasons else ()
    for role in [role for role in moment.readers if role]:
        yield role, title.telling.sheet(moment.seen(role), role)
        yield role, title.telling.sheet(moment.seen(role, after=False), role) if role in moment.owing else ""


def foreseen(moment: Moment) -> Told:
    """What writers of sheets in order are told ahead, and the orders that are behind events."""
    title = moment.title
    for role, body in moment.sheets.items():
        view = moment.seen(role, after=False)
        if has_errors(title.rules.take(view, role, body).diagnostics):
            continue
        yield role, list(title.foresight.foresee(view, role, body)) if title.foresight else ()
        events = tuple(seen_by(moment.events, role))
        for at, event in enumerate(events) if title.reasons else ():
            yield role, title.reasons.orders_behind(event, events[:at], role, body)
            yield role, list(title.reasons.kept_behind(event, events[:at], role, [body]))


def drawn(moment: Moment) -> Told:
    """The picture of the position after, and the strokes of what happened."""
    for reader in moment.readers:
        name, view = reader or "all", moment.seen(reader)
        if moment.title.map:
            yield name, moment.title.map.picture(view, reader)
            yield name, [moment.title.map.strokes(event) for event in seen_by(moment.events, reader)]
        if moment.title.painting:
            yield name, moment.title.painting.svg(view, reader)
        if moment.title.pointing:
            yield name, moment.title.pointing.spots(view, reader)


def rehearsed(moment: Moment) -> Told:
    """The bids of the sheets, and those of a bot, against a weak, a strong and any enemy."""
    assert moment.title.battles
    bots = moment.title.bots
    for role in dict.fromkeys([*moment.sheets, *moment.owing]):
        view = moment.seen(role, after=False)
        body = moment.sheets.get(role, {})
        if not isinstance(body, Mapping) or "bid" not in body:
            body = bots.sample(view, role, CHANCE, bots.temperaments[0])
        if "bid" not in body or has_errors(moment.title.rules.take(view, role, body).diagnostics):
            continue
        for strengths in STRENGTHS:
            wishes = {"samples": 3, "transcripts": 2, "strengths": strengths, "hand": ""}
            yield role, moment.title.battles.rehearse(view, role, body, Chance("rehearsed"), wishes)


def played_by_bots(moment: Moment) -> Told:
    """What bots of every temperament say to what is asked, and ahead."""
    title = moment.title
    for role in moment.owing:
        view = moment.seen(role, after=False)
        for temperament in title.bots.temperaments:
            yield role, title.bots.sample(view, role, CHANCE, temperament)
            yield role, title.ahead.sample(view, role, CHANCE, temperament) if title.ahead else ()


def offered(moment: Moment) -> Told:
    """What may be said beside the sheet, empty, begun and whole."""
    for role in dict.fromkeys([*moment.sheets, *moment.owing]):
        body = moment.sheets.get(role, {})
        view = moment.seen(role, after=False)
        for _, sheet in begun_and_whole(body) if isinstance(body, Mapping) else ():
            yield role, offers_now(moment.title, view, role, sheet)


def taken_up(moment: Moment) -> Told:
    """What may be said beside what was offered and taken up: anything, a bid, all that can be said of a bid."""
    for role in dict.fromkeys([*moment.sheets, *moment.owing]):
        body = moment.sheets.get(role, {})
        view = moment.seen(role, after=False)
        sheet = body if isinstance(body, Mapping) else {}
        for step in range(STEPS):
            found = offers_now(moment.title, view, role, sheet)
            if ways := list(edits_of(found)):
                sheet = applied(sheet, CHANCE.pick(ways, f"{role} {step} {len(ways)}"))
                yield role, (sheet, found)
        begun = {fight.key: fight.edits for fight in found.fights if fight.edits}
        for edits in begun.values():
            yield role, offers_now(moment.title, view, role, applied(sheet, edits)).fights


def edits_of(found: Offers) -> Iterator[tuple[Edit, ...]]:
    """All changes to a sheet that are offered as they stand."""
    yield from (offer.edits for offer in found.every() if offer.edits)
    yield from (fight.edits for fight in found.fights if fight.edits)


def said_ahead(moment: Moment) -> Told:
    """What can be ordered ahead, the positions that are supposed for it, and what can be said again."""
    title = moment.title
    assert title.ahead
    if not moment.owing:
        return
    yield "state", title.ahead.answered(moment.before)
    for role in [role for role in moment.readers if role]:
        view = moment.seen(role, after=False)
        coming = title.ahead.coming(view, role)
        yield role, (title.ahead.asked(moment.before, role), coming, title.ahead.spoken(view, role))
        body = moment.sheets.get(role, {})
        if isinstance(body, Mapping):
            yield role, title.ahead.parts(view, role, body)
        for decision in [row.id for row in coming]:
            supposed = title.ahead.supposed(view, role, decision)
            yield role, title.files.encode(supposed)
            said: list[Diagnostic] = []
            brakes = title.ahead.brakes(view, decision)
            tried = [*brakes, *(text for line in brakes[:BRAKES] for text in spoilt(line))]
            read = [title.ahead.read_brake(line, Where(("unless", 0)), decision, said.append) for line in tried]
            yield role, (brakes, read, list(map(written, said)))
            events = tuple(seen_by(moment.events, None))
            yield role, [title.ahead.braked(line, decision, moment.seen(None), events) for line in brakes]
            if isinstance(body, Mapping):
                taken = title.rules.take(supposed, role, body)
                yield role, taken.understood
                yield role, [(written(fault), title.ahead.hangs_on(fault)) for fault in taken.diagnostics]
                yield role, title.ahead.written(decision, body) if not has_errors(taken.diagnostics) else ()
                moves = {key: value for key, value in body.items() if key != "bid"}
                later = [Said(1, moment.seen(None, after=False), decision, moves)]
                yield role, title.ahead.repeat(view, role, {decision: 0}, later)


def complained(moment: Moment) -> Told:
    """What is said of the sheets when they are mangled a little, with the hints and the words pointed at, and the
    position with what could be carried out."""
    for role, body in moment.sheets.items():
        view = moment.seen(role, after=False)
        for sheet in mangled(body) if isinstance(body, Mapping) else ():
            taken = moment.title.rules.take(view, role, sheet)
            yield role, (taken.understood, list(map(written, taken.diagnostics)))
            yield role, moment.title.files.encode(taken.state)


def mangled(body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The sheet with one word misspelt, one line twice, one number raised, one word left out; in every list of it."""
    for key, value in body.items():
        lines = value if isinstance(value, list) else []
        for at, line in enumerate(lines):
            if isinstance(line, str):
                yield from ({**body, key: [*lines[:at], text, *lines[at + 1 :]]} for text in spoilt(line))
            elif isinstance(line, dict):
                yield from ({**body, key: [*lines[:at], table, *lines[at + 1 :]]} for table in spoilt_table(line))
        if lines:
            yield {**body, key: [*lines, copy.deepcopy(lines[-1])]}
            yield {**body, key: [copy.deepcopy(lines[-1]), *lines[:-1]]}
        if isinstance(value, str):
            yield from ({**body, key: text} for text in spoilt(value))
        if isinstance(value, dict):
            yield from ({**body, key: table} for table in spoilt_table(value))


def spoilt_table(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for key, value in table.items():
        yield {**table, f"{key}x": value}
        if isinstance(value, str):
            yield from ({**table, key: text} for text in spoilt(value))
        elif isinstance(value, list):
            yield {**table, key: [*value, *value[-1:]]}
            yield from ({**table, key: [*value[:-1], text]} for text in spoilt(str(value[-1]) if value else ""))
        elif isinstance(value, int):
            yield {**table, key: value + 1}


def spoilt(line: str) -> Iterator[str]:
    """The line with a word misspelt, one left out, its first number raised, and with more behind it."""
    words = line.split()
    if words:
        last = words[-1]
        yield " ".join([*words[:-1], last[:2] + "q" + last[2:]])
        yield " ".join([*words[: len(words) // 2], *words[len(words) // 2 + 1 :]])
        yield f"{line} {last}"
        yield f"{line} > ..."
    if re.search(r"\d", line):
        yield re.sub(r"\d+", lambda found: str(int(found[0]) + 1), line, count=1)


def broken(moment: Moment) -> Told:
    """What becomes of the position if a value of it is spoilt: refused, taken, or found to be what should never be."""
    data = moment.title.files.encode(moment.after)
    for where, table in mutated_values(data, where_from(data), SPOILT):
        try:
            moment.title.files.decode(table)
            yield "files", where
        except ValueError as failure:
            yield "files", (where, str(failure))
    for where, state in spoilt_states(moment.after):
        try:
            yield "state", (where, moment.title.rules.invariants(state, moment.before))
        except (ValueError, LookupError, TypeError, AttributeError, AssertionError) as failure:
            yield "state", (where, type(failure).__name__)


def spoilt_states(state: Any) -> Iterator[tuple[str, Any]]:
    """A position with one number of it lowered or raised, or one truth turned: of a row of numbers one by lot."""
    for name, value in state._asdict().items():
        if isinstance(value, bool):
            yield name, state._replace(**{name: not value})
        elif isinstance(value, int):
            yield from ((name, state._replace(**{name: value + step})) for step in (1, -1))
        elif isinstance(value, tuple) and value and all(type(item) is int for item in value):
            at = CHANCE.pick(range(len(value)), f"{name} {value}")
            for item in (value[at] - 1, value[at] + 1, 0, -1):
                yield f"{name} {at} {item}", state._replace(**{name: (*value[:at], item, *value[at + 1 :])})


def where_from(data: Mapping[str, Any]) -> str:
    return sha256(repr(data).encode()).hex()[:8]


# By name: the net, and of how many cases the short round looks at one.
NETS: dict[str, tuple[Callable[[Moment], Told], int]] = {
    "outcomes": (came_out, 1), "changes": (changed, 1), "told": (told, 1), "foreseen": (foreseen, 1),
    "drawn": (drawn, 8), "rehearsed": (rehearsed, 1), "bots": (played_by_bots, 2), "offered": (offered, 1),
    "taken-up": (taken_up, 6), "ahead": (said_ahead, 6), "complaints": (complained, 1), "broken": (broken, 2),
}  # fmt: skip


def line_of(net: str, title: str, case: Mapping[str, Any]) -> str:
    """The digests of a case, by reader; empty if there is nothing to hold."""
    found: dict[str, list[str]] = {}
    for moment in moments(title, case["id"]):
        if has_group(moment, net):
            for reader, text in NETS[net][0](moment):
                found.setdefault(reader, []).append(repr(text))
    digests = [f"{reader} {sha256(repr(rows).encode()).hex()[:8]}" for reader, rows in found.items()]
    return f"{case['id']}: {', '.join(digests)}" if digests else ""


def has_group(moment: Moment, net: str) -> bool:
    """Whether the title has what the net is about."""
    group = {
        "changes": "history",
        "rehearsed": "battles",
        "offered": "offers",
        "taken-up": "offers",
        "ahead": "ahead",
    }.get(net, "rules")
    return getattr(moment.title, group) is not None


if __name__ == "__main__":
    for case in [case for case in CASES[sys.argv[2]] if case["id"] == sys.argv[3]]:
        for number, moment in enumerate(moments(sys.argv[2], case["id"])):
            for reader, text in NETS[sys.argv[1]][0](moment):
                print(f"{number} {reader}: {text!r}")
