"""Victory boxes (M16): markers won and lost by battles and for want of supply, and the box of three electors."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BOHEMIA, FOUR
from pbem.rulesets.maria.powers import FRANCE, POWERS, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.records import Slip
from pbem.rulesets.maria.relations import great_of
from pbem.rulesets.maria.state import TWO, State, replaced

BATTLE_BOXES = 2  # of each great power (M3.8)
WORTH = 3  # troops that a VP costs the loser (M16.1)
News = tuple[State, tuple[Event, ...]]


def points_of(troops: int, removed: int) -> int:
    """M16.1: what a defeat is worth that cost so many troops and generals."""
    return troops // WORTH or int(removed > 0)


def won(state: State, power: int, points: int) -> News:
    """M16.3: a marker for each VP goes from the pool to a battle box, while there is room."""
    great = great_of(state, power)
    if not points or great < 0 or not state.is_advanced:
        return state, ()
    markers = min(points, BATTLE_BOXES - state.battles[great])
    for _ in range(markers):
        state = state.marker_taken(great)
    state = state._replace(battles=replaced(state.battles, great, state.battles[great] + markers))
    return state, (happened.PointsWon(power=POWERS[great], points=points, markers=markers).event(),)


def lost(state: State, power: int, points: int, why: str) -> News:
    """M16.2, M16.3: a marker for each VP goes back, while there are any."""
    great = great_of(state, power)
    if not points or great < 0 or not state.is_advanced:
        return state, ()
    markers = min(points, state.battles[great])
    for _ in range(markers):
        state = state.marker_returned(great)
    state = state._replace(battles=replaced(state.battles, great, state.battles[great] - markers))
    return state, (happened.PointsLost(power=POWERS[great], points=points, markers=markers, why=why).event(),)


def slipping(state: State, great: int, losses: Iterable[tuple[int, int]]) -> State:
    """M19.33: Austria may move Saxony's marker for VP that Prussia lost, given with the cities of the losers.

    M24.2: with two players for those of France too, but only for what was lost on the Bohemia map. Ruling: A53
    """
    if not state.is_advanced or great not in ((PRUSSIA, FRANCE) if state.mode in TWO else (PRUSSIA,)):
        return state
    points = sum(number for city, number in losses if state.mode not in TWO or BOHEMIA >> city & 1)
    return state.pushed(Slip(points)) if points else state


def three_electors(state: State) -> int:
    """M16.4: who has a marker in the box: France with three of the four, the Pragmatic Army if they are the allies'."""
    if not state.is_advanced:
        return -1
    french = (state.electors & FOUR).bit_count()
    return FRANCE if french >= 3 else PRAGMATIC if FOUR.bit_count() - french >= 3 else -1


def electors_settled(state: State) -> News:
    """M16.4, M10.35: the box after an elector marker was turned."""
    before, after = state.three, three_electors(state)
    if before == after:
        return state, ()
    events: list[Event] = []
    if before >= 0:
        state = state.marker_returned(before)
        events.append(happened.BoxEmptied(power=POWERS[before], box="three-electors").event())
    if after >= 0:
        state = state.marker_taken(after)
        events.append(happened.BoxFilled(power=POWERS[after], box="three-electors").event())
    return state._replace(three=after), tuple(events)
