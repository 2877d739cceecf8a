"""Where names and pieces find room: boxes that never overlap, and lines that are crossed only in need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

Box = tuple[float, float, float, float]  # x0, y0, x1, y1
Line = tuple[float, float, float, float]
Cell = tuple[int, int]
Thing = tuple[float, float, float, float, int]  # a box or a line, with its kind
Spot = tuple[int, Box]  # how little a place is liked, and the place
Grid = dict[Cell, list[Thing]]
CELL = 64

# What a room holds. Marks of cities and pieces: a label beside one is read as belonging to it. Texts and discs: nothing
# may cover them. Names of the lesser cities: a piece covers one if it must, a label never. Labels of pieces: no other
# piece comes near. Ways: arrows, and the tails by which pieces hang on their cities; nothing is written on them. Roads:
# better not written on.
MARK, TEXT, NAME, LABEL, WAY, ROAD = 1, 2, 4, 8, 16, 32  # to be joined: MARK | TEXT

# Widths of letters in hundredths of the type size, of a wide common sans-serif: a narrower one is spaced out a little.
_WIDTHS = {
    28: "ijlł", 30: "IJ", 32: " ,.", 34: ":", 36: "-f", 40: "()t", 42: "r", 52: "szśźż", 54: "?c", 56: "LŁ", 58: "Fk",
    60: "Pvxy", 62: "TYaeoßäóöąę", 64: "0123456789ESbdghnpquüńŚ", 66: "K", 68: "ABVXZŻ", 70: "CR", 74: "NU", 76: "H",
    78: "DGOQ", 82: "w", 84: "+", 86: "M", 98: "Wm",
}  # fmt: skip
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}


def text_width(text: str, size: float, bold: bool = False) -> float:
    """How wide a line of text is drawn."""
    width = sum([_WIDTH.get(letter, 80) for letter in text]) * size / 100
    return round(width * 1.1 if bold else width, 1)


def held(text: str, size: float, bold: bool = False) -> dict[str, float]:
    """What makes a line of text as wide as it was planned, with whatever sans-serif its reader has.

    The space between letters gives way, not their shape: spaced names look right on a map.
    """
    return {"textLength": text_width(text, size, bold)}


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share any space."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


class Room:
    """The free space of a frame, cut into cells so that only what is near is looked at."""

    def __init__(self, frame: Box, boxes: Grid | None = None, lines: Grid | None = None) -> None:
        self.frame = frame
        self._boxes = boxes or {}
        self._lines = lines or {}

    def copied(self) -> Room:
        """A room of its own with the same things in it."""
        boxes = {cell: things[:] for cell, things in self._boxes.items()}
        return Room(self.frame, boxes, {cell: things[:] for cell, things in self._lines.items()})

    def put(self, kind: int, place: Box | Line) -> None:
        """A box, or a line of kind ``WAY`` or ``ROAD``."""
        grid = self._lines if kind >= WAY else self._boxes
        for cell in _cells(_bounds(place)):
            grid.setdefault(cell, []).append((*place, kind))

    def drop(self, kind: int, place: Box | Line) -> None:
        """Take away what was put."""
        grid = self._lines if kind >= WAY else self._boxes
        for cell in _cells(_bounds(place)):
            grid[cell].remove((*place, kind))

    def holds(self, box: Box) -> bool:
        """Whether a box lies in the frame."""
        frame = self.frame
        return box[0] >= frame[0] and box[1] >= frame[1] and box[2] <= frame[2] and box[3] <= frame[3]

    def is_clear(self, box: Box, kinds: int, skip: Box | None = None) -> bool:
        """Whether no box of some kinds lies here, but for one to be skipped."""
        x0, y0, x1, y1 = box
        grid = self._boxes
        for cell in _cells(box):
            for a0, b0, a1, b1, kind in grid.get(cell, ()):
                if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1 and kind & kinds and (a0, b0, a1, b1) != skip:
                    return False
        return True

    def free(self, spots: Sequence[Spot], kinds: int) -> list[Spot]:
        """Those of some spots close together that lie in the frame and on no box of some kinds.

        What is near is looked up once for all of them.
        """
        inside = [spot for spot in spots if self.holds(spot[1])]
        if not inside:
            return inside
        lefts, tops, rights, bottoms = zip(*[box for _, box in inside], strict=True)
        near = self._near((min(lefts), min(tops), max(rights), max(bottoms)), kinds)
        return [spot for spot in inside if _is_off(spot[1], near)] if near else inside

    def _near(self, box: Box, kinds: int) -> list[Thing]:
        """The boxes of some kinds that lie in a box."""
        x0, y0, x1, y1 = box
        grid, found = self._boxes, set()
        for cell in _cells(box):
            for thing in grid.get(cell, ()):
                a0, b0, a1, b1, kind = thing
                if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1 and kind & kinds:
                    found.add(thing)
        return list(found)

    def covered(self, kinds: int, box: Box) -> int:
        """How many boxes of some kinds lie here."""
        return len(self._near(box, kinds))

    def met(self, kinds: int, line: Line) -> int:
        """How many boxes of some kinds a line runs through."""
        return sum([meets(thing[:4], line) for thing in self._near(_bounds(line), kinds)])

    def crossed(self, kinds: int, box: Box) -> int:
        """How many lines of some kinds run through the box."""
        left, right = box[0], box[2]
        grid, near = self._lines, set()
        for cell in _cells(box):
            for thing in grid.get(cell, ()):
                x0, _, x1, _, kind = thing
                if kind & kinds and (x0 < right or x1 < right) and (x0 > left or x1 > left):
                    near.add(thing)
        return sum([meets(box, thing[:4]) for thing in near]) if near else 0


def _is_off(box: Box, things: Iterable[Thing]) -> bool:
    """Whether a box touches none of some others."""
    x0, y0, x1, y1 = box
    for a0, b0, a1, b1, _ in things:  # noqa: SIM110 - a loop takes half the time, and this is asked most of all
        if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
            return False
    return True


def _bounds(place: Box | Line) -> Box:
    x0, y0, x1, y1 = place
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _cells(box: Box) -> list[Cell]:
    x0, y0, x1, y1 = int(box[0]) // CELL, int(box[1]) // CELL, int(box[2]) // CELL, int(box[3]) // CELL
    if x0 == x1:
        return [(x0, y0)] if y0 == y1 else [(x0, y) for y in range(y0, y1 + 1)]
    if y0 == y1:
        return [(x, y0) for x in range(x0, x1 + 1)]
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


def meets(box: Box, line: Line) -> bool:
    """Whether a line runs through a box: not past one side of it, and with corners on both its hands."""
    x0, y0, x1, y1 = line
    left, top, right, bottom = box
    if (x0 <= left and x1 <= left) or (x0 >= right and x1 >= right):
        return False
    if (y0 <= top and y1 <= top) or (y0 >= bottom and y1 >= bottom):
        return False
    dx, dy = x1 - x0, y1 - y0
    a, b = dx * (top - y0), dx * (bottom - y0)
    c, d = dy * (left - x0), dy * (right - x0)
    hand = a > c
    return not (hand == (a > d) == (b > c) == (b > d))


def grown(box: Box, by: float) -> Box:
    """The box with a rim."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def distance(a: Box, b: Box) -> float:
    """How far apart two boxes are, from edge to edge."""
    return hypot(max(0.0, a[0] - b[2], b[0] - a[2]), max(0.0, a[1] - b[3], b[1] - a[3]))


Way = tuple[int, float, float, float, float]  # dislike, shift in its own width and height, shift in the gap

# Where a name may stand around its city: beside it or below it, for the pieces like to stand above.
_AROUND: tuple[Way, ...] = (
    (0, 0.0, -0.5, 1.0, 0.0), (1, -1.0, -0.5, -1.0, 0.0), (2, 0.0, 0.0, 0.7, 0.5), (2, 0.0, -1.0, 0.7, -0.5),
    (3, -1.0, 0.0, -0.7, 0.5), (3, -0.5, 0.0, 0.0, 1.0), (3, -1.0, -1.0, -0.7, -0.5), (4, -0.5, -1.0, 0.0, -1.0),
    (4, -0.2, 0.0, 0.0, 1.0), (4, -0.8, 0.0, 0.0, 1.0), (5, -0.2, -1.0, 0.0, -1.0), (5, -0.8, -1.0, 0.0, -1.0),
)  # fmt: skip

_STEPS = ((0, -0.5), (1, -0.35), (1, -0.65), (1, -0.2), (1, -0.8), (2, -0.05), (2, -0.95), (2, 0.1), (2, -1.1))

# Where a piece may stand: above its city if it can be, else below or beside it; in small steps along each side.
_UPRIGHT: tuple[Way, ...] = tuple(
    sorted(
        [(1 + steps, slide, -1.0, 0.0, -1.0) for steps, slide in _STEPS]
        + [(2 + steps, slide, 0.0, 0.0, 1.0) for steps, slide in _STEPS]
        + [(2 + steps, 0.0, slide, 1.0, 0.0) for steps, slide in _STEPS]
        + [(2 + steps, -1.0, slide, -1.0, 0.0) for steps, slide in _STEPS]
        + [(4, 0.0, -1.0, 0.6, -0.6), (4, -1.0, -1.0, -0.6, -0.6), (4, 0.0, 0.0, 0.6, 0.6), (4, -1.0, 0.0, -0.6, 0.6)]
    )
)


def _around(ways: tuple[Way, ...], x: float, y: float, size: tuple[float, float], gap: float) -> Iterator[Spot]:
    width, height = size
    for dislike, wide, high, dx, dy in ways:
        x0, y0 = round(x + wide * width + dx * gap, 1), round(y + high * height + dy * gap, 1)
        yield dislike, (x0, y0, round(x0 + width, 1), round(y0 + height, 1))


def name_spots(x: float, y: float, size: tuple[float, float], gap: float) -> Iterator[Spot]:
    """Boxes for a name around its city, the most liked first."""
    return _around(_AROUND, x, y, size, gap)


def piece_spots(x: float, y: float, size: tuple[float, float], gap: float) -> Iterator[Spot]:
    """Boxes for a piece around its city, the most liked first."""
    return _around(_UPRIGHT, x, y, size, gap)


# Where the label of a piece may stand along a side of it: in the middle (0), or so far towards either end (1), where a
# good part of it still lies beside the piece.
_SLIDES = (
    (0, 0.0), (1, -0.15), (1, 0.15), (1, -0.3), (1, 0.3), (2, -0.45), (2, 0.45), (2, -0.6), (2, 0.6), (3, -0.8),
    (3, 0.8), (4, -1.0), (4, 1.0),
)  # fmt: skip
BESIDE = 0.35  # of the shorter of the two


def label_sides(piece: Box, size: tuple[float, float], gap: float) -> tuple[list[Spot], ...]:
    """Boxes for a label at the four sides of a piece: right, left, below, above; in small steps along each side."""
    width, height = size
    x0, y0, x1, y1 = piece
    across, along = x1 - x0, y1 - y0
    wide = (across + width) / 2 - BESIDE * min(across, width)
    high = (along + height) / 2 - BESIDE * min(along, height)
    xs = _steps((x0 + x1 - width) / 2, wide, width)
    ys = _steps((y0 + y1 - height) / 2, high, height)
    (right, end), (left, middle) = _from(x1 + gap, width), _from(x0 - gap - width, width)
    (below, foot), (above, top) = _from(y1 + gap, height), _from(y0 - gap - height, height)
    return (
        [(dislike, (right, a, end, b)) for dislike, a, b in ys],
        [(dislike + 1, (left, a, middle, b)) for dislike, a, b in ys],
        [(dislike + 1, (a, below, b, foot)) for dislike, a, b in xs],
        [(dislike + 2, (a, above, b, top)) for dislike, a, b in xs],
    )


def label_spots(piece: Box, size: tuple[float, float], gap: float) -> list[Spot]:
    """The same of all sides, the most liked first."""
    return sorted(spot for side in label_sides(piece, size, gap) for spot in side)


def _steps(start: float, reach: float, length: float) -> list[tuple[int, float, float]]:
    """The steps along a side: dislike, beginning and end."""
    return [(dislike, *_from(start + slide * reach, length)) for dislike, slide in _SLIDES]


def _from(start: float, length: float) -> tuple[float, float]:
    start = round(start, 1)
    return start, round(start + length, 1)
