"""Conditions of a bid with the cards of this game: 2 to 13 of four suits, and the Reserve (F1.2, D13)."""

from pbem.rulesets.common import conditions
from pbem.rulesets.common.conditions import When
from pbem.rulesets.friedrich.cards import parse_face


def parse_when(text: str) -> When | None:
    """``score <= -5 and enemy_played 13D``; None if it cannot be read."""
    return conditions.parse_when(text, card_text)


def card_text(text: str) -> str:
    """A card or a value as conditions write it; empty if it is none."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 13:
        return str(int(text))
    face = parse_face(text)
    if face is None or face[2]:
        return ""
    return "R" if face[1] == "R" else f"{face[0]}{face[1]}"
