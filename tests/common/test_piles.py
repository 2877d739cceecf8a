"""The piles of cards, with decks of six: 2 of each suit and two Reserves."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.rulesets.common import Card, Deck, write_cards
from pbem.rulesets.common.piles import Piles

TINY = Deck(highest=2, reserve=1)
CHANCE = Chance("piles")
ALL = sorted(card for number in range(1, 5) for card in TINY.cards(number))


def cards_of(piles: Piles) -> list[Card]:
    return sorted(card for pile in (piles.draw, *piles.discards, *piles.buried) for card in pile)


def played_out(*sizes: int) -> Piles:
    """All decks opened, nothing to draw; so many cards of each deck discarded, the first of them face-down."""
    piles = Piles(opened=4)
    for number, size in enumerate(sizes, 1):
        cards = TINY.cards(number)[:size]
        piles = piles.discarded(cards[:1], face_up=False).discarded(cards[1:])
    return piles


def test_a_discard_goes_on_top_of_the_pile_of_its_own_deck() -> None:
    piles = Piles().discarded([Card(2, "S", 3), Card(2, "H", 1), Card(2, "C", 3)])

    assert ["2H/1", "", "2S/3 2C/3", ""] == [write_cards(pile) for pile in piles.discards]
    assert ((),) * 4 == piles.buried
    assert [(), (Card(2, "S", 2),), (), ()] == list(Piles().discarded([Card(2, "S", 2)], face_up=False).buried)


def test_the_next_deck_is_opened_and_shuffled() -> None:
    first = Piles().refilled(TINY, CHANCE)
    second = first._replace(draw=()).refilled(TINY, CHANCE)

    assert (1, 2) == (first.opened, second.opened)
    assert sorted(TINY.cards(1)) == sorted(first.draw)
    assert CHANCE.shuffled(TINY.cards(2), "deck 2") == second.draw


def test_after_the_last_deck_the_two_largest_discards_are_shuffled_together_the_buried_ones_too() -> None:
    piles = played_out(3, 1, 2, 4).refilled(TINY, CHANCE)

    assert sorted((*TINY.cards(1)[:3], *TINY.cards(4)[:4])) == sorted(piles.draw)
    assert [0, 0, 1, 0] == [len(pile) for pile in piles.discards]
    assert [0, 1, 1, 0] == [len(pile) for pile in piles.buried]
    assert (4, 1) == (piles.opened, piles.recycled)


def test_of_discards_equally_large_those_of_the_lower_decks_are_taken() -> None:
    assert {1, 2} == {card.deck for card in played_out(2, 2, 2, 2).refilled(TINY, CHANCE).draw}
    assert {2, 3} == {card.deck for card in played_out(1, 2, 2, 2).refilled(TINY, CHANCE).draw}


def test_the_order_in_which_cards_were_discarded_does_not_decide_how_they_come_again() -> None:
    one, other = TINY.cards(1), TINY.cards(1)[::-1]
    empty = Piles(opened=4)

    assert empty.discarded(one).refilled(TINY, CHANCE).draw == empty.discarded(other).refilled(TINY, CHANCE).draw


def test_each_refilling_is_shuffled_anew() -> None:
    first = Piles(opened=4).discarded((*TINY.cards(1), *TINY.cards(2))).refilled(TINY, CHANCE)
    again = first._replace(draw=()).discarded((*TINY.cards(1), *TINY.cards(2))).refilled(TINY, CHANCE)

    assert 2 == again.recycled
    assert first.draw != again.draw


def test_a_draw_goes_on_from_the_next_deck_and_tells_of_each_new_pile() -> None:
    start = Piles().refilled(TINY, CHANCE)
    piles, taken, fresh = start.drawn(14, TINY, CHANCE)

    assert 14 == len(taken)
    assert start.draw == taken[:6]
    assert [(2, 6), (3, 6)] == [(new.opened, len(new.draw)) for new in fresh]
    assert sorted((*taken, *cards_of(piles), *TINY.cards(4))) == ALL


def test_a_draw_that_the_pile_can_serve_refills_nothing() -> None:
    start = Piles().refilled(TINY, CHANCE)
    piles, taken, fresh = start.drawn(6, TINY, CHANCE)

    assert (start.draw, (), ()) == (taken, piles.draw, fresh)
    assert 1 == piles.opened


def test_when_every_card_is_in_a_hand_the_draw_ends() -> None:
    piles, taken, fresh = Piles(opened=4).discarded(TINY.cards(1)[:2]).drawn(5, TINY, CHANCE)

    assert (2, 1) == (len(taken), len(fresh))
    assert ((), [], 2) == (piles.draw, cards_of(piles), piles.recycled)
