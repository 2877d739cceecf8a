"""Conditions of a bid: what must hold when the right to play comes, seen as a player at the table sees it (D13)."""

import re
from typing import NamedTuple

from pbem.rulesets.friedrich.cards import parse_face
from pbem.rulesets.friedrich.state import NATION_OF, Battle, Combat, Played, State

# What a condition can speak of. All of it is public or the player's own (D13, column "sees").
FACTS = (
    "score", "cards", "points", "hand", "troops", "enemy_cards", "enemy_points", "enemy_last", "enemy_highest",
    "enemy_lowest", "enemy_hand", "enemy_troops", "battle",
)  # fmt: skip
PLAYED = "enemy_played "  # followed by a card: 13D, R, or a value alone: 13
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
    """``score <= -5``, or ``enemy_played 13D >= 1``: one comparison."""

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
    faces: tuple[str, ...] = ()  # the enemy's cards so far: "13D", "R"

    def times(self, card: str) -> int:
        """How often the enemy has played a card, or any card of a value."""
        return sum(face == card or face[:-1] == card for face in self.faces)


def sight(state: State, nation: int, score: int) -> Sight:
    """What the nation sees in the battle under way."""
    battle = state.task
    if not isinstance(battle, Battle):
        return Sight(score)
    if isinstance(battle.played, Sight):  # a battle thought through has no cards, only what would be seen of them
        return battle.played._replace(score=score)
    nations = [NATION_OF[state.stack(city)[0]] for city in battle.pair]
    side = nations.index(nation)
    enemy = [played for played in battle.played if played.side != side]
    values = [played.value for played in enemy]
    own = [played.value for played in battle.played if played.side == side]
    return Sight(
        score, len(own), sum(own), len(state.hands[nation]), battle.totals[side], len(enemy), sum(values),
        values[-1] if values else 0, max(values, default=0), min(values, default=0),
        len(state.hands[nations[1 - side]]), battle.totals[1 - side], number_of(state), faces_of(enemy),
    )  # fmt: skip


def faces_of(played: list[Played]) -> tuple[str, ...]:
    return tuple(str(one.card) for one in played)


def number_of(state: State) -> int:
    """Which battle of the stage is under way."""
    return next((task.fought for task in reversed(state.agenda) if isinstance(task, Combat)), 1) or 1


def holds(when: When, seen: Sight) -> bool:
    """Whether one of the alternatives holds whole."""
    return not when or any(all(condition.holds(seen) for condition in part) for part in when)


def parse_when(text: str) -> When | None:
    """``score <= -5 and enemy_cards >= 2 or enemy_played 13D``; None if it cannot be read.

    ``and`` binds closer than ``or``; ``-9 < score <= -5`` is two comparisons in one.
    """
    found = []
    for part in re.split(r"\bor\b", text.strip().lower()):
        tests = [parse_test(test.strip()) for test in re.split(r"\band\b", part)]
        if not all(tests):
            return None
        found.append(tuple(condition for test in tests if test for condition in test))
    return tuple(found)


def parse_test(text: str) -> tuple[Condition, ...] | None:
    """One test: a comparison, two in a chain, or a card the enemy has or has not played."""
    if seen := re.fullmatch(_SEEN, text):
        return parse_played(*seen.groups())
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


def parse_played(denied: str | None, word: str, sign: str | None, count: str | None) -> tuple[Condition, ...] | None:
    """``enemy_played 13D``, ``not enemy_played R``, ``enemy_played 13 >= 2``."""
    card = card_text(word)
    if not card or (denied and sign):
        return None
    if sign and count:
        return (Condition(PLAYED + card, _SPELLINGS.get(sign, sign), int(count)),)
    return (Condition(PLAYED + card, "==" if denied else ">=", 0 if denied else 1),)


def card_text(text: str) -> str:
    """A card or a value as conditions write it; empty if it is none."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 13:
        return str(int(text))
    face = parse_face(text)
    if face is None or face[2]:
        return ""
    return "R" if face[1] == "R" else f"{face[0]}{face[1]}"


def when_text(when: When) -> str:
    """The condition as it is written."""
    return " or ".join(" and ".join(str(condition) for condition in part) for part in when)


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
