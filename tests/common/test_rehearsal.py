"""A battle rehearsed: which enemies are possible, how they play, and how it is summed up."""

from __future__ import annotations

from collections import Counter
from itertools import islice, repeat

from common.invented import Card, bid, duel_between, face, hand, side

from pbem.core.chance import Chance
from pbem.rulesets.common import Deck
from pbem.rulesets.common.duel import fought
from pbem.rulesets.common.rehearsal import (
    STYLES,
    Course,
    Enemy,
    enemies,
    enemys_bid,
    outcome,
    possible_hands,
    summed_up,
)

CHANCE = Chance("rehearsed")
DECK = Deck(7, 5)


def test_a_possible_hand_has_the_backs_shown_and_no_card_that_is_seen_elsewhere() -> None:
    backs = [Card(0, "?", 1), Card(0, "?", 1), Card(0, "?", 2)]
    seen = hand("2D/1 3D/1 2D/2")
    hands = list(islice(possible_hands(backs, DECK, seen, CHANCE), 20))

    assert all([1, 1, 2] == sorted(card.deck for card in cards) for cards in hands)
    assert not {card for cards in hands for card in cards} & set(seen)
    assert 7 == max(card.value for cards in hands for card in cards)
    assert len({frozenset(cards) for cards in hands}) > 5
    assert hands == list(islice(possible_hands(backs, DECK, seen, CHANCE), 20))


def test_enemies_are_of_all_strengths_and_kinds() -> None:
    found = list(enemies(60, (2, 5), repeat(hand("9D")), CHANCE))

    assert 60 == len(found)
    assert {2, 5} == {enemy.troops for enemy in found}
    assert set(range(len(STYLES))) == {enemy.style for enemy in found}
    assert set(range(4)) == {enemy.patience for enemy in found}


def test_an_enemy_plays_only_the_suit_and_reserves_and_never_asks() -> None:
    for style in range(3):
        given = enemys_bid(Enemy(5, hand("9D R 4D 7C"), style, 1), 3, "D")
        assert {face("9D/1"), face("4D/1"), face("R/1")} == {play.card for play in given.plays}
        assert ("concede", 3) == (given.otherwise, given.own)


def test_who_spends_plays_from_below_who_is_thrifty_plays_just_enough() -> None:
    own, cards = side("", bid(), 6), "9D 3D R"
    played = []
    for style in range(3):
        enemy = Enemy(3, hand(cards), style, 2)
        duel = fought(duel_between(own, side(cards, enemys_bid(enemy, 1, "D"), 3)))
        played.append([str(one.card) for one in duel.played])

    assert [["3D"], ["3D"], []] == played


def test_the_outcome_is_seen_from_the_bidder() -> None:
    won = fought(duel_between(side("9D", bid("9D", otherwise="concede"), 4), side("", bid(), 6, suit="S")))
    asked = fought(duel_between(side("9D", bid(""), 4), side("", bid(), 6, suit="S")))
    tied = fought(duel_between(side("", bid(), 4), side("", bid(), 4)))

    assert [("won", 6), ("lost", 6)] == [outcome(won, number) for number in (0, 1)]
    assert ("asked", 2) == outcome(asked, 0)
    assert ("tied", 0) == outcome(tied, 0)


def test_results_are_counted_best_first_and_only_some_are_told() -> None:
    enemy = Enemy(5, hand("9D R"), 1, 0)
    rows = [("lost", 3), ("won", 1), ("asked", 4), ("won", 2), ("tied", 0), ("lost", 1), ("won", 2)]
    told = summed_up([Course(enemy, result, number, ["a line"]) for result, number in rows], 2)

    assert 7 == told["samples"]
    assert [("won", 2), ("won", 1), ("tied", 0), ("asked", 4), ("lost", 1), ("lost", 3)] == [
        (row["result"], row["number"]) for row in told["results"]
    ]
    assert {"won": 3, "lost": 2, "tied": 1, "asked": 1} == Counter(
        row["result"] for row in told["results"] for _ in range(row["count"])
    )
    assert 2 == len(told["transcripts"])
    assert {"strength": 5, "hand": "9D R", "enemy": "plays just enough", "lines": ["a line"], "result": "lost",
            "number": 3} == told["transcripts"][0]  # fmt: skip
