"""The castle as a picture (R2): our own SVG, the same bytes for the same view, no colour without a second mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import NamedTuple

from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import KIND_NAMES, SEAL, SKY, TREE, written
from pbem.rulesets.fredericus.geometry import HAND, TOWERS
from pbem.rulesets.fredericus.state import BIRD_LETTERS, FALCON, SEATS, State, Turn, birds_on, seat_of

# Distances from the middle of the courtyard.
YARD, SECTOR, WALL, POST, OUTER, TOWER, FIRST_CARD = 30, 74, 108, 138, 168, 196, 238
PITCH, CARD, PIECE = 31, 27, 26
MARGIN, LETTER = 30, 9.5
# Light tints for cards, with a shape and a letter on each; strong colours for falconers, with a letter on each.
CARD_FILLS = {TREE: "#a9dcc5", SKY: "#c3e3f7", SEAL: "#f6d78a"}
CREATURE_FILL = "#ffffff"
SEAT_FILLS = (("#0072b2", "#ffffff"), ("#d55e00", "#ffffff"), ("#cc79a7", "#000000"), ("#f0e442", "#000000"))
INK, STONE, FLOOR, GROUND = "#1a1a1a", "#d9d2c3", "#f1ede2", "#fbfaf6"


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Point:
        return Point(self.x + dx, self.y + dy)


def draw(view: State, role: str | None) -> str:
    """The castle as a role sees it; None is the public."""
    own = seat_of(view, role)
    left, top, right, bottom = extent(view)
    lines = falconer_lines(view, own)
    breadth = left + right + 2 * MARGIN
    width = round(max(breadth, 700, 48 + LETTER * max(map(len, lines))))
    middle = Point(left + MARGIN + (width - breadth) / 2, top + MARGIN + 34)
    floor = round(middle.y + bottom + MARGIN + 20)
    height = floor + 88 + 22 * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' role="img" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{title(view)}</title>",
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
        text(Point(24, 36), title(view), 24, weight="bold", anchor="start"),
        *castle(middle),
    ]
    for tower in TOWERS:
        parts += [*row(view, middle, tower), *post(view, middle, tower, own), *tokens(view, middle, tower, own)]
    parts += [*courtyard(view, middle, own), *legend(lines, floor), "</svg>"]
    return "\n".join(parts) + "\n"


def extent(view: State) -> tuple[float, float, float, float]:
    """How far the rows reach from the middle of the courtyard: left, up, right, down."""
    tips = [
        at(Point(0, 0), tower, FIRST_CARD + PITCH * max(3, len(row)))
        for tower, row in zip(TOWERS, view.rows, strict=True)
    ]
    xs, ys = [tip.x for tip in tips], [tip.y for tip in tips]
    return -min(xs), -min(ys), max(xs), max(ys)


def title(view: State) -> str:
    """Where the game stands."""
    from pbem.rulesets.fredericus.flow import heading

    return f"Fredericus · {heading(view)}"


# simple shapes


def number(value: float) -> str:
    """A coordinate with one decimal, and none where it is whole."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.0", "0")


def at(middle: Point, tower: float, distance: float, aside: float = 0) -> Point:
    """The place at a distance from the middle towards a tower; tower 1 is at the top, ``aside`` is clockwise."""
    angle = radians(45 * (tower - 1) - 90)
    x = middle.x + distance * cos(angle) - aside * sin(angle)
    return Point(x, middle.y + distance * sin(angle) + aside * cos(angle))


def text(point: Point, words_: str, size: int, weight: str = "normal", anchor: str = "middle", fill: str = INK) -> str:
    """Words; in the middle of a place they are centred in both directions."""
    y = point.y + (size * 0.36 if anchor == "middle" else 0)
    return (
        f'<text x="{number(point.x)}" y="{number(y)}" font-size="{size}" font-weight="{weight}"'
        f' text-anchor="{anchor}" fill="{fill}">{words_}</text>'
    )


def polygon(points: Iterable[Point], fill: str, stroke: str = INK, width: float = 1) -> str:
    """A closed shape."""
    corners = " ".join(f"{number(p.x)},{number(p.y)}" for p in points)
    return f'<polygon points="{corners}" fill="{fill}" stroke="{stroke}" stroke-width="{number(width)}"/>'


def circle(point: Point, radius: float, fill: str, stroke: str = INK, width: float = 1, more: str = "") -> str:
    """A round shape."""
    return (
        f'<circle cx="{number(point.x)}" cy="{number(point.y)}" r="{number(radius)}" fill="{fill}"'
        f' stroke="{stroke}" stroke-width="{number(width)}"{more}/>'
    )


def octagon(middle: Point, distance: float) -> list[Point]:
    """Eight corners between the towers."""
    return [at(middle, tower + 0.5, distance / cos(radians(22.5))) for tower in TOWERS]


# the castle


def castle(middle: Point) -> Iterator[str]:
    """The walls, the ring of guard posts, the courtyard with its sectors, the towers."""
    yield polygon(octagon(middle, OUTER), STONE, width=3)
    yield polygon(octagon(middle, WALL), FLOOR, width=2)
    for tower in TOWERS:
        inner, outer = at(middle, tower + 0.5, YARD), at(middle, tower + 0.5, OUTER / cos(radians(22.5)))
        yield (
            f'<line x1="{number(inner.x)}" y1="{number(inner.y)}" x2="{number(outer.x)}" y2="{number(outer.y)}"'
            f' stroke="{INK}" stroke-width="1" stroke-dasharray="3 3"/>'
        )
    yield circle(middle, YARD, GROUND)
    for tower in TOWERS:
        place = at(middle, tower, TOWER)
        yield circle(place, 19, STONE, width=3)
        yield text(place, str(tower), 20, weight="bold")


def row(view: State, middle: Point, tower: int) -> Iterator[str]:
    """A row from its near end outward; the far end has a thick frame and an arrow beyond it."""
    cards = view.rows[tower - 1]
    for place, card in enumerate(cards):
        yield from card_shape(at(middle, tower, FIRST_CARD + PITCH * place), tower, card, place == len(cards) - 1)
    tip = FIRST_CARD + PITCH * (len(cards) - 1) + CARD / 2 + 5
    if cards:
        yield polygon([at(middle, tower, tip + 9), at(middle, tower, tip, 7), at(middle, tower, tip, -7)], INK)
    else:
        corners = square(at(middle, tower, FIRST_CARD), tower, CARD / 2)
        points = " ".join(f"{number(p.x)},{number(p.y)}" for p in corners)
        yield f'<polygon points="{points}" fill="none" stroke="{INK}" stroke-width="1" stroke-dasharray="4 3"/>'


def square(middle: Point, tower: float, half: float) -> list[Point]:
    """A square that looks towards a tower."""
    return [at(middle, tower, half * a, half * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def card_shape(middle: Point, tower: float, card: str, is_end: bool) -> Iterator[str]:
    """A card: tint, shape and letter; an end card has a thick frame."""
    fill = CARD_FILLS.get(card, CREATURE_FILL)
    yield polygon(square(middle, tower, CARD / 2), fill, width=3.5 if is_end else 1)
    if card == TREE:
        yield polygon([middle.moved(0, -11), middle.moved(-10, 8), middle.moved(10, 8)], "#ffffff", "#00684b", 1.5)
    elif card == SKY:
        yield wave(middle.moved(0, -8))
        yield wave(middle.moved(0, 8))
    elif card == SEAL:
        yield circle(middle, 10, "#ffffff", "#8a5a00", 1.5, ' stroke-dasharray="3 2"')
    size = 12 if card in (TREE, SEAL) else 17
    yield text(
        middle.moved(0, 2 if card == TREE else 0), card, size, weight="bold" if fill == CREATURE_FILL else "normal"
    )


def wave(middle: Point) -> str:
    """A line of wind."""
    x, y = middle.x, middle.y
    return (
        f'<path d="M{number(x - 8)} {number(y)} q4 -4 8 0 t8 0" fill="none" stroke="#1f78a8" stroke-width="1.5"/>'
    )  # fmt: skip


# pieces


def post(view: State, middle: Point, tower: int, own: int | None) -> Iterator[str]:
    """The birds on a guard post, up to four beside each other."""
    birds = birds_on(view, tower)
    for place, (seat, which) in zip(spots(middle, tower, POST, len(birds), 4), birds, strict=True):
        yield from bird_shape(place, seat, which, own)


def spots(middle: Point, tower: int, distance: float, count: int, across: int) -> Iterator[Point]:
    """Places for so many pieces, in lines of at most ``across`` along the wall."""
    lines = [min(across, count - first) for first in range(0, count, across)]
    for line, many in enumerate(lines):
        away = distance + (line - (len(lines) - 1) / 2) * PIECE
        yield from (at(middle, tower, away, (place - (many - 1) / 2) * PIECE) for place in range(many))


def bird_shape(middle: Point, seat: int, which: int, own: int | None, hooded: bool = False) -> Iterator[str]:
    """A falcon is a large shield, a goshawk a small disc; both bear the falconer's letter and their own."""
    fill, ink = SEAT_FILLS[seat]
    width = 2.5 if seat == own else 1
    if which == FALCON:
        outline = ((-9, -9), (9, -9), (11, 2), (0, 12.5), (-11, 2))
        yield polygon([middle.moved(x, y) for x, y in outline], fill, width=width)
    else:
        yield circle(middle, 10, fill, width=width)
    yield text(
        middle.moved(0, -1 if which == FALCON else 0), f"{SEATS[seat]}{BIRD_LETTERS[which]}", 11, "bold", fill=ink
    )
    if hooded:
        x, y = number(middle.x - 11), number(middle.y - 6)
        yield f'<path d="M{x} {y} a11 8 0 0 1 22 0 z" fill="{INK}"/>'


def courtyard(view: State, middle: Point, own: int | None) -> Iterator[str]:
    """Hooded birds in the sectors, and the one token that may lie in the courtyard."""
    for tower in TOWERS:
        hooded = [
            (seat, which)
            for seat, pair in enumerate(view.birds)
            for which, bird in enumerate(pair)
            if bird.hooded and bird.post == tower
        ]
        for place, (seat, which) in zip(spots(middle, tower, SECTOR, len(hooded), 2), hooded, strict=True):
            yield from bird_shape(place, seat, which, own, hooded=True)
    seat_in_court = view.court()
    if seat_in_court is not None:
        yield from token_shape(middle, seat_in_court, SEATS[seat_in_court], own)


def tokens(view: State, middle: Point, tower: int, own: int | None) -> Iterator[str]:
    """The tokens on a tower, on both sides of it."""
    there = [
        (seat, SEATS[seat] + (str(token + 1) if len(places) > 1 else ""))
        for seat, places in enumerate(view.tokens)
        for token, place in enumerate(places)
        if place == tower
    ]
    for (seat, name), aside in zip(there, (32, -32, 56, -56), strict=False):
        yield from token_shape(at(middle, tower, TOWER + 6, aside), seat, name, own)


def token_shape(middle: Point, seat: int, name: str, own: int | None) -> Iterator[str]:
    """A token is a diamond with the falconer's letter."""
    fill, ink = SEAT_FILLS[seat]
    corners = [middle.moved(0, -13), middle.moved(13, 0), middle.moved(0, 13), middle.moved(-13, 0)]
    yield polygon(corners, fill, width=2.5 if seat == own else 1)
    yield text(middle, name, 11 if len(name) == 1 else 10, "bold", fill=ink)


# the words below


def legend(lines: Iterable[str], top: float) -> Iterator[str]:
    """What the signs mean, and what lies beside the castle."""
    x = 34.0
    for card, name in ((TREE, "tree"), (SKY, "sky"), (SEAL, "seal"), ("a", "creature")):
        yield from card_shape(Point(x, top + 14), 1, card, False)
        yield text(Point(x + 22, top + 20), name, 16, anchor="start")
        x += 60 + 11 * len(name)
    yield from card_shape(Point(x, top + 14), 3, TREE, True)
    yield polygon([Point(x + 28, top + 14), Point(x + 19, top + 7), Point(x + 19, top + 21)], INK)
    yield text(Point(x + 38, top + 20), "far end of a row", 16, anchor="start")
    yield from piece_signs(top + 50)
    for place, line in enumerate(lines):
        y = top + 88 + 22 * place
        yield text(Point(24, y), line, 16, anchor="start", weight="bold" if line.startswith("→") else "normal")


def piece_signs(y: float) -> Iterator[str]:
    """A falcon, a goshawk, a hooded bird and a token, with their names."""
    x = 34.0
    signs = (
        (bird_shape(Point(x, y), 0, 0, None), "falcon"),
        (bird_shape(Point(x + 130, y), 0, 1, None), "goshawk"),
        (bird_shape(Point(x + 270, y), 1, 0, None, hooded=True), "hooded, in its sector of the courtyard"),
        (token_shape(Point(x + 640, y), 2, "C", None), "token"),
    )
    for (shapes, name), at_x in zip(signs, (x, x + 130, x + 270, x + 640), strict=True):
        yield from shapes
        yield text(Point(at_x + 22, y + 6), name, 16, anchor="start")


def falconer_lines(view: State, own: int | None) -> list[str]:
    """The kinds, what each falconer has, and the deck."""
    task = view.agenda[-1] if view.agenda else None
    lines = [", ".join(f"{kind} {name}" for kind, name in KIND_NAMES.items())]
    for seat in range(view.players):
        held = view.objectives(seat)
        known = f" ({written(held)})" if held and (seat == own or view.winners) else ""
        mark = "→ " if isinstance(task, Turn) and task.seat == seat else ""
        hand = " · token in hand" if HAND in view.tokens[seat] else ""
        lines.append(
            f"{mark}{words.seat_name(seat)}: creatures {written(view.creatures[seat])} · "
            f"{words.count(len(held), 'objective')}{known}{hand}"
        )
    return [*lines, deck_line(view)]


def deck_line(view: State) -> str:
    """The deck, Fredericus, the display and the discards."""
    line = f"Deck {words.count(len(view.deck), 'card')} · Fredericus {words.holder(view.fredericus)}"
    line += f" · display {written(view.display)}" if view.options.display else ""
    return f"{line} · discarded {written(sorted(view.discards))} · seals out {view.seals_out}"
