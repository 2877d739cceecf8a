"""Conditions of a bid: how they are read and written, and what they are asked of."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.rulesets.common import Deck
from pbem.rulesets.common.conditions import FACTS, Condition, Sight, holds, is_possible, parse_when, when_text

TEN = Deck(10, 8)


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


# How a sign is written, and how 5 stands to the fact when it comes behind it and when it comes before it.
SIGNS = [
    ("<", "<", ">"), ("<=", "<=", ">="), ("≤", "<=", ">="), ("=<", "<=", ">="), ("==", "==", "=="), ("=", "==", "=="),
    ("!=", "!=", "!="), ("≠", "!=", "!="), ("<>", "!=", "!="), (">=", ">=", "<="), ("≥", ">=", "<="),
    ("=>", ">=", "<="), (">", ">", "<"),
]  # fmt: skip


@pytest.mark.parametrize(("sign", "behind", "before"), SIGNS)
def test_every_sign_is_read_in_every_spelling_from_both_sides(sign: str, behind: str, before: str) -> None:
    texts = (f"hand {sign} 5", f"5 {sign} hand", f"enemy_played 7D {sign} 5")

    assert [((Condition("hand", behind, 5),),), ((Condition("hand", before, 5),),),
            ((Condition("enemy_played 7D", behind, 5),),)] == [parse_when(text, TEN) for text in texts]  # fmt: skip


@pytest.mark.parametrize(
    ("sign", "below", "at", "above"),
    [("<", 1, 0, 0), ("<=", 1, 1, 0), ("==", 0, 1, 0), ("!=", 1, 0, 1), (">=", 0, 1, 1), (">", 0, 0, 1)],
)
def test_a_condition_holds_below_at_or_above_its_number(sign: str, below: int, at: int, above: int) -> None:
    condition = Condition("hand", sign, 5)

    assert [below, at, above] == [condition.holds(Sight(0, hand=number)) for number in (4, 5, 6)]


def test_cards_the_enemy_has_played_are_counted() -> None:
    when = Condition("enemy_played 7", ">=", 2)

    assert [False, True] == [when.holds(Sight(0, faces=faces)) for faces in (("7D",), ("7D", "9S", "7S"))]


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Condition("enemy_played 7D", ">=", 1), "enemy_played 7D"), (Condition("hand", ">=", 1), "hand >= 1"),
        (Condition("enemy_played 7D", "==", 0), "not enemy_played 7D"), (Condition("hand", "==", 0), "hand == 0"),
        (Condition("enemy_played 7D", ">=", 0), "enemy_played 7D >= 0"),
        (Condition("enemy_played 7D", "==", 1), "enemy_played 7D == 1"),
    ],
)  # fmt: skip
def test_only_whether_a_card_was_played_is_written_without_a_number(condition: Condition, text: str) -> None:
    assert text == str(condition)


def test_before_a_card_was_played_a_side_sees_nothing_but_the_first_battle() -> None:
    nothing = dict.fromkeys(FACTS, 0)

    assert {**nothing, "score": -3, "battle": 1, "faces": ()} == Sight(-3)._asdict()


def test_which_cards_there_are_is_for_the_title_to_say() -> None:
    assert parse_when("enemy_played 13D", TEN) is None
    assert parse_when("enemy_played 13D", Deck(13, 10)) is not None


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


def test_the_lowest_card_need_not_be_the_last() -> None:
    seen = Sight(9).after_enemy("5D", 5).after_enemy("2D", 2).after_enemy("9D", 9).after_enemy("7D", 7)

    assert (7, 9, 2) == (seen.enemy_last, seen.enemy_highest, seen.enemy_lowest)


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


@pytest.mark.parametrize(
    ("fact", "there_are"), [("score", range(-12, 1)), ("hand", range(13)), ("battle", range(1, 13))]
)
def test_a_condition_is_possible_if_some_value_meets_all_of_it(fact: str, there_are: range) -> None:
    tests = [Condition(fact, sign, number) for sign in ("<", "<=", "==", "!=", ">=", ">") for number in range(-4, 5)]
    for first, second in product(tests, tests):
        met = any(holds(((first, second),), Sight(0)._replace(**{fact: value})) for value in there_are)

        assert met == is_possible(((first, second),)), f"{first} and {second}"


def test_facts_of_one_condition_are_looked_at_one_by_one() -> None:
    assert is_possible(parse_when("hand > 5 and cards < 2", TEN) or ())
    assert not is_possible(parse_when("hand > 5 and cards < 2 and cards > 1", TEN) or ())


def test_an_empty_condition_always_holds() -> None:
    assert is_possible(())
    assert "score <= -5" == str(Condition("score", "<=", -5))
