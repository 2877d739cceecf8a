"""Standing answers: what a role says ahead to questions of fate and about retreats (D16-D27, N2).

They hold until the role sends others. The first that is legal when the question comes answers it; if none is, the
role is asked as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core import LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.rulesets.common.standing import read_answers, with_answers
from pbem.rulesets.friedrich import events as happened
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
    TurnDown,
    Weaken,
)
from pbem.rulesets.friedrich.state import PIECE_NAMES, Fate, Retreat, State, nations_of

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Body = Mapping[str, Any]
KINDS = (Decline, Discard, Exchange, Give, Move, Reconquer, Reinforce, Retire, TurnDown, Weaken)
RETREAT = "retreat to "
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
    else:
        order = parse_order(line, nation, at, desk.say)
        if order is not None and not isinstance(order.order, KINDS):
            desk.say(fr.NOT_ASKED(at, order=ORDER_WORDS[type(order.order)], example=EXAMPLE, form="answers"))


def body_of(state: State, line: str) -> Body | None:
    """The sheet that a standing answer stands for, now."""
    task, text = state.task, line.lower()
    if text.startswith(RETREAT):
        if not isinstance(task, Retreat):
            return None
        return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} to {line[len(RETREAT) :]}"]}
    if not isinstance(task, Fate):
        return None
    return {"do": [line]}


def answer_of(view: State, role: str, is_legal: Callable[[Body], bool]) -> Body | None:
    """The sheet that answers for a role what is asked now, judged on the role's own view; None: ask."""
    bodies = (body_of(view, line) for line in dict(view.answers).get(role, ()))
    return next((body for body in bodies if body is not None and is_legal(body)), None)


def told(role: str, body: Body) -> Event:
    """That a standing answer spoke, and which, is told to its owner alone."""
    return happened.Answered(orders=list(body["do"])).event(to=(role,))
