"""A bid thought through, held against every course of small battles played out one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from common.invented import DECKS, Card, Dice, bid, duel_between, face, hand, random_play, side, terms

from pbem.core import Code, Diagnostic, Where
from pbem.rulesets.common.bids import Bid, Play, answer
from pbem.rulesets.common.conditions import Sight, parse_when
from pbem.rulesets.common.duel import Side, fought
from pbem.rulesets.common.terms import Terms, after_card
from pbem.rulesets.common.thinking import Outlook, beginnings, reason, summary, think, think_through

HIGHEST, RESERVE = 4, 3  # small, so that all courses can be listed


class Codes:
    """The two warnings and the note, as a title would have them."""

    ACCEPT_ENDS_IT = Code("XX752", "accept-ends-it", "{accept} {cards}")
    PLAY_NEVER = Code("XX751", "play-never", "{card} {form}")
    NOT_THOUGHT_THROUGH = Code("XX761", "not-thought-through", "{looks}")


CODES: Any = Codes()


def courses(own: Terms, given: Bid, sight: Sight, mine: bool, used: tuple[int, ...] = ()) -> Iterator[tuple[str, int]]:
    """Every course card by card: how it ends, and what it costs the bidder."""
    if mine:
        reply = answer(own, given, sight, used)
        if reply.card is None:
            kind = "asked" if reply.kind == "ask" else "tied" if sight.score == 0 else "conceded"
            yield kind, min(-sight.score, sight.troops) if kind == "conceded" else 0
            return
        seen = sight.after_own(reply.counts)
        rest = after_card(own, reply.card, reply.doubled, seen.score)
        more = (*used, reply.number) if reply.number >= 0 else used
        yield from courses(rest, given, seen, seen.score < 0, more)
        return
    yield "won" if sight.score > 0 else "tied", 0
    for value in range(1, HIGHEST + 1):
        yield from after_enemy(own, given, sight, used, value)


def after_enemy(own: Terms, given: Bid, sight: Sight, used: tuple[int, ...], value: int) -> Iterator[tuple[str, int]]:
    """He plays on until the right is back; that he stops behind was counted when his turn began."""
    if not sight.enemy_hand:
        return
    seen = sight.after_enemy(f"{value}S", value)
    if seen.score <= 0:
        yield from courses(own, given, seen, True, used)
        return
    for more in range(1, HIGHEST + 1):
        yield from after_enemy(own, given, seen, used, more)


@pytest.mark.parametrize("number", range(60))
def test_all_ends_and_the_worst_loss_are_found(number: int) -> None:
    dice = Dice(f"thought {number}")
    cards = [
        Card(RESERVE, "R", 1) if dice.below(5) == 0 else Card(2 + dice.below(3), "D", 1) for _ in range(dice.below(4))
    ]
    own = Terms("D", tuple(cards), RESERVE)
    plays = tuple(random_play(dice, type("Small", (), {"reserve": RESERVE})(), one) for one in dice.some(cards, 3))
    given = Bid(1, plays=plays, accept=dice.below(3), otherwise=("ask", "concede")[dice.below(2)])
    troops, strength, active = 1 + dice.below(4), 1 + dice.below(4), dice.below(2) == 0
    begins = beginnings(own, troops, (strength,), dice.below(3), active)
    found = think(Outlook(own, begins, HIGHEST), given)
    ends = list(courses(own, given, *begins[0]))

    assert found.whole
    assert {kind for kind, _ in ends} == {
        kind for kind in ("asked", "conceded", "tied", "won") if getattr(found.ends, kind)
    }
    assert max(loss for _, loss in ends) == found.ends.worst
    assert found.ends.courses == sum(getattr(found.ends, kind) for kind in ("asked", "conceded", "tied", "won"))


@pytest.mark.parametrize(("cards", "ends"), [("4D", {"tied", "conceded"}), ("4D 2D", {"won", "tied", "conceded"})])
def test_a_side_that_is_bound_plays_on_at_par_as_long_as_it_has_a_card(cards: str, ends: set[str]) -> None:
    """As in the duel: without one the right passes, and the enemy may play."""
    own = terms(cards, bound=True)
    given = bid(cards, otherwise="concede")
    begins = beginnings(own, 2, (6,), 1, active=True)
    found = think(Outlook(own, begins, 10), given).ends
    enemy = side("9S", bid("9S", otherwise="concede"), 6, suit="S")
    end = fought(duel_between(Side(own, given, Sight(0, troops=2)), enemy))

    assert ends == {kind for kind in ("asked", "conceded", "tied", "won") if getattr(found, kind)}
    assert (0, True) == (end.holder, end.score < 0)


def test_courses_that_look_alike_are_counted_once() -> None:
    begins = beginnings(terms("9D"), 2, (3,), 1, active=True)
    found = think(Outlook(terms("9D"), begins, 10), bid("9D", otherwise="concede"))

    # The 9D leads to +8: he stops, or one card leaves 0 (a tie, nothing is held), -1 or -2; he has no more than 10.
    assert (4, 1, 1, 2, 2) == (
        found.ends.courses, found.ends.won, found.ends.tied, found.ends.conceded, found.ends.worst
    )  # fmt: skip


def test_how_a_battle_begins_hangs_on_the_strength_and_at_par_on_who_attacks() -> None:
    for active in (True, False):
        begins = beginnings(terms("9D 4D"), 4, (3, 4, 5), 6, active)
        assert [(1, False), (0, active), (-1, True)] == [(sight.score, mine) for sight, mine in begins]
        assert {(2, 4, 6)} == {(sight.hand, sight.troops, sight.enemy_hand) for sight, _ in begins}


def test_a_play_behind_what_is_accepted_and_one_that_never_comes_are_told_apart() -> None:
    given = Bid(1, plays=(Play(face("9D")), Play(face("7C"))), accept=9, otherwise="concede")
    own = terms("9D 7C")
    said: list[Diagnostic] = []
    lines = think_through(
        CODES, given, Where(("bid", 0)), [Outlook(own, beginnings(own, 3, (5,), 2, True), 10)], said.append
    ).lines

    assert [("accept-ends-it", "9 9D"), ("play-never", "7C ")] == [(d.code.name, d.message) for d in said]
    assert [("bid", 0, "accept"), ("bid", 0, "plays", 1)] == [d.at.path for d in said]
    assert 1 == len(lines)


def test_a_play_that_serves_one_of_several_battles_is_not_warned_of() -> None:
    given, said = bid("9D 7C", otherwise="concede"), list[Diagnostic]()
    outlooks = [
        Outlook(own, beginnings(own, 3, (5,), 0, True), 10) for own in (terms("9D 7C"), terms("9D 7C", suit="C"))
    ]

    assert 2 == len(think_through(CODES, given, Where(), outlooks, said.append).lines)
    assert [] == said
    assert ([], 0) == think_through(CODES, given, Where(), [], said.append)


def test_why_a_play_is_dead_is_said_as_far_as_the_bid_shows_it() -> None:
    given = Bid(1, plays=(Play(face("9D")), Play(face("7D")), Play(face("R"), to=1)), most_cards=1)

    assert ["", "limit", "limit"] == [reason(given, number) for number in range(3)]
    assert "condition" == reason(given._replace(most_cards=None), 2)


def test_a_count_that_was_cut_short_says_so_and_warns_of_nothing() -> None:
    own = terms("9D 7D 5D")
    outlook = Outlook(own, beginnings(own, 4, range(1, 9), 5, True), 10)
    cut, whole = think(outlook, bid("9D"), work=5), think(outlook, bid("9D"))

    assert (False, True) == (cut.whole, whole.whole)
    assert "There are too many courses to look at them all." in summary(cut)
    assert "too many courses" not in summary(whole)
    assert summary(whole).startswith("Thought through against an enemy of any strength from 1 to 8 with any 5 cards.")


def test_a_bid_that_is_not_thought_through_gets_a_note_and_no_warning_of_its_plays() -> None:
    own, said = terms("9D 7D 5D"), list[Diagnostic]()
    given = Bid(1, plays=(Play(face("9D")), Play(face("7C"))))
    told = think_through(
        CODES, given, Where(("bid", 0)), [Outlook(own, beginnings(own, 4, range(1, 9), 5, True), 10)], said.append, 5
    )

    assert [("not-thought-through", ("bid", 0), "5,000")] == [(d.code.name, d.at.path, d.message) for d in said]
    assert 5 == told.looks


@pytest.mark.parametrize("number", range(4))
def test_a_look_costs_more_the_more_plays_and_comparisons_a_bid_has(number: int) -> None:
    own = terms("9D 7D 5D")
    outlook = Outlook(own, beginnings(own, 4, range(1, 9), 5, True), 10)
    never = parse_when("points >= 90 and points >= 91 and points >= 92", DECKS[1])
    assert never is not None
    idle = (Play(face("9D"), never),) * (16 * number)
    given = bid("9D 7D")
    plain, laden = think(outlook, given), think(outlook, given._replace(plays=(*given.plays, *idle)))

    assert plain.ends == laden.ends
    assert (plain.looks == laden.looks) == (number == 0)


def test_the_ends_of_a_bid_without_cards_are_a_question_or_the_troops() -> None:
    own = Terms("D", hand("9C"), 8)
    kinds = Counter(
        (kind, think(Outlook(own, beginnings(own, 3, (9,), 4, True), 10), bid(otherwise=kind)).ends.worst)
        for kind in ("ask", "concede")
    )

    assert {("ask", 0): 1, ("concede", 3): 1} == kinds
