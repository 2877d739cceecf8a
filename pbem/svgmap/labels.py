"""Where names and pieces find room: boxes that never overlap, and lines that are crossed only in need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Box = tuple[float, float, float, float]  # x0, y0, x1, y1
Line = tuple[float, float, float, float]
Cell = tuple[int, int]
CELL = 64

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
    """The free space of a frame: boxes are taken for good, lines are better not crossed."""

    def __init__(self, frame: Box) -> None:
        self.frame = frame
        self._boxes: dict[Cell, list[Box]] = {}
        self._lines: dict[Cell, list[Line]] = {}
        self._small: dict[Cell, list[Box]] = {}

    def keep(self, box: Box) -> None:
        """A small mark that only a name without any other place may cover."""
        for cell in _cells(box):
            self._small.setdefault(cell, []).append(box)

    def take(self, box: Box) -> None:
        """From now on nothing else is put here."""
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append(box)

    def cross(self, line: Line) -> None:
        """A line that names should keep off."""
        x0, y0, x1, y1 = line
        for cell in _cells((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))):
            self._lines.setdefault(cell, []).append(line)

    def is_free(self, box: Box) -> bool:
        """Whether the box lies in the frame and on nothing but small marks."""
        return self._is_free(box, _cells(box))

    def _is_free(self, box: Box, cells: list[Cell]) -> bool:
        x0, y0, x1, y1 = box
        frame, boxes = self.frame, self._boxes
        if x0 < frame[0] or y0 < frame[1] or x1 > frame[2] or y1 > frame[3]:
            return False
        for cell in cells:
            for a0, b0, a1, b1 in boxes.get(cell, ()):
                if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
                    return False
        return True

    def _covered(self, box: Box, cells: list[Cell]) -> int:
        """How many small marks lie under a box."""
        x0, y0, x1, y1 = box
        small, hits = self._small, 0
        for cell in cells:
            for a0, b0, a1, b1 in small.get(cell, ()):
                if x0 < a1 and a0 < x1 and y0 < b1 and b0 < y1:
                    hits += 1
        return hits

    def _crossings(self, box: Box, cells: list[Cell]) -> int:
        """How many lines run through the box."""
        lines = {line for cell in cells for line in self._lines.get(cell, ())}
        return sum([meets(box, line) for line in lines])

    def placed(self, spots: Iterable[tuple[int, Box]], cover: bool = False) -> tuple[int, Box] | None:
        """The best free one of some boxes, each with how little it is liked, with its cost; None if none is free."""
        best: tuple[int, Box] | None = None
        for dislike, box in spots:  # in the order of liking
            if best is not None and dislike >= best[0]:
                break
            cells = _cells(box)
            if not self._is_free(box, cells):
                continue
            small = self._covered(box, cells)
            if cover or not small:
                cost = dislike + 3 * self._crossings(box, cells) + 6 * small
                if best is None or cost < best[0]:
                    best = cost, box
        return best


def _cells(box: Box) -> list[Cell]:
    x0, y0, x1, y1 = int(box[0] // CELL), int(box[1] // CELL), int(box[2] // CELL), int(box[3] // CELL)
    if x0 == x1 and y0 == y1:
        return [(x0, y0)]
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


# Where a box may stand around a point: by how much of its own size it is shifted, and by how much of the gap.
_AROUND = (
    (0, 0.0, -0.5, 1.0, 0.0), (1, -1.0, -0.5, -1.0, 0.0), (2, 0.0, -1.0, 0.7, -0.5), (2, 0.0, 0.0, 0.7, 0.5),
    (3, -1.0, -1.0, -0.7, -0.5), (3, -1.0, 0.0, -0.7, 0.5), (3, -0.5, 0.0, 0.0, 1.0), (3, -0.5, -1.0, 0.0, -1.0),
    (4, -0.2, 0.0, 0.0, 1.0), (4, -0.2, -1.0, 0.0, -1.0), (4, -0.8, 0.0, 0.0, 1.0), (4, -0.8, -1.0, 0.0, -1.0),
)  # fmt: skip


def spots(x: float, y: float, width: float, height: float, gap: float, rings: int = 1) -> Iterator[tuple[int, Box]]:
    """Boxes of a size around a point, the most liked first; further rings lie farther off."""
    for ring in range(rings):
        far = gap + ring * max(height, gap)
        for dislike, wide, high, dx, dy in _AROUND:
            x0, y0 = round(x + wide * width + dx * far, 1), round(y + high * height + dy * far, 1)
            yield dislike + 8 * ring, (x0, y0, round(x0 + width, 1), round(y0 + height, 1))


# The same for pieces: above the city if it can be, else below or beside it.
_UPRIGHT = (
    (0, -0.5, -1.0, 0.0, -1.0), (1, -0.5, 0.0, 0.0, 1.0), (2, 0.0, -0.5, 1.0, 0.0), (2, -1.0, -0.5, -1.0, 0.0),
    (3, -0.2, -1.0, 0.0, -1.0), (3, -0.8, -1.0, 0.0, -1.0), (3, -0.2, 0.0, 0.0, 1.0), (3, -0.8, 0.0, 0.0, 1.0),
    (4, 0.0, -1.0, 0.6, -0.6), (4, -1.0, -1.0, -0.6, -0.6), (4, 0.0, 0.0, 0.6, 0.6), (4, -1.0, 0.0, -0.6, 0.6),
)  # fmt: skip


def upright(x: float, y: float, width: float, height: float, gap: float) -> Iterator[tuple[int, Box]]:
    """Boxes for a piece around its city, the most liked first; further rings lie farther off."""
    for ring in range(7):
        far = gap + ring * 0.4 * height
        for dislike, wide, high, dx, dy in _UPRIGHT:
            x0, y0 = round(x + wide * width + dx * far, 1), round(y + high * height + dy * far, 1)
            yield dislike + 7 * ring, (x0, y0, round(x0 + width, 1), round(y0 + height, 1))
