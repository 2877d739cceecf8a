"""Retreats: the farthest cities a beaten stack can reach in exactly so many steps, without listing paths; and paths.

What is occupied is every city the stack may not enter: those that hold a piece, and those beyond a border that it may
not cross. Distances are those of the empty map.
"""

from collections.abc import Iterator

from pbem.rulesets.common.roads import Roads, Way, cities_in


def destinations(roads: Roads, victor: int, start: int, length: int, occupied: int) -> int:
    """The ends of the paths of exactly that length that lead farthest from the victor; empty if there is no path.

    A path visits no city twice and no occupied one. The bands of cities at the greatest distance from the victor that
    can be, then at one less, ... are tried in turn: the first that can be reached decides.
    """
    free = roads.all & ~occupied & ~(1 << start)
    steps = walks(roads, start, length, free)
    far = roads.rings(victor)
    most = roads.distance(victor, start) + length
    for band in range(min(most, len(far) - 1), 0, -1):
        ends = steps[length] & far[band]
        # Within one step of the greatest distance every walk is simple: it climbs from ring to ring and stays
        # level once at the most. Farther down a walk may have turned back, so a path is looked for.
        if band < most - 1:
            ends = sum(1 << end for end in cities_in(ends) if has_path(roads, start, end, length, free))
        if ends:
            return ends
    return 0


def walks(roads: Roads, start: int, length: int, free: int) -> list[int]:
    """The cities that a walk of 0, 1, 2, ... steps can end in; a walk may turn back, a path may not."""
    ends = [1 << start]
    for _ in range(length):
        ends.append(roads.around(ends[-1]) & free)
    return ends


def ways(roads: Roads, start: int, end: int, length: int, occupied: int) -> Iterator[Way]:
    """The paths to one of the destinations, in the order of their cities: which of them is taken can matter.

    There can be very many: whoever asks for more than the first knows that there are few.
    """
    return paths(roads, start, end, length, roads.all & ~occupied & ~(1 << start))


def has_path(roads: Roads, start: int, end: int, length: int, free: int) -> bool:
    """Whether a path that visits no city twice leads to the end in exactly so many steps."""
    return next(paths(roads, start, end, length, free), None) is not None


def paths(roads: Roads, start: int, end: int, length: int, free: int) -> Iterator[Way]:
    """The paths over free cities that lead to the end in exactly so many steps."""
    back = walks(roads, end, length, free | 1 << start)
    bits = roads.bits

    def search(here: int, way: Way, free: int) -> Iterator[Way]:
        left = length - len(way)
        if left == 0:
            if here == end:
                yield way
            return
        if not enough(roads, here, end, left, free):
            return
        for city in cities_in(bits[here] & free & back[left - 1]):
            if left == 1 or city != end:
                yield from search(city, (*way, city), free & ~(1 << city))

    return search(start, (), free)


def enough(roads: Roads, here: int, end: int, left: int, free: int) -> bool:
    """Whether the end can still be reached, and whether there are cities enough for the steps that are left."""
    front = seen = 1 << here
    while front:
        front = roads.around(front) & free & ~seen
        seen |= front
        if seen >> end & 1 and seen.bit_count() > left:
            return True
    return False
