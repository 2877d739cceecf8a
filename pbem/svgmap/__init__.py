"""The map as SVG, drawn from plain data: the same data give the same bytes."""

from __future__ import annotations

from typing import NamedTuple

from pbem.core.picture import Picture, Stroke
from pbem.svgmap.edges import edge_of, edges
from pbem.svgmap.frames import Frame, Wish, frame_of
from pbem.svgmap.ground import board_of
from pbem.svgmap.land import drawn_ground
from pbem.svgmap.layers import step_layer
from pbem.svgmap.layout import planned
from pbem.svgmap.legend import caption, caption_height, every_item, items, legend
from pbem.svgmap.looks import looks_of
from pbem.svgmap.marks import PAPER
from pbem.svgmap.pieces import Scene
from pbem.svgmap.shapes import num, safe

__all__ = ["Wish", "draw", "draw_above", "draw_ground", "draw_sheet"]
FONTS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WHOLE = Wish()


def draw(picture: Picture, strokes: tuple[Stroke, ...] = (), wish: Wish = WHOLE) -> str:
    """The map of a picture, with what happened as strokes, and a legend below it.

    The ground is one group, the same for every step and reader of a frame; what stands on it is another.
    """
    frame = frame_of(picture, wish)
    scene = planned(picture, strokes, frame)
    overlays = tuple(
        overlay for shade in wish.shades for overlay in picture.overlays if (overlay.kind, overlay.nation) == shade
    )
    sheet = _sheet(picture, frame, legend(items(picture, overlays), *_measures(picture, frame)))
    parts = [
        _root(scene, sheet),
        f"<title>{safe(wish.caption or picture.title)}</title>",
        _paper(sheet),
        _head(picture, wish, sheet),
        _moved(edges(picture, frame, sheet.unit), sheet.head),
        _window(frame, sheet.edge, sheet.head + sheet.edge),
        drawn_ground(scene.ground.board, frame),
        step_layer(scene, overlays),
        "</svg>",
        _moved(sheet.foot, sheet.height - sheet.foot_height),
        "</svg>",
    ]
    return _joined(parts)


def draw_ground(picture: Picture, told: bool = False) -> str:
    """What is the same in the map of the whole board for every step and reader: its ground, edges and legend.

    Where it is shown as an image, nobody can point at its parts: it has no words for that, unless they are ``told``.
    """
    frame, board = frame_of(picture, WHOLE), board_of(picture)
    sheet = _ground_sheet(board, frame)
    parts = [
        _tag((sheet.width, sheet.height), f'font-family="{FONTS}"'),
        _paper(sheet),
        _moved(edges(picture, frame, sheet.unit), sheet.head),
        _window(frame, sheet.edge, sheet.head + sheet.edge),
        drawn_ground(board, frame, told=told),
        "</svg>",
        _moved(sheet.foot, sheet.height - sheet.foot_height),
        "</svg>",
    ]
    return _joined(parts)


def draw_sheet(picture: Picture) -> str:
    """The style sheet with the looks of the pieces, the same for every step and reader of the whole board."""
    frame, board = frame_of(picture, WHOLE), board_of(picture)
    sheet = _ground_sheet(board, frame)
    return looks_of(board, frame).sheet(
        f".pm{{font:bold 16px {FONTS};stroke-linejoin:round}}\n"
        f".pm>image{{width:{num(sheet.width)}px;height:{num(sheet.height)}px}}\n"
    )


# What a map needs where it is shown as a picture, for which nothing is loaded: its pieces can be read, on bare paper.
ALONE = f".pieces svg{{overflow:visible}}.pieces svg rect{{fill:none}}.pm{{background:{PAPER}}}"


def draw_above(picture: Picture, strokes: tuple[Stroke, ...], caption: str, ground: str, looks: str) -> str:
    """The map of the whole board with its ground and the looks of its pieces left in files of these names."""
    frame = frame_of(picture, WHOLE)
    scene = planned(picture, strokes, frame)
    board = scene.ground.board
    sheet = _ground_sheet(board, frame)
    parts = [
        _tag((sheet.width, sheet.height), f'class="pm"{_focus(scene, sheet)}'),
        f"<title>{safe(caption or picture.title)}</title>",
        f'<style>@import "{looks}";{ALONE}</style>',
        f'<image href="{safe(ground)}"/>',
        _head(picture, Wish(caption), sheet, exact=False),
        _window(frame, sheet.edge, sheet.head + sheet.edge),
        step_layer(scene, (), looks_of(board, frame)),
        "</svg>",
        "</svg>",
    ]
    return _joined(parts)


class Sheet(NamedTuple):
    """The paper of a map: its measures, and the legend at its foot."""

    unit: float  # captions and legend grow with the map
    edge: float
    width: float
    head: float
    height: float
    foot: str
    foot_height: float


def _sheet(picture: Picture, frame: Frame, below: tuple[str, float]) -> Sheet:
    unit, width = _measures(picture, frame)
    edge, head = edge_of(picture, unit), caption_height(unit)
    return Sheet(unit, edge, width, head, head + frame.height + 2 * edge + below[1], *below)


def _ground_sheet(board: Picture, frame: Frame) -> Sheet:
    """The paper of a ground that serves for all steps: its legend names every mark that there can be."""
    return _sheet(board, frame, legend(every_item(board), *_measures(board, frame)))


def _measures(picture: Picture, frame: Frame) -> tuple[float, float]:
    """The unit of captions and legend, and the width of the paper."""
    unit = min(frame.width / 1000, 1.75)
    return unit, frame.width + 2 * edge_of(picture, unit)


def _joined(parts: list[str]) -> str:
    return "\n".join(part for part in parts if part) + "\n"


def _paper(sheet: Sheet) -> str:
    return f'<path d="M0 0H{num(sheet.width)}V{num(sheet.height)}H0z" fill="{PAPER}"/>'


def _head(picture: Picture, wish: Wish, sheet: Sheet, exact: bool = True) -> str:
    return caption(wish.caption or picture.title, sheet.unit, sheet.width, exact)


def _moved(part: str, down: float) -> str:
    return f'<g transform="translate(0 {num(down)})">\n{part}\n</g>' if part else ""


def _window(frame: Frame, x: float, y: float) -> str:
    """The part of the picture in which lengths are those of the board."""
    left, top, width, height = (num(value) for value in (frame.box[0], frame.box[1], frame.width, frame.height))
    return f'<svg x="{num(x)}" y="{num(y)}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">'


def _root(scene: Scene, sheet: Sheet) -> str:
    return _tag((sheet.width, sheet.height), f'font-family="{FONTS}"{_focus(scene, sheet)}')


def _tag(size: tuple[float, float], more: str) -> str:
    width, height = size
    zoom = max(1.0, min(2.2, 1000 / width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * zoom)}" height="{num(height * zoom)}" role="img" {more}>'
    )


def _focus(scene: Scene, sheet: Sheet) -> str:
    """Where a reader with a small screen looks first: the last battle, else the end of the last move."""
    shown = sorted(scene.strokes, key=lambda stroke: stroke.kind == "battle")
    city = next((city for city in scene.ground.cities if shown and city.id == shown[-1].cities[-1]), None)
    if city is None:
        return ""
    x0, y0 = scene.frame.box[0], scene.frame.box[1]
    return f' data-focus="{num(city.x - x0 + sheet.edge)} {num(city.y - y0 + sheet.head + sheet.edge)}"'
