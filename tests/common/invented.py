"""Cards and bids of no title at all, made by chance of our own, for the tests of what the titles share."""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.rulesets.common import Card
from pbem.rulesets.common.bids import Bid, Play
from pbem.rulesets.common.conditions import Condition, Sight
from pbem.rulesets.common.duel import Duel, Side, first_holder, sights
from pbem.rulesets.common.terms import Terms


def card(text: str, reserve: int = 8) -> Card:
    """``13S``, ``R``, ``9D/2``."""
    front, _, deck = text.partition("/")
    value, suit = (reserve, "R") if front == "R" else (int(front[:-1]), front[-1])
    return Card(value, suit, int(deck or 1))


def hand(text: str, reserve: int = 8) -> tuple[Card, ...]:
    return tuple(card(word, reserve) for word in text.split())


def face(text: str, reserve: int = 8) -> tuple[int, str, int]:
    """A card as a bid writes it: any deck unless one is named."""
    found = card(text, reserve)
    return (found.value, found.suit, found.deck if "/" in text else 0)


def bid(plays: str = "", **more: Any) -> Bid:
    return Bid(1, plays=tuple(Play(face(word)) for word in plays.split()), **more)


def terms(cards: str, suit: str = "D", reserve: int = 8, **more: Any) -> Terms:
    return Terms(suit, hand(cards, reserve), reserve, **more)


def duel_between(own: Side, other: Side) -> Duel:
    """The duel of two sides from its beginning; of their sights only the troops are looked at."""
    troops = own.sight.troops, other.sight.troops
    score = troops[0] - troops[1]
    seen = sights((), score, (len(own.terms.hand), len(other.terms.hand)), troops)
    return Duel((own._replace(sight=seen[0]), other._replace(sight=seen[1])), first_holder(score))


def side(cards: str, given: Bid, troops: int, suit: str = "D", **more: Any) -> Side:
    return Side(terms(cards, suit, **more), given, Sight(0, troops=troops))


class Numbers(NamedTuple):
    """What a title's deck and Reserve are like."""

    highest: int
    reserve: int


DECKS = (Numbers(13, 10), Numbers(10, 8))


class Dice:
    """Numbers by chance, one after another."""

    def __init__(self, seed: str) -> None:
        self.chance, self.rolled = Chance(seed), 0

    def below(self, most: int) -> int:
        self.rolled += 1
        return self.chance.below(most, str(self.rolled))

    def some(self, things: list[Any], most: int) -> list[Any]:
        return [things[self.below(len(things))] for _ in range(self.below(most + 1))] if things else []


def random_side(dice: Dice, numbers: Numbers, fateful: bool) -> Side:
    """A side with a hand, terms and a bid that name cards it holds and some that it does not."""
    suits = "SCHD"
    cards = [
        Card(numbers.reserve, "R", 1 + dice.below(4)) if dice.below(6) == 0
        else Card(2 + dice.below(numbers.highest - 1), suits[dice.below(4)], 1 + dice.below(4))
        for _ in range(dice.below(12))
    ]  # fmt: skip
    suit = suits[dice.below(4)]
    named = [*cards, Card(5, suit, 1), Card(numbers.reserve, "R", 1)]
    once: dict[str, Any] = {}
    if fateful:
        once = [{"bonus": 1}, {"void": True}, {"doubled": (named[0].value, suit)}, {"bound": True}, {"barred": 7}][
            dice.below(5)
        ]
    plays = tuple(random_play(dice, numbers, one) for one in dice.some(named, 8))
    given = Bid(
        1, plays=plays, accept=dice.below(4), keep=tuple((*one.face, 0) for one in dice.some(named, 1)),
        forced=tuple((*one.face, 0) for one in dice.some(named, 2)), otherwise=("ask", "concede")[dice.below(2)],
        most_cards=(None, 2)[dice.below(2)], most_points=(None, 15)[dice.below(2)],
    )  # fmt: skip
    return Side(Terms(suit, tuple(cards), numbers.reserve, **once), given, Sight(0, troops=1 + dice.below(16)))


def random_play(dice: Dice, numbers: Numbers, one: Card) -> Play:
    facts = ("score", "enemy_cards", "enemy_last", "hand", "points")
    test = Condition(facts[dice.below(5)], ("<=", ">=")[dice.below(2)], dice.below(20) - 10)
    when = ((test,),) if dice.below(3) == 0 else ()
    value = 1 + dice.below(numbers.reserve) if one.is_reserve and dice.below(2) else None
    to = dice.below(6) - 3 if one.is_reserve and value is None and dice.below(2) else None
    return Play((*one.face, 0), when, value, to)


def random_duel(seed: str, numbers: Numbers, fateful: bool) -> Duel:
    dice = Dice(seed)
    return duel_between(random_side(dice, numbers, fateful), random_side(dice, numbers, fateful))
