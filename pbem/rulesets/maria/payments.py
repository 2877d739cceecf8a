"""Paying with tactical cards (M8.10): which cards are meant, whether they are enough, which a power pays by itself."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.rulesets.common import Card, Face, by_suit, face_text, meant, rank_of, without
from pbem.rulesets.maria.orders import Say
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.state import State

ma = LazyCodes("pbem.rulesets.maria.diagnostics")


def worth(cards: Sequence[Card]) -> int:
    """M8.10: values are added, a Reserve counts 8. Ruling: A6"""
    return sum(card.value for card in cards)


def picked(
    state: State, power: int, faces: Sequence[Face], places: Sequence[Where], say: Say
) -> tuple[Card, ...] | None:
    """M8.7: the cards of a power's own hand that were named; None after a complaint."""
    hand, found = state.hands[power], list[Card]()
    for face, at in zip(faces, places, strict=True):
        card = meant(without(hand, found), face)
        if card is None:
            say(not_held(state, power, face, at))
            return None
        found.append(card)
    return tuple(found)


def not_held(state: State, power: int, face: Face, at: Where) -> Diagnostic:
    """The complaint about a card that is not in the hand, or not so often."""
    hand = sorted(state.hands[power], key=by_suit)
    text = " ".join(str(card) for card in hand)
    form = "pay-empty" if not hand else "pay-again" if any(card.face == face[:2] for card in hand) else "pay"
    return ma.CARD_NOT_HELD(at, power=POWER_NAMES[power], card=face_text(face), hand=text, form=form)


def check_price(cards: Sequence[Card], price: int, at: Where, say: Say) -> bool:
    """M8.10: enough, and no card that is not needed: nothing is given back."""
    points = worth(cards)
    if points < price:
        say(ma.PRICE_NOT_MET(at, price=price, points=points))
        return False
    idle = [card for card in cards if points - card.value >= price]
    if idle:
        say(ma.OVERPAID(at, price=price, points=points, card=str(min(idle, key=rank_of))))
    return True


def paid(state: State, power: int, cards: Sequence[Card]) -> State:
    """Paid cards are shown and used up."""
    return state.with_hand(power, without(state.hands[power], cards)).discarded(cards)


def default_payment(hand: Sequence[Card], price: int) -> tuple[Card, ...]:
    """D12: least overpayment, then fewest cards, then lowest values; the hand is worth enough."""
    best: dict[int, tuple[int, list[tuple[int, int, int]], tuple[Card, ...]]] = {0: (0, [], ())}  # by what they come to
    for card in sorted(hand, key=rank_of, reverse=True):
        for total, (number, ranks, cards) in [row for row in best.items() if row[0] < price]:
            more = (number + 1, [rank_of(card), *ranks], (card, *cards))
            best[total + card.value] = min(more, best.get(total + card.value, more), key=lambda row: row[:2])
    return best[min(total for total in best if total >= price)][2]
