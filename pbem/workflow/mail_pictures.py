"""The map as a picture in the body of a mail: the reader's own theatre, where the painter is installed."""

from __future__ import annotations

from html import escape

from pbem.core.picture import Picture, Theatre
from pbem.mail.outgoing import Attached
from pbem.report.opening import own_box
from pbem.svgmap import Wish, draw
from pbem.svgmap.png import NoPainter, can_paint, png_of
from pbem.workflow.gate import Gate
from pbem.workflow.mapping import Sketch, bare_sketch, svg_of

WIDTH = 900  # pixels; on a phone each is less than half a point
NAME = "map.png"
ALT = "The map after this step"


def with_picture(gate: Gate, html: str) -> tuple[str, tuple[Attached, ...]]:
    """The HTML with the picture in it, and the part that holds the picture; as it was, where there is none."""
    data = _painted(gate)
    if not data:
        return html, ()
    image = f'<p><img src="cid:{NAME}" alt="{escape(ALT)}" width="{WIDTH}" style="max-width:100%;height:auto"></p>'
    for place in ("</header>", "<body>"):  # a game can have templates of its own
        head, found, rest = html.partition(place)
        if found:
            return f"{head}{found}\n{image}{rest}", (Attached(NAME, "image/png", data, inside=True),)
    return f"{html}{image}", (Attached(NAME, "image/png", data, inside=True),)


def _painted(gate: Gate) -> bytes:
    """The picture, its data passed through the leak gate; nothing where the title has none, or nobody can paint."""
    if not can_paint():
        return b""
    sketch = gate.passed(lambda table: bare_sketch(table, gate.role), NAME)
    svg = own_svg(sketch)
    try:
        return png_of(svg, WIDTH) if svg else b""
    except NoPainter:
        return b""


def own_svg(sketch: Sketch | None) -> str:
    """The part of the map where the reader's pieces are; all of it for whoever has none, and a painting as it is."""
    if sketch is None or isinstance(sketch.picture, str):
        return svg_of(sketch)
    theatre = _theatre(sketch.picture)
    return draw(sketch.picture, sketch.strokes, Wish(sketch.caption, theatre))


def _theatre(picture: Picture) -> Theatre | None:
    box = own_box(picture)
    return Theatre("own", *(round(number) for number in box)) if box is not None else None
