"""What a bid answers on its terms: accept, plays, the forced card, and what otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from common.invented import bid, card, face, hand, terms

from pbem.rulesets.common import Deck, face_text, meant
from pbem.rulesets.common.bids import ANY, Answer, Bid, Play, answer, bid_for, conceding
from pbem.rulesets.common.conditions import Condition, Sight
from pbem.rulesets.common.terms import (
    Terms,
    after_card,
    counted,
    has_come,
    is_bound,
    least_reserve,
    may_play,
    most_counted,
)


def said(given: Bid, cards: str, score: int, troops: int = 8, used: tuple[int, ...] = (), **more: Any) -> Answer:
    return answer(terms(cards, **more), given, Sight(score, troops=troops), used)


def reserve(**how: Any) -> Bid:
    return Bid(1, plays=(Play((8, "R", 0), **how),))


def test_a_loss_within_what_is_accepted_ends_it_before_any_play() -> None:
    given = bid("9D", accept=2)

    assert ["play", "stop", "stop"] == [said(given, "9D", score).kind for score in (-3, -2, -1)]


def test_what_is_accepted_counts_troops_and_a_stack_loses_no_more_than_it_has() -> None:
    assert "stop" == said(bid("9D", accept=2), "9D", -7, troops=2).kind


def test_the_first_unused_play_that_can_be_made_is_made() -> None:
    given = bid("9C 9D 7D")

    assert (card("9D"), 9, 9, 1) == said(given, "7D 9D 9C", -3)[1:5]
    assert 2 == said(given, "7D 9D 9C", -3, used=(1,)).number
    assert Answer("ask") == said(given, "3D", -3)


def test_a_condition_is_asked_of_what_the_side_sees() -> None:
    given = Bid(1, plays=(Play(face("9D"), ((Condition("score", "<=", -5),),)),))

    assert ["ask", "play"] == [said(given, "9D", score).kind for score in (-4, -5)]


def test_a_card_to_be_kept_is_not_played_but_given_if_there_is_no_other() -> None:
    given = bid("9D", keep=(face("9D"),), otherwise="concede")

    assert "stop" == said(given, "9D", -1).kind
    assert [card("4D"), card("9D")] == [said(given, cards, 0).card for cards in ("9D 4D", "9D 9C")]


def test_at_zero_the_card_named_is_given_else_the_lowest_of_the_suit_and_never_a_reserve() -> None:
    given = bid("", forced=(face("12D"), face("7D")), otherwise="concede")

    assert [card("7D"), card("3D"), None] == [said(given, cards, 0).card for cards in ("3D 7D R", "5D 3D R", "9C R")]


@pytest.mark.parametrize("cards", ["9D 4D", "9C", "R"])
def test_who_wants_to_be_asked_at_zero_is_asked_whatever_he_holds(cards: str) -> None:
    assert Answer("ask") == said(bid(""), cards, 0)


def test_a_reserve_counts_the_highest_value_unless_one_is_named() -> None:
    assert [8, 5] == [said(reserve(**how), "R", -9).counts for how in ({}, {"value": 5})]
    assert [10, 8] == [
        answer(Terms("D", hand("R"), most), reserve(), Sight(-9, troops=9), ()).declared for most in (10, 8)
    ]


def test_a_reserve_goes_to_a_score_only_with_a_value_that_there_is() -> None:
    assert [8, 1] == [said(reserve(to=-1), "R", score).declared for score in (-9, -2)]
    assert ["ask", "ask"] == [said(reserve(to=-1), "R", score).kind for score in (-10, -1)]
    assert "ask" == said(reserve(value=9), "R", -9).kind


def test_a_limit_of_cards_or_points_ends_the_plays() -> None:
    given = bid("9D 7D", most_cards=1)
    seen = Sight(-3, cards=1, points=9, troops=8)

    assert "ask" == answer(terms("7D"), given, seen, ()).kind
    assert "play" == answer(terms("7D"), given._replace(most_cards=2), seen, ()).kind
    points = [
        answer(terms("7D"), given._replace(most_cards=None, most_points=most), seen, ()).kind for most in (15, 16)
    ]
    assert ["ask", "play"] == points


def test_who_holds_nothing_stops_and_is_not_asked() -> None:
    assert Answer("stop") == said(bid("9D"), "", 0)


def test_who_said_nothing_concedes_and_gives_a_card_only_where_he_must() -> None:
    assert ["stop", "play"] == [said(conceding(1), "9D", score).kind for score in (-1, 0)]


def test_of_alike_cards_the_one_of_the_deck_named_is_meant_else_of_the_lowest() -> None:
    cards = hand("9D/3 9D/2 9C/1")

    assert [2, 3, None] == [
        (meant(cards, face(word)) or card("2C")._replace(deck=None)).deck for word in ("9D", "9D/3", "9D/4")
    ]
    assert card("4D/2") == said(conceding(1), "4D/3 4D/2 9D/1", 0).card


def test_the_bid_that_names_most_of_a_battle_speaks_for_it() -> None:
    bids = [Bid(ANY), Bid(ANY, 7), Bid(3), Bid(3, 9)]

    assert [bids[3], bids[2], bids[1], bids[0], None] == [
        bid_for(bids, (2, 3), (9,)), bid_for(bids, (3,), (7,)), bid_for(bids, (4,), (8, 7)), bid_for(bids, (4,), (5,)),
        bid_for(bids[2:], (4,), (5,)),
    ]  # fmt: skip


def test_faces_are_written_as_they_are_read() -> None:
    assert ["13S", "R", "R/2", "9D/4"] == [face_text(f) for f in ((13, "S", 0), (8, "R", 0), (10, "R", 2), (9, "D", 4))]


# terms that something has changed


def test_what_is_barred_is_not_played_nor_forced_and_reserves_are_free_of_it() -> None:
    given = bid("9D R", otherwise="concede")

    assert card("R") == said(given, "9D R 3C", -2, barred=9).card
    assert ["stop", "play"] == [said(bid("", otherwise="concede"), cards, 0, barred=9).kind for cards in ("9D R", "8D")]
    assert list(hand("8D R")) == may_play(terms("9D 8D R 8C", barred=9))


def test_the_next_card_counts_more_or_nothing_and_then_plainly() -> None:
    for more, counts in (({"bonus": 1}, 10), ({"void": True}, 0)):
        before = terms("9D 4D", **more)
        after = after_card(before, card("9D"), False, 0)
        assert counts == said(bid("9D"), "9D", -3, **more).counts
        assert (4, True) == (counted(after, 4), has_come(before, after))
    assert (4, 5) == said(reserve(to=2), "R", -3, bonus=1)[2:4]


def test_a_card_counts_twice_once_unless_the_play_says_no() -> None:
    eleven = {"doubled": (9, "D")}
    single = Bid(1, plays=(Play(face("9D"), double=False),))
    before = terms("9D/1 9D/2", **eleven)

    assert (18, True) == (said(bid("9D"), "9D", -3, **eleven).counts, said(bid("9D"), "9D", -3, **eleven).doubled)
    assert 9 == said(single, "9D", -3, **eleven).counts
    assert 18 == said(conceding(1), "9D", 0, **eleven).counts
    assert after_card(before, card("9D"), False, 6).doubled and not after_card(before, card("9D"), True, 15).doubled


def test_a_side_that_is_bound_does_not_stop_while_it_can_play() -> None:
    given = bid("", accept=8, otherwise="concede")

    assert [card("3D"), card("R"), None] == [
        said(given, cards, -5, bound=True).card for cards in ("9D 3D", "9C R", "9C")
    ]
    assert (6, 8) == (said(given, "R", -5, bound=True).declared, said(given, "R", -9, bound=True).declared)
    assert 6 == said(reserve(value=2), "R", -5, bound=True).declared
    assert 7 == said(reserve(value=7), "R", -5, bound=True).declared
    assert "ask" == said(bid(""), "9D", -5, bound=True).kind
    assert card("9D") == said(bid("", forced=(face("9D"),)), "9D 3D", -5, bound=True).card


def test_a_duty_ends_above_zero_or_with_the_last_card_that_could_meet_it() -> None:
    before = terms("9D 3D 9C", bound=True)

    assert [True, True, False] == [is_bound(after_card(before, card("3D"), False, score)) for score in (-4, 0, 1)]
    assert not after_card(terms("3D 9C", bound=True), card("3D"), False, -4).bound
    assert [1, 6, 8] == [least_reserve(before, score) for score in (0, -5, -20)]


def test_nothing_has_come_where_nothing_was_in_force() -> None:
    before = terms("9D 3D")

    assert not has_come(before, after_card(before, card("9D"), False, 3))


@pytest.mark.parametrize(("deck", "most"), [(Deck(13, 10), 13), (Deck(10, 8), 10)])
def test_the_most_a_card_can_count(deck: Deck, most: int) -> None:
    plain = terms("")

    assert most == most_counted(plain, deck)
    assert most + 1 == most_counted(plain._replace(bonus=1), deck)
    assert 18 == most_counted(plain._replace(doubled=(9, "D")), deck)
    assert most == most_counted(plain._replace(doubled=(9, "S")), deck)


def test_a_side_that_says_nothing_concedes_in_the_words_of_sheets() -> None:
    assert Bid(3, otherwise="concede") == conceding(3)
