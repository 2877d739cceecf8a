"""How the war looks to a power before it moves: enemies and how strong they are, what may fall, what may be taken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pbem.rulesets.maria.board import ALL, ROADS, around, cities_in, within
from pbem.rulesets.maria.bots.worths import cards_of, gain, loss, troops_of
from pbem.rulesets.maria.clauses import NotAttack
from pbem.rulesets.maria.powers import AUSTRIA, POWERS
from pbem.rulesets.maria.relations import (
    PROTECTION,
    controlled_by,
    cooperate,
    enemies,
    enemies_of,
    enemy_fortresses,
    enemy_generals,
    enemy_pieces,
    neutral_land,
    owner_of,
)
from pbem.rulesets.maria.state import ARENBERG, GENERALS, POWER_OF, TRAINS, State
from pbem.rulesets.maria.supply import SUPPLY, at_home
from pbem.rulesets.maria.treaties import bindings

REACH = 4  # roads from which an enemy can come to attack
DANGERS = ((2, 100), (3, 70), (5, 35), (7, 12))  # roads to an enemy general; how sure it is that a fortress falls, in %
OTHERS = 50  # percent: what fortresses of another player count
DECAY = 87  # percent of a wish that are left a road farther away
MOST_WISHED = 300
LEVELS = tuple(MOST_WISHED * DECAY**k // 100**k for k in range(28))  # what is wished for, by how much
LEVEL_OF = tuple(
    next((k for k, bound in enumerate(LEVELS) if bound <= value), len(LEVELS) - 1) for value in range(MOST_WISHED + 1)
)
TRAIN_FEARS = ((2, 20), (3, 12), (4, 3))  # roads to an enemy general, and how much a train fears him


class Foe(NamedTuple):
    """An enemy stack."""

    city: int
    power: int
    troops: int
    strength: int  # with the cards it may play
    reach: int  # the cities where it could attack in its next stage
    protects: int  # fortresses that nobody else of them protects and that we would take


class Outlook:
    """What does not change while a power moves."""

    def __init__(self, state: State, power: int) -> None:
        self.power = power
        self.friends = tuple(p for p in range(len(POWERS)) if cooperate(state, power, p))
        self.aims = {city: gain(state, power, city) for city in cities_in(enemy_fortresses(state, power))}
        self.board = sum([1 << city for city in self.aims])
        self.guarded = guarded_from(state, power)  # aims that are protected
        self.foes = tuple(foes_of(state, power, self.guarded))
        self.keepers = {city: keeper_of(self.foes, city) for city in cities_in(self.guarded)}
        self.risks = dict(risks_of(state, power, self.friends, self.foes))
        self.feared = sum([1 << city for city in self.risks])
        self.at = {foe.city: foe for foe in self.foes}
        self.foe_bits = sum([1 << foe.city for foe in self.foes])
        self.spared = spared_by(state, power)
        self.threats = tuple(
            [(sum_of([within(foe.city, far) for foe in self.foes]), cost) for far, cost in TRAIN_FEARS]
        )
        self.fed: dict[tuple[int, bool], tuple[int, int, int]] = {}

    def supply(self, state: State, piece: int) -> tuple[int, int, int]:
        """Where a general is supplied for nothing, where past hussars, and where a train could soon supply him."""
        key = state.city_bits(TRAINS[self.power]), piece == ARENBERG
        if key not in self.fed:
            self.fed[key] = (*supplied(state, piece), supplied(state, piece, more=2)[1])
        return self.fed[key]


def keeper_of(foes: tuple[Foe, ...], city: int) -> int:
    """How strong the strongest is who protects a fortress."""
    return max([foe.strength for foe in foes if within(city, PROTECTION) >> foe.city & 1], default=0)


def guarded_from(state: State, power: int) -> int:
    """M10.31: the fortresses of enemies that are protected."""
    found = 0
    for other in enemies_of(state, power):
        keepers = tuple([p for p in range(len(POWERS)) if cooperate(state, other, p)])
        found |= controlled_by(state, other) & covered_by(state, keepers, ())
    return found


def sum_of(boards: Iterable[int]) -> int:
    """All cities of some sets."""
    found = 0
    for board in boards:
        found |= board
    return found


def spared_by(state: State, power: int) -> set[int]:
    """The powers that this one has promised not to attack (M21)."""
    pledges = bindings(state.treaties, state.turn, NotAttack) if state.treaties else ()
    return {POWERS.index(clause.whom) for _, clause in pledges if clause.who == POWERS[power]}


def foes_of(state: State, power: int, guarded: int) -> Iterable[Foe]:
    """The enemy stacks on the map."""
    cities = tuple(cities_in(state.city_bits(enemy_generals(state, power))))
    for city in cities:
        stack = state.stack(city)
        other = state.power_in(city)
        troops = troops_of(state, stack)
        covered = 0
        for rest in cities:
            covered |= within(rest, PROTECTION) if rest != city else 0
        alone = guarded & within(city, PROTECTION) & ~covered
        yield Foe(city, other, troops, troops + cards_of(state, other, city), within(city, REACH), alone)


def risks_of(state: State, power: int, friends: tuple[int, ...], foes: tuple[Foe, ...]) -> Iterable[tuple[int, int]]:
    """The fortresses that enemies may come to soon, with what it is worth to protect each."""
    own = mine = 0
    for friend in friends:
        own |= controlled_by(state, friend)
        mine |= controlled_by(state, friend) if owner_of(state, friend) == owner_of(state, power) else 0
    near: dict[int, tuple[int, int]] = {}
    for roads, sure in reversed(DANGERS):  # the nearest last
        for foe in foes:
            for city in cities_in(own & within(foe.city, roads)):
                near[city] = sure, foe.power
    for city, (sure, rival) in near.items():
        value = loss(state, power, city, rival) * sure // 100
        yield city, value if mine >> city & 1 else value * OTHERS // 100


def covered_by(state: State, friends: tuple[int, ...], but: tuple[int, ...]) -> int:
    """M10.31: what the generals of these powers protect, without some of them."""
    board = 0
    for friend in friends:
        for general in GENERALS[friend]:
            if general not in but and state.place[general] >= 0:
                board |= within(state.place[general], PROTECTION)
    return board


def supplied(state: State, piece: int, more: int = 0) -> tuple[int, int]:
    """M9.2 to M9.6: the cities where a general is supplied for nothing, and those where hussars make it cost."""
    power = POWER_OF[piece]
    trains = [*TRAINS[power], *(TRAINS[POWERS.index("pragmatic")] if piece == ARENBERG else ())]
    free = ALL & ~state.city_bits(enemy_pieces(state, power)) & ~neutral_land(state, power)
    hussars = sum([1 << h for h in state.hussars if h >= 0]) if enemies(state, power, AUSTRIA) else 0
    goals, home = state.city_bits(trains), at_home(state, piece)
    plain = home | ROADS.reached(goals, free & ~hussars, SUPPLY + more)
    return plain, plain | (ROADS.reached(goals, free, SUPPLY + more) if hussars else 0)


def pull_of(wishes: Iterable[tuple[int, int]], free: int) -> list[int]:
    """By city, what draws a general there: the best wish, less the farther away it is."""
    levels = [0] * len(LEVELS)
    for city, value in wishes:
        levels[LEVEL_OF[min(value, MOST_WISHED)]] |= 1 << city
    pull = [0] * ALL.bit_length()
    seen = front = 0
    for level, value in zip(levels, LEVELS, strict=True):
        front = (around(front) & free | level) & ~seen
        seen |= front
        for city in cities_in(front):
            pull[city] = value
    return pull
