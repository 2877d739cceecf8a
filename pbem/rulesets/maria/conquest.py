"""Conquest (M10.30 to M10.36) and retroactive conquest (M12): fortresses left behind change hands."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.events import Event
from pbem.rulesets.maria import aside
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import FOUR, IDS, SILESIA, cities_in
from pbem.rulesets.maria.boxes import electors_settled
from pbem.rulesets.maria.powers import AUSTRIA, GREAT, MINOR, POWERS, PRAGMATIC
from pbem.rulesets.maria.relations import allied, enemy_fortresses, great_of, home_of, is_neutral, protected
from pbem.rulesets.maria.state import POWER_OF, State, replaced

News = tuple[State, tuple[Event, ...]]


def conqueror(state: State, generals: Sequence[int]) -> int:
    """M9.9, M10.30, M10.32: the power for which a group conquers, -1 if all are face-down; the commander first.

    Ruling: A46, a stack of two powers conquers for its commander if he is face up, else for the other.
    """
    return next((POWER_OF[p] for p in generals if not state.is_face_down(p)), -1)


def left_behind(state: State, power: int, city: int) -> News:
    """M10.30, M10.34: a face-up general leaves a city; an enemy's fortress falls, or gets a question mark."""
    if power < 0 or not enemy_fortresses(state, power) >> city & 1:
        return state, ()
    return marked(state, power, city) if protected(state, city) else conquered(state, power, city)


def marked(state: State, power: int, city: int) -> News:
    """M10.34: a question mark of the great power. Ruling: A47, that of the first to pass stands."""
    if any(board >> city & 1 for board in state.questions):
        return state, ()
    great = great_of(state, power)
    state = state.marker_taken(great)
    state = state._replace(questions=replaced(state.questions, great, state.questions[great] | 1 << city))
    return state, (happened.Marked(power=POWERS[great], city=IDS[city]).event(),)


def without_question(state: State, city: int) -> State:
    """M10.34: a question mark goes back to the pool."""
    for power, board in enumerate(state.questions):
        if board >> city & 1:
            state = state.marker_returned(power)
            return state._replace(questions=replaced(state.questions, power, board & ~(1 << city)))
    return state


def conquered(state: State, power: int, city: int) -> News:
    """M10.35: control of a fortress changes, step by step."""
    state = without_question(state, city)
    great = great_of(state, power)
    taken = next((p for p, board in enumerate(state.marks) if board >> city & 1), -1)
    state = state.unmarked(city)  # step 1
    if FOUR >> city & 1:  # step 2
        state, events = turned(state, power, city)
    else:
        marks = bears_marker(state, power, city)
        state = state.marked(great, city) if marks else state
        news = happened.Conquered(
            power=POWERS[power], city=IDS[city], marker=POWERS[great] if marks else None,
            taken=POWERS[taken] if taken >= 0 else None,
        )  # fmt: skip
        events = (news.event(),)
    state, more = aside.after_conquest(state, power, city)
    return state, events + more


def turned(state: State, power: int, city: int) -> News:
    """M10.35 steps 2 and 6: an elector marker is turned over, and the box of three electors follows. Ruling: A40"""
    state = state._replace(electors=state.electors ^ 1 << city)
    side = "france" if state.electors >> city & 1 else f"{POWERS[AUSTRIA]}+{POWERS[PRAGMATIC]}"
    news = happened.ElectorTurned(power=POWERS[power], city=IDS[city], side=side)
    state, more = electors_settled(state)
    return state, (news.event(), *more)


def bears_marker(state: State, power: int, city: int) -> bool:
    """M10.35 steps 3 to 5: whether the conqueror's great power puts a marker on the fortress. Ruling: A41"""
    if SILESIA >> city & 1:
        return True
    owner = next((p for p in range(len(POWERS)) if home_of(state, p) >> city & 1), -1)
    return not (owner in GREAT and allied(state, power, owner))


def retroactive(state: State) -> News:
    """M12.1, M12.2: every fortress with a question mark is looked at again. Rulings: A47, A55"""
    events: list[Event] = []
    for great in range(len(POWERS)):
        power = passer(state, great)
        for city in cities_in(state.questions[great]):
            if enemy_fortresses(state, power) >> city & 1 and not protected(state, city):
                state, news = conquered(state, power, city)
                events += news
            else:
                state = without_question(state, city)
                events.append(happened.Held(power=POWERS[great], city=IDS[city]).event())
    return state, tuple(events)


def passer(state: State, great: int) -> int:
    """M12.1: for whom a question mark of a great power stands: a neutral one's is that of the minor power with it."""
    if not is_neutral(state, great):
        return great
    return next((power for power in MINOR if great_of(state, power) == great), great)
