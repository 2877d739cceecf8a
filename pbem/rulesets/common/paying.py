"""Payments out of a hand: those that come to a price exactly, or with the least lost, and none with a card too many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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


def faces_of(payment: Iterable[Card]) -> tuple[tuple[int, str, int], ...]:
    """Cards as an order names them; of which deck does not matter."""
    return tuple((card.value, card.suit, 0) for card in payment)


def lost_by(payment: Payment, price: int) -> int:
    """The points that a payment comes to beyond the price."""
    return sum(card.value for card in payment) - price


def exchanged(hand: Iterable[Card], paid: Sequence[Card], price: int) -> Iterator[Payment]:
    """For each card that can pay, but does not yet, the payment that begins with it. It keeps of the cards that pay
    already the first ones, if it can.

    So whoever takes one card after the other, each from what the one before has led to, comes to every payment that
    loses no more than the least: the cards taken stand in front, and stay.
    """
    rest = sorted(without(hand, paid), key=rank_of, reverse=True)
    least = least_sum([*paid, *rest], price)
    for card in {card.face: card for card in rest}.values():
        first = (card, *(other for other in paid if other.face == card.face))
        others = without((*paid, *rest), first)
        cards = filled(others, least - sum(one.value for one in first))
        if cards is not None:
            yield (*first, *cards)


def without(cards: Iterable[Card], gone: Iterable[Card]) -> list[Card]:
    """Some cards without others, in their order."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def least_sum(cards: Iterable[Card], price: int) -> int:
    """The smallest sum of some cards that is enough; more than all if none is. Sums are the bits of a number."""
    sums = 1
    for card in cards:
        sums |= sums << card.value
    enough = sums >> price
    return price + (enough & -enough).bit_length() - 1 if enough else sums.bit_length()


def filled(cards: Sequence[Card], total: int) -> Payment | None:
    """Cards that come to a total, the first ones wherever they can be among them; None if none do."""
    if total < 0:
        return None
    sums = [1]  # of the last cards, then of the last but one and so on
    for card in reversed(cards):
        sums.append((sums[-1] | sums[-1] << card.value) & ((2 << total) - 1))
    if not sums[-1] >> total & 1:
        return None
    found = []
    for at, card in enumerate(cards, 2):
        if card.value <= total and sums[-at] >> total - card.value & 1:
            found.append(card)
            total -= card.value
    return tuple(found)
