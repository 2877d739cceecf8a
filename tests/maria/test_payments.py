"""What a power pays by itself (D12), held against all that it could pay."""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.common import Card, rank_of
from pbem.rulesets.maria.payments import default_payment, worth


def hand(number: int, size: int) -> list[Card]:
    chance = Chance(f"hand {number}")
    return [
        Card(2 + chance.below(12, f"{at} v"), "SHCDR"[chance.below(5, f"{at} s")], 1 + chance.below(3, f"{at} d"))
        for at in range(size)
    ]


@pytest.mark.parametrize("number", range(60))
def test_the_least_is_lost_then_the_fewest_cards_are_paid_then_the_lowest(number: int) -> None:
    cards, price = hand(number, 2 + number % 8), 1 + number % 14
    every = [some for size in range(1, len(cards) + 1) for some in combinations(sorted(cards, key=rank_of), size)]
    enough = [(worth(some), len(some), [*map(rank_of, some)], some) for some in every if worth(some) >= price]

    assert not enough or min(enough)[3] == default_payment(cards, price)


def test_of_a_large_hand_a_payment_is_found_soon() -> None:
    assert 120 == worth(default_payment(hand(1, 72), 120))
