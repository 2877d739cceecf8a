"""Standing answers: what a role says ahead to questions of politics, of supply and about retreats (D2, D4 to D8, D12,
D18, D20, D22 to D24, D27).

They hold until the role sends others. The first that is legal when the question comes answers it; if none is, the
role is asked as usual.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pbem.core import Diagnostic, LazyCodes, Where, has_errors
from pbem.core.events import Event
from pbem.rulesets.common.standing import read_answers, with_answers
from pbem.rulesets.common.wishes import FORM, Choice, Wish, choose, guessed, read_wish
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.bid_reader import language_of
from pbem.rulesets.maria.board import name_of
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.orders import Say
from pbem.rulesets.maria.political_orders import (
    GoTo,
    Hold,
    MoveSaxony,
    PeaceWord,
    Reader,
    Select,
    Send,
    Spoken,
    Suit,
    Vote,
)
from pbem.rulesets.maria.records import Combat, Retreat, Slip
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.saxony import spaces_left
from pbem.rulesets.maria.state import PIECE_IDS, PIECE_NAMES, State
from pbem.rulesets.maria.wishes import moment_of

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Body = Mapping[str, Any]
WISH = "retreat "
LEAST, BY_RANK, ALL_THE_WAY = "pay least", "battles by rank", "saxony all"  # words of our own, for what is usual
EXAMPLE = 'answers = ["suit hearts", "hold", "saxony all", "pay least", "retreat towards Wien"]'
# Of each kind of decision: the orders that answer it.
POLITICS: dict[str, tuple[type, ...]] = {
    "suit": (Suit,), "choose": (Hold, Select), "corps": (Send,), "displaced": (GoTo,), "saxony": (MoveSaxony,),
    "peace": (PeaceWord,), "assent": (PeaceWord,), "vote": (Vote,),
}  # fmt: skip
USUAL = {"supply": LEAST, "battles": BY_RANK}  # kinds whose usual answer is all that can be said ahead
KINDS = (*POLITICS, *USUAL, "retreat")  # of decisions that can be answered so


# taking


def take_answers(desk: Desk) -> None:
    """A role's standing answers; the list sent last is the one that holds, an empty one withdraws them all."""
    lines = read_answers(ma, desk.body, EXAMPLE, desk.say)
    if lines is None:
        return
    lines = tuple([line.strip() for line in lines])
    for number, line in enumerate(lines):
        check_answer(desk, line, Where(("answers", number)))
    if has_errors(desk.said):
        return
    desk.state = desk.state._replace(answers=with_answers(desk.state.answers, desk.role, lines))
    desk.understood += [f"standing answer: {line}" for line in lines] or ["no standing answers"]


def check_answer(desk: Desk, line: str, at: Where) -> None:
    """Whether a line can answer a question at all; whether it is legal shows when the question comes."""
    if is_usual(line):
        return
    if line.lower().startswith(WISH):
        read_answer(line, desk.powers, at, desk.say)
        return
    spoken = Reader(line, at, desk.powers, desk.say, "hold").order()
    if spoken is not None and not any(isinstance(spoken.order, kinds) for kinds in POLITICS.values()):
        desk.say(ma.NOT_ASKED(at, order=f'"{line}"', asked=EXAMPLE, form="answers"))


def is_usual(line: str) -> bool:
    """Whether a line is one of those that leave it at what is usual."""
    return bare_line(line) in (*USUAL.values(), ALL_THE_WAY)


def bare_line(line: str) -> str:
    """A line in small letters, with single spaces."""
    return re.sub(r"\s+", " ", line.strip().lower())


def read_answer(line: str, powers: tuple[int, ...], at: Where, say: Say) -> Wish | None:
    """The wish of a line ``retreat to Pirna``, ``retreat towards Prag``, or None after a complaint."""

    def moved(fault: Diagnostic) -> None:
        start, end = (fault.at.start, fault.at.end) if fault.at.start >= 0 else (0, len(line) - len(WISH))
        say(fault._replace(at=at.part(start + len(WISH), end + len(WISH))))

    return read_wish(line[len(WISH) :], at, language_of(powers), moved)


# answering


def answer_of(view: State, role: str, kind: str, is_legal: Callable[[Body], bool]) -> Body | None:
    """The sheet that answers for a role what is asked now, judged on the role's own view; None: ask."""
    lines = dict(view.answers).get(role, ())
    if isinstance(view.task, Retreat):
        found = retreat_of(view, role)
        bodies = [found] if found is not None else []
    elif kind in USUAL:
        bodies = [usual_of(view, kind)] if USUAL[kind] in map(bare_line, lines) else []
    elif kind == "vote":
        bodies = [{"do": said}] if (said := said_of(view, role, kind, lines)) else []
    else:
        bodies = [{"do": [line]} for line in said_of(view, role, kind, lines)]
    return next((body for body in bodies if is_legal(body)), None)


def usual_of(view: State, kind: str) -> Body:
    """D12, D18: what is done for a role that sends nothing: supply at the least price, the best-ranked attack first."""
    if kind == "supply":
        return {"do": []}
    combat = view.task
    assert isinstance(combat, Combat)
    own, other = (PIECE_NAMES[view.stack(city)[0]] for city in combat.pairs[0])
    return {"do": [f"battles {own} against {other}"]}


def said_of(view: State, role: str, kind: str, lines: tuple[str, ...]) -> list[str]:
    """The lines that speak of a kind of decision."""
    found = []
    for line in lines:
        if bare_line(line) == ALL_THE_WAY and kind == "saxony" and isinstance(view.task, Slip):
            found.append(f"saxony {spaces_left(view, view.task)}")
        elif (spoken := read_line(line, powers_of(view, role))) and isinstance(spoken.order, POLITICS.get(kind, ())):
            found.append(line)
    return found


@lru_cache(maxsize=256)  # asked whenever a question comes
def read_line(line: str, powers: tuple[int, ...]) -> Spoken | None:
    """A line of politics; None if it is none."""
    return (
        None if line.lower().startswith(WISH) or is_usual(line) else Reader(line, Where(), powers, silent, "").order()
    )


def retreat_of(state: State, role: str) -> Body | None:
    """D20: the order to which the lines about retreats lead, if they leave one city of those that are left."""
    task, (_, choice) = state.task, narrowed(state, role)
    assert isinstance(task, Retreat)
    if choice.city is None or choice.last is None:
        return None
    return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} to {name_of(choice.city)}"]}


def narrowed(state: State, role: str) -> tuple[Mapping[Wish, str], Choice]:
    """D20: a role's wishes with their lines, and what they leave of the cities among which it is asked to choose."""
    task = state.task
    assert isinstance(task, Retreat)
    found = wishes_in(dict(state.answers).get(role, ()), powers_of(state, role))
    return found, choose(tuple(found), task.left or task.ends, moment_of(state, state.stack(task.source)))


@lru_cache(maxsize=64)
def wishes_in(lines: tuple[str, ...], powers: tuple[int, ...]) -> Mapping[Wish, str]:
    """The wishes for retreats among standing answers, each with its line."""
    found: dict[Wish, str] = {}
    for line in lines:
        rest = line[len(WISH) :]
        if line.lower().startswith(WISH) and (FORM.match(rest) or guessed(rest)):
            wish = read_answer(line, powers, Where(), silent)
            if wish is not None:
                found.setdefault(wish, line)
    return MappingProxyType(found)


def silent(fault: Diagnostic) -> None:
    """What could be read when it was sent can be read now; a line about something else is none of ours."""


def unfit_answers(state: State, role: str) -> tuple[Event, ...]:
    """D20: the standing answers about retreats that were passed over; their owner alone is told."""
    if not isinstance(state.task, Retreat):
        return ()
    lines, choice = narrowed(state, role)
    passed = [lines[wish] for wish in choice.unfit]
    generals = [PIECE_IDS[piece] for piece in state.stack(state.task.source)]
    return (happened.WishUnfit(generals=generals, answers=passed).event(to=(role,)),) if passed else ()


def told(role: str, kind: str, body: Body) -> Event:
    """That a standing answer spoke, and which, is told to its owner alone."""
    return happened.Answered(orders=[USUAL[kind]] if kind in USUAL else list(body["do"])).event(to=(role,))
