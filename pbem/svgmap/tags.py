"""The labels of pieces: the names of the generals, so near to their piece that they can belong to no other."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.picture import Piece
from pbem.svgmap.ground import mark_box
from pbem.svgmap.labels import LABEL, MARK, NAME, ROAD, TEXT, WAY, Box, Room, grown, label_spots, meets, text_width
from pbem.svgmap.pieces import FAR, SHAFT, Label, Plan, Token, drop, moved, places, put, tail

GAP = 1.0  # between a piece and its label, in units of the frame's scale
CLEAR = 1.2  # by so much more a label is farther from every other piece and city, in the same units
TRIES = 80  # so many places of a piece are looked at for one that leaves room for its label
LONG = 6  # a name of so many letters is not shortened
Lines = tuple[str, ...]


def labelled(plan: Plan, room: Room) -> tuple[Token, ...]:
    """The pieces with their labels; one may stand elsewhere then, where its label has room."""
    named = plan.ground.names
    return tuple(
        _labelled(plan, room, token, () if token.city.id in named else (token.city.name,)) for token in plan.tokens
    )


def _labelled(plan: Plan, room: Room, token: Token, city: Lines) -> Token:
    """Full names if they find room, else short ones; else the signs on the piece must do."""
    drop(room, token)
    forms = list(_forms(token, city))
    if forms:
        token = next(_label(plan, room, token, forms[0]), None) or _elsewhere(plan, room, token, forms)
    put(room, token)
    if token.label is not None:
        room.put(LABEL, token.label.box)
    return token


def _elsewhere(plan: Plan, room: Room, token: Token, forms: list[list[Lines]]) -> Token:
    """The piece at another place where its label has room; with a shorter label if it must be, or with none."""
    rim = (GAP + CLEAR) * plan.frame.scale  # of other labels, which would be read as its own
    free = [spot for spot in places(plan, room, token, more=FAR) if room.is_clear(grown(spot[1], rim), LABEL)]
    ways = [token, *(moved(plan, token, box) for _, box in sorted(free)[:TRIES])]
    found = (labelled for form in forms for way in ways for labelled in _label(plan, room, way, form))
    return next(found, token)


def _forms(token: Token, city: Lines) -> Iterator[list[Lines]]:
    """How a label may be written, side by side or below each other; ``city`` where the ground does not name it."""
    generals = [piece for piece in token.pieces if piece.rank]
    if not generals:
        yield from [[city]] if city else []
        return
    for short in (False, True):
        texts = tuple(called(piece, short) for piece in generals)
        yield [(" + ".join(texts), *city), (*texts, *city)][: len(texts)]


def called(piece: Piece, short: bool = False) -> str:
    """``Schwerin 8`` or ``Schw. 8``, with the number if the reader knows it."""
    name = f"{piece.name[:4]}." if short and len(piece.name) > LONG else piece.name
    return name if piece.troops is None else f"{name} {piece.troops}"


def _label(plan: Plan, room: Room, token: Token, forms: list[Lines]) -> Iterator[Token]:
    """The piece with the label that is liked best, if one finds room."""
    size = label_size(plan)
    best: tuple[int, Label] | None = None
    for lines in forms:
        wide = max(text_width(text, size, bold=True) for text in lines) + 4 * plan.frame.small
        high = len(lines) * 1.1 * size + 0.1 * size
        for dislike, box in label_spots(token.outer, (round(wide, 1), round(high, 1)), GAP * plan.frame.scale):
            if best is not None and dislike >= best[0]:
                break
            if is_own(plan, room, token, box):
                cost = dislike + 2 * room.crossed(ROAD, box)
                best = (cost, Label(lines, size, box)) if best is None or cost < best[0] else best
    if best is not None:
        yield token._replace(label=best[1])


def label_size(plan: Plan) -> float:
    """The type size of a label."""
    return round(max(10.0 * plan.frame.scale, 12.0 * plan.frame.small), 1)


def is_own(plan: Plan, room: Room, token: Token, box: Box) -> bool:
    """Whether a label covers nothing here, and is nearer to its piece than to any other piece or city."""
    scale = plan.frame.scale
    return (
        room.holds(box)
        and room.is_clear(box, MARK | TEXT | NAME | LABEL)
        and room.is_clear(grown(box, (GAP + CLEAR) * scale), MARK, mark_box(plan.ground, token.city))
        and not meets(box, tail(token))
        and not room.crossed(WAY, grown(box, SHAFT * scale))
    )
