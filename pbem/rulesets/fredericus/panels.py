"""What stands below the castle in its picture: the rows card by card, the falconers, the deck, the signs (R2, R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from pbem.core.events import HIDDEN
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import FREDERICUS, KINDS, SEAL, SKY, TREE, written
from pbem.rulesets.fredericus.geometry import HAND, TOWERS
from pbem.rulesets.fredericus.shapes import (
    CARD,
    INK,
    MIDDLE,
    SMALL,
    STONE,
    Point,
    bird_shape,
    card_shape,
    circle,
    polygon,
    text,
    token_shape,
)
from pbem.rulesets.fredericus.state import ROLES, SEATS, State, Turn

LEFT, PITCH, LINE = 20, 43, 58
ACROSS = {72: 11, 136: 9}  # how many cards fit in a line, by where it begins
COLUMNS = 54  # letters in a line of words


class Panel(NamedTuple):
    """Shapes, and where the next ones may begin."""

    parts: list[str]
    below: float


def rows_and_falconers(view: State, own: int | None, top: float) -> Panel:
    """The rows, what each falconer has, and the deck."""
    parts = [text(Point(LEFT, top + 26), "The rows, near end to far end", MIDDLE, "bold", "start")]
    below = top + 38
    for tower in TOWERS:
        parts, below = added(parts, row(tower, view.rows[tower - 1], below))
    for seat in range(view.players):
        parts, below = added(parts, falconer(view, seat, own, below + 12))
    return Panel(*added(parts, deck(view, below + 12)))


def added(parts: list[str], panel: Panel) -> tuple[list[str], float]:
    return [*parts, *panel.parts], panel.below


def row(tower: int, cards: str, top: float) -> Panel:
    """R2.3: a row from its near end to its far end, which has a thick frame and an arrow beyond it."""
    badge = Point(LEFT + 12, top + LINE / 2)
    parts = [circle(badge, 15, STONE, width=2.5), text(badge, str(tower), MIDDLE, "bold")]
    laid = line_of_cards(cards or ("",), 72, top, ends=bool(cards))
    return Panel([*parts, *laid.parts], laid.below)


def line_of_cards(cards: Sequence[str], left: int, top: float, ends: bool = False) -> Panel:
    """Cards from the left, in as many lines as they need."""
    across, parts, place = ACROSS[left], list[str](), Point(0, 0)
    for number, card in enumerate(cards):
        place = Point(left + PITCH * (number % across), top + LINE / 2 + LINE * (number // across))
        parts += card_shape(place, card, ends and number == len(cards) - 1)
    if ends:
        tip = place.moved(CARD[0] / 2 + 13, 0)
        parts.append(polygon([tip, tip.moved(-9, -8), tip.moved(-9, 8)], INK))
    return Panel(parts, top + LINE * -(-len(cards) // across))


def falconer(view: State, seat: int, own: int | None, top: float) -> Panel:
    """R14: what all may know of a falconer, and the objectives as far as the reader knows them."""
    task = view.agenda[-1] if view.agenda else None
    on_turn = isinstance(task, Turn) and task.seat == seat
    words_ = f"{words.seat_name(seat)}{', on turn' if on_turn else ''}{', you' if seat == own else ''}"
    parts = [*token_shape(Point(LEFT + 12, top + 16), seat, SEATS[seat], own)]
    parts.append(text(Point(LEFT + 36, top + 22), words_, MIDDLE, "bold", "start"))
    below = top + 34
    for label, cards in piles(view, seat):
        parts.append(text(Point(LEFT, below + 33), label, SMALL, anchor="start"))
        parts, below = added(parts, line_of_cards(cards, 136, below))
    told = falconer_line(view, seat)
    return Panel(*added(parts, lines_of_words([told], below))) if told else Panel(parts, below)


def piles(view: State, seat: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The open cards before a falconer, and the known objectives with Fredericus among them."""
    known = tuple(card for card in view.objectives(seat) if card is not HIDDEN)
    known += (FREDERICUS,) if view.fredericus == ROLES[seat] else ()
    yield from (
        (name, cards) for name, cards in (("Captured", tuple(view.creatures[seat])), ("Objectives", known)) if cards
    )


def falconer_line(view: State, seat: int) -> str:
    """What is only counted: the hidden objectives, a token in hand."""
    hidden = sum(card is HIDDEN for card in view.objectives(seat))
    told = [f"{words.count(hidden, 'hidden objective')}"] if hidden else []
    told += ["token in hand"] if HAND in view.tokens[seat] else []
    told += [] if told or any(piles(view, seat)) else ["no cards yet"]
    return " · ".join(told)


def deck(view: State, top: float) -> Panel:
    """The deck, Fredericus, the display and the discards."""
    lines = [f"Deck: {words.count(len(view.deck), 'card')} · Fredericus: {words.holder(view.fredericus)}"]
    lines += [f"Open display: {written(view.display)}"] if view.options.display else []
    lines.append(f"Discarded: {written(sorted(view.discards))} · seals out: {view.seals_out}")
    return lines_of_words(lines, top)


def lines_of_words(lines: Iterable[str], top: float) -> Panel:
    """Words in lines that fit the picture."""
    fitting = [part for line in lines for part in wrap(line, COLUMNS)]
    parts = [text(Point(LEFT, top + 18 + 22 * at), line, SMALL, anchor="start") for at, line in enumerate(fitting)]
    return Panel(parts, top + 22 * len(fitting) + 4)


def legend(top: float) -> Panel:
    """What the signs mean."""
    parts = list[str]()
    for at, card in enumerate((*KINDS, TREE, SKY, SEAL, FREDERICUS)):
        place = Point(LEFT + 20 + 172 * (at % 3), top + LINE / 2 + LINE * (at // 3))
        parts += [*card_shape(place, card), text(place.moved(27, 5), words.card(card), SMALL, anchor="start")]
    below = top + 4 * LINE
    return Panel([*parts, *piece_signs(below + 22)], below + 90)


def piece_signs(y: float) -> Iterator[str]:
    """A falcon, a goshawk, a hooded bird and a token, with their names."""
    left, right = Point(LEFT + 20, y), Point(LEFT + 192, y)
    signs = (
        (left, bird_shape(left, 0, 0, None), "falcon"),
        (right, bird_shape(right, 0, 1, None), "goshawk"),
        (left.moved(0, 38), token_shape(left.moved(0, 38), 2, "C", None), "token"),
        (right.moved(0, 38), bird_shape(right.moved(0, 38), 1, 0, None, hooded=True), "hooded, in its sector"),
    )
    for place, shapes, name in signs:
        yield from shapes
        yield text(place.moved(27, 5), name, SMALL, anchor="start")
