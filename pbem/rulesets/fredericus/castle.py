"""The castle as a picture (R2): our own SVG, the same bytes for the same view, no colour without a second mark.

It is as wide as a phone can show: the castle with the end card of every row, for these decide what may be done
(R2.4), and below it the rows card by card.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians
from textwrap import wrap

from pbem.rulesets.fredericus.flow import heading
from pbem.rulesets.fredericus.geometry import TOWERS
from pbem.rulesets.fredericus.panels import legend, rows_and_falconers
from pbem.rulesets.fredericus.shapes import (
    FLOOR,
    GROUND,
    INK,
    LARGE,
    STONE,
    Point,
    at,
    bird_shape,
    card_shape,
    circle,
    number,
    octagon,
    polygon,
    text,
    token_shape,
)
from pbem.rulesets.fredericus.signs import symbols
from pbem.rulesets.fredericus.state import SEATS, State, birds_on, seat_of

WIDTH = 540
# Distances from the middle of the courtyard.
YARD, SECTOR, WALL, POST, OUTER, TOWER, END = 30, 70, 104, 134, 164, 190, 242
ASIDE = 9  # cards at a corner tower stand farther out, for they do not turn
PIECE = 29  # from one to the next on a post
TITLE_COLUMNS = 36


def draw(view: State, role: str | None) -> str:
    """The castle as a role sees it; None is the public."""
    own = seat_of(view, role)
    heads, middle = heads_of(view), middle_of(view)
    castle_end = round(middle.y + END + 28)
    side = rows_and_falconers(view, own, castle_end)
    side_end = round(side.below) + 12
    signs = legend(side_end)
    height = round(signs.below)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="fd" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" preserveAspectRatio="xMinYMin" role="img"'
        ' font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{title(view)}</title>",
        symbols(),
        beside(castle_end, side_end, height),
        f'<rect width="{9 * WIDTH}" height="{height}" fill="{GROUND}"/>',
        "<g>",
        *(text(Point(20, 34 + 28 * line), head, LARGE, "bold", "start") for line, head in enumerate(heads)),
        *castle(middle),
        *on_the_castle(view, middle, own),
        *('<g class="fd-side">', *side.parts, "</g>"),
        *('<g class="fd-signs">', *signs.parts, "</g>"),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def heads_of(view: State) -> list[str]:
    """The title of the picture, in lines."""
    return wrap(title(view), TITLE_COLUMNS)


def middle_of(view: State) -> Point:
    """The middle of the courtyard."""
    return Point(WIDTH / 2, 54 + 28 * len(heads_of(view)) + END)


def on_the_castle(view: State, middle: Point, own: int | None) -> Iterator[str]:
    """The end card of every row, the birds and the tokens."""
    for tower in TOWERS:
        row = view.rows[tower - 1]
        yield from card_shape(at(middle, tower, END + (0 if tower % 2 else ASIDE)), row[-1:], bool(row))
        yield from post(view, middle, tower, own)
        yield from tokens(view, middle, tower, own)
    yield from courtyard(view, middle, own)


def beside(castle: int, rows: int, whole: int) -> str:
    """A style for paper and for pages wide enough: the rows go to the right of the castle, the signs below it.

    The picture keeps its measure, so what stands in two columns is enlarged by as much as it is less high.
    """
    height = max(whole - rows + castle, rows - castle)
    return (
        "<style>@media print, screen and (min-width: 48rem) {"
        f" figure .fd {{ aspect-ratio: {2 * WIDTH} / {height}; max-height: none; }}"
        f" figure .fd > g {{ transform: scale({whole / height:.4f}); }}"
        f" figure .fd-side {{ transform: translate({WIDTH}px, -{castle}px); }}"
        f" figure .fd-signs {{ transform: translate(0, -{rows - castle}px); }} }}</style>"
    )


def title(view: State) -> str:
    """Where the game stands."""
    return f"Fredericus · {heading(view)}"


def castle(middle: Point) -> Iterator[str]:
    """The walls, the ring of guard posts, the courtyard with its sectors, the towers."""
    yield polygon(octagon(middle, TOWERS, OUTER), STONE, width=3)
    yield polygon(octagon(middle, TOWERS, WALL), FLOOR, width=2)
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


# pieces


def post(view: State, middle: Point, tower: int, own: int | None) -> Iterator[str]:
    """The birds on a guard post."""
    for place, (seat, which) in on_post(view, middle, tower):
        yield from bird_shape(place, seat, which, own)


def on_post(view: State, middle: Point, tower: int) -> Iterator[tuple[Point, tuple[int, int]]]:
    """Where the birds on a guard post are drawn, up to four beside each other."""
    birds = birds_on(view, tower)
    return zip(spots(middle, tower, POST, len(birds), 4), birds, strict=True)


def spots(middle: Point, tower: int, distance: float, count: int, across: int) -> Iterator[Point]:
    """Places for so many pieces, in lines of at most ``across`` along the wall."""
    lines = [min(across, count - first) for first in range(0, count, across)]
    for line, many in enumerate(lines):
        away = distance + (line - (len(lines) - 1) / 2) * PIECE
        yield from (at(middle, tower, away, (place - (many - 1) / 2) * PIECE) for place in range(many))


def courtyard(view: State, middle: Point, own: int | None) -> Iterator[str]:
    """Hooded birds in the sectors, and the one token that may lie in the courtyard."""
    for tower in TOWERS:
        for place, (seat, which) in in_sector(view, middle, tower):
            yield from bird_shape(place, seat, which, own, hooded=True)
    seat_in_court = view.court()
    if seat_in_court is not None:
        yield from token_shape(middle, seat_in_court, SEATS[seat_in_court], own)


def in_sector(view: State, middle: Point, tower: int) -> Iterator[tuple[Point, tuple[int, int]]]:
    """Where the hooded birds inside a guard post are drawn."""
    hooded = [
        (seat, which)
        for seat, pair in enumerate(view.birds)
        for which, bird in enumerate(pair)
        if bird.hooded and bird.post == tower
    ]
    return zip(spots(middle, tower, SECTOR, len(hooded), 2), hooded, strict=True)


def tokens(view: State, middle: Point, tower: int, own: int | None) -> Iterator[str]:
    """The tokens on a tower, on both sides of it."""
    there = [
        (seat, SEATS[seat] + (str(token + 1) if len(places) > 1 else ""))
        for seat, places in enumerate(view.tokens)
        for token, place in enumerate(places)
        if place == tower
    ]
    for (seat, name), aside in zip(there, (40, -40, 68, -68), strict=False):
        yield from token_shape(at(middle, tower, TOWER, aside), seat, name, own)
