"""Other secrets that look the same, on invented hands and armies."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.rulesets.common import Deck, backs
from pbem.rulesets.common.twins import other_cards, other_troops

DECK = Deck(10, 8)
PILES = [DECK.read("2S/1 3S/2 9H/1"), (), DECK.read("R/2 4D/2 5C/1 6C/1 7C/4"), DECK.read("10H/2 10D/1")]
CHANCES = [Chance(f"twin {number}") for number in range(20)]


def test_no_card_comes_or_goes_and_every_back_stays_in_its_place() -> None:
    for chance in CHANCES:
        dealt = other_cards(PILES, chance)

        assert sorted(card for pile in PILES for card in pile) == sorted(card for pile in dealt for card in pile)
        assert [[card.deck for card in pile] for pile in PILES] == [[card.deck for card in pile] for pile in dealt]
        assert [backs(pile) for pile in PILES] == [backs(pile) for pile in dealt]


def test_every_card_that_has_others_of_its_deck_changes_places_in_some_twin() -> None:
    twins = [other_cards(PILES, chance) for chance in CHANCES]
    for at, pile in enumerate(PILES):
        for place, card in enumerate(pile):
            assert (card.deck == 4) == all(twin[at][place] == card for twin in twins), card


def test_troops_keep_their_sum_and_every_general_has_some_and_not_too_many() -> None:
    twins = [other_troops(13, (4, 7, 9), 8, chance, "army") for chance in CHANCES]

    assert all([4, 7, 9] == list(twin) and sum(twin.values()) == 13 for twin in twins)
    assert all(1 <= number <= 8 for twin in twins for number in twin.values())
    assert len({tuple(twin.values()) for twin in twins}) > 3
    assert {4: 8, 7: 8} == other_troops(16, (4, 7), 8, CHANCES[0], "army")


def test_two_armies_are_spread_by_chances_of_their_own() -> None:
    found = [(other_troops(13, (1, 2, 3), 8, c, "one"), other_troops(13, (1, 2, 3), 8, c, "other")) for c in CHANCES]

    assert any(one != other for one, other in found)


def test_an_army_without_generals_on_the_map_has_none() -> None:
    assert {} == other_troops(0, (), 8, CHANCES[0], "army")
