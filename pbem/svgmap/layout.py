"""The plan of a map before it is drawn: which marks, pieces and names stand where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from pbem.core.picture import City, Depot, Nation, Objective, Picture, Piece, Stroke
from pbem.svgmap.frames import Frame
from pbem.svgmap.labels import Box, Room, spots, text_width, upright


class Token(NamedTuple):
    """Pieces of one nation and kind in one city, drawn as one: a stack, a single piece, or a train."""

    city: City
    pieces: tuple[Piece, ...]
    text: str
    box: Box

    @property
    def is_train(self) -> bool:
        return not self.pieces[0].rank


class Name(NamedTuple):
    """The name of a city, with the names of the generals there above it; ``far`` names get a thin line."""

    city: City
    lines: tuple[tuple[str, bool], ...]  # text, bold
    size: float
    box: Box
    important: bool
    far: bool


class Plan(NamedTuple):
    """All that is shown, with its place."""

    picture: Picture
    frame: Frame
    cities: tuple[City, ...]
    nations: dict[str, Nation]
    objectives: dict[str, Objective]
    depots: dict[str, Depot]
    strokes: tuple[Stroke, ...]
    tokens: tuple[Token, ...]
    names: tuple[Name, ...]


def planned(picture: Picture, strokes: Iterable[Stroke], frame: Frame) -> Plan:
    """The plan of a frame: marks first, then pieces, then names, the important ones first."""
    cities = tuple(city for city in picture.cities if frame.has(city.x, city.y))
    known = {city.id: city for city in picture.cities}
    shown = tuple(stroke for stroke in strokes if any(frame.has(known[c].x, known[c].y) for c in stroke.cities))
    nations = {nation.id: nation for nation in picture.nations}
    plan = Plan(
        picture, frame, cities, nations, {row.city: row for row in picture.objectives},
        {row.city: row for row in picture.depots}, shown, (), (),
    )  # fmt: skip
    room = _room(plan, known)
    _keep_off_strokes(plan, room, known)
    plan = plan._replace(tokens=tuple(_tokens(plan, room)))
    return plan._replace(names=tuple(_names(plan, room)))


def radius(plan: Plan, city: str) -> float:
    """Half the size of a city's mark."""
    if city in plan.objectives or city in plan.depots:
        return 8.5 * plan.frame.scale
    return 4.2 * plan.frame.small


def _room(plan: Plan, known: dict[str, City]) -> Room:
    """The frame with the marks of the cities taken and the roads to be kept off."""
    room = Room(plan.frame.box)
    for city in plan.cities:
        half = radius(plan, city.id)
        mark = (city.x - half, city.y - half, city.x + half, city.y + half)
        (room.take if city.id in plan.objectives or city.id in plan.depots else room.keep)(mark)
        if city.id in plan.picture.marked:
            room.take(question_box(plan, city))
    for road in plan.picture.roads:
        a, b = known[road.a], known[road.b]
        room.cross((a.x, a.y, b.x, b.y))
        if road.main:  # thick and dark: twice as bad to write on
            room.cross((a.x, a.y + 0.5, b.x, b.y))
    return room


def question_box(plan: Plan, city: City) -> Box:
    """The place of a question mark: at the upper right of the city's mark."""
    half, size = radius(plan, city.id), 6.5 * plan.frame.scale
    x, y = city.x + half + size * 0.6, city.y - half - size * 0.3
    return (x - size, y - size, x + size, y + size)


def _keep_off_strokes(plan: Plan, room: Room, known: dict[str, City]) -> None:
    for stroke in plan.strokes:
        spots_ = [known[city] for city in stroke.cities]
        for a, b in pairwise(spots_):
            # Twice, with a hair between: an arrow is worse to cover than a road.
            room.cross((a.x, a.y, b.x, b.y + 0.5))
            room.cross((a.x, a.y + 0.5, b.x, b.y))
        if stroke.kind == "battle":
            x, y = middle(spots_)
            half = 12 * plan.frame.scale
            room.take((x - half, y - half, x + half, y + half))


def middle(cities: list[City]) -> tuple[float, float]:
    """The spot between the cities of a battle."""
    return sum(c.x for c in cities) / len(cities), sum(c.y for c in cities) / len(cities)


def _tokens(plan: Plan, room: Room) -> Iterator[Token]:
    """The pieces, large stacks first; a piece always finds a place, at worst on its city."""
    groups: dict[tuple[str, str, bool, bool], list[Piece]] = {}
    for piece in plan.picture.pieces:
        groups.setdefault((piece.city, piece.nation, not piece.rank, piece.face_down), []).append(piece)
    cities = {city.id: city for city in plan.cities}
    made = [
        (cities[id_], tuple(pieces), _token_text(plan, pieces)) for (id_, *_), pieces in groups.items() if id_ in cities
    ]
    made.sort(key=lambda row: (-len(row[1]), not row[1][0].rank, row[0].id))
    for city, stack, text in made:
        yield Token(city, stack, text, _token_box(plan, room, city, text, not stack[0].rank))


def _token_text(plan: Plan, pieces: list[Piece]) -> str:
    """``P1+2``, ``AT1``: the nation's letter, then ranks or the names of trains."""
    numbers = [str(piece.rank) if piece.rank else piece.name for piece in pieces]
    return f"{plan.nations[pieces[0].nation].letter}{'+'.join(numbers)}"


def _token_box(plan: Plan, room: Room, city: City, text: str, train: bool) -> Box:
    scale = plan.frame.scale
    width = text_width(text, token_size(plan, train), bold=True) + (9 if train else 10) * scale
    height = (17 if train else 20) * scale
    # The wheels of a train and the leaves of a stack stand out a little.
    more = 4 * scale if train or "+" in text else 1.0
    ways = list(upright(city.x, city.y, round(width + more, 1), height + more, radius(plan, city.id) + 2 * scale))
    _, box = room.placed(ways) or room.placed(ways, cover=True) or ways[0]
    room.take(box)
    if train:
        return box[0] + more / 2, box[1], box[2] - more / 2, box[3] - more
    return box[0], box[1] + more, box[2] - more, box[3]


def token_size(plan: Plan, train: bool) -> float:
    """The type size on a piece."""
    return (11.0 if train else 14.0) * plan.frame.scale


def _names(plan: Plan, room: Room) -> Iterator[Name]:
    """The names of cities: all where something stands or is wanted, the others where there is room."""
    generals: dict[str, list[Piece]] = {}
    standing: set[str] = set()
    for token in plan.tokens:
        standing.add(token.city.id)
        if not token.is_train:
            generals.setdefault(token.city.id, []).extend(token.pieces)
    for rank, city in sorted((_rank(plan, standing, city), city) for city in plan.cities):
        name = _name(plan, room, city, generals.get(city.id, []), rank < 4)
        if name is not None:
            room.take(name.box)
            yield name


def _rank(plan: Plan, standing: set[str], city: City) -> int:
    """How soon a city is named: 4 for those that can be left out."""
    if city.id in standing:
        return 0
    if city.id in plan.objectives or city.id in plan.depots:
        return 1
    ends = {end for stroke in plan.strokes for end in (stroke.cities[0], stroke.cities[-1])}
    return 2 if city.id in ends else 4


Lines = tuple[tuple[str, bool], ...]


def _name(plan: Plan, room: Room, city: City, generals: list[Piece], important: bool) -> Name | None:
    """The name at its best place, in the form that finds one: a far name is worse than a short one."""
    size = round(13.0 * plan.frame.scale if important else 11.5 * plan.frame.small, 1)
    gap = radius(plan, city.id) + 2 * plan.frame.small
    for forms in _forms(city, generals):
        found = []
        for lines in forms:
            width = max(text_width(text, size, bold) for text, bold in lines) + 4 * plan.frame.small
            height = len(lines) * size * 1.12 + 0.1 * size
            ways = spots(city.x, city.y, round(width, 1), round(height, 1), gap, 4 if important else 1)
            place = room.placed(ways, cover=important)
            found += [(*place, lines)] if place else []
        if found:
            _, box, lines = min(found)
            away = max(box[0] - city.x, city.x - box[2], box[1] - city.y, city.y - box[3])
            return Name(city, lines, size, box, important, away > gap + 1)
    return None


def _forms(city: City, generals: list[Piece]) -> Iterator[list[Lines]]:
    """How a name may be written: with the generals side by side or below each other; else without them."""
    last = ((city.name, False),)
    if generals:
        stacked = tuple((called([piece]), True) for piece in generals)
        yield [((called(generals), True), *last), (*stacked, *last)]
    yield [last]


def called(generals: list[Piece]) -> str:
    """``Keith 8 + Dohna 2``, with the numbers the reader knows."""
    return " + ".join(piece.name if piece.troops is None else f"{piece.name} {piece.troops}" for piece in generals)
