"""The map as SVG, drawn from plain data: the same data give the same bytes."""

from __future__ import annotations

from pbem.core.picture import Picture, Stroke
from pbem.svgmap.edges import edge_of, edges
from pbem.svgmap.frames import Frame, Wish, frame_of
from pbem.svgmap.land import drawn_ground
from pbem.svgmap.layers import step_layer
from pbem.svgmap.layout import planned
from pbem.svgmap.legend import caption, legend
from pbem.svgmap.marks import PAPER
from pbem.svgmap.pieces import Scene
from pbem.svgmap.shapes import num, safe

__all__ = ["Wish", "draw"]
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
    unit = min(frame.width / 1000, 1.75)  # captions and legend grow with the map
    edge = edge_of(picture, unit)
    width = frame.width + 2 * edge
    head, head_height = caption(wish.caption or picture.title, unit, width)
    foot, foot_height = legend(scene, overlays, unit, width)
    height = head_height + frame.height + 2 * edge + foot_height
    parts = [
        _root(scene, (width, height), (edge, head_height + edge)),
        f"<title>{safe(wish.caption or picture.title)}</title>",
        f'<path d="M0 0H{num(width)}V{num(height)}H0z" fill="{PAPER}"/>',
        head,
        _moved(edges(picture, frame, unit), head_height),
        _window(frame, edge, head_height + edge),
        drawn_ground(scene.ground.board, frame),
        step_layer(scene, overlays),
        "</svg>",
        _moved(foot, height - foot_height),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _moved(part: str, down: float) -> str:
    return f'<g transform="translate(0 {num(down)})">\n{part}\n</g>' if part else ""


def _window(frame: Frame, x: float, y: float) -> str:
    """The part of the picture in which lengths are those of the board."""
    left, top, width, height = (num(value) for value in (frame.box[0], frame.box[1], frame.width, frame.height))
    return f'<svg x="{num(x)}" y="{num(y)}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">'


def _root(scene: Scene, size: tuple[float, float], corner: tuple[float, float]) -> str:
    width, height = size
    zoom = max(1.0, min(2.2, 1000 / width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * zoom)}" height="{num(height * zoom)}" role="img" font-family="{FONTS}"'
        f"{_focus(scene, corner)}>"
    )


def _focus(scene: Scene, corner: tuple[float, float]) -> str:
    """Where a reader with a small screen looks first: the last battle, else the end of the last move."""
    shown = sorted(scene.strokes, key=lambda stroke: stroke.kind == "battle")
    city = next((city for city in scene.ground.cities if shown and city.id == shown[-1].cities[-1]), None)
    if city is None:
        return ""
    x0, y0 = scene.frame.box[0], scene.frame.box[1]
    return f' data-focus="{num(city.x - x0 + corner[0])} {num(city.y - y0 + corner[1])}"'
