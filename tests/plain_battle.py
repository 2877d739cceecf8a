"""F7.17 written plainly and without the engine, with players who decide card by card, and random battles for it.

Nothing here comes from pbem but the map: a bid is a plain dictionary, a hand a list of words like ``10D`` and ``R``.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from pbem.rulesets.friedrich.facts import IDS, NEAR, SUIT

Bid = dict[str, Any]
SIGNS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">=": operator.ge, ">": operator.gt}
ROLES, NATIONS, NAMES = ("frederick", "pompadour"), ("prussia", "france"), ("Heinrich", "Richelieu")


class Seen(NamedTuple):
    """What a player at the table sees when the right to play is theirs."""

    score: int
    troops: tuple[int, int]  # own, enemy
    hand: list[str]
    enemy_hand: int
    suit: str
    own: list[tuple[str, int]]  # cards played with what they counted
    enemy: list[tuple[str, int]]


Choice = tuple[str, int] | None  # a card with its value, or stop
Player = Callable[[Seen], Choice]


def combat(totals: tuple[int, int], hands: list[list[str]], suits: str, players: list[Player]) -> Any:
    """F7.17: the log of (side, card, value, score), the side that stopped, and its score."""
    score = totals[0] - totals[1]
    holder = 0 if score <= 0 else 1
    hands = [list(hand) for hand in hands]
    played: list[list[tuple[str, int]]] = [[], []]
    log = []
    while True:
        mine = score if holder == 0 else -score
        assert mine <= 0
        other = 1 - holder
        seen = Seen(mine, (totals[holder], totals[other]), hands[holder], len(hands[other]), suits[holder],
                    played[holder], played[other])  # fmt: skip
        choice = players[holder](seen)
        of_suit = [card for card in hands[holder] if card[-1] == suits[holder]]
        if choice is None:
            assert mine < 0 or not of_suit, "a player stopped at 0 who had to play"
            return log, holder, mine
        card, value = choice
        assert card == "R" or card[-1] == suits[holder]
        hands[holder].remove(card)
        played[holder].append((card, value))
        mine += value
        log.append((holder, card, value, mine))
        score = mine if holder == 0 else -mine
        if mine >= 0:
            holder = other


def value_of(card: str) -> int:
    return 10 if card == "R" else int(card[:-1])


def fact(name: str, seen: Seen) -> int:
    """The facts of a condition, each said anew."""
    values = [value for _, value in seen.enemy]
    if name.startswith("enemy_played "):
        return sum(card == name[13:] or card[:-1] == name[13:] for card, _ in seen.enemy)
    return {
        "score": seen.score, "cards": len(seen.own), "points": sum(value for _, value in seen.own),
        "hand": len(seen.hand), "troops": seen.troops[0], "enemy_troops": seen.troops[1],
        "enemy_cards": len(values), "enemy_points": sum(values), "enemy_last": values[-1] if values else 0,
        "enemy_highest": max(values, default=0), "enemy_lowest": min(values, default=0),
        "enemy_hand": seen.enemy_hand, "battle": 1,
    }[name]  # fmt: skip


def holds(when: list[list[tuple[str, str, int]]], seen: Seen) -> bool:
    return not when or any(all(SIGNS[sign](fact(name, seen), n) for name, sign, n in part) for part in when)


def follower(bid: Bid) -> Player:
    """A live player who does what a bid says, by the words of docs/bids.md."""
    used: set[int] = set()

    def choose(seen: Seen) -> Choice:
        if seen.score < 0 and min(-seen.score, seen.troops[0]) <= bid["accept"]:
            return None
        for number, play in enumerate(bid["plays"]):
            if number not in used and (choice := fitting(bid, play, seen)):
                used.add(number)
                return choice
        return forced(bid, seen) if seen.score == 0 else None

    return choose


def fitting(bid: Bid, play: dict[str, Any], seen: Seen) -> Choice:
    card, limit = play["card"], bid.get("limit", {})
    if card not in seen.hand or card in bid["keep"] or not (card == "R" or card[-1] == seen.suit):
        return None
    if len(seen.own) >= limit.get("cards", 99) or not holds(play.get("when", []), seen):
        return None
    value = play.get("value", value_of(card))
    if "to" in play:
        value = play["to"] - seen.score
        if not 1 <= value <= 10:
            return None
    return None if sum(v for _, v in seen.own) + value > limit.get("points", 999) else (card, value)


def forced(bid: Bid, seen: Seen) -> Choice:
    """F7.8: at 0 a card of the suit must be played if there is one; one that is kept only if there is no other."""
    of_suit = [card for card in seen.hand if card[-1] == seen.suit]
    for card in bid["forced"]:
        if card in of_suit:
            return card, value_of(card)
    free = [card for card in of_suit if card not in bid["keep"]] or of_suit
    return (min(free, key=value_of), value_of(min(free, key=value_of))) if free else None


# random battles


def places() -> dict[str, tuple[str, str]]:
    """For each two suits a pair of adjacent cities."""
    found: dict[str, tuple[str, str]] = {}
    for city, near in enumerate(NEAR):
        for other in near:
            found.setdefault(SUIT[city] + SUIT[other], (IDS[city], IDS[other]))
    return found


PLACES = places()
DECK = [f"{value}{suit}" for suit in "SCHD" for value in range(2, 14)] + ["R", "R"]


class Random(NamedTuple):
    """A battle at random."""

    totals: tuple[int, int]
    hands: list[list[str]]
    suits: str
    bids: list[Bid]


def battle(dice: random.Random) -> Random:
    """Hands up to 25 cards of four decks, all suits, equal strengths more often than chance would have it."""
    pool = DECK * 4
    dice.shuffle(pool)
    suits = dice.choice(sorted(PLACES))
    hands = []
    for side in (0, 1):
        size = dice.choice((0, 1, 3, 6, 10, 16, 25))
        if dice.random() < 0.5:  # a hand that fits the city
            pool.sort(key=lambda card: not (card == "R" or card[-1] == suits[side]) or dice.random() < 0.3)
        hands.append([pool.pop(0) for _ in range(size)])
        dice.shuffle(pool)
    first = dice.randint(1, 8)
    totals = (first, first if dice.random() < 0.3 else dice.randint(1, 8))
    return Random(totals, hands, suits, [bid(dice, hands[side], suits[side]) for side in (0, 1)])


def bid(dice: random.Random, hand: list[str], suit: str) -> Bid:
    mine = [card for card in hand if card == "R" or card[-1] == suit]
    plays = [play(dice, card) for card in dice.sample(mine, dice.randint(0, len(mine)))]
    if plays and dice.random() < 0.3:  # an alternative for a card that is named already
        plays.insert(
            dice.randint(0, len(plays)), {**play(dice, dice.choice(plays)["card"]), "when": [[("enemy_last", ">=", 7)]]}
        )
    named = {entry["card"] for entry in plays}
    made: Bid = {"plays": plays, "accept": dice.choice((0, 0, 0, 1, 2, 4)), "keep": [], "forced": []}
    if dice.random() < 0.3:
        made["keep"] = sorted({card for card in hand if card not in named and dice.random() < 0.3})
    if dice.random() < 0.4:
        suited = sorted({card for card in mine if card != "R" and card not in made["keep"]})
        made["forced"] = dice.sample(suited, dice.randint(0, min(3, len(suited))))
    if dice.random() < 0.3:
        made["limit"] = dice.choice(({"cards": dice.randint(0, 6)}, {"points": dice.randint(0, 40)},
                                     {"cards": dice.randint(1, 6), "points": dice.randint(5, 40)}))  # fmt: skip
    return made


def play(dice: random.Random, card: str) -> dict[str, Any]:
    made: dict[str, Any] = {"card": card}
    if dice.random() < 0.4:
        parts = [[condition(dice) for _ in range(dice.randint(1, 2))] for _ in range(dice.randint(1, 2))]
        made["when"] = [part for part in parts if possible(part)] or [[("score", "<=", -1)]]
    if card == "R":
        made |= dice.choice(({}, {"to": dice.randint(-3, 8)}, {"value": dice.randint(1, 10)}))
    return made


def condition(dice: random.Random) -> tuple[str, str, int]:
    name, low, high = dice.choice((
        ("score", -12, 0), ("cards", 0, 5), ("points", 0, 30), ("hand", 0, 20), ("troops", 1, 8), ("enemy_cards", 0, 5),
        ("enemy_points", 0, 30), ("enemy_last", 0, 13), ("enemy_highest", 0, 13), ("enemy_lowest", 0, 13),
        ("enemy_hand", 0, 20), ("enemy_troops", 1, 8), ("battle", 1, 2), ("enemy_played 13", 0, 1),
        ("enemy_played R", 0, 1),
    ))  # fmt: skip
    return name, dice.choice(sorted(SIGNS)), dice.randint(low, high)


def possible(part: list[tuple[str, str, int]]) -> bool:
    """Whether the comparisons of each fact can hold together."""
    for name in {name for name, _, _ in part}:
        values = range(-99, 1) if name == "score" else range(1 if name == "battle" else 0, 99)
        if not any(all(SIGNS[sign](n, number) for one, sign, number in part if one == name) for n in values):
            return False
    return True


def when_text(when: list[list[tuple[str, str, int]]]) -> str:
    """A condition as a player writes it."""

    def test(name: str, sign: str, number: int) -> str:
        return f"{name} {sign} {number}"

    return " or ".join(" and ".join(test(*one) for one in part) for part in when)
