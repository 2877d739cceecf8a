"""Cards of invented decks: what is in them, how they are typed, written, found and hidden."""

from __future__ import annotations

import pytest

from pbem.rulesets.common import (
    MARKS,
    NOUNS,
    SIGNS,
    Card,
    Deck,
    Face,
    backs,
    by_suit,
    face_text,
    meant,
    rank_of,
    without,
    write_cards,
)

SMALL = Deck(highest=10, reserve=8)
LARGE = Deck(highest=13, reserve=10)


@pytest.mark.parametrize(("deck", "number", "worth"), [(SMALL, 38, 8), (LARGE, 50, 10)])
def test_a_deck_has_four_suits_up_to_its_highest_value_and_two_reserves(deck: Deck, number: int, worth: int) -> None:
    cards = deck.cards(2)

    assert number == len(cards)
    assert [Card(worth, "R", 2)] * 2 == [card for card in cards if card.is_reserve]
    for suit in "SCHD":
        assert list(range(2, deck.highest + 1)) == [card.value for card in cards if card.suit == suit]
    assert {2} == {card.deck for card in cards}


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("9S", (9, "S", 0)), ("s9", (9, "S", 0)), ("♠9", (9, "S", 0)), ("9 ♤", (9, "S", 0)), ("9♥\ufe0f", (9, "H", 0)),
        ("10d/3", (10, "D", 3)), ("R", (8, "R", 0)), ("reserve/4", (8, "R", 4)), (" 2C ", (2, "C", 0)),
        ("11S", None), ("1S", None), ("9X", None), ("S", None), ("", None), ("9S/5", None), ("9S/0", None),
        ("9S/x", None), ("²S", None), ("009S", None), ("-2S", None),
    ],
)  # fmt: skip
def test_faces_are_typed_in_many_ways_and_no_higher_than_the_deck_goes(text: str, face: Face | None) -> None:
    assert face == SMALL.face(text)


@pytest.mark.parametrize(("signs", "suit"), [("♠♤", "S"), ("♣♧", "C"), ("♥♡", "H"), ("♦♢", "D")])
def test_every_sign_of_a_suit_is_read(signs: str, suit: str) -> None:
    assert [(7, suit, 0)] * 4 == [SMALL.face(text) for sign in signs for text in (f"7{sign}", f"{sign}7")]


def test_every_suit_has_its_sign_and_its_noun() -> None:
    assert list("SCHD") == [MARKS[SIGNS[suit]] for suit in "SCHD"]
    assert ["spades", "clubs", "hearts", "diamonds", "R"] == [*(NOUNS[suit] for suit in "SCHD"), SIGNS["R"]]


def test_a_face_may_name_each_of_the_decks() -> None:
    assert [(9, "S", 1), (9, "S", 2), (9, "S", 3), (9, "S", 4)] == [SMALL.face(f"9S/{deck}") for deck in range(1, 5)]


def test_the_highest_value_and_the_worth_of_a_reserve_are_those_of_the_deck() -> None:
    assert ((13, "S", 0), None) == (LARGE.face("13S"), LARGE.face("14S"))
    assert ((10, "R", 0), (8, "R", 0)) == (LARGE.face("R"), SMALL.face("R"))


@pytest.mark.parametrize(
    ("text", "small", "large"),
    [
        ("9d", "9D", "9D"), ("♦9", "9D", "9D"), ("reserve", "R", "R"), ("09", "9", "9"), ("1", "1", "1"), ("0", "", ""),
        ("10", "10", "10"), ("11", "", "11"), ("13S", "", "13S"), ("14", "", ""), ("9D/2", "", ""), ("-3", "", ""),
        ("9" * 5000, "", ""),
    ],
)  # fmt: skip
def test_a_condition_names_a_card_of_the_deck_or_a_value_that_it_has(text: str, small: str, large: str) -> None:
    assert (small, large) == (SMALL.named(text), LARGE.named(text))


@pytest.mark.parametrize("deck", [SMALL, LARGE])
def test_what_is_written_is_read_again(deck: Deck) -> None:
    cards = (*deck.cards(1), *backs(deck.cards(4)))

    assert cards == deck.read(write_cards(cards))
    assert all((*card.face, 0) == deck.face(face_text((*card.face, 0))) for card in deck.cards(1))
    assert "R/2" == face_text((deck.reserve, "R", 2))


@pytest.mark.parametrize("word", ["9S", "11S/1", "?/5", "?", "9S/9"])
def test_a_word_that_is_no_card_of_the_file_is_named(word: str) -> None:
    with pytest.raises(ValueError, match=r"is not a card with its deck, like 10S/1 or R/2") as fault:
        SMALL.read(f"2S/1 {word}")

    assert repr(word) in str(fault.value)


def test_backs_tell_the_decks_alone() -> None:
    hand = (Card(9, "S", 2), Card(2, "H", 1), Card(8, "R", 2))

    assert "?/1 ?/2 ?/2" == write_cards(backs(hand))
    assert backs(hand) == backs(hand[::-1])


def test_the_card_meant_is_of_the_deck_named_or_of_the_lowest() -> None:
    hand = (Card(9, "S", 3), Card(9, "S", 2), Card(8, "R", 1))

    assert Card(9, "S", 2) == meant(hand, (9, "S", 0))
    assert Card(9, "S", 3) == meant(hand, (9, "S", 3))
    assert None is meant(hand, (9, "S", 1))
    assert None is meant(hand, (9, "H", 0))


def test_a_hand_loses_each_card_once() -> None:
    nine = Card(9, "S", 1)

    assert (nine, Card(2, "H", 1)) == without((nine, nine, Card(2, "H", 1)), (nine,))


def test_the_lowest_card_comes_first_and_a_hand_is_shown_by_suit() -> None:
    hand = [Card(8, "R", 1), Card(8, "S", 2), Card(8, "S", 1), Card(2, "D", 1), Card(9, "S", 1), Card(3, "C", 1)]

    assert "2D/1 3C/1 8S/1 8S/2 R/1 9S/1" == write_cards(sorted(hand, key=rank_of))
    assert "9S/1 8S/1 8S/2 3C/1 2D/1 R/1" == write_cards(sorted(hand, key=by_suit))
