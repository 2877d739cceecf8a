"""Maps for a page that changes them: the ground once, then the layer of each position, and where things are on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.core.picture import Picture, Stroke
from pbem.svgmap import WHOLE, draw_ground
from pbem.svgmap.edges import edge_of
from pbem.svgmap.frames import Frame, frame_of
from pbem.svgmap.layers import about, step_layer
from pbem.svgmap.layout import planned, replanned
from pbem.svgmap.legend import caption_height
from pbem.svgmap.pieces import Scene


def ground(picture: Picture) -> dict[str, Any]:
    """The whole board without pieces as SVG, and all cities with their spots on it."""
    left, top = _corner(picture, frame_of(picture, WHOLE))
    cities = [
        {"id": city.id, "name": city.name, "about": city.about, "x": round(city.x + left, 1),
         "y": round(city.y + top, 1)}
        for city in picture.cities
    ]  # fmt: skip
    return {"svg": draw_ground(picture, told=True), "cities": cities}


def scene_of(picture: Picture, strokes: Iterable[Stroke], before: Scene | None = None) -> Scene:
    """Where everything stands now; what has not changed stands where it stood before."""
    if before is None:
        return planned(picture, strokes, frame_of(picture, WHOLE))
    return replanned(picture, strokes, before)


def layer(scene: Scene) -> dict[str, Any]:
    """What stands on the ground as a part of its SVG, and all pieces that are drawn as one with their boxes."""
    picture = scene.picture
    corner = _corner(picture, scene.frame)
    return {"layer": step_layer(scene, ()), "tokens": tokens(scene, corner), "own": list(picture.own)}


def tokens(scene: Scene, corner: tuple[float, float]) -> list[dict[str, Any]]:
    """The pieces of a scene, in the measure of the SVG."""
    left, top = corner
    return [
        {
            "pieces": [piece.id for piece in row.pieces],
            "names": [piece.name for piece in row.pieces],
            "nation": row.pieces[0].nation,
            "city": row.city.id,
            "about": about(scene, row),
            "box": [round(number + off, 1) for number, off in zip(row.outer, (left, top, left, top), strict=True)],
        }
        for row in scene.tokens
    ]


def _corner(picture: Picture, frame: Frame) -> tuple[float, float]:
    """How far the corner of the board is from that of the SVG."""
    unit = min(frame.width / 1000, 1.75)
    edge = edge_of(picture, unit)
    return edge - frame.box[0], caption_height(unit) + edge - frame.box[1]
