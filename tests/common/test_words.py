"""Words that every title needs, on invented events, cards and tables."""

from __future__ import annotations

from pbem.rulesets.common import Deck
from pbem.rulesets.common.words import (
    by_deck,
    capital,
    card,
    cards,
    count,
    did_you_mean,
    hand,
    once,
    score,
    table,
    values,
)

HELD = Deck(10, 8).read("4S/1 9S/2 R/1 10D/1 9D/2 R/2")


def test_things_are_counted_and_sentences_begin_with_a_capital() -> None:
    assert ["0 troops", "1 troop", "2 troops"] == [count(number, "troop") for number in range(3)]
    assert ["The north", ""] == [capital("the north"), capital("")]
    assert ["+8", "-3", "0"] == [score(8), score(-3), score(0)]


def test_a_name_that_looks_like_the_word_is_offered() -> None:
    assert ["Did you mean Eastham or Westham?", ""] == [did_you_mean(["Eastham", "Westham"]), did_you_mean([])]


def test_cards_are_told_with_their_signs() -> None:
    assert ["10♦", "a Reserve"] == [card("10D"), card("R")]
    assert "9♠ 7♣ 2♥ R" == cards(["9S", "7C", "2H", "R"])


def test_a_hand_is_told_by_suit_highest_first_with_its_reserves_counted() -> None:
    assert "♠ 9 4  ♦ 10 9  2 Reserves" == hand(HELD)
    assert ["1 Reserve", "no cards"] == [hand(HELD[2:3]), hand(())]


def test_a_column_of_a_suit_has_its_values_or_the_number_of_reserves() -> None:
    assert ["9 4", "-", "-", "10 9", "2"] == [values(HELD, suit) for suit in "SCHDR"]


def test_the_backs_of_a_hand_tell_how_many_are_of_each_deck() -> None:
    assert ["3 of deck 1, 3 of deck 2", ""] == [by_deck(HELD), by_deck(())]


def test_a_name_that_repeats_the_one_above_is_left_out() -> None:
    rows = [["north", "a"], ["north", "b"], ["south", "b"], ["north", "c"]]

    assert [["north", "a"], ["", "b"], ["south", "b"], ["north", "c"]] == once(rows)


def test_a_section_with_a_table() -> None:
    section = table("hands", "The hands", ["Side", "Cards"], [["north", "3"]], ["Two are hidden."])

    assert ("hands", "The hands", ["Two are hidden."]) == (section["id"], section["title"], section["lines"])
    assert {"columns": ["Side", "Cards"], "rows": [["north", "3"]]} == section["table"]
    assert [] == table("x", "X", [], [])["lines"]
