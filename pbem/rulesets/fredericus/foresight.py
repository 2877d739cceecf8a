"""What a turn would do by itself: hunts, bets and draws, as far as it hangs on no card of the deck (R14.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.events import seen_by
from pbem.core.ruleset import Foreseen
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.decisions import take
from pbem.rulesets.fredericus.objectives import draw
from pbem.rulesets.fredericus.state import Close, Due, State, Turn, seat_of
from pbem.rulesets.fredericus.story import CAUSES, tell
from pbem.rulesets.fredericus.words import seat_name

OBJECTIVE = "{falconer} gets an objective for {cause}."
KEEPER = "The deck keeper turns up the top card of the deck."
END = "The game is over after this turn."
WISHES = "what {falconer} wants to draw"
# The orders as understood say it already.
REPEATED = (
    happened.BirdsPlaced, happened.Moved, happened.Flew, happened.Hooded, happened.Shifted, happened.Bet,
    happened.Wished,
)  # fmt: skip


def foresee(view: State, role: str, body: Mapping[str, Any]) -> tuple[Foreseen, ...]:
    """What a sheet that is in order would do, line by line."""
    taken = take(view, role, body)
    told = [event for event in seen_by(taken.events, role) if not isinstance(happened.read(event), REPEATED)]
    lines = [Foreseen(sentence) for event in told for sentence in tell(event)]
    task = view.task if view.agenda else None
    if isinstance(task, Turn) and task.seat == seat_of(view, role):
        lines += after_turn(taken.state, task.seat)
    return tuple(lines)


def after_turn(state: State, seat: int) -> list[Foreseen]:
    """R8.3, R9.2, R10.2: the objectives that are due in their order, then the deck keeper's card, then the end."""
    lines = []
    touched = False  # whether a card came from the deck, of which nothing is known
    while isinstance(state.task, Due):
        task = state.task
        state = state.popped()
        lines.append(due(state, task, seat, touched))
        state, touched = state._replace(deck=state.deck[1:]), True
    if isinstance(state.task, Close) and seat == state.keeper:
        lines += [Foreseen(KEEPER, "chance")] if state.deck else []
        lines += [Foreseen(END)] if state.ending else []
    return lines


def due(state: State, task: Due, seat: int, touched: bool) -> Foreseen:
    """R9.3, R9.4, O2b, O3: one objective; sure is what takes no card of the deck and hangs on none that was taken."""
    what = OBJECTIVE.format(falconer=seat_name(task.seat), cause=CAUSES[task.cause])
    stopped = state.options.stops and bool(state.fredericus)
    if state.display and task.seat != seat and not stopped:  # whoever draws chose it before, and tells nobody
        return Foreseen(what, "depends", WISHES.format(falconer=seat_name(task.seat)))
    wanted = state.display and not touched and any(kind in state.display for kind in task.wish)
    empty = not state.deck and not (touched and (state.display or state.options.stops))
    if not (stopped or wanted or empty):
        return Foreseen(what, "chance")
    _, news = draw(state._replace(deck=()), task)  # what lies in it is not known, and comes later
    return Foreseen(tell(news[0])[0])
