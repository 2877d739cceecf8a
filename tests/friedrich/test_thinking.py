"""A bid thought through, held against every course listed one by one; and how much work it may be."""

from __future__ import annotations

import random
from typing import Any

import pytest
from plain_battle import Seen, fitting, forced

from pbem.core import Where
from pbem.core.chance import Chance
from pbem.rulesets.common import thinking
from pbem.rulesets.common.bid_reader import read_bid
from pbem.rulesets.common.bids import answer
from pbem.rulesets.common.thinking import Count, Thought, summary, think, think_through
from pbem.rulesets.friedrich import RULESET, fights
from pbem.rulesets.friedrich.bid_reader import language_of
from pbem.rulesets.friedrich.cards import read
from pbem.rulesets.friedrich.combat import sights_of
from pbem.rulesets.friedrich.thinking import outlook_of

MOST = 13


def state_of(own: int, enemy: int, hand: str, their: int) -> Any:
    """Heinrich in Celle (diamonds) against Richelieu in Hannover (spades), who holds so many cards."""
    cards = " ".join(f"{value}H" for value in range(2, 2 + min(12, their)))
    cards += "".join(f" {value}C" for value in range(2, 2 + max(0, their - 12)))
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": f"Celle {own}"}, "france": {"richelieu": f"Hannover {enemy}"},
        "hands": {"prussia": hand, "france": cards},
    }  # fmt: skip
    return RULESET.rules.resolve(RULESET.files.position(position, "4p", {}), {}, Chance("x")).state


def thought(own: int, enemy: int, hand: str, their: int, bid: dict[str, Any]) -> Any:
    state = state_of(own, enemy, hand, their)
    made = read_bid({"own": "Heinrich", **bid}, Where(), language_of(0), lambda fault: pytest.fail(fault.message))
    view = RULESET.secrets.view_of(state, "frederick")
    return think(outlook_of(view, (state.agenda[-1].pair, 0)), made)


def listed(own: int, enemy: int, hand: str, their: int, bid: dict[str, Any], facts: tuple[str, ...]) -> Any:
    """All courses, one by one: what the bidder sees each time, and how it ends."""
    plain = {"accept": 0, "keep": [], "forced": [], **bid}
    ends: dict[tuple[Any, ...], tuple[str, int, bool]] = {}

    def mine(
        score: int, cards: list[str], used: frozenset[int], enemy_cards: list[int], own_cards: list[Any], course: Any
    ) -> None:
        seen = Seen(
            score, (own, enemy), cards, their - len(enemy_cards), "D", own_cards, [("?", v) for v in enemy_cards]
        )
        sight = {
            "enemy_cards": len(enemy_cards),
            "enemy_last": enemy_cards[-1] if enemy_cards else 0,
            "enemy_hand": their - len(enemy_cards),
            "enemy_highest": max(enemy_cards, default=0),
            "enemy_lowest": min(enemy_cards, default=0),
        }
        course = (*course, (score, *(sight[name] for name in facts)))
        card, was_forced, number = None, False, -1
        if score < 0 and min(-score, own) <= plain["accept"]:
            ends[course] = ("conceded", min(-score, own), False)
            return
        for number, play in enumerate(plain["plays"]):
            if number not in used and (card := fitting(plain, play, seen)):
                used = used | {number}
                break
        if card is None and score == 0:
            named = any(face in cards for face in plain["forced"])
            card = forced(plain, seen) if plain["otherwise"] == "concede" or named else None
            was_forced = card is not None
        if card is None:
            kind = "asked" if plain["otherwise"] == "ask" and cards else "tied" if score == 0 else "conceded"
            ends[course] = (kind, min(-score, own) if kind == "conceded" else 0, False)
            return
        rest = list(cards)
        rest.remove(card[0])
        course = (*course, "forced") if was_forced else course
        played = [*own_cards, card]
        score += card[1]
        if score < 0:
            mine(score, rest, used, enemy_cards, played, course)
        else:
            theirs(-score, rest, used, enemy_cards, played, course)

    def theirs(
        score: int, cards: list[str], used: frozenset[int], enemy_cards: list[int], own_cards: list[Any], course: Any
    ) -> None:
        ends[(*course, "stop")] = ("won" if own_start(score, course) else "tied", 0, False)
        after(score, cards, used, enemy_cards, own_cards, course)

    def own_start(score: int, course: Any) -> bool:
        return score < 0

    def after(
        score: int, cards: list[str], used: frozenset[int], enemy_cards: list[int], own_cards: list[Any], course: Any
    ) -> None:
        if len(enemy_cards) == their:
            return
        for value in range(1, MOST + 1):
            if score + value >= 0:
                mine(-(score + value), cards, used, [*enemy_cards, value], own_cards, course)
            else:
                after(score + value, cards, used, [*enemy_cards, value], own_cards, course)

    start = own - enemy
    if start <= 0:
        mine(start, hand.split(), frozenset(), [], [], ())
    else:
        theirs(-start, hand.split(), frozenset(), [], [], ())
    return ends


CASES = [
    (4, 6, "10D 9D 7D", 3, {"plays": [{"card": "10D"}, {"card": "9D"}], "otherwise": "ask"}, ()),
    (4, 6, "10D 9D 2D", 2, {"plays": [{"card": "10D"}, {"card": "9D"}], "otherwise": "concede"}, ()),
    (5, 5, "3D 9D R", 3, {"plays": [{"card": "R", "to": 1}, {"card": "9D"}], "otherwise": "concede", "accept": 1}, ()),
    (6, 4, "10D 9D", 3, {"plays": [{"card": "9D"}], "otherwise": "ask", "forced": ["10D"]}, ()),
    (3, 5, "10D 9D 7D", 3,
     {"plays": [{"card": "10D"}, {"card": "9D", "when": [[("enemy_cards", ">=", 2)]]}, {"card": "7D"}],
      "otherwise": "concede"}, ("enemy_cards",)),
    (3, 5, "10D 9D 7D", 2,
     {"plays": [{"card": "7D"}, {"card": "9D", "when": [[("enemy_last", ">=", 9)]]}, {"card": "10D"}],
      "otherwise": "ask"},
     ("enemy_last",)),
    (3, 5, "10D 9D 7D", 3,
     {"plays": [{"card": "7D"}, {"card": "9D", "when": [[("enemy_last", ">=", 9), ("enemy_cards", "<=", 1)]]},
                {"card": "10D"}], "otherwise": "concede"}, ("enemy_cards", "enemy_last")),
    (4, 6, "10D 9D 7D", 3, {"plays": [{"card": "10D"}, {"card": "9D"}], "limit": {"cards": 1}, "otherwise": "ask"}, ()),
    (3, 5, "10D 9D 7D", 3,
     {"plays": [{"card": "10D"}, {"card": "9D", "when": [[("enemy_hand", "<=", 1)]]}, {"card": "7D"}],
      "otherwise": "concede"}, ("enemy_hand",)),
]  # fmt: skip


def written(plays: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The plays as a sheet has them, with their conditions in words."""
    return [
        {**play, "when": " or ".join(" and ".join(f"{n} {s} {v}" for n, s, v in part) for part in play["when"])}
        if "when" in play else play for play in plays
    ]  # fmt: skip


@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_count_is_the_number_of_courses_listed_one_by_one(case: int) -> None:
    own, enemy, hand, their, bid, facts = CASES[case]
    ends = listed(own, enemy, hand, their, bid, facts)
    found = thought(own, enemy, hand, their, {**bid, "plays": written(bid["plays"])})

    kinds = [kind for kind, _, _ in ends.values()]
    assert found.whole
    assert len(kinds) == found.ends.courses
    for kind in ("asked", "conceded", "tied", "won"):
        assert kinds.count(kind) == getattr(found.ends, kind), kind
    assert max(loss for _, loss, _ in ends.values()) == found.ends.worst
    assert sum("forced" in course for course in ends) == found.forced


# Of these facts turns that look alike to the bidder are counted more than once; how the battle can end is exact.
WIDER = [
    (3, 5, "10D 9D 7D", 2,
     {"plays": [{"card": "7D"}, {"card": "9D", "when": [[("enemy_lowest", "<=", 3)]]}, {"card": "10D"}],
      "otherwise": "concede"}, ("enemy_lowest",)),
    (3, 5, "10D 9D 7D", 2,
     {"plays": [{"card": "7D"}, {"card": "9D", "when": [[("enemy_highest", ">=", 9)]]}, {"card": "10D"}],
      "otherwise": "ask"}, ("enemy_highest",)),
    (5, 6, "10D 9D 7D", 2,
     {"plays": [{"card": "9D", "when": [[("enemy_lowest", ">=", 4)]]}, {"card": "7D"}], "otherwise": "concede"},
     ("enemy_lowest",)),
]  # fmt: skip


@pytest.mark.parametrize("case", range(len(WIDER)))
def test_the_ends_found_are_those_of_all_courses_listed_one_by_one(case: int) -> None:
    own, enemy, hand, their, bid, facts = WIDER[case]
    ends = listed(own, enemy, hand, their, bid, facts)
    found = thought(own, enemy, hand, their, {**bid, "plays": written(bid["plays"])})

    kinds = ("asked", "conceded", "tied", "won")
    assert found.whole
    assert {kind for kind, _, _ in ends.values()} == {kind for kind in kinds if getattr(found.ends, kind)}
    assert max(loss for _, loss, _ in ends.values()) == found.ends.worst
    assert any("forced" in course for course in ends) == bool(found.forced)


TESTS = [
    "score <= -3",
    "enemy_last >= 9",
    "enemy_highest >= 10 and enemy_cards >= 2",
    "enemy_played 13",
    "points >= 20",
]


@pytest.mark.parametrize("number", range(8))
def test_the_largest_hands_are_thought_through_within_the_work_allowed(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(f"large {number}")
    hand = " ".join(f"{value}D" for value in range(2, 14)) + " R R R R R R R R" + " 13S 12S 11S 10S 9S"
    plays: list[Any] = [{"card": f"{value}D"} for value in dice.sample(range(2, 14), 12)]
    plays += [{"card": "R", "to": score} for score in range(8)]
    if number:
        plays = [{**play, "when": dice.choice(TESTS)} for play in plays]
    asked = []

    def counting(*words: Any) -> Any:
        asked.append(words)
        return answer(*words)

    monkeypatch.setattr(thinking, "answer", counting)
    state = state_of(8, 8, hand, 24)
    body = {"bid": [{"own": "Heinrich", "plays": plays, "otherwise": "ask"}]}
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, "frederick"), "frederick", body)

    assert [] == [d for d in taken.diagnostics if d.is_error]
    assert 1 <= len(asked) <= 5_000 == thinking.WORK


def test_the_nations_of_one_sheet_have_their_looks_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Option bidding = "stage": one role owes the bids of two nations at once."""
    hand = " ".join(f"{value}{suit}" for suit in "SHDC" for value in range(2, 14))
    position = {
        "stage": "prussia", "prussia": {"heinrich": "Celle 4", "friedrich": "Aschaffenburg 4"},
        "france": {"richelieu": "Hannover 6"}, "russia": {"fermor": "Darmstadt 6"},
        "hands": {"prussia": hand, "france": f"{hand} R", "russia": f"{hand} R"},
    }  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(position, "3p", {"bidding": "stage"}), {}, Chance("x")).state
    state = RULESET.rules.resolve(state, {"frederick": {}}, Chance("x")).state
    wild = "enemy_last >= 3 and enemy_highest >= 4 and enemy_lowest <= 5 or enemy_points > 6"
    plays = [{"card": "R", "when": wild}]
    bids = [{"own": own, "plays": plays, "otherwise": "concede"} for own in ("Richelieu", "Fermor")]
    spent = []

    def counting(*words: Any) -> Any:
        spent.append(think_through(*words).looks)
        return think_through(*words)

    monkeypatch.setattr(fights, "think_through", counting)
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, "elisabeth"), "elisabeth", {"bid": bids})

    assert [] == [d for d in taken.diagnostics if d.is_error]
    assert 2 == len(spent)
    assert thinking.WORK // 2 < sum(spent) <= thinking.WORK


def test_a_count_that_was_cut_short_says_so() -> None:
    state = state_of(4, 6, "10D 9D 7D", 3)
    bid = read_bid({"own": "Heinrich", "plays": ["10D", "9D", "7D"]}, Where(), language_of(0), lambda fault: None)
    assert bid is not None
    found = think(outlook_of(RULESET.secrets.view_of(state, "frederick"), (state.agenda[-1].pair, 0)), bid, work=20)

    assert not found.whole
    assert "There are too many courses to look at them all." in summary(found)
    assert "The worst loss found is " in summary(found)


def test_the_summary_tells_how_a_battle_can_end_and_no_numbers_that_read_as_odds() -> None:
    state = state_of(4, 6, "10D 9D 7D", 3)
    bid = read_bid({"own": "Heinrich", "plays": ["10D", "9D", "7D"]}, Where(), language_of(0), lambda fault: None)
    assert bid is not None
    text = summary(think(outlook_of(RULESET.secrets.view_of(state, "frederick"), (state.agenda[-1].pair, 0)), bid))

    assert (
        "Thought through against an enemy of strength 6 with any 3 cards. You may concede. It may be a tie."
        " The enemy may give up. At the worst you lose 4 troops."
    ) == text


@pytest.mark.parametrize(
    ("strengths", "hand", "enemy"),
    [
        ((4, 4), 0, "an enemy of strength 4 without cards."),
        ((4, 4), 1, "an enemy of strength 4 with any one card."),
        ((1, 8), 0, "an enemy of any strength from 1 to 8 without cards."),
        ((1, 8), 1, "an enemy of any strength from 1 to 8 with any one card."),
        ((1, 8), 2, "an enemy of any strength from 1 to 8 with any 2 cards."),
    ],
)
def test_the_summary_speaks_of_the_enemy_in_whole_sentences(strengths: tuple[int, int], hand: int, enemy: str) -> None:
    thought = Thought(Count(3, asked=1, won=2, unforced=2), frozenset(), True, strengths, hand)

    assert (
        f"Thought through against {enemy} You may be asked how to go on. The enemy may give up."
        " A card of yours may be forced. Where you are not asked, you lose no troop."
    ) == summary(thought)
    assert summary(thought._replace(ends=Count(1, won=1, unforced=1))).endswith("may give up. You lose no troop.")


@pytest.mark.parametrize("role", ["frederick", "pompadour"])
def test_a_bid_is_thought_through_from_what_its_side_sees_of_the_battle_under_way(
    role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D13: in the middle of a battle the cards of both sides lie open, and each side knows its own from the other's."""
    state = state_of(4, 6, "3D 9D 12D R", 2)
    state = state.with_hand(6, read("5S/1 R/1 9S/1"))
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "plays": ["3D", "9D"]}]},
        "pompadour": {"bid": [{"own": "Richelieu", "plays": [{"card": "R", "value": 7}, "9S"]}]},
    }
    state = RULESET.rules.resolve(state, bids, Chance("x")).state
    seen: list[Any] = []
    for name in ("right_is_mine", "right_is_theirs"):
        monkeypatch.setattr(thinking.Mind, name, lambda mind, spot, *_: seen.append(spot.sight) or thinking.Count())
    battle, nation, side = state.task, {"frederick": 0, "pompadour": 6}[role], role == "pompadour"
    bid = read_bid({"own": "*"}, Where(), language_of(nation), lambda fault: pytest.fail(fault.message))
    think(outlook_of(RULESET.secrets.view_of(state, role), (battle.pair, int(side))), bid)

    assert len(battle.played) > 2
    assert [sights_of(state, battle)[side]] == seen
