"""Places that are kept for pieces: around every city one can stand without covering a name, if the names let it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.svgmap.labels import MARK, Box, Room, overlap, piece_spots

# What a piece takes, with its edge, and how far off it may stand; all in units of the frame's scale. It is a little
# larger than one general, so that there is room for most stacks of two.
SIZE = (36.0, 22.0)
TAILS = (0, 4, 8, 12)
REACH = 62.0  # no part of a place kept for a city is farther from it
CELL = 100

Place = tuple[float, float, float]  # of a city: x, y, and how far from there a piece begins to stand


class Stands:
    """The free places of pieces, by city; each name that is written takes some away."""

    def __init__(self, room: Room, scale: float, cities: Iterable[Place]) -> None:
        self._reach = REACH * scale
        self._free: list[list[Box]] = []
        self._cells: dict[tuple[int, int], list[int]] = {}
        for number, (x, y, gap) in enumerate(cities):
            self._free.append([*_places(room, scale, (x, y, gap))])
            self._cells.setdefault((int(x) // CELL, int(y) // CELL), []).append(number)

    def lost(self, box: Box) -> int:
        """For how many cities a name here would take the last free place."""
        near = (self._free[number] for number in self._around(box))
        return sum([bool(free) and all(overlap(place, box) for place in free) for free in near])

    def take(self, box: Box) -> None:
        """A name is written here."""
        for number in self._around(box):
            self._free[number] = [place for place in self._free[number] if not overlap(place, box)]

    def _around(self, box: Box) -> Iterator[int]:
        """The cities whose places may lie in a box."""
        reach = self._reach
        columns = range(int(box[0] - reach) // CELL, int(box[2] + reach) // CELL + 1)
        rows = range(int(box[1] - reach) // CELL, int(box[3] + reach) // CELL + 1)
        return (number for x in columns for y in rows for number in self._cells.get((x, y), ()))


def _places(room: Room, scale: float, city: Place) -> Iterator[Box]:
    """Where a piece can stand that covers no mark of a city, the nearest first."""
    x, y, gap = city
    size = round(SIZE[0] * scale, 1), round(SIZE[1] * scale, 1)
    for length in TAILS:
        for _, box in piece_spots(x, y, size, gap + length * scale):
            if room.holds(box) and room.is_clear(box, MARK):
                yield box
