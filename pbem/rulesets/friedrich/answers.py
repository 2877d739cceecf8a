"""Standing answers: what a role says ahead to questions of fate and about retreats (D16-D27, N2).

They hold until the role sends others. The first that is legal when the question comes answers it; if none is, the
role is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pbem.core import Diagnostic, LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.rulesets.common.standing import read_answers, with_answers
from pbem.rulesets.common.wishes import FORM, Choice, Wish, guessed, read_wish
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.bid_reader import language_of
from pbem.rulesets.friedrich.board import name_of
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.order_reader import ORDER_WORDS, parse_order
from pbem.rulesets.friedrich.orders import (
    Decline,
    Discard,
    Exchange,
    Give,
    Move,
    Reader,
    Reconquer,
    Reinforce,
    Retire,
    Say,
    TurnDown,
    Weaken,
)
from pbem.rulesets.friedrich.state import PIECE_NAMES, Retreat, State, nations_of
from pbem.rulesets.friedrich.wishes import chosen, unfit_news

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Body = Mapping[str, Any]
KINDS = (Decline, Discard, Exchange, Give, Move, Reconquer, Reinforce, Retire, TurnDown, Weaken)
RETREAT = "retreat to "
WISH = "retreat "
EXAMPLE = 'answers = ["retire Lehwaldt", "reinforce Friedrich", "retreat to Guhrau", "decline 1H"]'


def take_answers(desk: Desk) -> None:
    """A role's standing answers; the list sent last is the one that holds, an empty one withdraws them all."""
    lines = read_answers(fr, desk.body, EXAMPLE, desk.say)
    if lines is None:
        return
    for number, line in enumerate(lines):
        check_answer(desk, line, Where(("answers", number)))
    if has_errors(desk.said):
        return
    desk.state = desk.state._replace(answers=with_answers(desk.state.answers, desk.role, lines))
    desk.understood += [f"standing answer: {line}" for line in lines] or ["no standing answers"]


def check_answer(desk: Desk, line: str, at: Where) -> None:
    """Whether a line can answer a question at all; whether it is legal shows when the question comes."""
    nation = nations_of(desk.state, desk.role)[0]
    if line.lower().startswith(RETREAT):
        Reader(line, at, nation, desk.say).city(len(RETREAT), len(line.rstrip()))
    elif line.lower().startswith(WISH) and is_wish(line):
        read_answer(line, nation, at, desk.say)
    else:
        order = parse_order(line, nation, at, desk.say)
        if order is not None and not isinstance(order.order, KINDS):
            desk.say(fr.NOT_ASKED(at, order=ORDER_WORDS[type(order.order)], example=EXAMPLE, form="answers"))


def is_wish(line: str) -> bool:
    """Whether a line about a retreat is a wish, or was meant to be one, and no order of a general."""
    rest = line[len(WISH) :]
    return bool(FORM.match(rest) or guessed(rest))


def read_answer(line: str, nation: int, at: Where, say: Say) -> Wish | None:
    """The wish of a line ``retreat to Guhrau``, ``retreat towards Prag``, or None after a complaint."""

    def moved(fault: Diagnostic) -> None:
        start, end = (fault.at.start, fault.at.end) if fault.at.start >= 0 else (0, len(line) - len(WISH))
        say(fault._replace(at=at.part(start + len(WISH), end + len(WISH))))

    return read_wish(line[len(WISH) :], at, language_of(nation), moved)


def answer_of(view: State, role: str, is_legal: Callable[[Body], bool]) -> Body | None:
    """The sheet that answers for a role what is asked now, judged on the role's own view; None: ask."""
    lines = dict(view.answers).get(role, ())
    if isinstance(view.task, Retreat):
        bodies = [] if (body := retreat_of(view, role)) is None else [body]
    else:
        bodies = [{"do": [line]} for line in lines if not line.lower().startswith(WISH)]
    return next((body for body in bodies if is_legal(body)), None)


def retreat_of(state: State, role: str) -> Body | None:
    """D16: the order to which the lines about retreats lead, if they leave one city of those that are left."""
    task, (lines, choice) = state.task, narrowed(state, role)
    if choice.city is None or choice.last is None:
        return None
    assert isinstance(task, Retreat)
    line = lines[choice.last]
    # A city is told as its owner wrote it.
    name = line[len(RETREAT) :] if line.lower().startswith(RETREAT) else name_of(choice.city)
    return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} to {name}"]}


def narrowed(state: State, role: str) -> tuple[Mapping[Wish, str], Choice]:
    """D16: a role's wishes with their lines, and what they leave of the cities among which it is asked to choose."""
    task = state.task
    assert isinstance(task, Retreat)
    found = wishes_in(dict(state.answers).get(role, ()), task.winner)
    return found, chosen(state, state.stack(task.source), task.left or task.destinations, tuple(found))


@lru_cache(maxsize=64)  # asked for each battle of a sheet
def wishes_in(lines: tuple[str, ...], nation: int) -> Mapping[Wish, str]:
    """The wishes for retreats among standing answers, each with its line."""
    found: dict[Wish, str] = {}
    for line in lines:
        wish = read_answer(line, nation, Where(), silent) if line.lower().startswith(WISH) else None
        if wish is not None:
            found.setdefault(wish, line)
    return MappingProxyType(found)


def silent(fault: Diagnostic) -> None:
    """What could be read when it was sent can be read now; a line about something else is no wish."""


def unfit_answers(state: State, role: str) -> tuple[Event, ...]:
    """D16: the standing answers about retreats that were passed over; their owner alone is told."""
    if not isinstance(state.task, Retreat):
        return ()
    lines, choice = narrowed(state, role)
    return unfit_news(state.stack(state.task.source), role, answers=[lines[wish] for wish in choice.unfit])


def told(role: str, body: Body) -> Event:
    """That a standing answer spoke, and which, is told to its owner alone."""
    return happened.Answered(orders=list(body["do"])).event(to=(role,))
