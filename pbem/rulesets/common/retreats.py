"""Retreats: the farthest cities a beaten stack can reach in exactly so many steps, without listing paths; and paths.

What is occupied is every city the stack may not enter: those that hold a piece, and those beyond a border that it may
not cross. Distances are those of the empty map. What is left for good is land the stack is in and may leave, but not
enter again.
"""

from collections.abc import Iterable, Iterator, Sequence

from pbem.rulesets.common.roads import Roads, Way, cities_in


def destinations(roads: Roads, victor: int, start: int, length: int, occupied: int, left_for_good: int = 0) -> int:
    """The ends of the paths of exactly that length that lead farthest from the victor; empty if there is no path.

    A path visits no city twice and no occupied one. A step away from the victor loses nothing of the way, a level one
    loses one, a step towards him two. The ends of walks that lose nothing are tried first, then of those that lose one,
    ...: the first that can be reached decides.
    """
    free = roads.all & ~occupied & ~(1 << start)
    far, near = roads.rings(victor), roads.distance(victor, start)
    layers: list[list[int]] = []  # by what is lost, then by step: the cities walks are in
    for lost in range(near + length):
        layers.append(layer(roads, layers, 1 << start, [ring & free for ring in _rings(far, near - lost, length)]))
        ends = layers[lost][length]
        # Who loses nothing climbs from ring to ring, who loses one stays level once: these walks are simple. Others
        # may have turned back, or entered land again that they had left, so a path is looked for.
        if ends and (lost > 1 or left_for_good):
            steps = [union(row[step] for row in layers) for step in range(length + 1)]
            ends = union(1 << end for end in cities_in(ends) if has_path(roads, start, end, steps, free, left_for_good))
        if ends:
            return ends
    return 0


def _rings(far: Sequence[int], first: int, length: int) -> Iterator[int]:
    """The rings of cities from a distance on, one for each step; beyond the map there are none."""
    return (far[at] if 0 <= at < len(far) else 0 for at in range(first, first + length + 1))


def layer(roads: Roads, layers: Sequence[Sequence[int]], start: int, rings: Sequence[int]) -> list[int]:
    """Where the walks are, step by step, that lose one more than those of the layers: in these rings."""
    found = [start if not layers else 0]
    for step in range(1, len(rings)):
        before = union(row[step - 1] for row in layers[-2:]) | found[-1]
        found.append(roads.around(before) & rings[step] if before and rings[step] else 0)
    return found


def union(sets: Iterable[int]) -> int:
    """All cities of some sets."""
    found = 0
    for cities in sets:
        found |= cities
    return found


def has_path(roads: Roads, start: int, end: int, steps: Sequence[int], free: int, left_for_good: int = 0) -> bool:
    """Whether a path that visits no city twice leads to the end; after each step it is in one of these cities."""
    back = [1 << end]
    for cities in steps[-2::-1]:
        back.append(roads.around(back[-1]) & cities)
    return next(_search(roads, start, end, back, free, left_for_good), None) is not None


def ways(roads: Roads, start: int, end: int, length: int, occupied: int, left_for_good: int = 0) -> Iterator[Way]:
    """The paths to one of the destinations, in the order of their cities: which of them is taken can matter.

    There can be very many: whoever asks for more than the first knows that there are few.
    """
    return paths(roads, start, end, length, roads.all & ~occupied & ~(1 << start), left_for_good)


def paths(roads: Roads, start: int, end: int, length: int, free: int, left_for_good: int = 0) -> Iterator[Way]:
    """The paths over free cities that lead to the end in exactly so many steps."""
    return _search(roads, start, end, walks(roads, end, length, free | 1 << start), free, left_for_good)


def walks(roads: Roads, start: int, length: int, free: int) -> list[int]:
    """The cities that a walk of 0, 1, 2, ... steps can end in; a walk may turn back, a path may not."""
    ends = [1 << start]
    for _ in range(length):
        ends.append(roads.around(ends[-1]) & free)
    return ends


def _search(roads: Roads, start: int, end: int, back: Sequence[int], free: int, left_for_good: int) -> Iterator[Way]:
    """The paths to the end; ``back`` are the cities in which they can be with 0, 1, 2, ... steps left."""
    bits = roads.bits

    def search(here: int, way: Way, free: int) -> Iterator[Way]:
        left = len(back) - 1 - len(way)
        if left == 0:
            if here == end:
                yield way
            return
        onward = bits[here] & free & back[left - 1] & ~(1 << end if left > 1 else 0)
        if onward.bit_count() > 1 and not enough(roads, here, end, left, free):
            return  # where there is no choice, the next city is soon looked at
        for city in cities_in(onward):
            still = free if left_for_good >> city & 1 else free & ~left_for_good
            yield from search(city, (*way, city), still & ~(1 << city))

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
