"""Payments out of a hand: the best there are, held against all that there are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.common import Card
from pbem.rulesets.common.paying import Purse, exchanged


def hand(number: int, size: int) -> list[Card]:
    chance = Chance(f"hand {number}")
    return [Card(2 + chance.below(12, f"{at} v"), "SCHD"[chance.below(4, f"{at} s")], 1) for at in range(size)]


@pytest.mark.parametrize("number", range(40))
def test_the_first_payment_loses_least_and_no_card_could_be_left_out(number: int) -> None:
    cards, price = hand(number, number % 9), 3 + number
    sums = [sum(card.value for card in some) for size in range(len(cards) + 1) for some in combinations(cards, size)]
    found = Purse(cards, 60).payments(price, 4)

    enough = [total for total in sums if total >= price]
    assert bool(enough) == bool(found)
    assert sorted(enough)[:1] == [sum(card.value for card in some) for some in found[:1]]
    for payment in found:
        total = sum(card.value for card in payment)
        assert all(total - card.value < price for card in payment)
        assert not [card for card in payment if payment.count(card) > cards.count(card)]


def test_payments_that_look_alike_are_one() -> None:
    cards = [Card(6, "S", 1), Card(6, "S", 2), Card(6, "H", 1)]

    assert [["6S"], ["6H"]] == sorted([[str(card) for card in some] for some in Purse(cards, 6).payments(6)])[::-1]


def test_a_large_hand_has_few_payments_soon() -> None:
    assert 5 == len(Purse(hand(1, 60), 200).payments(120, 5))


def faces(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(sorted(map(str, cards)))


def wanted(cards: list[Card], price: int) -> set[tuple[str, ...]]:
    """All payments that lose no more than the least."""
    every = [some for size in range(1, len(cards) + 1) for some in combinations(cards, size)]
    enough = [some for some in every if sum(card.value for card in some) >= price]
    least = min((sum(card.value for card in some) for some in enough), default=0)
    return {faces(some) for some in enough if sum(card.value for card in some) == least}


@pytest.mark.parametrize("number", range(40))
def test_every_payment_that_loses_least_is_reached_by_exchanging_cards(number: int) -> None:
    cards, price = hand(number, 3 + number % 7), 3 + number
    found = [Purse(cards, price).payments(price, 1)[0]] if wanted(cards, price) else []
    for payment in found:
        found += [new for new in exchanged(cards, payment, price) if faces(new) not in map(faces, found)]

    assert wanted(cards, price) == {faces(payment) for payment in found}


def test_a_payment_is_made_up_by_choosing_each_of_its_cards_once_at_most() -> None:
    cards = [Card(6, suit, deck) for suit in "SHCD" for deck in (1, 2)] + [Card(3, suit, 1) for suit in "SHCD"]
    for target in [some for some in combinations(cards, 4) if sum(card.value for card in some) == 18]:
        payment = Purse(cards, 18).payments(18, 1)[0]
        for _ in target:
            missing = [card for card in faces(target) if faces(payment).count(card) < faces(target).count(card)]
            if missing:
                payment = next(new for new in exchanged(cards, payment, 18) if str(new[0]) == missing[0])

        assert faces(target) == faces(payment)


def test_of_a_large_hand_each_face_is_exchanged_once() -> None:
    cards = hand(1, 70)
    found = [*exchanged(cards, Purse(cards, 120).payments(120, 1)[0], 120)]

    assert len(found) == len({str(payment[0]) for payment in found}) <= 48
    assert {120} == {sum(card.value for card in payment) for payment in found}
