"""The imperial election at the end of a turn (M18)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import ELECTORS, IDS, cities_in
from pbem.rulesets.maria.clauses import VoteFor
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRAGMATIC, SAXONY
from pbem.rulesets.maria.records import Election
from pbem.rulesets.maria.relations import controllers, is_neutral, owner_of, roles_of
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.treaties import bindings
from pbem.rulesets.maria.votes import CHARLES, FRANCIS, NEEDED

News = tuple[State, tuple[Event, ...]]
ORDER = ("maria-theresa", "frederick", "louis")  # M18.4, A25


def voter_of(state: State, city: int) -> int:
    """M18.3: the power that has the vote of an elector; one that two control together is Austria's here."""
    found = controllers(state, city)
    return AUSTRIA if AUSTRIA in found else found[0] if found else -1


def is_bound(state: State, power: int) -> bool:
    """M18.3: Austria, the Pragmatic Army and a neutral Saxony vote for Francis."""
    return power in (AUSTRIA, PRAGMATIC) or (power == SAXONY and is_neutral(state, SAXONY))


def votes_of(state: State) -> dict[int, tuple[int, ...]]:
    """The electors of each power that has any."""
    found: dict[int, tuple[int, ...]] = {}
    for city in cities_in(ELECTORS):
        power = voter_of(state, city)
        if power >= 0:
            found[power] = (*found.get(power, ()), city)
    return dict(sorted(found.items()))


def free_votes(state: State, role: str) -> dict[int, tuple[int, ...]]:
    """The electors of a role whose votes are free, by power."""
    rows = votes_of(state).items()
    return {power: cities for power, cities in rows if not is_bound(state, power) and owner_of(state, power) == role}


def usual(state: State, power: int) -> str:
    """D27: how a power votes that says nothing; one that has promised its votes keeps the promise (M21.1), a strict
    one before others, for no other vote is taken (A32)."""
    rows = bindings(state.treaties, state.turn, VoteFor)
    for _, clause in sorted(rows, key=lambda row: row[0].binding != "refuse"):
        if clause.who == POWERS[power]:
            return clause.candidate
    return FRANCIS if power == SAXONY and state.saxony == "austria" else CHARLES


def begin(state: State, chance: Chance) -> News:
    """M5.4, M18.1: the end of the turn in which the card was turned up."""
    return called(state) if state.election == "due" else (state, ())


def called(state: State) -> News:
    """M18.3, M18.4: bound votes are cast; then roles with free ones are asked, unless Francis is elected already."""
    votes: list[tuple[int, str]] = []
    events: list[Event] = []
    for power, cities in votes_of(state).items():
        if is_bound(state, power):
            votes += [(city, FRANCIS) for city in cities]
            events += [vote(power, city, FRANCIS) for city in cities]
    awaited = tuple([role for role in ORDER if role in roles_of(state) and free_votes(state, role)])
    return state.pushed(Election(awaited, tuple(votes))), tuple(events)


def vote(power: int, city: int, candidate: str) -> Event:
    return happened.Voted(power=POWERS[power], city=IDS[city], candidate=candidate).event()


def is_decided(task: Election) -> bool:
    """M18.2: whether five votes are cast for one already."""
    cast = [candidate for _, candidate in task.votes]
    return max(cast.count(CHARLES), cast.count(FRANCIS)) >= NEEDED


def cast(state: State, role: str, numbers: Mapping[int, int]) -> News:
    """M18.3: the free votes of a role; ``numbers`` are those for Charles, by power, the others are for Francis."""
    task = state.task
    assert isinstance(task, Election)
    votes, events = list(task.votes), list[Event]()
    for power, cities in free_votes(state, role).items():
        charles = numbers.get(power, len(cities) if usual(state, power) == CHARLES else 0)
        for at, city in enumerate(cities):
            candidate = CHARLES if at < charles else FRANCIS
            votes.append((city, candidate))
            events.append(vote(power, city, candidate))
    rest = tuple([other for other in task.awaited if other != role])
    return state.replaced(Election(rest, tuple(votes))), tuple(events)


def run(state: State, chance: Chance) -> News:
    """M18.5: the votes are counted; whoever is left cannot change it any more and votes as usual (D27).

    Ruling: A35, an empty pool is looked at with the next politics.
    """
    task = state.task
    assert isinstance(task, Election)
    if task.awaited:
        return cast(state, task.awaited[0], {})
    names = [candidate for _, candidate in task.votes]
    state = state.popped()._replace(election="held")
    winner = max((CHARLES, FRANCIS), key=names.count)
    if names.count(winner) < NEEDED:  # a board with fewer than nine electors
        return state, ()
    power = FRANCE if winner == CHARLES else AUSTRIA
    state = state.marker_taken(power)._replace(emperor=power)
    elected = happened.Elected(candidate=winner, votes=names.count(winner), power=POWERS[power])
    return state, (elected.event(), happened.BoxFilled(power=POWERS[power], box="emperor").event())
