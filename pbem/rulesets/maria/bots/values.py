"""What a move is worth to generals and to trains (M9, M10, M11), in hundredths of a victory marker."""

from __future__ import annotations

from pbem.rulesets.maria.board import ALL, BITS, FLANDERS, cities_in, distance, map_of, within
from pbem.rulesets.maria.bots.outlook import Foe, Outlook, covered_by, pull_of, supplied
from pbem.rulesets.maria.bots.tempers import Temper
from pbem.rulesets.maria.bots.worths import MARKER, cards_of, troops_of
from pbem.rulesets.maria.boxes import BATTLE_BOXES
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import CROSSING
from pbem.rulesets.maria.relations import PROTECTION, great_of, neutral_land
from pbem.rulesets.maria.state import GENERALS, POWER_OF, State
from pbem.rulesets.maria.supply import at_home

PULL = 60  # percent: what a wish draws as long as it is not fulfilled
QUESTION = 8  # a question mark (M10.34)
FAR, HUNGRY, STARVING = 6, 30, 70  # beyond the trains; without supply; and that for the second time
MOST_GUARDED = 260
MOST_FEARED = 55
FEW = 2  # troops that are lost in a defeat that is taken cheaply
MARGIN = 2  # by which an attacker should be stronger, as far as can be known
BREACH = 150  # an attack that breaks an agreement
TOGETHER = 6  # what it costs that a comrade cannot move any more
Way = tuple[int, ...]


class Ends:
    """What does not change while the ends of one group are compared."""

    def __init__(self, phase: Phase, outlook: Outlook, group: tuple[int, ...], temper: Temper) -> None:
        state = phase.state
        self.state, self.group, self.outlook, self.temper, self.phase = state, group, outlook, temper, phase
        self.start, self.power = state.place[group[0]], POWER_OF[group[0]]
        self.troops = troops_of(state, group)
        self.open = outlook.feared & ~covered_by(state, outlook.friends, group)
        self.fed, self.paid, self.near = outlook.supply(state, group[0])
        self.taken_cities = state.occupied(group) & ~(1 << self.start)
        self.conquers = not all(state.is_face_down(p) for p in group)
        self.pull = pull_of(self.wishes(), self.land())

    def land(self) -> int:
        """Where the group may ever come to."""
        free = ALL & ~neutral_land(self.state, self.power)
        if not self.state.is_advanced:
            free &= ~FLANDERS
        return free if all(POWER_OF[p] in CROSSING for p in self.group) else free & map_of(self.start)

    def wishes(self) -> list[tuple[int, int]]:
        """What the group would like to come to: aims, less where they are defended well or others are near; risks."""
        state, outlook = self.state, self.outlook
        done = [state.place[p] for f in outlook.friends for p in GENERALS[f]
                if self.phase.has_moved(p) and p not in self.group and state.place[p] >= 0]  # fmt: skip
        found = []
        for city, value in outlook.aims.items():
            if outlook.guarded >> city & 1:
                value = value * (80 if outlook.keepers[city] < self.troops + 2 else 45) // 100
            if any(within(place, 2) >> city & 1 for place in done):
                value = value // 2
            found.append((city, value))
        found += [(city, outlook.risks[city]) for city in cities_in(self.open)]
        return found

    def worth(self, way: Way, force: bool) -> int:
        """What a way is worth; that of the city alone where the group stands is what it is worth to stay."""
        end = way[-1]
        there = self.state.stack(end) if self.taken_cities >> end & 1 else ()
        strength = self.troops + (troops_of(self.state, there) if there else 0)
        strength += cards_of(self.state, self.power, end)
        value = self.taken(way, force) + self.pull[end] * PULL // 100 - self.hunger(end)
        value += self.guard(end) * self.temper.guard // 100
        value += self.battle(end, strength) - self.danger(end, strength) * self.temper.fear // 100
        if there and not self.phase.has_moved(there[0]):
            value -= TOGETHER
        return value

    def taken(self, way: Way, force: bool) -> int:
        """M10.30: the fortresses conquered on the way."""
        end = way[-1]
        if force or not self.conquers or end == self.start:
            return 0
        value = 0
        for city in {self.start, *way[:-1]}:
            if self.outlook.board >> city & 1:
                value += QUESTION if self.outlook.guarded >> city & 1 else self.outlook.aims[city]
        return value

    def guard(self, end: int) -> int:
        """M10.31: what is protected from there and by nobody else."""
        kept = self.open & within(end, PROTECTION)
        return min(MOST_GUARDED, sum([self.outlook.risks[city] for city in cities_in(kept)])) if kept else 0

    def hunger(self, end: int) -> int:
        """M9: what it costs to be out of supply there."""
        if self.fed >> end & 1:
            return 0
        if self.paid >> end & 1:
            return FAR
        if self.near >> end & 1:
            return 2 * FAR
        return STARVING if self.state.is_face_down(self.group[0]) else HUNGRY

    def battle(self, end: int, strength: int) -> int:
        """M11.1: what the attacks from there promise."""
        near = BITS[end] & self.outlook.foe_bits
        return sum([fight(self.state, self.outlook, self.outlook.at[city], strength, self.troops, self.temper)
                    for city in cities_in(near)])  # fmt: skip

    def danger(self, end: int, strength: int) -> int:
        """What stronger enemies may do in their next stage; who has few troops may be lost altogether."""
        able = sorted([(foe.strength, foe.power) for foe in self.outlook.foes if foe.reach >> end & 1], reverse=True)
        if not able:
            return 0
        behind = able[0][0] + (able[1][0] // 3 if len(able) > 1 else 0) - strength
        if behind <= 0:
            return 0
        lost = 20 + box(self.state, able[0][1], MARKER // 3) if self.troops <= FEW else 0
        return min(MOST_FEARED, 5 * behind) + lost


def fight(state: State, outlook: Outlook, foe: Foe, strength: int, troops: int, temper: Temper) -> int:
    """What an attack promises: troops, markers of battle boxes, and fortresses that lose their protector."""
    if foe.power in outlook.spared:
        return -BREACH
    ahead = strength - foe.strength - MARGIN
    if ahead > 0:
        freed = sum([outlook.aims[city] for city in cities_in(foe.protects)]) // 5
        prize = min(ahead, foe.troops, 6) * 6 + min(freed, 60)
        prize += box(state, outlook.power, MARKER // 2 if foe.troops <= FEW else MARKER // 4)
        return prize * temper.attack // 100
    lost = box(state, foe.power, MARKER // 2) if troops <= FEW else box(state, foe.power, 20)
    return max(-120, 8 * ahead - 6 - lost)


def box(state: State, power: int, value: int) -> int:
    """M16.3: more where a victory can bring a marker, and much more for one who is about to win."""
    great = great_of(state, power)
    if great < 0 or not state.is_advanced or state.battles[great] == BATTLE_BOXES:
        return 0
    return value * (3 if state.pools[great] <= 2 else 1)


def train_worth(state: State, outlook: Outlook, train: int, end: int) -> int:
    """A train keeps generals abroad supplied, stays near them and, where it can, away from the enemy."""
    value = 0
    abroad = []
    for general in [p for p in GENERALS[POWER_OF[train]] if state.place[p] >= 0]:
        here = state.place[general]
        if at_home(state, general) >> here & 1:
            value -= max(0, distance(end, here) - 6) // 2
        else:
            abroad.append(here)
            value -= 2 * max(0, distance(end, here) - 3)
    if abroad:
        fed, paid = supplied(state.put({train: end}), GENERALS[POWER_OF[train]][0])
        value += sum([24 if fed >> here & 1 else 16 if paid >> here & 1 else 0 for here in abroad])
    return value - next((cost for board, cost in outlook.threats if board >> end & 1), 0)
