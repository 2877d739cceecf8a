"""The edges of a map: the letters and numbers of the grid, so that "Osterode M8" can be found."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.picture import Band, Picture
from pbem.svgmap.frames import Frame
from pbem.svgmap.labels import text_width
from pbem.svgmap.shapes import element, group, num

WIDTH = 21.0  # of an edge, where the map is 1000 wide
SIZE = 12.0  # of its letters


def edge_of(picture: Picture, unit: float) -> float:
    """How wide the edge around the map is; nothing where the board has no grid."""
    return float(round(WIDTH * unit)) if picture.columns or picture.rows else 0.0


def edges(picture: Picture, frame: Frame, unit: float) -> str:
    """The letters above and below the part shown, the numbers at its sides, with a line between any two."""
    wide = edge_of(picture, unit)
    x0, y0, x1, y1 = frame.box
    across = list(_shown(picture.columns, x0, x1, unit))
    along = list(_shown(picture.rows, y0, y1, unit))
    letters = [
        _letter(label, wide + (low + high) / 2 - x0, y, unit)
        for label, low, high in across
        for y in (wide / 2, wide * 1.5 + frame.height)
    ]
    numbers = [
        _letter(label, x, wide + (low + high) / 2 - y0, unit)
        for label, low, high in along
        for x in (wide / 2, wide * 1.5 + frame.width)
    ]
    columns = _between(across, wide - x0)
    rows = _between(along, wide - y0)
    right, bottom = num(wide + frame.width), num(wide + frame.height)
    ticks = [f"M{x} 0V{num(wide)}M{x} {bottom}v{num(wide)}" for x in columns]
    ticks += [f"M0 {y}H{num(wide)}M{right} {y}h{num(wide)}" for y in rows]
    lines = [element("path", d="".join(ticks), stroke="#8a8172", stroke_width=unit)] if ticks else []
    looks = {"fill": "#4a4337", "font_weight": "bold", "text_anchor": "middle", "font_size": SIZE * unit}
    return group([part for part in (*lines, *letters, *numbers) if part], **looks)


def _shown(bands: tuple[Band, ...], start: float, end: float, unit: float) -> Iterator[tuple[str, float, float]]:
    """The bands in a frame, each as far as it is shown; a sliver too narrow for its letter has none."""
    for band in bands:
        low, high = max(band.start, start), min(band.end, end)
        if low < high:
            room = high - low >= text_width(band.label, SIZE * unit, bold=True)
            yield band.label if room else "", low, high


def _between(bands: list[tuple[str, float, float]], shift: float) -> list[str]:
    """Where one band ends and the next begins."""
    return [num(low + shift) for _, low, _ in bands[1:]]


def _letter(label: str, x: float, y: float, unit: float) -> str:
    return element("text", "", label, x=x, y=y + 0.36 * SIZE * unit) if label else ""
