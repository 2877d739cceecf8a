"""Retreats on invented nets, held against a listing of every path."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nets import board, letters, net, number, way

from pbem.core.chance import Chance
from pbem.rulesets.common.retreats import destinations, ways
from pbem.rulesets.common.roads import Roads, Way

# v beats a stack in a, from which two roads lead on; c-d-e-f is a ring.
RING = net("v-a-b-c-d-e-f-c", "a-g-h", "v-h")


def every_path(roads: Roads, start: int, length: int, occupied: int) -> Iterator[Way]:
    """All paths that visit no city twice, the plain way."""

    def grow(path: Way) -> Iterator[Way]:
        if len(path) == length + 1:
            yield path[1:]
            return
        for city in roads.near[path[-1]]:
            if city not in path and not occupied >> city & 1:
                yield from grow((*path, city))

    return grow((start,))


def farthest(roads: Roads, victor: int, start: int, length: int, occupied: int) -> int:
    """The ends of the paths that are farthest from the victor."""
    ends = {path[-1] for path in every_path(roads, start, length, occupied)}
    most = max((roads.distance(victor, end) for end in ends), default=0)
    return sum(1 << end for end in ends if roads.distance(victor, end) == most)


def some_net(name: str, size: int = 14) -> Roads:
    """A net in which every city can be reached, with some roads more."""
    chance = Chance(name)
    pairs = {(chance.below(city, f"road {city}"), city) for city in range(1, size)}
    for more in range(size // 2):
        a, b = sorted(chance.shuffled(range(size), f"more {more}")[:2])
        pairs.add((a, b))
    return Roads(tuple(tuple(b if a == c else a for a, b in sorted(pairs) if c in (a, b)) for c in range(size)))


def test_a_retreat_ends_as_far_from_the_victor_as_can_be() -> None:
    found = destinations(RING, number("v"), number("a"), 2, board("v"))

    assert "c" == letters(found)  # h is as many steps away, but beside the victor


def test_a_retreat_has_its_full_length_or_is_none() -> None:
    assert "" == letters(destinations(net("v-a-b"), number("v"), number("a"), 2, board("v")))
    assert "b" == letters(destinations(net("v-a-b"), number("v"), number("a"), 1, board("v")))


def test_what_is_occupied_is_not_entered() -> None:
    assert "h" == letters(destinations(RING, number("v"), number("a"), 2, board("vb")))
    assert "" == letters(destinations(RING, number("v"), number("a"), 2, board("vbg")))


def test_cities_beyond_a_border_count_as_occupied_for_those_who_may_not_cross() -> None:
    beyond = board("cdef")
    free = destinations(RING, number("v"), number("a"), 3, board("v"))
    bound = destinations(RING, number("v"), number("a"), 3, board("v") | beyond)

    assert ("df", "") == (letters(free), letters(bound))


def test_a_border_does_not_change_distances() -> None:
    """b is two roads from v by way of the city beyond the border; so it is, though the stack cannot go there."""
    roads = net("v-x-b", "v-a-c-d-b", "c-e-f-g")
    beyond = board("vx")

    assert "f" == letters(destinations(roads, number("v"), number("a"), 3, beyond))
    assert 2 == roads.distance(number("v"), number("b"))


def test_no_city_is_visited_twice() -> None:
    """Round the ring c-d-e-f and back to c would be six steps."""
    found = destinations(RING, number("v"), number("a"), 6, board("v"))

    assert farthest(RING, number("v"), number("a"), 6, board("v")) == found == 0


def test_the_ways_of_a_retreat_are_listed_in_the_order_of_their_cities() -> None:
    end = number("e")

    assert [way("bcde"), way("bcfe")] == list(ways(RING, number("a"), end, 4, board("v")))
    assert [way("bcfe")] == list(ways(RING, number("a"), end, 4, board("vd")))
    assert [] == list(ways(RING, number("a"), end, 3, board("v")))


@pytest.mark.parametrize("name", [f"net {number}" for number in range(60)])
def test_destinations_and_ways_are_those_of_a_plain_listing(name: str) -> None:
    roads, chance = some_net(name), Chance(f"{name} pieces")
    start = chance.below(14, "start")
    victor = chance.pick(roads.near[start], "victor")
    held = board("".join("abcdefghijklmn"[c] for c in chance.shuffled(range(14), "held")[:3] if c != start))
    for length in range(1, 9):
        occupied = (held | 1 << victor) & ~(1 << start)
        ends = destinations(roads, victor, start, length, occupied)
        paths = list(every_path(roads, start, length, occupied))

        assert farthest(roads, victor, start, length, occupied) == ends
        for end in range(14):
            assert [path for path in paths if path[-1] == end] == list(ways(roads, start, end, length, occupied))


@pytest.mark.parametrize("name", [f"net {number}" for number in range(20)])
def test_a_victor_farther_off_is_fled_from_as_well(name: str) -> None:
    roads = some_net(name)
    for victor in range(14):
        for length in (1, 2, 3, 5):
            found = destinations(roads, victor, 3, length, 1 << victor & ~(1 << 3))

            assert farthest(roads, victor, 3, length, 1 << victor & ~(1 << 3)) == found


def enters_again(land: int, start: int, path: Way) -> bool:
    """Whether a path enters this land from outside."""
    return any(land >> city & 1 and not land >> here & 1 for here, city in zip((start, *path), path, strict=False))


def test_land_that_is_left_for_good_is_not_entered_again() -> None:
    """a and c lie in one land, b between them does not: whoever has gone to b does not go on to c."""
    roads, land = net("v-a-b-c", "a-d-e", "b-f-v"), board("ac")

    assert "ce" == letters(destinations(roads, number("v"), number("a"), 2, board("v")))
    assert "e" == letters(destinations(roads, number("v"), number("a"), 2, board("v"), land))
    assert [] == list(ways(roads, number("a"), number("c"), 2, board("v"), land))
    assert "f" == letters(destinations(roads, number("v"), number("a"), 2, board("vd"), land))


@pytest.mark.parametrize("name", [f"net {number}" for number in range(60)])
def test_ways_out_of_a_land_are_those_of_a_plain_listing(name: str) -> None:
    roads, chance = some_net(name), Chance(f"{name} land")
    start = chance.below(14, "start")
    victor = chance.pick(roads.near[start], "victor")
    land = 1 << start | sum(1 << city for city in chance.shuffled(range(14), "land")[:6] if city != start)
    for length in range(1, 9):
        listing = every_path(roads, start, length, 1 << victor)
        paths = [path for path in listing if not enters_again(land, start, path)]
        far = max((roads.distance(victor, path[-1]) for path in paths), default=0)
        ends = {path[-1] for path in paths if roads.distance(victor, path[-1]) == far}

        assert sum(1 << end for end in ends) == destinations(roads, victor, start, length, 1 << victor, land)
        for end in range(14):
            assert [path for path in paths if path[-1] == end] == list(
                ways(roads, start, end, length, 1 << victor, land)
            )
