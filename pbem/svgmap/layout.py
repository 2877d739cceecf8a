"""The scene of a map before it is drawn: where all that belongs to one step stands on the ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot

from pbem.core.picture import City, Picture, Stroke
from pbem.svgmap.frames import Frame
from pbem.svgmap.ground import Ground, board_of, ground_of, radius
from pbem.svgmap.labels import NAME, TEXT, WAY, Box, Room
from pbem.svgmap.pieces import Scene, groups, put, tokens
from pbem.svgmap.tags import labelled, put_label, renumbered


def planned(picture: Picture, strokes: Iterable[Stroke], frame: Frame) -> Scene:
    """The scene of a frame: what everybody sees, planned once for all readers, and then a reader's own numbers.

    So pieces and labels stand at the same places for everybody, but for those that a number makes longer.
    """
    scene, room = placed(picture, strokes, frame)
    return scene._replace(tokens=renumbered(scene, room.copied()))


def replanned(picture: Picture, strokes: Iterable[Stroke], before: Scene) -> Scene:
    """The scene after a change: every piece that stands as before keeps its place and label, the others find theirs.

    So a map that is changed under the eyes of its reader stays as it is, and it takes a fraction of the time.
    """
    scene, room = _begun(picture, tuple(strokes), before.ground)
    stood = {(token.city.id, token.pieces): token for token in before.tokens}
    made = groups(scene)
    kept = [stood[city.id, pieces] for city, pieces in made if (city.id, pieces) in stood]
    for token in kept:
        put(room, token)
        put_label(room, token)
    more = [(city, pieces) for city, pieces in made if (city.id, pieces) not in stood]
    scene = scene._replace(tokens=tuple(tokens(scene, room, more)))
    return scene._replace(tokens=(*kept, *labelled(scene, room)))


def placed(picture: Picture, strokes: Iterable[Stroke], frame: Frame) -> tuple[Scene, Room]:
    """The scene with all pieces at their places, their labels still without numbers, and the room that is left."""
    scene, room = _seen_by_all(_without_numbers(picture), tuple(strokes), frame)
    known = {piece.id: piece for piece in picture.pieces}
    tokens = tuple(row._replace(pieces=tuple(known[piece.id] for piece in row.pieces)) for row in scene.tokens)
    return scene._replace(picture=picture, tokens=tokens), room


def _without_numbers(picture: Picture) -> Picture:
    """The picture without all that only some readers know or ask for."""
    pieces = tuple(piece._replace(troops=None) for piece in picture.pieces)
    return picture._replace(title="", pieces=pieces, overlays=(), own=())


@lru_cache(maxsize=4)
def _seen_by_all(picture: Picture, strokes: tuple[Stroke, ...], frame: Frame) -> tuple[Scene, Room]:
    """Arrows and discs, then all pieces, then their labels; and the room that is left."""
    scene, room = _begun(picture, strokes, ground_of(board_of(picture), frame))
    scene = scene._replace(tokens=tuple(tokens(scene, room, groups(scene))))
    return scene._replace(tokens=labelled(scene, room)), room


def _begun(picture: Picture, strokes: tuple[Stroke, ...], ground: Ground) -> tuple[Scene, Room]:
    """Arrows and discs, and the room that is left for pieces."""
    known, room, frame = ground.known, ground.room.copied(), ground.frame
    shown = tuple(stroke for stroke in strokes if any(frame.has(known[c].x, known[c].y) for c in stroke.cities))
    scene = Scene(picture, ground, {row.city: row for row in picture.objectives}, shown, (), ())
    _put_strokes(scene, room)
    return scene._replace(questions=tuple(_questions(scene, room))), room


def _put_strokes(scene: Scene, room: Room) -> None:
    """Arrows are not written on; the discs of battles are not covered."""
    for stroke in scene.strokes:
        if stroke.kind == "battle":
            room.put(TEXT, battle_box(scene, stroke))
        else:
            for a, b in pairwise(scene.ground.known[city] for city in stroke.cities):
                room.put(WAY, (a.x, a.y, b.x, b.y))


def battle_box(scene: Scene, stroke: Stroke) -> Box:
    """The place of a battle's disc: midway between its cities, smaller where their marks are close together."""
    cities = [scene.ground.known[city] for city in stroke.cities]
    x, y = sum(c.x for c in cities) / len(cities), sum(c.y for c in cities) / len(cities)
    scale = scene.frame.scale
    between = hypot(cities[0].x - cities[-1].x, cities[0].y - cities[-1].y) / 2
    half = max(7 * scale, min(12 * scale, between - 8 * scale))
    return x - half, y - half, x + half, y + half


def _questions(scene: Scene, room: Room) -> Iterator[tuple[City, Box]]:
    """The discs of unsettled conquests, at a free corner of the city's mark."""
    half = 6.5 * scene.frame.scale
    for city in scene.ground.cities:
        if city.id in scene.picture.marked:
            off = radius(scene.ground, city.id) + 0.8 * half
            corners = [(city.x + dx * off, city.y + dy * off) for dx, dy in ((1, -1), (-1, -1), (1, 1), (-1, 1))]
            boxes = [(x - half, y - half, x + half, y + half) for x, y in corners]
            box = next((box for box in boxes if room.is_clear(box, TEXT | NAME)), boxes[0])
            room.put(TEXT, box)
            yield city, box
