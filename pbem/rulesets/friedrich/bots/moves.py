"""Where a bot marches: every way of every stack is weighed, and the best is taken (F4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.friedrich.board import HOME, OBJECTIVES, ROADS
from pbem.rulesets.friedrich.bots.mind import far
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.bots.values import Values, Way
from pbem.rulesets.friedrich.movement import allowance
from pbem.rulesets.friedrich.orders import Move
from pbem.rulesets.friedrich.restrictions import is_kept, is_tied
from pbem.rulesets.friedrich.state import DEFENDERS, GENERALS, OFF, RANK, SUPPLY, TRAINS

_ALL_OBJECTIVES = sum(OBJECTIVES)


@cache
def ways(start: int, most: int, main: int) -> tuple[Way, ...]:
    """F4.3, F4.4: the ways on the empty map, of those over the same cities to the same end the shortest."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for way in sorted(ROADS.ways(start, most, main, blocked=0), key=lambda way: (len(way), way)):
        passed = 0
        for city in way[:-1]:
            passed |= 1 << city
        found.setdefault((passed, way[-1]), way)
    return tuple((passed, end, way) for (passed, end), way in found.items())


def march_all(scheme: Scheme) -> None:
    """Move the stacks one after the other, then the trains after them."""
    cities = dict.fromkeys(scheme.place[p] for p in GENERALS[scheme.nation] if scheme.place[p] >= 0)
    for city in scheme.dice.chance.shuffled(tuple(cities), f"{scheme.dice.label} order"):
        for group in groups(scheme, scheme.stack(city)):
            march(scheme, group)
    for train in TRAINS[scheme.nation]:
        if scheme.place[train] >= 0 and scheme.dice.percent(scheme.temper.moves):
            haul(scheme, train)


def groups(scheme: Scheme, stack: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """A stack as a whole, or now and then in two parts."""
    if any(p in scheme.still for p in stack) or not scheme.dice.percent(scheme.temper.moves):
        return
    roomy = len(stack) > 1 and scheme.strength(stack) >= 2 * len(stack) + 1
    roomy = roomy and not is_tied(scheme.view, stack)
    if roomy and scheme.dice.percent(25):
        part = scheme.dice.pick(stack)
        yield (part,)
        if scheme.dice.percent(50):
            yield tuple(p for p in stack if p != part)
        if len({scheme.place[p] for p in stack}) > 1:
            scheme.split.append(stack)
    else:
        yield stack


def march(scheme: Scheme, group: tuple[int, ...]) -> None:
    """Move a group to where it likes best, if it likes another city better than its own."""
    if any(p in scheme.still for p in group) or any(is_kept(scheme.view, p, scheme.view.place[p]) for p in group):
        return
    start, blocked = scheme.place[group[0]], scheme.position.occupied(group)
    values = Values(scheme, group, start)
    best, choice = values.stay(), None
    for way in ways(start, *allowance(scheme.view, group)):
        if not way[0] & blocked:
            value = values.of(way)
            if value > best:
                best, choice = value, way
    if choice is not None:
        go(scheme, group, start, choice, blocked)


def go(scheme: Scheme, group: tuple[int, ...], start: int, way: Way, blocked: int) -> None:
    """Write the order and remember where everybody stands now."""
    passed, end, cities = way
    joined = scheme.stack(end) if end != start else ()
    taken = (passed | 1 << start) & scheme.open if RANK[group[0]] else 0
    scheme.open &= ~taken
    scheme.goals &= ~taken
    scheme.conquered ^= taken
    scheme.guarded |= taken if scheme.nation in DEFENDERS else 0
    scheme.still.update(group, joined)
    for piece in group:
        scheme.place[piece] = end
    captured = scheme.trains.pop(end, None)
    if captured is not None:
        scheme.place[captured] = OFF
    if scheme.dice.percent(8) and is_plain(scheme, group, start, way, blocked):
        cities = (DOTS, end)
    scheme.lines.append(str(Move(group, cities)))


def is_plain(scheme: Scheme, group: tuple[int, ...], start: int, way: Way, blocked: int) -> bool:
    """Whether ``...`` can stand for the way: no way as short passes over anything that matters."""
    rivals = [w for w in ways(start, *allowance(scheme.view, group)) if w[1] == way[1] and not w[0] & blocked]
    least = min(len(w[2]) for w in rivals)
    if len(way[2]) > least or not RANK[group[0]]:
        return len(way[2]) == least
    return not any((w[0] | 1 << start) & _ALL_OBJECTIVES for w in rivals if len(w[2]) == least)


def haul(scheme: Scheme, train: int) -> None:
    """Move a train to where it keeps the generals supplied, away from enemies."""
    generals = [scheme.place[p] for p in GENERALS[scheme.nation] if scheme.place[p] >= 0]
    abroad = [city for city in generals if not HOME[scheme.nation] >> city & 1]
    others = [scheme.place[t] for t in TRAINS[scheme.nation] if t != train and scheme.place[t] >= 0]
    alone = [c for c in abroad if not any(far(o)[c] < SUPPLY for o in others)]
    goals = alone or abroad or generals
    start, blocked = scheme.place[train], scheme.position.occupied((train,))
    best, choice = train_value(scheme, start, goals) + 1, None
    for way in ways(start, *allowance(scheme.view, (train,))):
        if not (way[0] | 1 << way[1]) & blocked and (value := train_value(scheme, way[1], goals)) > best:
            best, choice = value, way
    if choice is not None:
        go(scheme, (train,), start, choice, blocked)


def train_value(scheme: Scheme, city: int, generals: Sequence[int]) -> float:
    """How good a place is for a train."""
    table = far(city)
    value = -6.0 if scheme.near >> city & 1 else 0.0
    for general in generals:
        distance = table[general]
        value -= distance if distance <= SUPPLY else 2 * distance + 4
    return value
