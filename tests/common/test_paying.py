"""Payments out of a hand: the best there are, held against all that there are."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.common import Card
from pbem.rulesets.common.paying import Purse


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
