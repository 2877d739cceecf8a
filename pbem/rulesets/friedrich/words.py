"""Names and cards as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.core.names import listed
from pbem.rulesets.friedrich.board import CITY, name_of, suit_of
from pbem.rulesets.friedrich.cards import MARKS, SIGNS, Card, by_suit
from pbem.rulesets.friedrich.state import NATION_NAMES, NATIONS, PIECE, ROLE_TITLES, name_of_piece

STROKE_TITLES = {
    "elisabeth": "Elisabeth", "sweden": "Sweden", "india": "India", "america": "America", "lord-bute": "Lord Bute",
    "poems": "Poems",
}  # fmt: skip


def nation(id_: str) -> str:
    """``Prussia``, ``the Imperial Army``."""
    return NATION_NAMES[NATIONS.index(id_)]


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def whose(name: str) -> str:
    """``Austria's``."""
    return f"{name}'s"


def role_title(id_: str) -> str:
    return ROLE_TITLES.get(id_, id_)


def city(id_: str) -> str:
    return name_of(CITY[id_])


def city_with_suit(at: int) -> str:
    """``Celle ♦``."""
    return f"{name_of(at)} {SIGNS[suit_of(at)]}"


def pieces(ids: Sequence[str]) -> str:
    """``Heinrich and Keith``; a train is called ``the Prussian train T1``."""
    return listed(piece(id_) for id_ in ids)


def piece(id_: str) -> str:
    return name_of_piece(PIECE[id_])


def card(text: str) -> str:
    """``10D`` as ``10♦``; a Reserve is called so."""
    if text == "R":
        return "a Reserve"
    letters = {letter: sign for sign, letter in MARKS.items() if sign in "♠♣♥♦"}
    return f"{text[:-1]}{letters[text[-1]]}"


def cards(texts: Sequence[str]) -> str:
    """``13♠ 12♣ R``."""
    return " ".join("R" if text == "R" else card(text) for text in texts)


def hand(held: Iterable[Card]) -> str:
    """A hand by suit: ``♠ 13 4  ♦ 10 9  R 2``."""
    held = sorted(held, key=by_suit)
    parts = []
    for suit in "SCHD":
        values = [str(card.value) for card in held if card.suit == suit]
        if values:
            parts.append(f"{SIGNS[suit]} {' '.join(values)}")
    reserves = sum(card.suit == "R" for card in held)
    if reserves:
        parts.append(f"{reserves} Reserve{'s' * (reserves > 1)}")
    return "  ".join(parts) or "no cards"


def count(number: int, noun: str) -> str:
    """``1 troop``, ``3 troops``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def fate_card(id_: str) -> str:
    """``Poems``, ``number 5``."""
    return STROKE_TITLES.get(id_) or f"number {id_}"
