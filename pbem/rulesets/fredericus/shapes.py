"""The shapes a picture of the castle is made of: words, cards with their signs, birds and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import NamedTuple

from pbem.rulesets.fredericus.cards import FREDERICUS, SEAL, SKY, TREE
from pbem.rulesets.fredericus.state import BIRD_LETTERS, FALCON, SEATS

# On a phone the picture is drawn at about two thirds: no letter is smaller than SMALL.
SMALL, MIDDLE, LARGE = 15, 17, 22
CARD = (39, 52)  # width and height
# Light tints for cards, with a sign and a letter on each; strong colours for falconers, with a letter on each.
CARD_FILLS = {TREE: "#cdebdd", SKY: "#d7ecf9", SEAL: "#f9e6b5", FREDERICUS: "#eadcf2"}
CREATURE_FILL = "#ffffff"
SEAT_FILLS = (("#0072b2", "#ffffff"), ("#b84a00", "#ffffff"), ("#e2a3c7", "#000000"), ("#f0e442", "#000000"))
INK, STONE, FLOOR, GROUND = "#1a1a1a", "#d9d2c3", "#f1ede2", "#fbfaf6"


class Point(NamedTuple):
    """A place in the picture."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Point:
        return Point(self.x + dx, self.y + dy)


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


def polygon(points: Iterable[Point], fill: str, width: float = 1, dashes: str = "") -> str:
    """A closed shape."""
    corners = " ".join(f"{number(p.x)},{number(p.y)}" for p in points)
    broken = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<polygon points="{corners}" fill="{fill}" stroke="{INK}" stroke-width="{number(width)}"{broken}/>'


def circle(point: Point, radius: float, fill: str, width: float = 1) -> str:
    """A round shape."""
    return (
        f'<circle cx="{number(point.x)}" cy="{number(point.y)}" r="{number(radius)}" fill="{fill}"'
        f' stroke="{INK}" stroke-width="{number(width)}"/>'
    )


def octagon(middle: Point, towers: Iterable[int], distance: float) -> list[Point]:
    """Eight corners between the towers."""
    return [at(middle, tower + 0.5, distance / cos(radians(22.5))) for tower in towers]


def card_shape(middle: Point, card: str, is_end: bool = False) -> Iterator[str]:
    """A card: tint, sign and letter; an end card has a thick frame, and no card at all is a broken one."""
    width, height = CARD
    corners = [middle.moved(width / 2 * a, height / 2 * b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    if not card:
        yield polygon(corners, "none", dashes="4 3")
        return
    yield polygon(corners, CARD_FILLS.get(card, CREATURE_FILL), width=3.5 if is_end else 1)
    place = f"{number(middle.x)} {number(middle.y - 9)}"
    yield f'<use href="#fd-{card}" transform="translate({place}) scale(.85)"/>'
    yield text(middle.moved(0, 16), card, 16, weight="bold")


def bird_shape(middle: Point, seat: int, which: int, own: int | None, hooded: bool = False) -> Iterator[str]:
    """A falcon is a large shield, a goshawk a small disc; both bear the falconer's letter and their own."""
    fill, ink = SEAT_FILLS[seat]
    width = 3 if seat == own else 1
    if which == FALCON:
        outline = ((-13, -12), (13, -12), (14.5, 3), (0, 17), (-14.5, 3))
        yield polygon([middle.moved(x, y) for x, y in outline], fill, width=width)
    else:
        yield circle(middle, 14, fill, width=width)
    yield text(middle, f"{SEATS[seat]}{BIRD_LETTERS[which]}", SMALL, "bold", fill=ink)
    if hooded:
        x, y = number(middle.x - 14), number(middle.y - 8)
        yield f'<path d="M{x} {y} a14 9 0 0 1 28 0 z" fill="{INK}"/>'


def token_shape(middle: Point, seat: int, name: str, own: int | None) -> Iterator[str]:
    """A token is a diamond with the falconer's letter."""
    fill, ink = SEAT_FILLS[seat]
    half = 15 if len(name) == 1 else 18
    corners = [middle.moved(0, -half), middle.moved(half, 0), middle.moved(0, half), middle.moved(-half, 0)]
    yield polygon(corners, fill, width=3 if seat == own else 1)
    yield text(middle, name, SMALL, "bold", fill=ink)
