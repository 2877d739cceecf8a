"""Where a bot marches: every way of every stack is weighed by where it ends and what it passes over (F4, F5, F9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from pbem.rulesets.common.roads import DOTS
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    BITS,
    COUNTRY,
    DEPOTS,
    FRANCE,
    HANOVER,
    HOME,
    MAIN,
    NEAR,
    OBJECTIVES,
    PRUSSIA,
    RUSSIA,
    around,
    cities_in,
    suit_of,
    within,
)
from pbem.rulesets.friedrich.bots.mind import (
    REACH,
    Dice,
    Temper,
    around_all,
    far,
    foes_of,
    guessed_punches,
    punches,
)
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.movement import allowance
from pbem.rulesets.friedrich.objectives import can_prussia_conquer
from pbem.rulesets.friedrich.orders import Move
from pbem.rulesets.friedrich.restrictions import CHEVERT, FERMOR, HALLE, KUESTRIN, kept_from_attack
from pbem.rulesets.friedrich.state import (
    DEFENDERS,
    GENERALS,
    HEINRICH,
    SOUBISE,
    TRAINS,
    State,
    has_left,
    hostile_pieces,
)
from pbem.rulesets.friedrich.victory import needed

Way = tuple[int, int, tuple[int, ...]]  # the cities passed through as a set, the last city, the whole way
NEVER = -1000.0
OPEN, SHUT = 30, 3  # what an objective is worth that is passed over, unprotected or protected
ATTACKERS = range(HANOVER + 1, 7)


@cache
def ways(start: int, most: int, main: int) -> tuple[Way, ...]:
    """F4.3, F4.4: the ways on the empty map, of those over the same cities to the same end the shortest."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    layer: list[tuple[int, int, tuple[int, ...], bool]] = [(0, start, (), True)]
    for length in range(1, main + 1):
        ahead = []
        for inner, here, way, only_main in layer:
            passed = inner | (1 << here if way else 0)
            for city in NEAR[here]:
                on_main = only_main and bool(MAIN[here] >> city & 1)
                if length <= most or on_main:
                    found.setdefault((passed, city), (*way, city))
                    ahead.append((passed, city, (*way, city), on_main))
        layer = ahead
    return tuple((passed, end, way) for (passed, end), way in found.items())


class Plan:
    """A movement phase in a bot's head: the pieces as they will stand, and the orders that bring them there."""

    def __init__(
        self, view: State, nation: int, temper: Temper, dice: Dice, hand: Sequence[Card], option: bool = False
    ) -> None:
        self.view, self.nation, self.temper, self.dice = view, nation, temper, dice
        # F13.4, F15.6: Prussia conquers in Bohemia; ``option`` if it takes the offensive option with this very sheet
        self.bohemia = nation == PRUSSIA and (option or can_prussia_conquer(view))
        self.place = list(view.place)
        self.still: set[int] = set()  # generals who have moved or been joined
        self.split: list[tuple[int, ...]] = []  # stacks that came apart
        self.numbers: dict[int, int] = {}  # the troops of the generals after the phase
        self.lines: list[str] = []
        self.conquered = view.conquered
        self.foes = foes_of(view, nation)
        self.foe_bits = sum(1 << city for city in self.foes)
        self.attack = around(self.foe_bits)
        self.near = around_all(tuple(self.foes), REACH)
        self.trains = {view.place[p]: p for p in hostile_pieces(nation) if view.place[p] >= 0 and p in _TRAINS}
        self.hostile = self.foe_bits | sum(1 << city for city in self.trains)
        self.punch = punches(hand, temper.spend)
        self.guess = guessed_punches(view, temper.awe)
        self.salt = dice.below(1 << 16)
        self.taken: dict[int, int] = {}  # objectives some stack is already marching to
        self.supplied = self.supply(6)
        self.follow = self.supply(8)
        self.settle_goals()

    # what the bot wants

    def settle_goals(self) -> None:
        """The objectives to win or to guard, and which of them a march would take at once."""
        self.guarded = self.hot = 0
        if self.nation in DEFENDERS:
            self.settle_defence()
            return
        goals = needed(self.view, self.nation) & ~self.conquered
        self.shut = goals & protected(self.view)
        self.open = goals & ~self.shut
        self.goals, self.aims = goals, ~0
        if self.nation == AUSTRIA and (lost := self.conquered & OBJECTIVES[PRUSSIA]):
            held = lost & around_all(self.stations(PRUSSIA), 3)
            self.shut, self.open = self.shut | held, self.open | lost & ~held

    def settle_defence(self) -> None:
        """Prussia and Hanover guard what the enemy comes near to, and take back what nobody holds."""
        self.open = self.shut = 0
        self.aims = ~0
        country = COUNTRY["hanover"] if self.nation == HANOVER else ~COUNTRY["hanover"]
        for other in ATTACKERS:
            if has_left(self.view, other):
                continue
            generals = self.stations(other)
            mine = OBJECTIVES[other] & country
            held = mine & self.conquered
            self.shut |= held & around_all(generals, 3)
            self.open |= held & ~self.shut
            self.guarded |= mine & ~held
            self.hot |= mine & ~held & around_all(generals, 7)
        self.goals = self.open | self.hot
        if self.bohemia:
            self.settle_offensive()

    def settle_offensive(self) -> None:
        """F13.4, F15.6: what can be conquered in Bohemia; only an offensive mind makes for it, and for nothing else."""
        goals = OBJECTIVES[PRUSSIA] & ~self.conquered
        held = goals & around_all(self.stations(AUSTRIA), 3)
        self.shut |= held
        self.open |= goals & ~held
        self.aims = ~OBJECTIVES[PRUSSIA]
        if self.temper.abroad:
            self.guarded = self.hot = 0
            self.goals, self.aims = goals, OBJECTIVES[PRUSSIA]

    def stations(self, nation: int) -> list[int]:
        """The cities where generals of a nation stand."""
        return [self.place[p] for p in GENERALS[nation] if self.place[p] >= 0]

    def supply(self, most: int) -> int:
        """F9.2: where generals are supplied, or can be once a train has followed."""
        seen = self.bits(TRAINS[self.nation])
        front = seen
        for _ in range(most):
            front = around(front) & ~seen & ~self.hostile
            seen |= front
        depots = DEPOTS[self.nation] if self.nation in (RUSSIA, FRANCE) else ()
        return seen | HOME[self.nation] | sum(1 << depot for depot in depots)

    # the position

    def bits(self, pieces: Sequence[int]) -> int:
        """The cities where some pieces stand."""
        board = 0
        for piece in pieces:
            if self.place[piece] >= 0:
                board |= 1 << self.place[piece]
        return board

    def occupied(self, group: Sequence[int]) -> int:
        """The cities that hold a piece not of the group."""
        board = 0
        for piece, city in enumerate(self.place):
            if city >= 0 and piece not in group:
                board |= 1 << city
        return board

    def stack(self, city: int) -> tuple[int, ...]:
        """The own generals in a city."""
        return tuple([p for p in GENERALS[self.nation] if self.place[p] == city])

    def strength(self, group: Sequence[int]) -> int:
        return sum([self.view.troops[p] for p in group])

    # the moves

    def march_all(self) -> None:
        """Move the stacks one after the other, then the trains after them."""
        cities = dict.fromkeys(self.place[p] for p in GENERALS[self.nation] if self.place[p] >= 0)
        for city in self.dice.chance.shuffled(tuple(cities), f"{self.dice.label} order"):
            for group in self.groups(self.stack(city)):
                self.march(group)
        for train in TRAINS[self.nation]:
            if self.place[train] >= 0 and self.dice.percent(self.temper.moves):
                self.haul(train)

    def groups(self, stack: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """A stack as a whole, or now and then in two parts."""
        if any(p in self.still for p in stack) or not self.dice.percent(self.temper.moves):
            return
        roomy = len(stack) > 1 and self.strength(stack) >= 2 * len(stack) + 1
        roomy = roomy and not (self.view.in_force == "5D" and CHEVERT in stack)
        if roomy and self.dice.percent(25):
            part = self.dice.pick(stack)
            yield (part,)
            if self.dice.percent(50):
                yield tuple(p for p in stack if p != part)
            if len({self.place[p] for p in stack}) > 1:
                self.split.append(stack)
        else:
            yield stack

    def march(self, group: tuple[int, ...]) -> None:
        """Move a group to where it likes best, if it likes another city better than its own."""
        if any(p in self.still for p in group) or is_kept(self.view, group):
            return
        start, blocked = self.place[group[0]], self.occupied(group)
        values = Values(self, group, start, blocked)
        best, choice = values.stay(), None
        for way in ways(start, *allowance(self.view, group)):
            if not way[0] & blocked:
                value = values.of(way)
                if value > best:
                    best, choice = value, way
        if choice is not None:
            self.go(group, start, choice, blocked)

    def go(self, group: tuple[int, ...], start: int, way: Way, blocked: int) -> None:
        """Write the order and remember where everybody stands now."""
        passed, end, cities = way
        joined = self.stack(end) if end != start else ()
        taken = (passed | 1 << start) & self.open if group[0] not in _TRAINS else 0
        self.open &= ~taken
        self.goals &= ~taken
        self.conquered ^= taken
        self.guarded |= taken if self.nation in DEFENDERS else 0
        self.still.update(group, joined)
        for piece in group:
            self.place[piece] = end
        captured = self.trains.pop(end, None)
        if captured is not None:
            self.place[captured] = -1
            self.hostile &= ~(1 << end)
        if self.dice.percent(8) and self.is_plain(group, start, way, blocked):
            cities = (DOTS, end)
        self.lines.append(str(Move(group, cities)))

    def is_plain(self, group: tuple[int, ...], start: int, way: Way, blocked: int) -> bool:
        """Whether ``...`` can stand for the way: no way as short passes over anything that matters."""
        rivals = [w for w in ways(start, *allowance(self.view, group)) if w[1] == way[1] and not w[0] & blocked]
        least = min(len(w[2]) for w in rivals)
        if len(way[2]) > least or group[0] in _TRAINS:
            return len(way[2]) == least
        return not any((w[0] | 1 << start) & _ALL_OBJECTIVES for w in rivals if len(w[2]) == least)

    def haul(self, train: int) -> None:
        """Move a train to where it keeps the generals supplied, away from enemies."""
        generals = [self.place[p] for p in GENERALS[self.nation] if self.place[p] >= 0]
        abroad = [city for city in generals if not HOME[self.nation] >> city & 1]
        others = [self.place[t] for t in TRAINS[self.nation] if t != train and self.place[t] >= 0]
        alone = [c for c in abroad if not any(far(o)[c] <= 5 for o in others)]
        goals = alone or abroad or generals
        start, blocked = self.place[train], self.occupied((train,))
        best, choice = self.train_value(start, goals) + 1, None
        for way in ways(start, 2, 3):
            if not (way[0] | 1 << way[1]) & blocked and (value := self.train_value(way[1], goals)) > best:
                best, choice = value, way
        if choice is not None:
            self.go((train,), start, choice, blocked)

    def train_value(self, city: int, generals: Sequence[int]) -> float:
        """How good a place is for a train."""
        table = far(city)
        value = -6.0 if self.near >> city & 1 else 0.0
        for general in generals:
            distance = table[general]
            value -= distance if distance <= 6 else 2 * distance + 4
        return value


class Values:
    """What the cities are worth to one group."""

    def __init__(self, plan: Plan, group: tuple[int, ...], start: int, blocked: int) -> None:
        self.plan, self.group, self.start, self.blocked = plan, group, start, blocked
        self.strength = plan.strength(group)
        self.barred = barred_ends(plan, group)
        self.down = plan.view.is_face_down(group[0])
        others = [plan.place[p] for p in GENERALS[plan.nation] if plan.place[p] >= 0 and p not in group]
        covered = around_all(others, 3) if plan.guarded else 0
        self.cold, self.hot = plan.guarded & ~covered, plan.hot & ~covered
        self.aim = self.aimed()
        self.prizes = plan.open | plan.shut
        self.known: dict[int, float] = {}

    def aimed(self) -> bytes | None:
        """The distances to the objective this group makes for: near, and nobody else's yet."""
        plan, table = self.plan, far(self.start)
        best, goal = 99, -1
        for city in cities_in((self.hot | plan.open) & plan.aims or plan.goals):
            cost = table[city] + 4 * plan.taken.get(city, 0) + (plan.salt >> city % 13 & 1)
            cost += 2 if plan.shut >> city & 1 else 0
            if cost < best:
                best, goal = cost, city
        if goal < 0:
            return None
        plan.taken[goal] = plan.taken.get(goal, 0) + 1
        return far(goal)

    def stay(self) -> float:
        """The worth of standing still."""
        return self.worth(self.start) - (0.5 if self.aim is not None else 0)

    def of(self, way: Way) -> float:
        """The worth of a way: its end, and what it passes over."""
        passed, end, cities = way
        value = self.known.get(end)
        if value is None:
            value = self.known[end] = self.worth_of_end(end)
        over = (passed | 1 << self.start) & self.prizes
        if over:
            value += OPEN * (over & self.plan.open).bit_count() + SHUT * (over & self.plan.shut).bit_count()
        elif end == self.start:
            return NEVER
        return value - len(cities) / 64

    def worth_of_end(self, end: int) -> float:
        """F4.6: an empty city, own generals with room, or a hostile train; NEVER for any other."""
        plan = self.plan
        if self.barred >> end & 1:
            return NEVER
        if not self.blocked >> end & 1:
            return self.worth(end)
        if end == self.start:
            return NEVER
        if end in plan.trains:
            return self.worth(end) + 10
        there = plan.stack(end)
        if not there or len(there) + len(self.group) > 3:
            return NEVER
        weak = self.strength < 4 * len(self.group)
        return self.worth(end, plan.strength(there)) + (1 if weak else -3)

    def worth(self, end: int, more: int = 0) -> float:
        """What it is worth to stand in a city."""
        plan = self.plan
        value = (end * 37 + plan.salt & 15) / 16
        if self.aim is not None:
            value -= 1.5 * self.aim[end]
        if self.hot or self.cold:
            cover = within(end, 3)
            value += 5 * (cover & self.hot).bit_count() + (cover & self.cold).bit_count()
        if not plan.supplied >> end & 1:
            value -= (4 if plan.follow >> end & 1 else 14) * (4 if self.down else 1)
        if plan.attack >> end & 1:
            value += self.fight(end, more)
        elif plan.temper.fear and plan.near >> end & 1:
            value -= self.danger(end, more) * plan.temper.fear / 4
        return value

    def fight(self, end: int, more: int) -> float:
        """What the battles are worth that must be fought from a city (F7.1)."""
        plan = self.plan
        edge = self.strength + more + plan.punch[suit_of(end)] - plan.temper.margin
        freed = 0
        for city in cities_in(BITS[end] & plan.foe_bits):
            nation, troops = plan.foes[city]
            edge -= troops + plan.guess[nation]
            freed |= within(city, 3)
        if edge < 0:
            return max(3 * edge - 4, -60)
        return 6 + min(edge, 8) + 4 * (freed & (plan.goals | plan.guarded)).bit_count()

    def danger(self, end: int, more: int) -> int:
        """By how much the strongest enemy who can come would be ahead."""
        plan, table = self.plan, far(end)
        own = self.strength + more + plan.punch[suit_of(end)]
        worst = 0
        for city, (nation, troops) in plan.foes.items():
            if table[city] <= REACH:
                worst = max(worst, troops + plan.guess[nation] - own)
        return worst


def is_kept(view: State, group: Sequence[int]) -> bool:
    """2♣: whether Fermor is in the group and may not move."""
    if view.in_force != "2C" or FERMOR not in group:
        return False
    return bool((BITS[KUESTRIN] | 1 << KUESTRIN) >> view.place[FERMOR] & 1)


def barred_ends(plan: Plan, group: tuple[int, ...]) -> int:
    """F11.5, 3♥, 3♦: the cities where a group may not end its move, nor a general re-enter."""
    view, card = plan.view, plan.view.in_force
    trains = sum(1 << city for city in plan.trains)
    if kept_from_attack(view, group) is not None:
        return plan.attack | trains
    if card == "3H" and SOUBISE in group:
        return sum(1 << city for city in cities_in(plan.attack) if suit_of(city) in view.attack_suits)
    if card == "3D":
        near = BITS[HALLE] if plan.foe_bits >> HALLE & 1 else 0
        return near | (1 << HALLE if BITS[HALLE] & plan.foe_bits or trains >> HALLE & 1 else 0)
    return 0


def protected(view: State) -> int:
    """F5.4: the cities within three of a general who protects there; 11♥: four for Heinrich."""
    hanover = around_all([c for p in GENERALS[HANOVER] if (c := view.place[p]) >= 0], 3) & COUNTRY["hanover"]
    prussia = around_all([c for p in GENERALS[PRUSSIA] if (c := view.place[p]) >= 0], 3) & ~COUNTRY["hanover"]
    if view.in_force == "11H" and view.place[HEINRICH] >= 0:
        prussia |= within(view.place[HEINRICH], 4) & ~COUNTRY["hanover"]
    return hanover | prussia


_TRAINS = frozenset(p for trains in TRAINS for p in trains)
_ALL_OBJECTIVES = sum(OBJECTIVES)
