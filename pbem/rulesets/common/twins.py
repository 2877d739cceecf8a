"""Other secrets that look the same: hidden cards and troops dealt otherwise, for the test of what a reader is shown."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.chance import Chance
from pbem.rulesets.common import DECKS, Card

Pile = tuple[Card, ...]


def other_cards(piles: Sequence[Pile], chance: Chance) -> list[Pile]:
    """Hidden piles with their cards dealt otherwise; every back stays where it is, for backs can be seen."""
    places = [list(pile) for pile in piles]
    for deck in range(1, DECKS + 1):
        spots = [(pile, at) for pile in places for at, card in enumerate(pile) if card.deck == deck]
        cards = chance.shuffled([pile[at] for pile, at in spots], f"exchange deck {deck}")
        for (pile, at), card in zip(spots, cards, strict=True):
            pile[at] = card
    return [tuple(pile) for pile in places]


def other_troops(total: int, generals: Sequence[int], most: int, chance: Chance, label: str) -> dict[int, int]:
    """The same sum spread otherwise over the generals: each has one troop and no more than he can carry."""
    numbers = dict.fromkeys(generals, 1)
    for number in range(total - len(numbers)):
        piece = chance.pick([p for p in generals if numbers[p] < most], f"{label} {number}")
        numbers[piece] += 1
    return numbers
