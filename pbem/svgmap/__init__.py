"""The map as SVG, drawn from plain data: the same data give the same bytes."""

from __future__ import annotations

from pbem.core.picture import Picture, Stroke
from pbem.svgmap.frames import Wish, frame_of
from pbem.svgmap.layers import layers, patterns
from pbem.svgmap.layout import Plan, planned
from pbem.svgmap.legend import caption, legend
from pbem.svgmap.shapes import num, safe

__all__ = ["Wish", "draw"]
FONTS = "Arial, Helvetica, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WHOLE = Wish()


def draw(picture: Picture, strokes: tuple[Stroke, ...] = (), wish: Wish = WHOLE) -> str:
    """The map of a picture, with what happened as strokes, and a legend below it."""
    frame = frame_of(picture, wish)
    plan = planned(picture, strokes, frame)
    overlays = tuple(
        overlay for shade in wish.shades for overlay in picture.overlays if (overlay.kind, overlay.nation) == shade
    )
    unit = min(frame.width / 1000, 1.75)  # captions and legend grow with the map
    head, head_height = caption(wish.caption or picture.title, unit, frame.width)
    foot, foot_height = legend(plan, overlays, unit, frame.width)
    x0, y0 = frame.box[0], frame.box[1]
    parts = [
        _root(plan, head_height, foot_height),
        f"<title>{safe(wish.caption or picture.title)}</title>",
        patterns(plan),
        f'<path d="M0 0H{num(frame.width)}V{num(frame.height + head_height + foot_height)}H0z" fill="#fffdf5"/>',
        head,
        f'<svg x="0" y="{num(head_height)}" width="{num(frame.width)}" height="{num(frame.height)}" '
        f'viewBox="{num(x0)} {num(y0)} {num(frame.width)} {num(frame.height)}">',
        *[layer for layer in layers(plan, overlays) if layer],
        "</svg>",
        f'<g transform="translate(0 {num(frame.height + head_height)})">',
        foot,
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _root(plan: Plan, head: float, foot: float) -> str:
    width, height = plan.frame.width, plan.frame.height + head + foot
    zoom = max(1.0, min(2.2, 1000 / width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width * zoom)}" height="{num(height * zoom)}" role="img" font-family="{FONTS}"'
        f"{_focus(plan, head)}>"
    )


def _focus(plan: Plan, head: float) -> str:
    """Where a reader with a small screen looks first: the last battle, else the end of the last move."""
    shown = sorted(plan.strokes, key=lambda stroke: stroke.kind == "battle")
    city = next((city for city in plan.cities if shown and city.id == shown[-1].cities[-1]), None)
    if city is None:
        return ""
    x0, y0 = plan.frame.box[0], plan.frame.box[1]
    return f' data-focus="{num(city.x - x0)} {num(city.y - y0 + head)}"'
