"""Where a group can go (M10.2 to M10.8): one way for each end and what is done on it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.maria.board import MAIN, cities_in
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import FORCE, closed_to, feared, legal_ways, stop_in
from pbem.rulesets.maria.relations import enemy_fortresses, enemy_pieces
from pbem.rulesets.maria.state import POWER_OF, RANK, State

Way = tuple[int, ...]
STOPS = ("free", "comrade", "train")


def ends_of(phase: Phase, group: tuple[int, ...]) -> Iterator[tuple[Way, bool]]:
    """Ways that a group may go, one for each end and effect; force marches only where no other way leads."""
    state, start = phase.state, phase.state.place[group[0]]
    met, left = met_by(state, group), left_by(state, group)
    seen: set[tuple[int, int]] = set()
    ends = 1 << start
    for way in legal_ways(state, group, start):
        end = way[-1]
        if end == start or (end, done := done_on(start, way, met, left)) in seen:
            continue
        seen.add((end, done))
        if ends >> end & 1 or stop_in(state, group, end) in STOPS:
            ends |= 1 << end
            yield way, False
    if RANK[group[0]]:
        yield from marches(state, group, start, ends)


def met_by(state: State, group: tuple[int, ...]) -> int:
    """The cities with hussars, or with trains that the group would eliminate (M7.3, M10.5)."""
    trains = state.city_bits([p for p in enemy_pieces(state, POWER_OF[group[0]]) if not RANK[p]])
    return trains | sum([1 << city for city in state.hussars if city >= 0])


def left_by(state: State, group: tuple[int, ...]) -> int:
    """The fortresses that the group may conquer by leaving them (M10.30)."""
    return enemy_fortresses(state, POWER_OF[group[0]]) if RANK[group[0]] else 0


def done_on(start: int, way: Way, met: int, left: int) -> int:
    """What a way does besides getting there, as a set of cities."""
    done = left & 1 << start
    for city in way[:-1]:
        done |= (met | left) & 1 << city
    return done | met & 1 << way[-1]


def marches(state: State, group: tuple[int, ...], start: int, known: int) -> Iterator[tuple[Way, bool]]:
    """M10.7: a shortest force march to every end that no other way leads to."""
    closed = closed_to(state, group, start) | feared(state, group) | known & 1 << start
    taken = state.occupied(group)
    ways: list[Way] = [()]
    seen = 1 << start
    for _ in range(FORCE):
        front, ways = ways, []
        for way in front:
            for city in cities_in(MAIN[way[-1] if way else start] & ~closed & ~seen):
                seen |= 1 << city
                if not known >> city & 1 and stop_in(state, group, city) in STOPS:
                    yield (*way, city), True
                if not taken >> city & 1:
                    ways.append((*way, city))
