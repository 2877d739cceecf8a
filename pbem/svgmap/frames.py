"""What part of the board is shown, and how large things are drawn on it."""

from __future__ import annotations

from typing import NamedTuple

from pbem.core.picture import Picture, Theatre
from pbem.svgmap.labels import Box

MARGIN = 48
LEAST = (330, 230)  # a cut-out is at least so wide and high


class Wish(NamedTuple):
    """What a map is to show: the whole board, a theatre, or what lies around a city; and shades by nation."""

    caption: str = ""
    theatre: Theatre | None = None
    city: str = ""
    radius: int = 4
    shades: tuple[tuple[str, str], ...] = ()  # (kind, nation)


class Frame(NamedTuple):
    """A rectangle of the board, and the size of marks and letters in it."""

    box: Box
    scale: float  # of pieces and important names
    small: float  # of the names of other cities

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    def has(self, x: float, y: float) -> bool:
        """Whether a spot is shown."""
        return self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3]


def frame_of(picture: Picture, wish: Wish) -> Frame:
    """The frame of a wish; the more of the board it shows, the larger its marks."""
    box = _box(picture, wish)
    width = box[2] - box[0]
    scale = round(max(0.6, min(1.5, width / 1250)), 2)
    return Frame(box, scale, round(max(0.62, min(1.0, width / 1000)), 2))


def _box(picture: Picture, wish: Wish) -> Box:
    whole = (0, 0, picture.width, picture.height)
    if wish.theatre is not None:
        return wish.theatre[1:]
    if not wish.city:
        return whole
    shown = near(picture, wish.city, wish.radius)
    spots = [(city.x, city.y) for city in picture.cities if city.id in shown]
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    left, right = _widened(min(xs) - MARGIN, max(xs) + MARGIN, LEAST[0])
    top, bottom = _widened(min(ys) - MARGIN, max(ys) + MARGIN, LEAST[1])
    return max(0, left), max(0, top), min(picture.width, right), min(picture.height, bottom)


def _widened(low: int, high: int, least: int) -> tuple[int, int]:
    more = max(0, least - (high - low) + 1) // 2
    return low - more, high + more


def near(picture: Picture, city: str, radius: int) -> set[str]:
    """The cities at most so many roads from a city."""
    roads: dict[str, list[str]] = {}
    for road in picture.roads:
        roads.setdefault(road.a, []).append(road.b)
        roads.setdefault(road.b, []).append(road.a)
    seen = front = {city}
    for _ in range(radius):
        front = {other for one in front for other in roads.get(one, ())} - seen
        seen = seen | front
    return seen
