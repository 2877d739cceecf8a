"""The duel without any state: the order of plays, who is asked, who stops, and at what score."""

from __future__ import annotations

from collections import Counter

import pytest
from common.invented import DECKS, Numbers, bid, card, duel_between, random_duel, side, terms

from pbem.rulesets.common.bids import Play
from pbem.rulesets.common.duel import Duel, PlayedCard, first_holder, fought, next_turn, sights

CONCEDE = {"otherwise": "concede"}


def told(duel: Duel) -> list[str]:
    """Every card with its side and the score it led to."""
    return [f"{one.side} {one.card} {one.score:+d}" for one in duel.played]


def test_the_right_to_play_passes_at_zero_and_above() -> None:
    own = side("7D 4D", bid("7D 4D", **CONCEDE), 4)
    other = side("3S 9S", bid("3S 9S", **CONCEDE), 6, suit="S")
    ended = fought(duel_between(own, other))

    assert ["0 7D +5", "1 3S -2", "1 9S +7", "0 4D -3"] == told(ended)
    assert ("stop", 0, -3) == (ended.end, ended.holder, ended.score)


def test_the_side_ahead_does_not_begin_and_at_par_the_active_one_does() -> None:
    assert [0, 0, 1] == [first_holder(score) for score in (-1, 0, 1)]


def test_at_zero_the_right_passes_to_the_enemy_who_must_play_the_suit() -> None:
    own = side("2D", bid("2D", **CONCEDE), 4)
    other = side("9H 9S 3S", bid("", **CONCEDE), 6, suit="S")
    ended = fought(duel_between(own, other))

    assert ["0 2D +0", "1 3S +3"] == told(ended)
    assert ("stop", 0, -3) == (ended.end, ended.holder, ended.score)


def test_without_a_card_of_the_suit_at_zero_the_battle_is_a_tie_though_a_reserve_is_held() -> None:
    own = side("9H R", bid("", **CONCEDE), 5)
    ended = fought(duel_between(own, side("9S", bid("9S", **CONCEDE), 5, suit="S")))

    assert ((), "stop", 0, 0) == (ended.played, ended.end, ended.holder, ended.score)


def test_a_side_that_wants_to_be_asked_is_asked_with_nothing_lost_of_what_was_played() -> None:
    own = side("7D 4D", bid("7D"), 4)
    other = side("3S 9S", bid("3S 9S", **CONCEDE), 6, suit="S")
    asked = fought(duel_between(own, other))

    assert ["0 7D +5", "1 3S -2", "1 9S +7"] == told(asked)
    assert ("ask", 0, -7) == (asked.end, asked.holder, asked.score)
    assert ((0,), (0, 1)) == (asked.sides[0].used, asked.sides[1].used)
    assert (card("4D"),) == asked.sides[0].terms.hand


def test_a_reserve_tells_what_it_was_declared_with() -> None:
    own = side("R", bid()._replace(plays=(Play((8, "R", 0), value=5),)), 1)
    ended = fought(duel_between(own, side("", bid(), 7, suit="S")))

    assert (("0 R -1",), (5,)) == (tuple(told(ended)), ended.declared)


def test_a_side_that_is_bound_goes_on_at_zero_and_is_free_above_it() -> None:
    own = side("2D 5D 9D", bid("", **CONCEDE), 4, bound=True)
    ended = fought(duel_between(own, side("9S", bid("9S", **CONCEDE), 6, suit="S")))

    assert ["0 2D +0", "0 5D +5", "1 9S +4"] == told(ended)
    assert ("stop", 0, -4) == (ended.end, ended.holder, ended.score)


def test_both_sides_see_the_same_battle() -> None:
    played = (PlayedCard(0, card("7D"), 7, 3), PlayedCard(1, card("R"), 0, -3), PlayedCard(1, card("9S"), 9, 6))
    own, other = sights(played, -6, (2, 5), (4, 8), battle=3)

    assert (-6, 1, 7, 2, 4) == own[:5]
    assert (2, 9, 9, 9, 0, 5, 8, 3, ("R", "9S")) == own[5:]
    assert (6, 2, 9, 5, 8) == other[:5]
    assert (1, 7, 7, 7, 7, 2, 4, 3, ("7D",)) == other[5:]


CASES = [(numbers, fateful, number) for numbers in DECKS for fateful in (False, True) for number in range(150)]


@pytest.mark.parametrize("part", range(4))
def test_random_duels_keep_the_rules(part: int) -> None:
    ends = Counter[tuple[str, bool]]()
    for numbers, fateful, number in CASES[part::4]:
        begun = random_duel(f"{numbers} {fateful} {number}", numbers, fateful)
        ended = fought(begun)
        check_ended(begun, ended)
        check_cards(begun, ended, numbers)
        check_scores(begun, ended)
        ends[ended.end, bool(ended.played)] += 1

    assert {("ask", True), ("ask", False), ("stop", True), ("stop", False)} == set(ends)


def check_ended(begun: Duel, ended: Duel) -> None:
    """It ends, with the side that has the right at zero or behind; who is bound and able does not stop."""
    last = ended.sides[ended.holder]
    free = [one for one in last.terms.hand if one.suit == last.terms.suit and one.value < last.terms.barred]
    assert ended.score <= 0
    assert len(ended.played) <= len(begun.sides[0].terms.hand) + len(begun.sides[1].terms.hand)
    if ended.end == "stop":
        assert ended.score < 0 or not free
        assert not (last.terms.bound and (free or any(one.is_reserve for one in last.terms.hand)))
    else:
        assert last.bid.otherwise == "ask" and last.terms.hand


def check_cards(begun: Duel, ended: Duel, numbers: Numbers) -> None:
    """Nobody plays what he does not hold or may not play; what he played is gone, all else is still there."""
    for number, (before, after) in enumerate(zip(begun.sides, ended.sides, strict=True)):
        mine = [one.card for one in ended.played if one.side == number]
        assert Counter(before.terms.hand) == Counter(after.terms.hand) + Counter(mine)
        assert all(one.is_reserve or one.suit == before.terms.suit for one in mine)
        assert all(one.is_reserve or one.value < before.terms.barred for one in mine)
        assert len(after.used) == len(set(after.used)) <= len(mine)
        assert after.sight.hand == len(after.terms.hand)
    for one, declared in zip(ended.played, ended.declared, strict=True):
        assert 1 <= declared <= numbers.reserve if one.card.is_reserve else declared == one.card.value


def check_scores(begun: Duel, ended: Duel) -> None:
    """Every card is played by the side with the right, and adds what it counts; the two see one score."""
    score, holder = begun.sides[0].sight.score, begun.holder
    for number, one in enumerate(ended.played):
        mine = -score if holder else score
        assert one.side == holder and mine <= 0
        assert one.score == mine + one.value
        score = -one.score if holder else one.score
        later = ended.played[number + 1].side if number + 1 < len(ended.played) else ended.holder
        if one.score != 0 or not begun.sides[holder].terms.bound:
            assert later == (holder if one.score < 0 else 1 - holder)
        holder = later
    assert score == ended.sides[0].sight.score == -ended.sides[1].sight.score


@pytest.mark.parametrize("number", range(40))
def test_a_duel_cut_off_anywhere_goes_on_to_the_same_end(number: int) -> None:
    """What a title stores between two steps is enough: the cards played, the hands, the bids and their used plays."""
    begun = random_duel(f"cut {number}", DECKS[number % 2], fateful=False)
    whole, duel = fought(begun), begun
    while not duel.end:
        troops = duel.sides[0].sight.troops, duel.sides[1].sight.troops
        hands = len(duel.sides[0].terms.hand), len(duel.sides[1].terms.hand)
        seen = sights(duel.played, duel.sides[0].sight.score, hands, troops)
        assert seen == (duel.sides[0].sight, duel.sides[1].sight)
        assert fought(duel) == whole
        duel = next_turn(duel)
    assert duel == whole


def test_a_side_that_may_play_nothing_stops_whatever_it_bids() -> None:
    own = side("", bid("9D"), 4)
    ended = fought(duel_between(own._replace(terms=terms("")), side("", bid(), 6, suit="S")))

    assert ((), "stop", -2) == (ended.played, ended.end, ended.score)
