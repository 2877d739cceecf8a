"""The land that agreements close (M21.3): what a way of a piece breaks, wherever it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pbem.rulesets.maria.board import CITY, COUNTRY
from pbem.rulesets.maria.clauses import Leave, NotEnter
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.relations import inside
from pbem.rulesets.maria.state import POWER_OF, State
from pbem.rulesets.maria.treaties import bindings


def land_of(id_: str) -> int:
    """The cities of a country, or the one city of that id."""
    return COUNTRY[id_] if id_ in COUNTRY else 1 << CITY[id_]


def broken_by_way(state: State, piece: int, way: tuple[int, ...]) -> Iterator[tuple[Treaty, NotEnter | Leave]]:
    """What a piece breaks that goes a way, which begins where it stands; for one that is off the map with OFF."""
    power, entered = POWERS[POWER_OF[piece]], sum({1 << city for city in way[1:]})
    for treaty, ban in bindings(state.treaties, state.turn, NotEnter):
        if ban.who == power and entered & land_of(ban.where):
            yield treaty, ban
    for treaty, pledge in bindings(state.treaties, state.turn, Leave):
        if pledge.who == power and _comes_into(land_of(pledge.country), way):
            yield treaty, pledge


def broken_by_group(state: State, pieces: tuple[int, ...], way: tuple[int, ...]) -> tuple[object, ...]:
    """What some pieces break on a way together; whoever must leave neutral land breaks nothing on his way out."""
    leavers = inside(state, tuple([POWER_OF[piece] for piece in pieces]))
    return tuple([
        (treaty.id, clause) for piece in pieces if piece not in leavers
        for treaty, clause in broken_by_way(state, piece, way)
    ])  # fmt: skip


def _comes_into(land: int, way: tuple[int, ...]) -> bool:
    """Whether a way leads into a country from outside; whoever is inside may cross it on his way out."""
    return any(land >> there & 1 and (here < 0 or not land >> here & 1) for here, there in pairwise(way))


def closed_by_agreements(state: State, powers: Iterable[int], start: int) -> int:
    """The land that these powers promised not to enter, or to leave if they do not begin in it."""
    names, turn, closed = {POWERS[power] for power in powers}, state.turn, 0
    for _, ban in bindings(state.treaties, turn, NotEnter):
        closed |= land_of(ban.where) if ban.who in names else 0
    for _, pledge in bindings(state.treaties, turn, Leave):
        land = land_of(pledge.country)
        closed |= land if pledge.who in names and not land >> start & 1 else 0
    return closed
