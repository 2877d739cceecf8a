"""Where a map opens on a small screen: at the reader's own pieces, told by the SVG itself as ``data-own``."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from pbem.core.picture import Picture

ROOM = (110, 75)  # around the cities, across and down: pieces stand beside them
NEAREST = 6.0  # a single piece does not fill the screen
HIGH = 1.2  # a phone held upright shows at least so much of a map's height for its width
Box = tuple[float, float, float, float]

_TAG = re.compile(r"<svg\b[^>]*>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


class Opening(NamedTuple):
    """The part of a map a phone shows first, in thousandths of its width and height, and how often it is enlarged."""

    left: int
    top: int
    width: int
    height: int
    zoom: float


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
    """The rectangle around the pieces of the nations the reader commands, on the board."""
    places = {piece.city for piece in picture.pieces if piece.nation in picture.own}
    spots = [(city.x, city.y) for city in picture.cities if city.id in places]
    if not spots:
        return None
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    return (
        max(0, min(xs) - ROOM[0]), max(0, min(ys) - ROOM[1]),
        min(picture.width, max(xs) + ROOM[0]), min(picture.height, max(ys) + ROOM[1]),
    )  # fmt: skip


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
    zoom = min(NEAREST, width / (x1 - x0), HIGH * width / (y1 - y0))
    return Opening(
        round(1000 * (x0 - left) / width), round(1000 * (y0 - top) / height),
        round(1000 * (x1 - x0) / width), round(1000 * (y1 - y0) / height), max(1.0, round(zoom, 2)),
    )  # fmt: skip


def _attributes(tag: str) -> dict[str, str]:
    return dict(_ATTRIBUTE.findall(tag))
