"""Words for people that every title needs: numbers of things, cards, tables of reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core import listed
from pbem.rulesets.common import SIGNS, Card, by_suit

Section = dict[str, Any]


def count(number: int, noun: str) -> str:
    """``1 troop``, ``3 troops``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def score(number: int) -> str:
    """``+8``, ``-3``, ``0``."""
    return f"{number:+d}" if number else "0"


def did_you_mean(near: Sequence[str]) -> str:
    """The hint for a name nobody bears: those that look like it, if any does."""
    return f"Did you mean {listed(near, 'or')}?" if near else ""


# cards


def card(text: str) -> str:
    """``10D`` as ``10♦``; a Reserve is called so."""
    return "a Reserve" if text == "R" else f"{text[:-1]}{SIGNS[text[-1]]}"


def cards(texts: Sequence[str]) -> str:
    """``9♠ 7♣ R``."""
    return " ".join("R" if text == "R" else card(text) for text in texts)


def hand(held: Iterable[Card]) -> str:
    """A hand by suit: ``♠ 9 4  ♦ 10 9  2 Reserves``."""
    held = sorted(held, key=by_suit)
    parts = []
    for suit in "SCHD":
        values = [str(card.value) for card in held if card.suit == suit]
        if values:
            parts.append(f"{SIGNS[suit]} {' '.join(values)}")
    reserves = sum(card.suit == "R" for card in held)
    if reserves:
        parts.append(count(reserves, "Reserve"))
    return "  ".join(parts) or "no cards"


def values(held: Iterable[Card], suit: str) -> str:
    """The cards of one suit, highest first; Reserves are counted."""
    found = [card for card in sorted(held, key=by_suit) if card.suit == suit]
    return (str(len(found)) if suit == "R" else " ".join(str(card.value) for card in found)) if found else "-"


def by_deck(held: Iterable[Card]) -> str:
    """``3 of deck 1, 2 of deck 2``: what the backs of a hand tell."""
    decks = [card.deck for card in held]
    return ", ".join(f"{decks.count(deck)} of deck {deck}" for deck in sorted(set(decks)))


# tables of reports


def table(id_: str, title: str, columns: list[str], rows: list[list[str]], lines: list[str] | None = None) -> Section:
    """A section of a report with a table in it."""
    return {"id": id_, "title": title, "lines": lines or [], "table": {"columns": columns, "rows": rows}}


def once(rows: list[list[str]]) -> list[list[str]]:
    """The rows without a first name that repeats the one above."""
    above = [[""], *rows]
    return [["" if row[0] == before[0] else row[0], *row[1:]] for before, row in zip(above, rows, strict=False)]
