"""The turn (R4): actions one after the other, each checked on the position as it then is (R6.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pbem.core import Diagnostic, has_errors
from pbem.core.events import Event
from pbem.rulesets.fredericus import basic, special
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.orders import BASIC, Draw, Fly, Hood, Hunt, Line, Move, Shift, TurnOver
from pbem.rulesets.fredericus.state import BIRD_NAMES, ROLES, Bird, News, State, mandatory, replaced

Faults = dict[int, list[Diagnostic]]


class Acted(NamedTuple):
    """How far a list of actions came: the state, what happened, what is wrong, and how many were done."""

    state: State
    events: tuple[Event, ...]
    said: tuple[Diagnostic, ...]
    done: int


def check_always(state: State, lines: Sequence[Line]) -> Faults:
    """What is wrong with actions whatever the rows look like: neighbours, and the number of basic actions."""
    found: Faults = {at: list(check_form(line)) for at, line in enumerate(lines)}
    for at, fault in check_number(state, lines):
        found[at].append(fault)
    return {at: faults for at, faults in found.items() if faults}


def check_form(line: Line) -> Iterator[Diagnostic]:
    """R5.1, R6.3: what is wrong with one action in any position."""
    check = _ALWAYS.get(type(line.order))
    if check is not None:
        yield from check(line)


def check_number(state: State, lines: Sequence[Line]) -> Iterator[tuple[int, Diagnostic]]:
    """R4.4, R4.6: no more basic actions than the turn has; a row turned over opens two more, after it."""
    turn = state.turn
    number, used, turned = mandatory(state, turn.seat), turn.used, turn.turned
    for at, line in enumerate(lines):
        turned = turned or isinstance(line.order, TurnOver)
        if isinstance(line.order, BASIC):
            used += 1
            if used > number + 2 * turned:
                more = "Turning over a row has opened two more already." if turned else (
                    "Leave it out; two more are open only after a row has been turned over.")  # fmt: skip
                yield at, fd.NO_ACTION_LEFT(line.at, number=number + 2 * turned, hint=more)


def acted(state: State, lines: Sequence[Line]) -> Acted:
    """M1: the actions in their order, up to the first that may not be done; of later ones what is always wrong."""
    always = check_always(state, lines)
    events: list[Event] = []
    said: list[Diagnostic] = []
    for at, line in enumerate(lines):
        faults = always.get(at, []) or list(check_here(state, line))
        said += faults
        if has_errors(faults):
            said += [fault for later, more in always.items() if later > at for fault in more]
            return Acted(state, tuple(events), tuple(said), at)
        state, news = done(state, line.order)
        events += news
    return Acted(state, tuple(events), tuple(said), len(lines))


def check_here(state: State, line: Line) -> Iterator[Diagnostic]:
    """R6.6: whether the position allows an action now."""
    return _CHECKS[type(line.order)](state, line)


def done(state: State, order: Any) -> News:
    """One action carried out; a basic one is counted."""
    state, events = _DEEDS[type(order)](state, order)
    if isinstance(order, BASIC):
        state = state.now(state.turn._replace(used=state.turn.used + 1))
    return state, events


def check_draw(state: State, line: Line) -> Iterator[Diagnostic]:
    """O2: a list of wanted kinds has a use with an open display only."""
    if not state.options.display:
        yield fd.OPTION_OFF(line.at, option="an open display (display)", order="DRAW")


def wish(state: State, order: Draw) -> News:
    """O2b: from now on this is what the player on turn would like to draw."""
    return wished(state, state.turn.seat, order), ()


def wished(state: State, seat: int, order: Draw) -> State:
    """O2b: a standing list, for every draw until another takes its place."""
    return state._replace(prefer=replaced(state.prefer, seat, order.wish))


def unhooded(state: State) -> News:
    """R8.1: the hooded bird of the player on turn returns to the post of its sector."""
    seat = state.turn.seat
    which = state.hooded(seat)
    if which is None:
        return state, ()
    post = state.birds[seat][which].post
    back = happened.Unhooded(role=ROLES[seat], bird=BIRD_NAMES[which], post=post)
    return state.with_bird(seat, which, Bird(post)), (back.event(),)


_ALWAYS: dict[type, Callable[[Line], Iterator[Diagnostic]]] = {Move: basic.check_rows, TurnOver: special.check_seal}
_CHECKS: dict[type, Callable[[State, Line], Iterator[Diagnostic]]] = {
    Move: basic.check_move, Fly: basic.check_fly, Hood: basic.check_hood, Hunt: special.check_hunt,
    TurnOver: special.check_turn, Shift: special.check_shift, Draw: check_draw,
}  # fmt: skip
_DEEDS: dict[type, Callable[[State, Any], News]] = {
    Move: basic.move, Fly: basic.fly, Hood: basic.hood, Hunt: special.hunt, TurnOver: special.turn_over,
    Shift: special.shift, Draw: wish,
}  # fmt: skip
