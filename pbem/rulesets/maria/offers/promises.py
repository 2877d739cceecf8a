"""What the parties of an agreement could promise each other (M21.1), as far as it is offered to be tapped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from pbem.rulesets.maria.board import CITY, COUNTRY, FORTRESSES, IDS, MAJOR, cities_in
from pbem.rulesets.maria.clauses import (
    CANDIDATE_NAMES,
    FARTHEST,
    Clause,
    Leave,
    NoHussars,
    NotEnter,
    StayFarther,
    VoteFor,
)
from pbem.rulesets.maria.election import is_bound, votes_of
from pbem.rulesets.maria.powers import AUSTRIA, POWERS
from pbem.rulesets.maria.relations import enemies, home_of
from pbem.rulesets.maria.state import POWER_OF, State
from pbem.rulesets.maria.treaties import LAST_TURN

STEPS = 2  # that a power is asked to stay away at first


def promises_of(view: State, parties: Sequence[int], last: int) -> Iterator[Clause]:
    """What each party could promise another, votes first, allies last; ``last`` is the last turn of the agreement."""
    for power in parties:
        yield from votes(view, power)
    pairs = sorted(permutations(parties, 2), key=lambda pair: not enemies(view, *pair))
    for power, other in pairs:
        yield from peaceful(view, power, other, last)
    for power, other in pairs:
        cities = cities_in(MAJOR & home_of(view, other))
        yield from (StayFarther(POWERS[power], STEPS, (IDS[city],)) for city in cities)


def votes(view: State, power: int) -> Iterator[Clause]:
    """M18.3: for whom a power votes, where an election is due at the end of this turn."""
    if view.election == "due" and power in votes_of(view) and not is_bound(view, power):
        yield from (VoteFor(POWERS[power], candidate) for candidate in CANDIDATE_NAMES)


def peaceful(view: State, power: int, other: int, last: int) -> Iterator[Clause]:
    """What a power leaves undone, whose pieces go out of where, and that Austria lays no hussars in somebody's way."""
    who, home = POWERS[power], home_of(view, other)
    lands = [id_ for id_, land in COUNTRY.items() if land and not land & ~home]
    yield from (Leave(who, id_, last) for id_ in lands if stands_in(view, power, COUNTRY[id_]))
    if power == AUSTRIA and enemies(view, power, other):
        yield NoHussars(POWERS[other])
    yield from (NotEnter(who, id_) for id_ in lands)


def stands_in(view: State, power: int, land: int) -> bool:
    """Whether a piece of a power stands in a country."""
    return any(city >= 0 and POWER_OF[piece] == power and land >> city & 1 for piece, city in enumerate(view.place))


def variants(view: State, clause: Clause, parties: Sequence[int]) -> Iterator[Clause]:
    """A promise with a number more or less, a city more or less, and one fortress instead of a country."""
    if isinstance(clause, Leave):
        turns = (clause.turn - 1, clause.turn + 1)
        yield from (clause._replace(turn=turn) for turn in turns if view.turn <= turn <= LAST_TURN)
    elif isinstance(clause, StayFarther):
        steps = (clause.steps - 1, clause.steps + 1)
        yield from (clause._replace(steps=number) for number in steps if 1 <= number <= FARTHEST)
        yield from (clause._replace(cities=cities) for cities in sets_near(view, clause, parties))
    elif isinstance(clause, NotEnter):
        yield from (clause._replace(where=where) for where in places_near(clause.where) if where != clause.where)


def places_near(where: str) -> Iterator[str]:
    """The country of a promise, or that of its city, and the major fortresses there."""
    for id_, land in COUNTRY.items():
        if where == id_ or (where in CITY and land >> CITY[where] & 1):
            yield id_
            yield from (IDS[city] for city in cities_in(MAJOR & land))


def sets_near(view: State, clause: StayFarther, parties: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The cities of a promise without one of them, and with one more of the fortresses of the other parties."""
    if len(clause.cities) > 1:
        yield from (tuple([city for city in clause.cities if city != gone]) for gone in clause.cities)
    for party in parties:
        if POWERS[party] != clause.who:
            fortresses = [IDS[city] for city in cities_in(FORTRESSES & home_of(view, party))]
            yield from ((*clause.cities, city) for city in fortresses if city not in clause.cities)
