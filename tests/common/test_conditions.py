"""Conditions of a bid: how they are read and written, and what they are asked of."""

from __future__ import annotations

import re

import pytest

from pbem.rulesets.common.conditions import FACTS, Condition, Sight, holds, is_possible, parse_when, when_text


def cards_of(highest: int):  # type: ignore[no-untyped-def]
    """Reads a card of a deck with this highest one, or a value alone."""

    def read(text: str) -> str:
        found = re.fullmatch(r"(\d+)([schd]?)", text)
        return text.upper() if text == "r" or (found and int(found[1]) <= highest) else ""

    return read


TEN = cards_of(10)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("score <= -5", "score <= -5"), ("-9 < score ≤ -5", "score > -9 and score <= -5"), ("5 >= hand", "hand <= 5"),
        ("enemy cards => 2 or points=3", "enemy_cards >= 2 or points == 3"), ("Enemy-Last <> 4", "enemy_last != 4"),
        ("enemy_played 10d", "enemy_played 10D"), ("not enemy_played R", "not enemy_played R"),
        ("enemy_played 7 >= 2", "enemy_played 7 >= 2"),
    ],
)  # fmt: skip
def test_a_condition_is_written_as_it_is_understood_and_read_again(text: str, same: str) -> None:
    when = parse_when(text, TEN)

    assert when is not None
    assert (same, when) == (when_text(when), parse_when(when_text(when), TEN))


@pytest.mark.parametrize(
    "text",
    ["", "score", "luck > 3", "score < x", "score <= -5 and", "enemy_played", "not enemy_played 7 >= 2", "3 < 5"],
)
def test_what_is_no_condition_is_not_read(text: str) -> None:
    assert parse_when(text, TEN) is None


def test_which_cards_there_are_is_for_the_title_to_say() -> None:
    assert parse_when("enemy_played 13D", TEN) is None
    assert parse_when("enemy_played 13D", cards_of(13)) is not None


def test_every_fact_is_something_that_is_seen() -> None:
    assert set(FACTS) == set(Sight._fields) - {"faces"}
    assert all(parse_when(f"{fact} >= 0", TEN) for fact in FACTS)


def test_one_alternative_that_holds_whole_is_enough() -> None:
    when = parse_when("score <= -5 and hand > 2 or enemy_played 7D", TEN)
    assert when is not None

    assert [True, False, True] == [
        holds(when, seen) for seen in (Sight(-5, hand=3), Sight(-5, hand=2), Sight(0, faces=("9S", "7D")))
    ]
    assert holds((), Sight(-1))


def test_a_value_alone_means_a_card_of_any_suit() -> None:
    seen = Sight(0, faces=("7D", "7S", "R", "10S"))

    assert [2, 1, 1, 0] == [seen.times(text) for text in ("7", "7D", "R", "1")]


def test_each_card_changes_what_both_see() -> None:
    mine = Sight(-4, hand=3, troops=2, enemy_hand=2, enemy_troops=6).after_own(7)
    theirs = Sight(4, hand=2, troops=6, enemy_hand=3, enemy_troops=2).after_enemy("7D", 7)

    assert Sight(3, 1, 7, 2, 2, enemy_hand=2, enemy_troops=6) == mine
    assert Sight(-3, 0, 0, 2, 6, 1, 7, 7, 7, 7, 2, 2, faces=("7D",)) == theirs


def test_the_highest_the_lowest_and_the_last_card_are_told_apart() -> None:
    seen = Sight(9).after_enemy("5D", 5).after_enemy("9D", 9).after_enemy("R", 0)

    assert (-5, 0, 9, 0, 14) == (
        seen.score, seen.enemy_last, seen.enemy_highest, seen.enemy_lowest, seen.enemy_points
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "possible"),
    [
        ("score > 0", False), ("score >= 0", True), ("score < -5 and score > -6", False), ("cards < 0", False),
        ("battle < 1", False), ("cards < 1", True), ("score > 0 or hand > 1", True),
        ("points > 4 and points != 5", True),
    ],
)  # fmt: skip
def test_what_no_battle_can_show_is_found(text: str, possible: bool) -> None:
    assert possible == is_possible(parse_when(text, TEN) or ())


def test_an_empty_condition_always_holds() -> None:
    assert is_possible(())
    assert "score <= -5" == str(Condition("score", "<=", -5))
