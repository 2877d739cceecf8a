"""The pieces of a map: which are drawn as one, and where they stand around their cities."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import combinations
from math import cos, pi, sin
from typing import NamedTuple

from pbem.core.picture import City, Objective, Picture, Piece, Stroke
from pbem.svgmap.frames import Frame
from pbem.svgmap.ground import Ground, beside, is_important, mark_box, radius
from pbem.svgmap.labels import (
    MARK,
    NAME,
    ROAD,
    TEXT,
    WAY,
    Box,
    Line,
    Room,
    Spot,
    distance,
    grown,
    overlap,
    piece_spots,
    text_width,
)

TAILS = tuple(range(0, 24, 2))  # how far a piece may stand off its city, in units of the frame's scale
DIRECTIONS, FARTHER = 32, range(16, 160, 4)  # in a crowd, where there is no place so near
LONGEST = 25.0  # tail of a stack, whose leaves keep it farther off
FAR = 1000  # no place is disliked so much
HIDDEN = (60, 24, 8)  # how bad it is to hide a name; less where pieces found no place, and in another order
SHAFT = 4.0  # half of what an arrow takes, in the same units


class Label(NamedTuple):
    """The names of generals beside their piece, in one line or below each other."""

    lines: tuple[str, ...]
    size: float
    box: Box
    leader: Line | None = None  # from the piece, where there is room only a little way off


class Token(NamedTuple):
    """Pieces of one nation and kind in one city, drawn as one: a stack, a single piece, or a train."""

    city: City
    pieces: tuple[Piece, ...]
    text: str
    outer: Box  # with the wheels of a train and the leaves of a stack
    box: Box
    label: Label | None = None

    @property
    def is_train(self) -> bool:
        return not self.pieces[0].rank and not self.pieces[0].riders


class Scene(NamedTuple):
    """All that one step puts on the ground, with its place."""

    picture: Picture
    ground: Ground
    objectives: dict[str, Objective]
    strokes: tuple[Stroke, ...]
    questions: tuple[tuple[City, Box], ...]
    tokens: tuple[Token, ...]

    @property
    def frame(self) -> Frame:
        return self.ground.frame


Group = tuple[City, tuple[Piece, ...]]


def groups(scene: Scene) -> list[Group]:
    """The pieces that are drawn as one, with their cities: large stacks first, trains last."""
    found: dict[tuple[str, str, bool, bool], list[Piece]] = {}
    for piece in scene.picture.pieces:
        found.setdefault((piece.city, piece.nation, not piece.rank, piece.face_down), []).append(piece)
    cities = {city.id: city for city in scene.ground.cities}
    made = [(cities[id_], tuple(pieces)) for (id_, *_), pieces in found.items() if id_ in cities]
    return sorted(made, key=lambda row: (not row[1][0].rank, -len(row[1]), row[0].id))


def tokens(scene: Scene, room: Room, made: list[Group]) -> Iterator[Token]:
    """The pieces in their order; but first of all those that would find no place after the others.

    At worst a piece stands at its city though it covers the mark of another; where it would cover another piece, all
    such pieces hang on longer tails.
    """
    tried = _tried(scene, room, made, far=False)[-1]
    if any(overlap(one.outer, other.outer) for (one, _), (other, _) in combinations(tried, 2)):
        tried = min(reversed(_tried(scene, room, made, far=True)), key=lambda placed: _far(scene, placed))
    for token, _ in tried:
        put(room, token)
        yield token


Placed = list[tuple[Token, bool]]  # each with whether it has found a place beside its city


def _tried(scene: Scene, room: Room, made: list[Group], far: bool) -> list[Placed]:
    """The pieces in one order after the other, until all have found a place or no order is left."""
    tried = [[*_placed(scene, room.copied(), made, HIDDEN[0], far)]]
    for harm in HIDDEN:
        stuck = [(token.city, token.pieces) for token, is_free in tried[-1] if not is_free]
        if not stuck:
            break
        made = [*stuck, *(group for group in made if group not in stuck)]
        tried.append([*_placed(scene, room.copied(), made, harm, far)])
    return tried


def _placed(scene: Scene, room: Room, made: list[Group], harm: int, far: bool) -> Iterator[tuple[Token, bool]]:
    """Each piece at its best place, one after the other, and whether it has found one: else at its city, or far off."""
    for city, pieces in made:
        token = _token(scene, city, pieces)
        box = _best(scene, room, token, harm)
        in_need = _farther(scene, room, token) if far and box is None else next(_spots(scene, token, 0.0))[1]
        token = moved(scene, token, box or in_need)
        put(room, token)
        yield token, box is not None


def _far(scene: Scene, placed: Placed) -> float:
    """How far off the pieces stand, together, that have found no place beside their city."""
    return sum(distance(token.box, mark_box(scene.ground, token.city)) for token, is_free in placed if not is_free)


def _token(scene: Scene, city: City, pieces: tuple[Piece, ...]) -> Token:
    """A piece in its size, before it has a place: ``P1+2``, ``AT1``."""
    numbers = [str(piece.rank) if piece.rank else piece.name for piece in pieces]
    text = f"{scene.ground.nations[pieces[0].nation].letter}{'+'.join(numbers)}"
    token = Token(city, pieces, text, (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
    box = token_box(scene.frame, text, token.is_train)
    return token._replace(outer=box, box=box)


def token_box(frame: Frame, text: str, train: bool) -> Box:
    """How large a piece is, whatever its place."""
    width = text_width(text, token_size(frame, train), bold=True) + 8 * frame.scale
    return 0.0, 0.0, round(width, 1), (15 if train else 18) * frame.scale


def token_size(frame: Frame, train: bool) -> float:
    """The type size on a piece."""
    return (11.0 if train else 13.0) * frame.scale


def _more(scene: Scene, token: Token) -> Box:
    """How far the leaves of a stack (up, to the right) and the wheels of a train (down) stand out, with the edge."""
    scale, leaves = scene.frame.scale, min(len(token.pieces), 3) - 1
    edge = 0.8 * scale
    if token.is_train:
        return edge, edge, edge, 4 * scale
    return edge, edge + 2.6 * leaves * scale, edge + 2.6 * leaves * scale, edge


def _best(scene: Scene, room: Room, token: Token, harm: int) -> Box | None:
    """The best place of a piece; at worst, it covers a name that matters."""
    ways = (places(scene, room, token, kinds, harm=harm) for kinds in (MARK | TEXT, MARK))
    return next((min(found)[1] for way in ways if (found := [*way])), None)


def _farther(scene: Scene, room: Room, token: Token) -> Box:
    """A free place as near as can be, whose tail runs under no other piece; on the city where the frame is full."""
    scale, mark, best = scene.frame.scale, mark_box(scene.ground, token.city), (float(FAR), (0.0, 0.0, 0.0, 0.0))
    for off in FARTHER:
        if off >= 2 * best[0]:
            break
        for _, box in room.free([*_all_around(scene, token, off * scale)], MARK | TEXT):
            crossed = room.met(MARK, tail(moved(scene, token, box))) - 1  # it begins in the mark of its own city
            cost = distance(box, mark) / scale + 0.2 * _harm(scene, room, token, box, HIDDEN[-1]) + 20 * crossed
            best = min(best, (cost, box))
    return best[1] if best[0] < FAR else next(_spots(scene, token, 0.0))[1]


def _all_around(scene: Scene, token: Token, off: float) -> Iterator[Spot]:
    """The boxes of a piece with their middle so far from its city, on all sides."""
    left, up, right, down = _more(scene, token)
    x0, y0, x1, y1 = token.box
    wide, high = round(x1 - x0 + left + right, 1), round(y1 - y0 + up + down, 1)
    for part in range(DIRECTIONS):
        angle = 2 * pi * part / DIRECTIONS
        x, y = token.city.x + off * cos(angle) - wide / 2, token.city.y + off * sin(angle) - high / 2
        yield 0, (round(x, 1), round(y, 1), round(x + wide, 1), round(y + high, 1))


def places(scene: Scene, room: Room, token: Token, kinds: int = MARK | TEXT, harm: int = 60) -> Iterator[Spot]:
    """The free places of a piece around its city, each with how little it is liked; none farther off than is worth."""
    best = FAR
    for ring in range(len(TAILS)):
        if 4 * ring >= best:
            break
        for dislike, box in _ring(scene, room, token, ring, kinds):  # in the order of liking
            if dislike >= best:
                break
            cost = dislike + _harm(scene, room, token, box, harm)
            best = min(best, cost)
            yield cost, box


def by_liking(scene: Scene, room: Room, token: Token) -> Iterator[Spot]:
    """All free places of a piece, the most liked first; one after the other, for most are never asked for."""
    waiting: list[Spot] = []
    for ring in range(len(TAILS)):
        found = _ring(scene, room, token, ring, MARK | TEXT)
        waiting = sorted([*waiting, *((like + _harm(scene, room, token, box, HIDDEN[0]), box) for like, box in found)])
        ready = bisect_left(waiting, (4 * ring + 4,))  # in the next ring all are liked less
        yield from waiting[:ready]
        waiting = waiting[ready:]
    yield from waiting


def _ring(scene: Scene, room: Room, token: Token, ring: int, kinds: int) -> Iterator[Spot]:
    """The free places at the end of a tail, in the order of liking; none too far from the city."""
    mark, rim, far = mark_box(scene.ground, token.city), _more(scene, token), LONGEST * scene.frame.scale
    spots = [*_spots(scene, token, TAILS[ring] * scene.frame.scale)]
    for dislike, box in room.free(spots, kinds):
        if distance(_inner(box, rim), mark) <= far:
            yield 4 * ring + dislike, box


def _spots(scene: Scene, token: Token, length: float) -> Iterator[Spot]:
    """The boxes of a piece at the end of a tail, with its leaves or wheels."""
    left, up, right, down = _more(scene, token)
    x0, y0, x1, y1 = token.box
    size = round(x1 - x0 + left + right, 1), round(y1 - y0 + up + down, 1)
    return piece_spots(token.city.x, token.city.y, size, beside(scene.ground, token.city) + length)


def _harm(scene: Scene, room: Room, token: Token, box: Box, hidden: int) -> int:
    """How much a piece hides at a place: names, above all that of its own city, arrows, and roads."""
    names, roads = room.covered(NAME, box), room.crossed(ROAD, box)
    arrows = room.crossed(WAY, grown(box, SHAFT * scene.frame.scale))
    name = scene.ground.names.get(token.city.id)
    own = names and name is not None and overlap(name.box, box)
    return hidden * names + 26 * arrows + roads + (60 if own else 0)


def moved(scene: Scene, token: Token, outer: Box) -> Token:
    """The piece at a place."""
    return token._replace(outer=outer, box=_inner(outer, _more(scene, token)))


def _inner(outer: Box, rim: Box) -> Box:
    """A piece without its leaves and wheels."""
    left, up, right, down = rim
    return round(outer[0] + left, 1), round(outer[1] + up, 1), round(outer[2] - right, 1), round(outer[3] - down, 1)


def tail(token: Token) -> Line:
    """The line by which a piece hangs on its city: from the city to the nearest point of the piece."""
    x, y = token.city.x, token.city.y
    return (x, y, *nearest(token.box, x, y))


def tip(scene: Scene, token: Token) -> tuple[float, float]:
    """Where the tail ends: at the edge of the city's mark, whose letter stays free, or in a ring without one."""
    half = radius(scene.ground, token.city.id) if is_important(scene.ground, token.city.id) else scene.frame.small
    x, y, a, b = tail(token)
    return nearest((x - half, y - half, x + half, y + half), a, b)


def nearest(box: Box, x: float, y: float) -> tuple[float, float]:
    """The point of a box nearest to another point."""
    return min(max(box[0], x), box[2]), min(max(box[1], y), box[3])


def put(room: Room, token: Token) -> None:
    """From now on the piece stands in the room."""
    room.put(MARK, token.outer)
    room.put(WAY, tail(token))


def drop(room: Room, token: Token) -> None:
    """Take the piece out of the room."""
    room.drop(MARK, token.outer)
    room.drop(WAY, tail(token))
