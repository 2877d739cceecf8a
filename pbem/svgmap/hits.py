"""Where on a map of the whole board things can be pointed at: pieces and cities, in the measure of the SVG."""

from __future__ import annotations

from typing import Any

from pbem.core.picture import Picture, Stroke
from pbem.svgmap import WHOLE
from pbem.svgmap.edges import edge_of
from pbem.svgmap.frames import frame_of
from pbem.svgmap.layers import about
from pbem.svgmap.layout import placed
from pbem.svgmap.legend import caption_height


def hits(picture: Picture, strokes: tuple[Stroke, ...] = ()) -> dict[str, Any]:
    """All cities with their spots, and all pieces that are drawn as one with their boxes, as plain data."""
    frame = frame_of(picture, WHOLE)
    scene, _ = placed(picture, strokes, frame)
    unit = min(frame.width / 1000, 1.75)
    edge = edge_of(picture, unit)
    left, top = edge - frame.box[0], caption_height(unit) + edge - frame.box[1]
    return {
        "cities": [
            {
                "id": city.id,
                "name": city.name,
                "about": city.about,
                "x": round(city.x + left, 1),
                "y": round(city.y + top, 1),
            }
            for city in picture.cities
        ],
        "tokens": [
            {
                "pieces": [piece.id for piece in row.pieces],
                "names": [piece.name for piece in row.pieces],
                "nation": row.pieces[0].nation,
                "city": row.city.id,
                "about": about(scene, row),
                "box": [round(number + off, 1) for number, off in zip(row.outer, (left, top, left, top), strict=True)],
            }
            for row in scene.tokens
        ],
        "own": list(picture.own),
    }
