"""Prussia annexes Silesia, and France lowers its aims (M19.10 to M19.21)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import CORE, FORTRESSES, HOME, IDS, POLAND, SILESIA, cities_in
from pbem.rulesets.maria.contracts import broken_off
from pbem.rulesets.maria.displaced import PEACE, TRAIN, UNKNOWN
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRUSSIA
from pbem.rulesets.maria.records import Displaced, Peace
from pbem.rulesets.maria.relations import controlled_by, home_of
from pbem.rulesets.maria.saxony import PRUSSIAN, moved_to
from pbem.rulesets.maria.state import GENERALS, GROUPS, TRAINS, WAITING, State, replaced
from pbem.rulesets.maria.tracks import ANNEXATION
from pbem.rulesets.maria.victory import checked

News = tuple[State, tuple[Event, ...]]
LASTS = 2  # turns until Prussia's stage in which it is neutral no longer (M19.16)


def can_offer(state: State) -> bool:
    """M19.10: at the end of its stage, if Prussia controls all fortresses of Silesia; accepted only once a game."""
    fortresses = SILESIA & FORTRESSES
    free = state.is_advanced and not state.peace
    return free and bool(fortresses) and not fortresses & ~controlled_by(state, PRUSSIA)


def made(state: State) -> News:
    """M19.10 to M19.16: Austria has accepted."""
    state = state._replace(peace=state.turn, truce=True, annexed=True)
    state, events = markers_taken(state)
    state = state.marker_taken(PRUSSIA)._replace(silesia=True)
    told = happened.PeaceMade(until=state.turn + LASTS, aside=state.aside[PRUSSIA]).event()
    filled = happened.BoxFilled(power="prussia", box="silesia").event()
    state = pieces_parted(state)
    space = facts.TRACKS["saxony"][ANNEXATION]
    news: tuple[Event, ...] = ()
    if state.saxony == PRUSSIAN and space:  # M19.12
        state, news = moved_to(state, space)
    state, ended = broken_off(state)
    return state, (told, *events, filled, *news, *ended)


def markers_taken(state: State) -> News:
    """M19.13: Austria's markers in Prussia go to its pool; of Prussia's in Austria half are set aside, rounded up."""
    events: list[Event] = []
    lost = list(cities_in(state.marks[AUSTRIA] & home_of(state, PRUSSIA)))
    for city in lost:
        state = state.unmarked(city)
    given = list(cities_in(state.marks[PRUSSIA] & HOME[AUSTRIA]))
    state = half_aside(state, PRUSSIA, given)
    for power, cities in ((AUSTRIA, lost), (PRUSSIA, given)):
        if cities:
            events.append(happened.MarkersCleared(power=POWERS[power], cities=[IDS[c] for c in cities]).event())
    return state, tuple(events)


def half_aside(state: State, power: int, cities: Iterable[int]) -> State:
    """M19.13, M19.20: the markers leave the board: half of them, rounded up, are set aside, the rest go to the pool."""
    there = list(cities)
    for city in there:
        state = state.unmarked(city)
    for _ in range((len(there) + 1) // 2):
        state = state.marker_taken(power)
        state = state._replace(aside=replaced(state.aside, power, state.aside[power] + 1))
    return state


def pieces_parted(state: State) -> State:
    """M19.14, M19.15: Austrians leave Prussia and Poland, Prussians all other land; then the second train comes."""
    land = home_of(state, PRUSSIA)
    for train in TRAINS[PRUSSIA]:
        if state.place[train] == WAITING:
            state = state.pushed(Displaced((train,), UNKNOWN, TRAIN))
    for power, bad in ((PRUSSIA, ~land), (AUSTRIA, land | POLAND)):
        for piece in reversed((*GENERALS[power], *TRAINS[power])):
            if state.place[piece] >= 0 and bad >> state.place[piece] & 1:
                state = state.pushed(Displaced((piece,), UNKNOWN, PEACE))
    return state


def run(state: State, chance: Chance) -> News:
    """A36, M23.1: peace is settled; now somebody may have won."""
    return checked(state.popped())


def is_over(state: State) -> bool:
    """M19.16: whether Prussia's stage has come in which it is neutral no longer."""
    return state.truce and state.turn >= state.peace + LASTS


def truce_over(state: State) -> News:
    """M19.16: at the start of Prussia's stage: whether it is neutral no longer."""
    if not is_over(state):
        return state, ()
    return state._replace(truce=False), (happened.PeaceOver().event(),)


def stage_over(state: State, group: int) -> News:
    """M19.10, M23.1, A36: the end of a stage: a peace may be offered, and after it somebody may have won."""
    if group == GROUPS.index("prussia") and can_offer(state):
        return state.pushed(Peace("end"), Peace("offer")), ()
    return checked(state)


# France lowers its aims


def french_in_core(state: State) -> tuple[int, ...]:
    """The French generals in Core-Austria."""
    return tuple([p for p in GENERALS[FRANCE] if state.place[p] >= 0 and CORE >> state.place[p] & 1])


def not_lowered(state: State) -> str:
    """M19.20, A26: why France cannot lower its aims now, as a form of the complaint; ``markers`` is the plain one."""
    if not state.is_advanced:
        return "intro"
    if state.lowered:
        return "once"
    if french_in_core(state):
        return "general"
    return "" if state.marks[FRANCE] & CORE else "markers"


def lowered(state: State) -> News:
    """M19.20: France takes its markers in Core-Austria off the board."""
    cities = list(cities_in(state.marks[FRANCE] & CORE))
    before = state.pools[FRANCE]
    state = half_aside(state, FRANCE, cities)._replace(lowered=True)
    aside = state.aside[FRANCE]
    news = happened.AimsLowered(aside=aside, pool=state.pools[FRANCE] - before)
    gone = happened.MarkersCleared(power="france", cities=[IDS[c] for c in cities])
    return state, (news.event(), gone.event())
