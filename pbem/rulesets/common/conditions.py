"""Conditions of a bid: what must hold when the right to play comes, seen as a player at the table sees it."""

import re
from functools import lru_cache
from typing import NamedTuple

from pbem.rulesets.common import Deck

# What a condition can speak of. All of it is public or the player's own.
FACTS = (
    "score", "cards", "points", "hand", "troops", "enemy_cards", "enemy_points", "enemy_last", "enemy_highest",
    "enemy_lowest", "enemy_hand", "enemy_troops", "battle",
)  # fmt: skip
PLAYED = "enemy_played "  # followed by a card: 9D, R, or a value alone: 9
_COMPARE = {
    "<": int.__lt__, "<=": int.__le__, "==": int.__eq__, "!=": int.__ne__, ">=": int.__ge__, ">": int.__gt__
}  # fmt: skip
_FLIPPED = {"<": ">", "<=": ">=", "==": "==", "!=": "!=", ">=": "<=", ">": "<"}
_SPELLINGS = {"=": "==", "≤": "<=", "=<": "<=", "≥": ">=", "=>": ">=", "≠": "!=", "<>": "!="}
_SIGN = r"(<=|>=|==|!=|=<|=>|<>|<|>|=|≤|≥|≠)"
_NUMBER = r"([+-]?\d{1,6})"
# Compiled when the first condition is read: most commands load this module and read none.
_TEST = rf"(?:{_NUMBER}\s*{_SIGN}\s*)?([a-z]+(?:[ _-][a-z]+)?)\s*(?:{_SIGN}\s*{_NUMBER})?"
_SEEN = rf"(not\s+)?enemy[ _-]played\s+([^\s<>=!≤≥≠]+)\s*(?:{_SIGN}\s*{_NUMBER})?"


class Condition(NamedTuple):
    """``score <= -5``, or ``enemy_played 9D >= 1``: one comparison."""

    fact: str
    sign: str
    number: int

    def __str__(self) -> str:
        if self.fact.startswith(PLAYED):
            if (self.sign, self.number) == (">=", 1):
                return self.fact
            if (self.sign, self.number) == ("==", 0):
                return f"not {self.fact}"
        return f"{self.fact} {self.sign} {self.number}"

    def holds(self, seen: "Sight") -> bool:
        value = seen.times(self.fact[len(PLAYED) :]) if self.fact.startswith(PLAYED) else getattr(seen, self.fact)
        return bool(_COMPARE[self.sign](value, self.number))


When = tuple[tuple[Condition, ...], ...]  # alternatives, each of them all its comparisons; empty: always


class Sight(NamedTuple):
    """What a side sees when the right to play comes to it."""

    score: int
    cards: int = 0  # I have played in this battle
    points: int = 0  # they counted together
    hand: int = 0  # cards I hold
    troops: int = 0  # of my stack, as declared
    enemy_cards: int = 0
    enemy_points: int = 0
    enemy_last: int = 0  # what the enemy's last card counted; 0 before the first
    enemy_highest: int = 0
    enemy_lowest: int = 0
    enemy_hand: int = 0
    enemy_troops: int = 0
    battle: int = 1  # the first, second, ... of this stage
    faces: tuple[str, ...] = ()  # the enemy's cards so far: "9D", "R"

    def after_own(self, counts: int) -> "Sight":
        """What I see after I have played a card."""
        return self._replace(
            score=self.score + counts, cards=self.cards + 1, points=self.points + counts, hand=self.hand - 1
        )

    def after_enemy(self, card: str, counts: int) -> "Sight":
        """What I see after the enemy has played a card."""
        return self._replace(
            score=self.score - counts,
            enemy_cards=self.enemy_cards + 1,
            enemy_points=self.enemy_points + counts,
            enemy_last=counts,
            enemy_highest=max(self.enemy_highest, counts),
            enemy_lowest=min(self.enemy_lowest, counts) if self.enemy_cards else counts,
            enemy_hand=self.enemy_hand - 1,
            faces=(*self.faces, card),
        )

    def times(self, card: str) -> int:
        """How often the enemy has played a card, or any card of a value."""
        return sum(face == card or face[:-1] == card for face in self.faces)


def holds(when: When, seen: Sight) -> bool:
    """Whether one of the alternatives holds whole."""
    return not when or any(all(condition.holds(seen) for condition in part) for part in when)


@lru_cache(maxsize=1024)  # a sheet is read several times, on views that differ in what it may not know
def parse_when(text: str, deck: Deck) -> When | None:
    """``score <= -5 and enemy_cards >= 2 or enemy_played 9D``; None if it cannot be read.

    ``and`` binds closer than ``or``; ``-9 < score <= -5`` is two comparisons in one.
    """
    found = []
    for part in re.split(r"\bor\b", text.strip().lower()):
        tests = [parse_test(test.strip(), deck) for test in re.split(r"\band\b", part)]
        if not all(tests):
            return None
        found.append(tuple(condition for test in tests if test for condition in test))
    return tuple(found)


def parse_test(text: str, deck: Deck) -> tuple[Condition, ...] | None:
    """One test: a comparison, two in a chain, or a card the enemy has or has not played."""
    if seen := re.fullmatch(_SEEN, text):
        denied, word, sign, count = seen.groups("")
        return parse_played(denied, deck.named(word), sign, count)
    match = re.fullmatch(_TEST, text)
    if match is None:
        return None
    low, flipped, name, sign, high = match.groups()
    fact = re.sub(r"[ -]", "_", name)
    if fact not in FACTS or not (low or high):
        return None
    found = [Condition(fact, _FLIPPED[_SPELLINGS.get(flipped, flipped)], int(low))] if low else []
    found += [Condition(fact, _SPELLINGS.get(sign, sign), int(high))] if high else []
    return tuple(found)


def parse_played(denied: str, card: str, sign: str, count: str) -> tuple[Condition, ...] | None:
    """``enemy_played 9D``, ``not enemy_played R``, ``enemy_played 9 >= 2``."""
    if not card or (denied and sign):
        return None
    if sign:
        return (Condition(PLAYED + card, _SPELLINGS.get(sign, sign), int(count)),)
    return (Condition(PLAYED + card, "==" if denied else ">=", 0 if denied else 1),)


def when_text(when: When) -> str:
    """The condition as it is written."""
    return " or ".join(" and ".join(str(condition) for condition in part) for part in when)


@lru_cache(maxsize=1024)
def is_possible(when: When) -> bool:
    """Whether there is any situation at all in which the condition holds."""
    return not when or any(
        all(has_value([c for c in part if c.fact == fact]) for fact in {c.fact for c in part}) for part in when
    )


def has_value(conditions: list[Condition]) -> bool:
    """Whether some value of one fact meets all its comparisons; a score at the right to play is never above 0."""
    fact = conditions[0].fact
    edges = {c.number + step for c in conditions for step in (-1, 0, 1)} | {0, 1}
    fitting = [n for n in edges if (n <= 0 if fact == "score" else n >= (fact == "battle"))]
    return any(all(_COMPARE[c.sign](n, c.number) for c in conditions) for n in fitting)
