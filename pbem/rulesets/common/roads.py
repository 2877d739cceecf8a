"""Roads: cities are small numbers, a set of cities is a whole number with one bit a city, a way is a row of cities."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

DOTS = -9  # in a way as it was typed: the cities between are to be found
Way = tuple[int, ...]  # the cities entered, in order; where it starts is no part of it


def cities_in(board: int) -> Iterator[int]:
    """The cities of a set, in their order."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


class Roads:
    """Which cities are joined, and by a main road or not. Compared by identity: each has its own caches."""

    def __init__(self, near: Sequence[Sequence[int]], main: Sequence[int] = ()) -> None:
        self.near = near  # by city: its neighbours
        self.main = main or (0,) * len(near)  # by city: the set of its neighbours by main road
        self.bits = tuple([sum([1 << n for n in beside]) for beside in near])  # by city: the set of its neighbours
        self.all = (1 << len(near)) - 1
        self.rings: Callable[[int], tuple[int, ...]] = cache(self._rings)
        self.within: Callable[[int, int], int] = cache(self._within)

    def around(self, board: int) -> int:
        """All cities joined by a road to a city of the set."""
        bits, found = self.bits, 0
        while board:
            low = board & -board
            found |= bits[low.bit_length() - 1]
            board ^= low
        return found

    def _rings(self, start: int) -> tuple[int, ...]:
        """The sets of cities at distance 0, 1, 2, ... from a city, on the empty map."""
        found, seen = [1 << start], 1 << start
        while ring := self.around(found[-1]) & ~seen:
            found.append(ring)
            seen |= ring
        return tuple(found)

    def _within(self, start: int, most: int) -> int:
        """The cities at distance ``most`` or less, on the empty map."""
        found = 1 << start
        for _ in range(most):
            found |= self.around(found)
        return found

    def distance(self, a: int, b: int) -> int:
        """The least number of roads between two cities, ignoring all pieces."""
        for far, ring in enumerate(self.rings(a)):
            if ring >> b & 1:
                return far
        raise ValueError(f"no road leads from city {a} to city {b}")

    def nearest(self, board: int, city: int) -> int:
        """Those cities of a set that are nearest to a city, on the empty map; none where no road leads to any."""
        return next((found for ring in self.rings(city) if (found := ring & board)), 0)

    def reached(self, starts: int, free: int, most: int) -> int:
        """The free cities to which a path of at most so many roads leads from one of these, over free cities."""
        front = found = starts & free
        for _ in range(most):
            front = self.around(front) & free & ~found
            found |= front
        return found

    def stops(self, start: int, free: int, most: int, main: int) -> int:
        """Where the ways over free cities end: those of at most ``most`` roads, or ``main`` if all are main roads.

        The last city of a way need not be free; to stop in the city it began in is no way.
        """
        return (_ends(self.bits, start, free, most) | _ends(self.main, start, free, main)) & ~(1 << start)

    def all_main(self, start: int, way: Way) -> bool:
        """Whether all roads of the way are main roads."""
        here = start
        for city in way:
            if not self.main[here] >> city & 1:
                return False
            here = city
        return True

    def ways(self, start: int, most: int, main: int, blocked: int, closed: int = 0) -> Iterator[Way]:
        """Every way of at least one road: at most ``most`` of them, or ``main`` if all are main roads.

        A way may end in a blocked city but not lead on from there; a closed city is not entered at all. Back and
        forth is allowed.
        """
        ends: list[tuple[Way, bool]] = [((), True)]
        while ends:
            way, only_main = ends.pop()
            here = way[-1] if way else start
            if way and blocked >> here & 1:
                continue
            for city in self.near[here]:
                on_main = only_main and bool(self.main[here] >> city & 1)
                if (len(way) < most or (on_main and len(way) < main)) and not closed >> city & 1:
                    yield (*way, city)
                    ends.append(((*way, city), on_main))


def _ends(bits: Sequence[int], start: int, free: int, most: int) -> int:
    """The cities that up to so many of these roads lead to, over free cities."""
    front = seen = 1 << start
    found = 0
    for _ in range(most):
        beside = 0
        for city in cities_in(front):
            beside |= bits[city]
        found |= beside
        front = beside & free & ~seen
        seen |= front
    return found


def is_dots(text: str) -> bool:
    """Whether a word of a way leaves the cities between open."""
    return text.strip() in ("...", "…", "..")


def fits(way: Way, pattern: Way) -> bool:
    """Whether a way has the named cities in order, other cities only where the dots are."""
    if not pattern:
        return not way
    if pattern[0] == DOTS:
        return any(fits(way[skip:], pattern[1:]) for skip in range(len(way)))
    return bool(way) and way[0] == pattern[0] and fits(way[1:], pattern[1:])


def shortest(ways: Iterable[Way], pattern: Way) -> list[Way]:
    """The shortest of the ways that fit a way with dots in it, in the order of their cities."""
    fitting = [way for way in ways if fits(way, pattern)]
    least = min((len(way) for way in fitting), default=0)
    return sorted(way for way in fitting if len(way) == least)
