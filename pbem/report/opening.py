"""Where a map opens on a small screen: at the reader's own pieces, told by the SVG itself as ``data-own``.

Where they are too far apart for a screen on which names can be read, it opens at the group with most of the generals,
whom orders move first, and of such groups at the one around which most is seen; the others are found by scrolling.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from pbem.core.picture import Picture

ROOM = (110, 75)  # around the cities, across and down: pieces stand beside them
LEAST = (80, 60)  # the same where there is no more room
NEAREST = 5.4  # a single piece does not fill the screen, and the names beside a stack have room
HIGH = 1.2  # a phone held upright shows at least so much of a map's height for its width
WIDE = 0.55  # and so much of it a wider screen
# What a phone of 390 px shows across, so that the names of cities, drawn at 11 on a whole board, come to 8 px and more.
READABLE = 345 * 11 / 8
# Pieces no farther from the next one are a group; of two groups on one screen each would stand at its edge.
APART = READABLE * 0.45
Box = tuple[float, float, float, float]
Spot = tuple[int, int, bool]  # of a piece: x, y, and whether it is a general

_TAG = re.compile(r"<svg\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


class Opening(NamedTuple):
    """The part of a map a phone shows first, in thousandths of its width and height, and how often it is enlarged."""

    left: int
    top: int
    width: int
    height: int
    zoom: float
    wide: float  # the same on a wider screen, where less of the height is seen


def with_own(svg: str, picture: Picture) -> str:
    """The map of a whole board with the rectangle of the reader's own pieces in its first tag, if there are any."""
    own, board = own_box(picture), _board(svg)
    if own is None or board is None:
        return svg
    x0, y0, x1, y1 = (round(number) for number in moved(own, board))
    return svg.replace("<svg ", f'<svg data-own="{x0} {y0} {x1} {y1}" ', 1)


def _board(svg: str) -> dict[str, str] | None:
    """The board inside the picture: the first inner tag with a measure of its own."""
    inner = (_attributes(found[0]) for found in islice(_TAG.finditer(svg), 1, None))
    return next((tag for tag in inner if {"viewBox", "width", "height"} <= tag.keys()), None)


def own_box(picture: Picture) -> Box | None:
    """The rectangle around the pieces of the nations the reader commands, on the board, or around most of them."""
    own = [piece for piece in picture.pieces if piece.nation in picture.own]
    spots = [(city.x, city.y, bool(piece.rank)) for city in picture.cities for piece in own if city.id == piece.city]
    if not spots:
        return None
    generals = [spot for spot in spots if spot[2]] or spots  # a train between two groups does not make them one
    # The first of equals.
    group = max(_groups(generals), key=lambda group: (len(group), _weight(_around(spots, group))))
    shown = max((_with(group, x, y) for x, _, _ in group for _, y, _ in group), key=_weight)
    (x0, x1), (y0, y1) = ((min(line), max(line)) for line in list(zip(*shown, strict=True))[:2])
    across = min(ROOM[0], (READABLE - x1 + x0) / 2)
    down = min(ROOM[1], (HIGH * READABLE - y1 + y0) / 2)
    return max(0, x0 - across), max(0, y0 - down), min(picture.width, x1 + across), min(picture.height, y1 + down)


def _weight(spots: list[Spot]) -> tuple[int, int]:
    return sum(general for _, _, general in spots), len(spots)


def _groups(spots: list[Spot]) -> list[list[Spot]]:
    """The pieces in groups: from one to the next it is never far."""
    groups: list[list[Spot]] = []
    for spot in spots:
        joined = [group for group in groups if any(_is_near(spot, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), spot])
    return groups


def _around(spots: list[Spot], group: list[Spot]) -> list[Spot]:
    """The pieces on a screen in the middle of which a group is."""
    x, y = ((min(line) + max(line)) / 2 for line in list(zip(*group, strict=True))[:2])
    return [spot for spot in spots if abs(spot[0] - x) <= READABLE / 2 and abs(spot[1] - y) <= HIGH * READABLE / 2]


def _is_near(one: Spot, other: Spot) -> bool:
    return abs(one[0] - other[0]) <= APART and abs(one[1] - other[1]) <= APART


def _with(spots: list[Spot], left: int, top: int) -> list[Spot]:
    """The pieces that a phone shows with names that can be read, if these are the leftmost and the highest of them."""
    right, bottom = left + READABLE - 2 * LEAST[0], top + HIGH * READABLE - 2 * LEAST[1]
    return [spot for spot in spots if left <= spot[0] <= right and top <= spot[1] <= bottom]


def moved(box: Box, board: dict[str, str]) -> Box:
    """A rectangle of the board in the measure of the picture around it, with its caption and legend."""
    left, top, width, height = map(float, board["viewBox"].split())
    across, down = float(board["width"]) / width, float(board["height"]) / height
    x, y = float(board.get("x", "0")), float(board.get("y", "0"))
    x0, y0, x1, y1 = box
    return x + (x0 - left) * across, y + (y0 - top) * down, x + (x1 - left) * across, y + (y1 - top) * down


def opening(svg: str) -> Opening | None:
    """What a phone shows first of this map; None: the whole."""
    tag = _TAG.search(svg)
    told = _attributes(tag[0]) if tag else {}
    if "data-own" not in told:
        return None
    x0, y0, x1, y1 = map(float, told["data-own"].split())
    left, top, width, height = map(float, told["viewBox"].split())
    zoom, wide = (min(NEAREST, width / (x1 - x0), high * width / (y1 - y0)) for high in (HIGH, WIDE))
    return Opening(
        round(1000 * (x0 - left) / width), round(1000 * (y0 - top) / height),
        round(1000 * (x1 - x0) / width), round(1000 * (y1 - y0) / height), max(1.0, round(zoom, 2)),
        max(1.0, round(wide, 2)),
    )  # fmt: skip


def _attributes(tag: str) -> dict[str, str]:
    return dict(_ATTRIBUTE.findall(tag))
