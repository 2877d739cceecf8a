"""What the cities are worth to a group of a bot's generals, by where a way ends and what it passes over."""

from __future__ import annotations

from pbem.rulesets.friedrich.board import BITS, cities_in, suit_of
from pbem.rulesets.friedrich.bots.mind import covers, far
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.movement import MARCH, stop_in
from pbem.rulesets.friedrich.restrictions import no_attack_from, no_capture_in

Way = tuple[int, int, tuple[int, ...]]  # the cities passed through as a set, the last city, the whole way
NEVER = -1000.0
OPEN, SHUT = 30, 3  # what an objective is worth that is passed over, unprotected or protected


class Values:
    """What the cities are worth to one group."""

    def __init__(self, scheme: Scheme, group: tuple[int, ...], start: int) -> None:
        self.scheme, self.group, self.start, self.position = scheme, group, start, scheme.position
        self.strength = scheme.strength(group)
        self.barred = self.barred_ends()
        self.down = scheme.view.is_face_down(group[0])
        covered = scheme.covered(group) if scheme.guarded else 0
        self.cold, self.hot = scheme.guarded & ~covered, scheme.hot & ~covered
        self.aim = self.aimed()
        self.prizes = scheme.open | scheme.shut
        self.known: dict[int, float] = {}

    def barred_ends(self) -> int:
        """F11.5, 3♥, 3♦: the cities where the group may not end its move."""
        if not self.position.in_force:
            return 0
        nation = self.scheme.nation
        return no_attack_from(self.position, nation, self.group) | no_capture_in(self.position, nation, self.group)

    def aimed(self) -> bytes | None:
        """The distances to the objective this group makes for: near, and nobody else's yet."""
        scheme, table = self.scheme, far(self.start)
        best, goal = 99, -1
        for city in cities_in((self.hot | scheme.open) & scheme.aims or scheme.goals):
            cost = table[city] + 4 * scheme.taken.get(city, 0) + (scheme.salt >> city % 13 & 1)
            cost += 2 if scheme.shut >> city & 1 else 0
            if cost < best:
                best, goal = cost, city
        if goal < 0:
            return None
        scheme.taken[goal] = scheme.taken.get(goal, 0) + 1
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
            value += OPEN * (over & self.scheme.open).bit_count() + SHUT * (over & self.scheme.shut).bit_count()
        elif end == self.start:
            return NEVER
        return value - len(cities) / 64

    def worth_of_end(self, end: int) -> float:
        """What it is worth to end a move in a city; NEVER where the group may not."""
        if self.barred >> end & 1:
            return NEVER
        stop = stop_in(self.position, self.group, end)
        if stop == "free":
            return self.worth(end)
        if stop == "train":
            return self.worth(end) + 10
        if stop != "comrades" or end == self.start:
            return NEVER
        weak = self.strength < 4 * len(self.group)
        return self.worth(end, self.scheme.strength(self.scheme.stack(end))) + (1 if weak else -3)

    def worth(self, end: int, more: int = 0) -> float:
        """What it is worth to stand in a city."""
        scheme = self.scheme
        value = (end * 37 + scheme.salt & 15) / 16
        if self.aim is not None:
            value -= 1.5 * self.aim[end]
        if self.hot or self.cold:
            board = covers((end,))
            value += 5 * (board & self.hot).bit_count() + (board & self.cold).bit_count()
        if not scheme.supplied >> end & 1:
            value -= (4 if scheme.follow >> end & 1 else 14) * (4 if self.down else 1)
        if scheme.attack >> end & 1:
            value += self.fight(end, more)
        elif scheme.temper.fear and scheme.near >> end & 1:
            value -= self.danger(end, more) * scheme.temper.fear / 4
        return value

    def fight(self, end: int, more: int) -> float:
        """What the battles are worth that must be fought from a city (F7.1)."""
        scheme = self.scheme
        edge = self.strength + more + scheme.punch[suit_of(end)] - scheme.temper.margin
        freed = 0
        for city in cities_in(BITS[end] & scheme.foe_bits):
            nation, troops = scheme.foes[city]
            edge -= troops + scheme.guess[nation]
            freed |= covers((city,))
        if edge < 0:
            return max(3 * edge - 4, -60)
        return 6 + min(edge, 8) + 4 * (freed & (scheme.goals | scheme.guarded)).bit_count()

    def danger(self, end: int, more: int) -> int:
        """By how much the strongest enemy who can come would be ahead."""
        scheme, table = self.scheme, far(end)
        own = self.strength + more + scheme.punch[suit_of(end)]
        worst = 0
        for city, (nation, troops) in scheme.foes.items():
            if table[city] <= MARCH[1]:
                worst = max(worst, troops + scheme.guess[nation] - own)
        return worst
