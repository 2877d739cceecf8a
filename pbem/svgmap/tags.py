"""The labels of pieces: the names of the generals, so near to their piece that they can belong to no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from pbem.core.picture import Piece
from pbem.svgmap.ground import mark_box
from pbem.svgmap.labels import (
    LABEL,
    MARK,
    NAME,
    ROAD,
    TEXT,
    WAY,
    Box,
    Line,
    Room,
    grown,
    label_sides,
    label_spots,
    meets,
)
from pbem.svgmap.looks import label_extent, label_size
from pbem.svgmap.pieces import SHAFT, Label, Scene, Token, by_liking, drop, moved, nearest, put, tail

GAP = 1.0  # between a piece and its label, in units of the frame's scale
CLEAR = 1.2  # by so much more a label is farther from every other piece and city, in the same units
TRIES = 80  # so many places of a piece are looked at for one that leaves room for its label
LEADERS = (2, 3, 4, 5, 6, 8, 11, 14, 17, 20)  # how far off a label may stand at the end of a line, in the same units
LONG = 6  # a name of so many letters is not shortened
Lines = tuple[str, ...]


def labelled(scene: Scene, room: Room) -> tuple[Token, ...]:
    """The pieces with their labels; one may stand elsewhere then, where its label has room."""
    return tuple(_labelled(scene, room, token) for token in scene.tokens)


def renumbered(scene: Scene, room: Room) -> tuple[Token, ...]:
    """The pieces, of which those whose numbers the reader knows are labelled anew: a number makes a label longer.

    They stand where they stand for everybody: a label that finds no room there is shortened, or a little way off.
    """
    return tuple(
        _numbered(scene, room, token) if any(piece.troops is not None for piece in token.pieces) else token
        for token in scene.tokens
    )


def _numbered(scene: Scene, room: Room, token: Token) -> Token:
    """The piece with its numbers at its label; with the label that everybody sees, if there is no room for them."""
    drop(room, token)
    _take_label(room, token)
    bare, forms = token._replace(label=None), [*_forms(scene, token, _unnamed(scene, token))]
    found = chain(
        *(_label(scene, room, bare, form) for form in forms[:2]), *(_led(scene, room, bare, form) for form in forms[:2])
    )
    token = next(found, token)
    put(room, token)
    put_label(room, token)
    return token


def _take_label(room: Room, token: Token) -> None:
    """The place of the label of a piece is free again."""
    if token.label is not None:
        room.drop(LABEL, token.label.box)
    if token.label is not None and token.label.leader is not None:
        room.drop(WAY, token.label.leader)


def put_label(room: Room, token: Token) -> None:
    """From now on the label of a piece stands in the room."""
    if token.label is not None:
        room.put(LABEL, token.label.box)
    if token.label is not None and token.label.leader is not None:
        room.put(WAY, token.label.leader)


def _unnamed(scene: Scene, token: Token) -> Lines:
    """The name of a piece's city, if the ground does not tell it."""
    return () if token.city.id in scene.ground.names else (token.city.name,)


def _labelled(scene: Scene, room: Room, token: Token) -> Token:
    """Full names if they find room, else short ones, else a label a little way off; else the signs must do."""
    drop(room, token)
    forms = list(_forms(scene, token, _unnamed(scene, token)))
    if forms:
        token = next(_label(scene, room, token, forms[0]), None) or _elsewhere(scene, room, token, forms)
    put(room, token)
    put_label(room, token)
    return token


def _elsewhere(scene: Scene, room: Room, token: Token, forms: list[list[Lines]]) -> Token:
    """The piece at another place where its label has room; with a shorter one, or one a little way off, or none.

    No label is tried twice at a place; the full one was tried where the piece stands.
    """
    rim = (GAP + CLEAR) * scene.frame.scale  # of other labels, which would be read as its own
    free = (box for _, box in by_liking(scene, room, token) if room.is_clear(grown(box, rim), LABEL))
    others = Kept(moved(scene, token, box) for box in islice(free, TRIES))
    ways = Kept(chain([token], others))
    # Names of cities are covered for the sake of a full label only if it finds room nowhere else.
    hidden = room.covered(NAME, token.outer)
    clear = (way for way in others if room.covered(NAME, way.outer) <= hidden)
    covering = (way for way in others if room.covered(NAME, way.outer) > hidden)
    tried = chain(
        ((forms[0], way) for way in chain(clear, covering)), ((form, way) for form in forms[1:] for way in ways)
    )
    found = (labelled for form, way in tried for labelled in _label(scene, room, way, form))
    led = (labelled for way in ways for labelled in _led(scene, room, way, forms[-1]))
    return next(chain(found, led), token)


class Kept:
    """Pieces at places that are worked out when they are asked for, and kept for those who ask again."""

    def __init__(self, more: Iterable[Token]) -> None:
        self._found: list[Token] = []
        self._more = iter(more)

    def __iter__(self) -> Iterator[Token]:
        yield from self._found
        for token in self._more:
            self._found.append(token)
            yield token


def _led(scene: Scene, room: Room, token: Token, forms: list[Lines]) -> Iterator[Token]:
    """The piece with a label a little way off, but near to nothing else, to which a line leads that crosses nothing."""
    scale, free = scene.frame.scale, MARK | TEXT | NAME | LABEL
    for length in LEADERS:
        for lines in forms:
            spots = label_spots(token.outer, label_extent(scene.frame, lines), length * scale)
            for _, box in room.free([*spots], free):
                if (
                    room.is_clear(grown(box, (length + CLEAR) * scale), MARK, mark_box(scene.ground, token.city))
                    and room.is_clear(grown(box, CLEAR * scale), MARK)
                    and not meets(box, tail(token)) and not room.crossed(WAY, grown(box, SHAFT * scale))
                    and all(room.is_clear(spot, free & ~NAME) for spot in _along(_leader(token, box), scale))
                ):  # fmt: skip
                    yield token._replace(label=Label(lines, label_size(scene.frame), box, _leader(token, box)))


def _leader(token: Token, box: Box) -> Line:
    """The shortest way from the middle of a label to the edge of its piece, from the label's own edge on."""
    x, y = nearest(token.box, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return (x, y, *nearest(box, x, y))


def _along(line: Line, scale: float) -> Iterator[Box]:
    """Small boxes on a line, so close that nothing passes between them."""
    for part in range(1, 12):
        x, y = (line[at] + (line[at + 2] - line[at]) * part / 12 for at in (0, 1))
        yield x - 0.5 * scale, y - 0.5 * scale, x + 0.5 * scale, y + 0.5 * scale


def _forms(scene: Scene, token: Token, city: Lines) -> Iterator[list[Lines]]:
    """How a label may be written, side by side or below each other; ``city`` where the ground does not name it."""
    generals = [piece for piece in token.pieces if piece.rank]
    if not generals:
        yield from [[city]] if city else []
        return
    for short in (False, True):
        texts = tuple(called(piece, short) for piece in generals)
        yield [(" + ".join(texts), *city), (*texts, *city)][: len(texts)]
    # In need, beginnings of names: they do without troops, and without the city, whose mark the piece hangs on.
    for least in (3, 1):
        texts = tuple(_beginning(scene, piece, least) for piece in generals)
        yield [("+".join(texts),), texts][: len(texts)]


def _beginning(scene: Scene, piece: Piece, least: int) -> str:
    """``Fr.``: as many letters of a name as tell it from the others of its nation on the map, or more."""
    own = [one for one in scene.picture.pieces if one.rank and one.nation == piece.nation]
    others = [one.name for one in own if one.id != piece.id]
    letters = next(n for n in range(1, 80) if n >= len(piece.name) or not any(o[:n] == piece.name[:n] for o in others))
    letters = max(letters, least)
    return piece.name if letters + 1 >= len(piece.name) else f"{piece.name[:letters]}."


def called(piece: Piece, short: bool = False) -> str:
    """``Schwerin 8`` or ``Schw. 8``, with the number if the reader knows it."""
    name = f"{piece.name[:4]}." if short and len(piece.name) > LONG else piece.name
    return name if piece.troops is None else f"{name} {piece.troops}"


def _label(scene: Scene, room: Room, token: Token, forms: list[Lines]) -> Iterator[Token]:
    """The piece with the label that is liked best, if one finds room."""
    size = label_size(scene.frame)
    best: tuple[int, Label] | None = None
    for lines in forms:
        sides = label_sides(token.outer, label_extent(scene.frame, lines), GAP * scene.frame.scale)
        for dislike, box in sorted(spot for side in sides for spot in room.free(side, MARK | TEXT | NAME | LABEL)):
            if best is not None and dislike >= best[0]:
                break
            if is_own(scene, room, token, box):
                cost = dislike + 2 * room.crossed(ROAD, box)
                best = (cost, Label(lines, size, box)) if best is None or cost < best[0] else best
    if best is not None:
        yield token._replace(label=best[1])


def is_own(scene: Scene, room: Room, token: Token, box: Box) -> bool:
    """Whether a label that covers nothing is nearer to its piece than to any other piece or city."""
    scale = scene.frame.scale
    return (
        room.is_clear(grown(box, (GAP + CLEAR) * scale), MARK, mark_box(scene.ground, token.city))
        and not meets(box, tail(token))
        and not room.crossed(WAY, grown(box, SHAFT * scale))
    )
