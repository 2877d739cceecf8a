"""Objectives: conquest, protection, reconquest (F5)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.friedrich.board import (
    IDS,
    IMPERIAL,
    OBJECTIVES,
    PRUSSIA,
    cities_in,
    defender_of,
    owner_of_objective,
    within,
)
from pbem.rulesets.friedrich.state import GENERALS, NATIONS, TRAINS, State

PROTECTION = 3  # F5.4, F5.7


def can_conquer(state: State, nation: int, city: int) -> bool:
    """F5.1, F5.11: an own objective not yet controlled; Prussia conquers nothing in the standard game."""
    bit = 1 << city
    return nation != PRUSSIA and bool(OBJECTIVES[nation] & bit) and not state.conquered & bit


def can_reconquer(state: State, nation: int, city: int) -> bool:
    """F5.8: a conquered objective of which the nation is the defending nation."""
    return bool(state.conquered >> city & 1) and defender_of(city) == nation


def protectors(state: State, city: int) -> int:
    """F5.4, F5.7: the cities of the pieces that can protect an objective now."""
    if not state.conquered >> city & 1:
        return state.city_bits(GENERALS[defender_of(city)])
    holder = owner_of_objective(city)
    assert holder is not None
    # F5.7: the Imperial Army's train protects what the Imperial Army holds.
    pieces = (*GENERALS[holder], *TRAINS[holder]) if holder == IMPERIAL else GENERALS[holder]
    return state.city_bits(pieces)


def is_protected(state: State, city: int) -> bool:
    """F5.4, F5.7: a protecting piece stands within three cities. Ruling: A3, distance 0 counts."""
    return bool(protectors(state, city) & within(city, PROTECTION))


def moved_over(state: State, nation: int, city: int) -> tuple[State, tuple[Event, ...]]:
    """F5.5, F5.8: a general of the nation leaves the city in a move of phase 2."""
    if not (can_conquer(state, nation, city) or can_reconquer(state, nation, city)):
        return state, ()
    bit = 1 << city
    if is_protected(state, city):
        if state.marked & bit:
            return state, ()
        facts = {"nation": NATIONS[nation], "city": IDS[city]}
        return state._replace(marked=state.marked | bit), (Event("marked", facts),)
    return turned_over(state, nation, city)


def turned_over(state: State, nation: int, city: int) -> tuple[State, tuple[Event, ...]]:
    """The objective is conquered or reconquered now; its question mark goes."""
    bit = 1 << city
    kind = "reconquered" if state.conquered & bit else "conquered"
    state = state._replace(conquered=state.conquered ^ bit, marked=state.marked & ~bit)
    return state, (Event(kind, {"nation": NATIONS[nation], "city": IDS[city]}),)


def retroactive(state: State, nation: int) -> tuple[State, tuple[Event, ...]]:
    """F5.9: phase 4, every question mark is settled and disappears."""
    events: list[Event] = []
    for city in cities_in(state.marked):
        if is_protected(state, city):
            events.append(Event("held", {"city": IDS[city]}))
        else:
            state, news = turned_over(state, nation, city)
            events += news
    return state._replace(marked=0), tuple(events)
