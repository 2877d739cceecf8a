"""Saxony changes sides, step by step (M19.30 to M19.36)."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import by_suit
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import HOME as HOMES
from pbem.rulesets.maria.board import IDS, cities_in
from pbem.rulesets.maria.contracts import broken_off, dropped
from pbem.rulesets.maria.displaced import HOME, SPLIT, UNKNOWN, fights_settled, made_way
from pbem.rulesets.maria.powers import POWERS, SAXONY
from pbem.rulesets.maria.records import Displaced, Levy, Slip, Turn
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import GENERALS, OFF, POWER_OF, RANK, START, TRACKS, TRAINS, State, house_rule, replaced
from pbem.rulesets.maria.tracks import SPACES, standing_at

News = tuple[State, tuple[Event, ...]]
SAXONY_TRACK = TRACKS.index("saxony")
PRUSSIAN, NEUTRAL, AUSTRIAN = "prussia", "neutral", "austria"  # State.saxony


def spaces_left(state: State, slip: Slip) -> int:
    """M19.33: how far the marker can move for lost VP."""
    return min(slip.points, len(facts.TRACKS["saxony"][SPACES]) - state.tracks[SAXONY_TRACK])


def slipped(state: State, spaces: int) -> News:
    """M19.33: the marker moves to the right, as far as Austria wishes."""
    state = state.popped()
    return moved_to(state, state.tracks[SAXONY_TRACK] + spaces) if spaces else (state, ())


def run_slip(state: State, chance: Chance) -> News:
    """M19.33: at the end of its track the marker does not move."""
    return slipped(state, 0)


def moved_to(state: State, space: int) -> News:
    """M19.30: the marker stops on a space, and Saxony's standing is that of the space (M19.36). Ruling: A29."""
    track = facts.TRACKS["saxony"]
    if house_rule(state, "saxony-return") == "never" and state.saxony != PRUSSIAN:
        spaces = range(1, len(track[SPACES]) + 1)
        space = max(space, next(n for n in spaces if standing_at(track, n) != PRUSSIAN))
    at = state.tracks[SAXONY_TRACK]
    events: tuple[Event, ...] = ()
    if space != at:
        events = (happened.TrackMoved(track="saxony", from_=at, to=space).event(),)
        state = state._replace(tracks=replaced(state.tracks, SAXONY_TRACK, space))
    standing = standing_at(track, space)
    again = space != at and standing == NEUTRAL and house_rule(state, "saxony-again") == "every"
    if standing == state.saxony and not again:  # A49
        return state, events
    state, news = changed(state, standing)
    return state, events + news


def changed(state: State, standing: str) -> News:
    """M19.34 to M19.36: Saxony stands otherwise from now on."""
    before, owner = state.saxony, owner_of(state, SAXONY)
    acted = before == PRUSSIAN and has_acted(state) and house_rule(state, "saxony-twice") == "no"
    state = state._replace(saxony=standing, rests=state.rests or acted)
    events: list[Event] = []
    if standing != before:
        events.append(happened.SaxonyChanged(standing=standing, from_=before).event())
    if owner_of(state, SAXONY) != owner:
        events.append(handed_over(state, owner))
        state, news = dropped(state, SAXONY, owner)
        events += news
    state, news = broken_off(state)
    events += news
    state, news = _EFFECTS[standing](fights_settled(state))
    return state, (*events, *news)


def has_acted(state: State) -> bool:
    """A50: whether Prussia's stage of this turn has begun, in which Saxony acted."""
    left = next((task.left for task in state.agenda if isinstance(task, Turn)), ())
    return "prussia" not in left


def handed_over(state: State, before: str) -> Event:
    """M19.34, M25: another role plays Saxony, and has its hand; who had it knows what was in it."""
    role = owner_of(state, SAXONY)
    hand = [str(card) for card in sorted(state.hands[SAXONY], key=by_suit)]
    return happened.ChangedHands(power=POWERS[SAXONY], role=role, from_=before, hand=hand).event(own=role)


def neutral(state: State) -> News:
    """M19.34: all Saxon pieces go to their set-up cities, and markers leave Saxon fortresses. Ruling: A28."""
    state, events = cleared(state, HOMES[SAXONY])
    recalled = [p for p in GENERALS[SAXONY] if state.place[p] >= 0]
    trains = [p for p in TRAINS[SAXONY] if state.place[p] >= 0 or house_rule(state, "saxony-recall") != "map"]
    homes = [p for p in (*recalled, *trains) if START[p] >= 0]
    for piece in [p for p in homes if state.place[p] != START[p]]:
        state = state.pushed(Displaced((piece,), 1 << START[piece], HOME))
    for piece in homes:  # strangers make way first: they may be asked where they go
        strangers = [p for p in state.at(START[piece]) if POWER_OF[p] != SAXONY]
        state = made_way(state, strangers) if strangers else state
    return state, events


def cleared(state: State, land: int) -> News:
    """M19.34: all great powers take their markers off the fortresses of a land."""
    events: list[Event] = []
    for power, board in enumerate(state.marks):
        cities = list(cities_in(board & land))
        if cities:
            events.append(happened.MarkersCleared(power=POWERS[power], cities=[IDS[c] for c in cities]).event())
        for city in cities:
            state = state.unmarked(city)
    return state, tuple(events)


def austrian(state: State) -> News:
    """M19.35: Saxon pieces stay; a general in a mixed stack is moved, one off the map may be recruited (D30)."""
    state = parted(state)
    (general,) = GENERALS[SAXONY]
    return (state.pushed(Levy(SAXONY, 0)) if state.place[general] == OFF and state.hands[SAXONY] else state), ()


def prussian(state: State) -> News:
    """A29: Frederick plays Saxony again; its pieces stay, but for a general in a stack with an Austrian."""
    return parted(state), ()


def parted(state: State) -> State:
    """M19.35: a Saxon general in a mixed stack is moved to the nearest empty city by who plays Saxony now."""
    for general in GENERALS[SAXONY]:
        city = state.place[general]
        if city >= 0 and any(POWER_OF[p] != SAXONY and RANK[p] for p in state.at(city)):
            state = state.pushed(Displaced((general,), UNKNOWN, SPLIT))
    return state


_EFFECTS = {PRUSSIAN: prussian, NEUTRAL: neutral, AUSTRIAN: austrian}
