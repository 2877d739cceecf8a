"""Objectives: conquest, protection, reconquest (F5)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    IDS,
    IMPERIAL,
    OBJECTIVES,
    PRUSSIA,
    cities_in,
    defender_of,
    owner_of_objective,
)
from pbem.rulesets.friedrich.state import GENERALS, NATIONS, TRAINS, State, is_expert, protected_by


def can_conquer(state: State, nation: int, city: int) -> bool:
    """F5.1, F5.11: an own objective not yet controlled; Prussia conquers only in the expert game and in Austria."""
    bit = 1 << city
    if nation == PRUSSIA and not can_prussia_conquer(state):
        return False
    return bool(OBJECTIVES[nation] & bit) and not state.conquered & bit


def can_prussia_conquer(state: State) -> bool:
    """F13.4.1, F13.4.4, F15.6: in turns 1 and 2, and while the offensive option stands. Ruling: A9."""
    if state.mode == "austria" or state.offensive in ("taken", "lost"):
        return True
    return is_expert(state) and state.turn <= 2 and not state.offensive


def can_reconquer(state: State, nation: int, city: int) -> bool:
    """F5.8: a conquered objective of which the nation is the defending nation."""
    return bool(state.conquered >> city & 1) and defender_of(city) == nation


def protectors(state: State, city: int) -> tuple[int, ...]:
    """F5.4, F5.7: the pieces that can protect an objective now."""
    if not state.conquered >> city & 1:
        return GENERALS[defender_of(city)]
    holder = owner_of_objective(city)
    assert holder is not None
    return guards_of(holder)


def guards_of(holder: int) -> tuple[int, ...]:
    """F5.7: the pieces that protect what a nation has conquered; the Imperial Army's train does so, too."""
    return (*GENERALS[holder], *TRAINS[holder]) if holder == IMPERIAL else GENERALS[holder]


def is_protected(state: State, city: int) -> bool:
    """F5.4, F5.7: a protecting piece stands within three cities. Ruling: A3, distance 0 counts."""
    return bool(protected_by(state, protectors(state, city)) >> city & 1)


def moved_over(state: State, nation: int, city: int) -> tuple[State, tuple[Event, ...]]:
    """F5.2, F5.5, F5.8: a general of the nation leaves the city in a move of phase 2.

    One move may do so over and over (F5.6); retreats, moves by a card of fate and re-entries never come here (F5.10).
    """
    if not (can_conquer(state, nation, city) or can_reconquer(state, nation, city)):
        return state, ()
    bit = 1 << city
    if is_protected(state, city):
        if state.marked & bit:
            return state, ()
        marked = happened.Marked(nation=NATIONS[nation], city=IDS[city])
        return state._replace(marked=state.marked | bit), (marked.event(),)
    return turned_over(state, nation, city)


def turned_over(state: State, nation: int, city: int) -> tuple[State, tuple[Event, ...]]:
    """The objective is conquered or reconquered now; its question mark goes."""
    bit = 1 << city
    kind = happened.Reconquered if state.conquered & bit else happened.Conquered
    state = state._replace(conquered=state.conquered ^ bit, marked=state.marked & ~bit)
    return state, (kind(nation=NATIONS[nation], city=IDS[city]).event(),)


def retroactive(state: State, nation: int) -> tuple[State, tuple[Event, ...]]:
    """F5.9: phase 4, every question mark is settled and disappears."""
    if not state.marked:
        return state, ()
    events: list[Event] = []
    for city in cities_in(state.marked):
        if is_protected(state, city):
            events.append(happened.Held(city=IDS[city]).event())
        else:
            state, news = turned_over(state, nation, city)
            events += news
    return state._replace(marked=0), tuple(events)


def protected(state: State, cities: int) -> int:
    """Those of some objectives that are protected now."""
    return sum(1 << city for city in cities_in(cities) if is_protected(state, city))
