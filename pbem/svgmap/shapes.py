"""Small pieces of SVG, with fixed bytes: whole numbers, or one decimal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

_SIGNS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def num(value: float) -> str:
    """A number as short as it can be told with one decimal."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def safe(text: str) -> str:
    """Text that may stand in SVG."""
    return text.translate(_SIGNS)


def attributes(values: dict[str, Any]) -> str:
    """`` fill="none" stroke-width="2"``."""
    return "".join(
        [
            f' {key.rstrip("_").replace("_", "-")}="{num(value) if isinstance(value, float) else value}"'
            for key, value in values.items()
        ]
    )


def element(name: str, title: str = "", inside: str = "", /, **values: Any) -> str:
    """An element, with what is told to a reader who points at it."""
    text = f"<title>{safe(title)}</title>{inside}" if title else inside
    return f"<{name}{attributes(values)}>{text}</{name}>" if text else f"<{name}{attributes(values)}/>"


class Part(NamedTuple):
    """A part of a mark, before it is written: its element, where it stands and how it looks, and its text.

    The kind tells it from other parts of the same element, in a style sheet.
    """

    tag: str
    values: dict[str, Any]
    text: str = ""
    kind: str = ""


def written(parts: Iterable[Part]) -> str:
    """The parts of a mark, each with its looks."""
    return "".join([element(part.tag, "", part.text, **part.values) for part in parts])


def group(parts: Iterable[str], **values: Any) -> str:
    """A group of elements that share attributes; an empty one is left out."""
    inside = "\n".join(parts)
    return f"<g{attributes(values)}>\n{inside}\n</g>" if inside else ""


def closed(points: Sequence[float]) -> str:
    """A closed line as path data, in steps from point to point."""
    return f"{opened(points)}z"


def opened(points: Sequence[float]) -> str:
    """A line as path data, in steps from point to point."""
    spots = list(zip(points[::2], points[1::2], strict=True))
    steps = " ".join([f"{num(x - a)} {num(y - b)}" for (a, b), (x, y) in pairwise(spots)])
    return f"M{num(spots[0][0])} {num(spots[0][1])}" + (f"l{steps.replace(' -', '-')}" if steps else "")


def clipped(ring: Sequence[float], box: tuple[float, float, float, float]) -> list[float]:
    """The part of a closed line inside a box, side by side."""
    points = list(zip(ring[::2], ring[1::2], strict=True))
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        points = _cut(points, axis, limit, sign)
    return [number for point in points for number in point]


def _cut(points: list[tuple[float, float]], axis: int, limit: float, sign: int) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for at, point in enumerate(points):
        before = points[at - 1]
        inside, was = (point[axis] - limit) * sign >= 0, (before[axis] - limit) * sign >= 0
        if inside != was:
            share = (limit - before[axis]) / (point[axis] - before[axis])
            other = round(before[1 - axis] + share * (point[1 - axis] - before[1 - axis]), 1)
            kept.append((limit, other) if axis == 0 else (other, limit))
        if inside:
            kept.append(point)
    return kept
