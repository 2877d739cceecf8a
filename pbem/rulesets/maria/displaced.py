"""Pieces that are moved without moving: out of the way, home, to the nearest city (M17.15, M19.14, M19.34, M19.35).

Each is a task of the agenda. Its goals are looked for when it is its turn, because those before it may have taken them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import ALL, IDS, MAJOR, POLAND, cities_in, map_of, rings
from pbem.rulesets.maria.movement import may_join
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRUSSIA, STACK
from pbem.rulesets.maria.records import Combat, Displaced, Retreat, Task
from pbem.rulesets.maria.relations import cooperate, enemies, home_of, is_neutral, neutral_land
from pbem.rulesets.maria.state import OFF, PIECE_IDS, POWER_OF, RANK, State

News = tuple[State, tuple[Event, ...]]
ASIDE, PEACE, HOME, SPLIT, TRAIN = "aside", "peace", "home", "split", "train"
UNKNOWN = 0  # goals that nobody has looked for yet


def enterable(state: State, pieces: Iterable[int]) -> int:
    """A56: the cities that these pieces could enter by moving, but for what stands there (M10.9, M19.41, M19.43)."""
    land = ALL
    for piece in pieces:
        power = POWER_OF[piece]
        land &= ~neutral_land(state, power)
        if is_neutral(state, power):
            land &= home_of(state, power)
        if power not in (FRANCE, AUSTRIA) and state.place[piece] >= 0:
            land &= map_of(state.place[piece])
    return land


def nearest(start: int, among: int) -> int:
    """Those of some cities that are nearest to a city; distances ignore all pieces (M3.10)."""
    for ring in rings(start)[1:]:
        if ring & among:
            return ring & among
    return 0


def stackable(state: State, piece: int) -> int:
    """The cities where a piece may stand beside what is there: empty ones, and those of one general to join (M6.1)."""
    found = ALL & ~state.occupied((piece,))
    if not RANK[piece]:
        return found
    for city in cities_in(ALL & ~found):
        there = [p for p in state.at(city) if p != piece]
        if len(there) < STACK and all(RANK[p] and may_stack(state, POWER_OF[piece], POWER_OF[p]) for p in there):
            found |= 1 << city
    return found


def may_stack(state: State, power: int, other: int) -> bool:
    """M6.1, M10.10: whether the generals of two powers may share a city, and the other has agreed."""
    return cooperate(state, power, other) and may_join(state, power, other)


def goals_of(state: State, task: Displaced) -> int:
    """The cities among which the owner of displaced pieces may choose."""
    piece = task.pieces[0]
    start, power = state.place[piece], POWER_OF[piece]
    if task.why == TRAIN:  # M19.15
        return home_of(state, PRUSSIA) & MAJOR & ~state.occupied()
    if task.why == PEACE:  # M19.14
        return nearest(start, home_of(state, power) & stackable(state, piece))
    return nearest(start, enterable(state, task.pieces) & ~state.occupied())  # A22; M19.35


def run(state: State, chance: Chance) -> News:
    """What nobody is asked for."""
    return sought(state)


def is_parted(state: State, task: Displaced) -> bool:
    """M19.14: whether a piece has left the land that it must leave, because it had to step aside before."""
    power, city = POWER_OF[task.pieces[0]], state.place[task.pieces[0]]
    land = home_of(state, PRUSSIA)
    bad = ~land if power == PRUSSIA else land | POLAND
    return task.why == PEACE and not bad >> city & 1


def sought(state: State) -> News:
    """Look for the goals; if there is but one, the pieces go there; whoever stands in the way of one who goes home
    steps aside first (A28)."""
    task = state.task
    assert isinstance(task, Displaced)
    if task.goals == UNKNOWN and is_parted(state, task):
        return state.popped(), ()
    if task.goals == UNKNOWN:
        goals = goals_of(state, task)
        return (state.replaced(task._replace(goals=goals)), ()) if goals else crowded_out(state, task)
    (city,) = cities_in(task.goals)
    blockers = [p for p in state.at(city) if p not in task.pieces and p not in going_home(state)]
    if task.why == HOME and blockers:
        return made_way(state, blockers), ()
    return displaced(state, city)


def going_home(state: State) -> set[int]:
    """The Saxon pieces that are still to go home: nobody is asked of them, and they are in nobody's way (A28)."""
    return {p for task in state.agenda if isinstance(task, Displaced) and task.why == HOME for p in task.pieces}


def made_way(state: State, pieces: Sequence[int]) -> State:
    """A22, A28: these pieces step aside next, a stack together if its generals may still stack; one who has to leave by
    the peace does that instead (M19.14)."""
    leaving = [task for task in state.agenda if isinstance(task, Displaced) and task.why == PEACE]
    leaving = [task for task in leaving if task.goals == UNKNOWN and task.pieces[0] in pieces]
    left = [p for p in pieces if all(p not in task.pieces for task in leaving)]
    agenda = tuple([task for task in state.agenda if task not in leaving])
    groups = stacks_among(state, left)
    return state._replace(agenda=agenda).pushed(*[Displaced(group, UNKNOWN, ASIDE) for group in groups], *leaving)


def stacks_among(state: State, pieces: Sequence[int]) -> list[tuple[int, ...]]:
    """The pieces of a city as they go on: together, or each power's for itself where they do not cooperate any more."""
    powers = list(dict.fromkeys([POWER_OF[p] for p in pieces]))
    if all(cooperate(state, powers[0], power) for power in powers):
        return [tuple(pieces)] if pieces else []
    return [tuple([p for p in pieces if POWER_OF[p] == power]) for power in powers]


def crowded_out(state: State, task: Displaced) -> News:
    """A22, M11.25: pieces for which there is no city are taken off the map; a train that waits goes on waiting."""
    state = state.popped()
    if task.why == TRAIN:
        return state, ()
    news = happened.CrowdedOut(
        power=POWERS[POWER_OF[task.pieces[0]]], pieces=[PIECE_IDS[p] for p in task.pieces],
        city=IDS[state.place[task.pieces[0]]],
    )  # fmt: skip
    state = state.taken_off(task.pieces)
    state = state._replace(agenda=tuple([row for row in state.agenda if not is_void(state, row)]))
    return fights_settled(state), (news.event(),)


def is_void(state: State, task: Task) -> bool:
    """Whether a task is to move pieces of which none is left; a train comes home from off the map too (A28)."""
    if not isinstance(task, Displaced) or task.why == TRAIN:
        return False
    return all(state.place[p] == OFF and (RANK[p] or task.why != HOME) for p in task.pieces)


def is_open(task: Displaced) -> bool:
    """Whether there is a choice."""
    return task.goals.bit_count() > 1


def displaced(state: State, city: int) -> News:
    """The pieces of the current task stand in a city now."""
    task = state.task
    assert isinstance(task, Displaced)
    start = state.place[task.pieces[0]]
    state = state.popped()
    if start == city:
        return state, ()
    news = happened.SteppedAside(
        power=POWERS[POWER_OF[task.pieces[0]]], pieces=[PIECE_IDS[p] for p in task.pieces],
        from_=IDS[start] if start >= 0 else "", to=IDS[city], why=task.why,
    )  # fmt: skip
    swept = [at for at in state.hussars if at == city]
    state = fights_settled(followed(state.put(dict.fromkeys(task.pieces, city)), start, city))
    gone = [happened.HussarSwept(power=POWERS[POWER_OF[task.pieces[0]]], city=IDS[at]).event() for at in swept]
    return state, (news.event(), *gone)


def followed(state: State, start: int, city: int) -> State:
    """M11.21, A16: a retreat is measured from the victor's city: from the one where he stands now."""
    agenda = [
        task._replace(victor_city=city) if isinstance(task, Retreat) and task.victor_city == start else task
        for task in state.agenda
    ]
    return state._replace(agenda=tuple(agenda))


def fights_settled(state: State) -> State:
    """M11.4, M19.42: attacks and retreats that cannot be any more: nobody is left there, or nobody but neutrals."""
    agenda: list[Task] = []
    for task in state.agenda:
        if isinstance(task, Retreat) and all(is_neutral(state, POWER_OF[p]) for p in state.stack(task.source)):
            continue
        if isinstance(task, Combat):
            task = task._replace(pairs=tuple([pair for pair in task.pairs if is_due(state, pair)]))
        agenda.append(task)
    return state._replace(agenda=tuple(agenda))


def is_due(state: State, pair: tuple[int, int]) -> bool:
    """Whether generals stand in both cities, and some of them are enemies."""
    own, other = ({POWER_OF[piece] for piece in state.stack(city)} for city in pair)
    return any(enemies(state, one, two) for one in own for two in other)
