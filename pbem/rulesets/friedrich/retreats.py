"""Retreats (F8): the farthest cities a beaten stack can reach in exactly so many steps, without listing paths."""

from __future__ import annotations

from pbem.rulesets.friedrich.board import ALL, BITS, around, cities_in, rings


def destinations(victor: int, start: int, length: int, occupied: int) -> int:
    """F8.3-F8.5: the legal ends of a retreat as a set of cities; empty if the stack cannot retreat in full.

    Paths are simple, of exactly ``length`` roads, over cities without a piece. The bands of cities at distance
    length + 1, length, ... from the victor are tried in turn (F8.8): the first that can be reached decides.
    """
    free = ALL & ~occupied & ~(1 << start)
    steps = walks(start, length, free)
    far = rings(victor)
    for band in range(min(length + 1, len(far) - 1), 0, -1):
        ends = steps[length] & far[band]
        # Within one step of the greatest distance every walk is simple: it climbs from ring to ring and stays
        # level once at the most. Farther down a walk may have turned back, so a path is looked for.
        if band < length:
            ends = sum(1 << end for end in cities_in(ends) if has_path(start, end, length, free))
        if ends:
            return ends
    return 0


def walks(start: int, length: int, free: int) -> list[int]:
    """The cities that a walk of 0, 1, 2, ... steps can end in; a walk may turn back, a path may not."""
    ends = [1 << start]
    for _ in range(length):
        ends.append(around(ends[-1]) & free)
    return ends


def has_path(start: int, end: int, length: int, free: int) -> bool:
    """Whether a path that visits no city twice leads to the end in exactly so many steps."""
    back = walks(end, length, free | 1 << start)

    def search(here: int, left: int, free: int) -> bool:
        if left == 0:
            return here == end
        if not enough(here, end, left, free):
            return False
        for city in cities_in(BITS[here] & free & back[left - 1]):
            if (left == 1 or city != end) and search(city, left - 1, free & ~(1 << city)):
                return True
        return False

    return search(start, length, free)


def enough(here: int, end: int, left: int, free: int) -> bool:
    """Whether the end can still be reached, and whether there are cities enough for the steps that are left."""
    front = seen = 1 << here
    while front:
        front = around(front) & free & ~seen
        seen |= front
        if seen >> end & 1 and seen.bit_count() > left:
            return True
    return False
