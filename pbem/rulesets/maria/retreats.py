"""Retreats (M11.20 to M11.26): where a beaten stack can go, and by which ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from pbem.rulesets.common import retreats
from pbem.rulesets.common.roads import DOTS, Way, cities_in, fits
from pbem.rulesets.maria.board import ALL, ROADS
from pbem.rulesets.maria.movement import closed_to, wakes
from pbem.rulesets.maria.powers import PRUSSIA
from pbem.rulesets.maria.relations import home_of, neutral_lands
from pbem.rulesets.maria.state import POWER_OF, State

LOOKS = 400  # ways of one retreat that are looked at for what they do


def barred(state: State, stack: tuple[int, ...], source: int) -> int:
    """M11.22, M11.24: cities that hold a piece, and those beyond a border that the stack may not cross. Ruling: A59"""
    return state.occupied(stack) | closed_to(state, stack, source)


def neutral_around(state: State, stack: tuple[int, ...], source: int) -> int:
    """M11.24: the neutral land that the stack is inside of: it may leave it, but not enter it again. Ruling: A59"""
    lands = {land for piece in stack for land in neutral_lands(state, POWER_OF[piece]) if land >> source & 1}
    return retreats.union(lands)


def ends_of(state: State, source: int, victor: int, length: int) -> int:
    """M11.21, M11.26: the ends of the ways of exactly that length that lead farthest from the victor; 0: no way."""
    stack = state.stack(source)
    closed, around = barred(state, stack, source), neutral_around(state, stack, source)
    return retreats.destinations(ROADS, victor, source, length, closed, around)


def ways_to(state: State, source: int, end: int, length: int) -> Iterator[Way]:
    """The ways of exactly that length to one of the ends, in alphabetical order (D20)."""
    stack = state.stack(source)
    return retreats.ways(ROADS, source, end, length, barred(state, stack, source), neutral_around(state, stack, source))


def fitting_way(state: State, source: int, length: int, pattern: Way) -> Way | None:
    """The first way that fits what the winner wrote; with dots alone the first there is."""
    ways = ways_to(state, source, pattern[-1], length)
    if pattern[:-1] == (DOTS,):
        return next(ways, None)
    return next((way for way in islice(ways, LOOKS * 10) if fits(way, pattern)), None)


def first_way(state: State, source: int, ends: int, length: int) -> Way:
    """D20: of all ways to these ends the first in alphabetical order."""
    return min(next(ways_to(state, source, end, length)) for end in cities_in(ends))


def is_open(state: State, source: int, ends: int, length: int) -> bool:
    """M11.21: whether there is anything to choose: several ends, or ways that do not do the same."""
    return ends.bit_count() > 1 or len(choices(state, source, ends.bit_length() - 1, length)) > 1


def choices(state: State, source: int, end: int, length: int) -> list[Way]:
    """M11.21: of the ways to one of the ends the first of each kind, by the hussars they meet (M11.23) and by the
    markers they wake (M19.17)."""
    hussars = {city for city in state.hussars if city >= 0}
    if not hussars and not state.aside[PRUSSIA]:
        return list(islice(ways_to(state, source, end, length), 1))
    stack, found = state.stack(source), dict[tuple[frozenset[int], bool], Way]()
    for way in chain(islice(ways_to(state, source, end, length), LOOKS), ways_at_home(state, source, end, length)):
        found.setdefault((frozenset(hussars.intersection(way)), wakes(state, stack, way)), way)
    return list(found.values())


def ways_at_home(state: State, source: int, end: int, length: int) -> Iterator[Way]:
    """M19.17: the first way within Prussia, which may come late among all ways."""
    abroad = ALL & ~home_of(state, PRUSSIA)
    if not state.aside[PRUSSIA] or abroad >> end & 1:
        return iter(())
    closed = barred(state, state.stack(source), source) | abroad
    return islice(retreats.ways(ROADS, source, end, length, closed), 1)
