"""The terms on which a side fights a battle: what it may play, what a card counts, what it must do.

A plain battle needs the suit, the hand and the highest value of a Reserve. The rest is for titles in which something
can change a battle: they say so here, and here only, whatever it is that changes it.
"""

from typing import NamedTuple

from pbem.rulesets.common import Card, Deck


class Terms(NamedTuple):
    """What holds for one side of a battle. What comes once only is gone when it has come."""

    suit: str  # of the city where its stack stands
    hand: tuple[Card, ...]  # empty for a side that may play nothing
    reserve: int  # the highest value of a Reserve
    barred: int = 100  # cards of this value and more may not be played; it says nothing of Reserves
    bonus: int = 0  # once: what the next card counts more
    void: bool = False  # once: the next card counts nothing
    doubled: tuple[int, str] | None = None  # once: the card that may count twice
    bound: bool = False  # once: the score must come above 0, as long as there is a card for it


def is_playable(terms: Terms, card: Card) -> bool:
    """Whether a card may be played: one of the suit that is not barred, or a Reserve."""
    return bool(card.is_reserve or (card.suit == terms.suit and card.value < terms.barred))


def may_play(terms: Terms) -> list[Card]:
    """The cards of the hand that may be played."""
    return [card for card in terms.hand if is_playable(terms, card)]


def counted(terms: Terms, declared: int, doubled: bool = False) -> int:
    """What the next card counts that is declared with this value."""
    if doubled:
        return 2 * declared
    return 0 if terms.void else declared + terms.bonus


def may_double(terms: Terms, card: Card) -> bool:
    """Whether the card may count twice."""
    return bool(card.face == terms.doubled)


def most_counted(terms: Terms, deck: Deck) -> int:
    """The most a single card of the suit can count."""
    return max(counted(terms, value, (value, terms.suit) == terms.doubled) for value in range(1, deck.highest + 1))


def is_bound(terms: Terms) -> bool:
    """Whether the side must go on playing, and can."""
    return terms.bound and any(is_playable(terms, card) for card in terms.hand)


def keeps_right(terms: Terms, score: int) -> bool:
    """Whether a side has the right to play still after a card: below 0, and at 0 while it is bound to come above it."""
    return score < 0 or (score == 0 and is_bound(terms))


def least_reserve(terms: Terms, score: int) -> int:
    """The least value of a Reserve that brings the score above 0, else the highest there is."""
    return max(1, min(terms.reserve, 1 - score))


def after_card(terms: Terms, card: Card, doubled: bool, score: int) -> Terms:
    """The terms after the side has played a card that led to this score."""
    at = terms.hand.index(card)
    rest = terms._replace(
        hand=terms.hand[:at] + terms.hand[at + 1 :],
        bonus=0,
        void=False,
        doubled=None if doubled else terms.doubled,
    )
    return rest._replace(bound=score <= 0 and is_bound(rest)) if terms.bound else rest


def has_come(before: Terms, after: Terms) -> bool:
    """Whether something that comes once only has come between the two."""
    once = ("bonus", "void", "doubled", "bound")
    return any(getattr(before, name) != getattr(after, name) for name in once)
