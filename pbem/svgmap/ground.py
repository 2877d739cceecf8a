"""The ground of a map: what is the same at every step and for every reader, and where its names stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.core.picture import City, Depot, NamePlace, Nation, Objective, Picture
from pbem.svgmap.frames import Frame
from pbem.svgmap.labels import MARK, NAME, ROAD, TEXT, Box, Room, name_spots, text_width
from pbem.svgmap.stands import Stands

CROWDED_OUT = 6  # how bad it is that a piece could stand at a city only on a name


class Name(NamedTuple):
    """The name of a city at its place; an important one stands on a pale ground and is never covered."""

    city: City
    size: float
    box: Box
    important: bool


class Ground(NamedTuple):
    """The board in a frame, with the place of every name; ``room`` is what the pieces find taken."""

    board: Picture
    frame: Frame
    cities: tuple[City, ...]
    known: dict[str, City]  # of the whole board
    nations: dict[str, Nation]
    objectives: dict[str, Objective]
    depots: dict[str, Depot]
    names: dict[str, Name]  # by city
    room: Room


def board_of(picture: Picture) -> Picture:
    """The picture without all that differs between steps and readers: the ground never sees that."""
    bare = tuple(row._replace(held=False, gone=False, by="", sign="") for row in picture.objectives)
    none: tuple[()] = ()
    return picture._replace(
        title="", objectives=bare, pieces=none, marked=none, overlays=none, theatres=none, roster=none, own=none
    )


@lru_cache(maxsize=16)
def ground_of(board: Picture, frame: Frame) -> Ground:
    """The ground of a frame: marks first, then the names of the cities that matter, then the others."""
    cities = tuple(city for city in board.cities if frame.has(city.x, city.y))
    ground = Ground(
        board, frame, cities, {city.id: city for city in board.cities},
        {nation.id: nation for nation in board.nations}, {row.city: row for row in board.objectives},
        {row.city: row for row in board.depots}, {}, Room(frame.box),
    )  # fmt: skip
    _put_marks_and_roads(ground)
    whole = frame.box == (0, 0, board.width, board.height)
    names = _worked_out(ground) if whole and board.names else _names(ground)
    return ground._replace(names={name.city.id: name for name in names})


def name_places(board: Picture, frame: Frame) -> tuple[NamePlace, ...]:
    """Where the names of the whole board stand, for a title's table: working it out takes longer than all else."""
    ground = ground_of(board._replace(names=()), frame)
    return tuple(NamePlace(name.city.id, name.size, *name.box) for name in ground.names.values())


def _worked_out(ground: Ground) -> Iterator[Name]:
    """The names at the places the board itself tells, in the order in which they were written."""
    for city, size, x0, y0, x1, y1 in ground.board.names:
        name = Name(ground.known[city], size, (x0, y0, x1, y1), is_important(ground, city))
        ground.room.put(TEXT if name.important else NAME, name.box)
        yield name


def is_important(ground: Ground, city: str) -> bool:
    """Whether a city has a mark with a letter: an objective or a depot."""
    return city in ground.objectives or city in ground.depots


def radius(ground: Ground, city: str) -> float:
    """Half the size of a city's mark."""
    return great_radius(ground.frame) if is_important(ground, city) else 4.2 * ground.frame.small


def great_radius(frame: Frame) -> float:
    """The same of a mark with a letter."""
    return 7.5 * frame.scale


def mark_box(ground: Ground, city: City) -> Box:
    """The place of a city's mark; that of an objective has a rim."""
    half = radius(ground, city.id) * (1.2 if city.id in ground.objectives else 1.0)
    return city.x - half, city.y - half, city.x + half, city.y + half


def crown_box(ground: Ground, city: City) -> Box:
    """The place of a crown: above the mark of its city."""
    x0, y0, x1, _ = mark_box(ground, city)
    return x0, y0 - 0.55 * (x1 - x0), x1, y0


def _put_marks_and_roads(ground: Ground) -> None:
    room, known = ground.room, ground.known
    for city in ground.cities:
        room.put(MARK, mark_box(ground, city))
        if city.id in ground.board.crowned:
            room.put(TEXT, crown_box(ground, city))
    for road in ground.board.roads:
        a, b = known[road.a], known[road.b]
        room.put(ROAD, (a.x, a.y, b.x, b.y))
        if road.main:  # thick and dark: twice as bad to write on
            room.put(ROAD, (a.x, a.y + 0.5, b.x, b.y))


def _names(ground: Ground) -> Iterator[Name]:
    """The names of cities: those that matter first, then from the crowded parts to the empty ones."""
    crowds, stands = _crowds(ground), _stands(ground)
    for city in sorted(ground.cities, key=lambda city: (not is_important(ground, city.id), -crowds[city.id], city.id)):
        name = _name(ground, stands, city)
        if name is not None:
            stands.take(name.box)
            ground.room.put(TEXT if name.important else NAME, name.box)
            yield name


def _crowds(ground: Ground) -> dict[str, int]:
    """How many cities lie so near that their names are in each other's way."""
    wide, high = 90 * ground.frame.small, 40 * ground.frame.small
    around = Room(ground.frame.box)
    for city in ground.cities:
        around.put(MARK, (city.x, city.y, city.x + 1, city.y + 1))
    return {c.id: around.covered(MARK, (c.x - wide, c.y - high, c.x + wide, c.y + high)) for c in ground.cities}


def beside(ground: Ground, city: City) -> float:
    """How far from the middle of a city a piece begins that stands beside its mark."""
    return mark_box(ground, city)[2] - city.x + 1.2 * ground.frame.scale


def _stands(ground: Ground) -> Stands:
    return Stands(ground.room, ground.frame.scale, [(c.x, c.y, beside(ground, c)) for c in ground.cities])


def _name(ground: Ground, stands: Stands, city: City) -> Name | None:
    """The name at its best free place beside the city; None where there is none."""
    important = is_important(ground, city.id)
    for size in _sizes(ground.frame, important):
        wide = text_width(city.name, size) + (4 if important else 2) * ground.frame.small
        gap = radius(ground, city.id) * (1.2 if city.id in ground.objectives else 1.0) + ground.frame.small
        box = _best(ground.room, stands, name_spots(city.x, city.y, (round(wide, 1), round(1.14 * size, 1)), gap))
        if box is not None:
            return Name(city, size, box, important)
    return None


def _sizes(frame: Frame, important: bool) -> tuple[float, ...]:
    """The type sizes of a name: a little smaller where there is no room."""
    plain = round(11.0 * frame.small, 1)
    great = round(max(8.6 * frame.scale, 12.0 * frame.small), 1)
    return (great, plain) if important else (plain, round(0.85 * plain, 1))


def _best(room: Room, stands: Stands, spots: Iterator[tuple[int, Box]]) -> Box | None:
    """The free place that is liked best, crosses few roads, and leaves room for pieces."""
    best: tuple[int, Box] | None = None
    for dislike, box in spots:  # in the order of liking
        if best is not None and dislike >= best[0]:
            break
        if room.holds(box) and room.is_clear(box, MARK | TEXT | NAME):
            cost = dislike + 3 * room.crossed(ROAD, box) + CROWDED_OUT * stands.lost(box)
            best = (cost, box) if best is None or cost < best[0] else best
    return best[1] if best else None
