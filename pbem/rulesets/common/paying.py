"""Payments out of a hand: those that come to a price exactly, or with the least lost, and none with a card too many."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.rulesets.common import Card, by_suit, rank_of

Payment = tuple[Card, ...]
EACH = 4  # sets of cards of one sum that are kept


class Purse:
    """The sums that the cards of a hand come to, up to a price, and for each a few sets of cards.

    Both the highest cards are looked at first and the lowest: a payment of few cards, and one that keeps the good ones.
    A large hand takes hardly longer than a small one.
    """

    def __init__(self, hand: Iterable[Card], price: int) -> None:
        cards = sorted(hand, key=rank_of)
        self.sums = (sums_of(cards[::-1], price), sums_of(cards, price))

    def payments(self, price: int, most: int = 3) -> list[Payment]:
        """The best payments: the least lost first, and of cards that look alike only one set. All cards are needed."""
        found: dict[tuple[tuple[int, str], ...], Payment] = {}
        for total in sorted({total for sums in self.sums for total in sums if total >= price}):
            for payment in [cards for sums in self.sums for cards in sums.get(total, ())]:
                if is_needed(payment, total - price):
                    found.setdefault(tuple(sorted(card.face for card in payment)), payment)
            if len(found) >= most:
                break
        return [tuple(sorted(cards, key=by_suit)) for cards in list(found.values())[:most]]


def sums_of(cards: Iterable[Card], price: int) -> dict[int, list[Payment]]:
    """Sets of cards by what they come to; no set has a card more once it has come to the price."""
    sums: dict[int, list[Payment]] = {0: [()]}
    for card in cards:
        for total, found in [(total, list(found)) for total, found in sums.items() if total < price]:
            kept = sums.setdefault(total + card.value, [])
            kept += [(*payment, card) for payment in found[: EACH - len(kept)]]
    return sums


def is_needed(cards: Payment, lost: int) -> bool:
    """Whether no card of a payment could be left out."""
    return all(card.value > lost for card in cards)


def lost_by(payment: Payment, price: int) -> int:
    """The points that a payment comes to beyond the price."""
    return sum(card.value for card in payment) - price
