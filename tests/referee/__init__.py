"""A second pair of eyes: a referee who follows a game of Friedrich by what is told, with rules and map of his own.

He reads the tables and the events, never the rules code, and holds every event against docs/rules/friedrich.md:
moves, conquests, battles card by card, retreats, supply, recruitment, draws, cards of fate, the offensive option and
victory, in all six modes. He does not know the secret split of troops, so he believes what stacks declare, and he
leaves alone what hangs on it (10♠). ``Foul`` says which rule was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.endings import Endings
from referee.tables import BETWEEN, NATIONS, Foul, key_of, pieces_of

__all__ = ["Foul", "Referee", "watched"]


class Referee(Endings):
    """The referee of one game."""

    def follow(self, before: Mapping[str, Any], events: Iterable[Any], after: Mapping[str, Any]) -> None:
        """All events of a step, and the board after it."""
        self.hands = {nation: before["hands"][nation].split() for nation in NATIONS}
        self.in_force, self.spent, self.commander = before["in_force"], before["spent"], before["imperial_commander"]
        for event in events:
            facts = dict(event.facts)
            if event.kind == "won" and self.has_bohemia():
                self.due = []  # F13.4.6: at once, whatever would have followed
            if self.due and event.kind not in BETWEEN:
                self.rule(key_of(event.kind, facts) == self.due[0], "F5/F9", self.due[0], "is due, not", event)
            getattr(self, "told_" + event.kind.replace("-", "_"), lambda f: None)(facts)
        self.compare(after)
        self.sync(after)

    def compare(self, after: Mapping[str, Any]) -> None:
        place, _, down = pieces_of(after)
        self.rule(
            place == self.place, "board", {p: (place[p], self.place[p]) for p in place if place[p] != self.place[p]}
        )
        self.rule(down == self.down, "faces", down ^ self.down)
        self.rule(set(after["conquered"]) == self.conquered, "control", set(after["conquered"]) ^ self.conquered)
        self.rule(set(after["question_marks"]) == self.marked, "marks", set(after["question_marks"]) ^ self.marked)
        for nation, total in after["totals"].items():
            self.rule(0 <= total <= self.maximum[nation], "F6.7", nation, total)
        self.rule(after["offensive"] == self.offensive, "F13.4", after["offensive"], self.offensive)
        self.rule(not self.has_bohemia() or after["winners"], "F13.4.6", "Prussia has all it needs")


def watched(steps: Iterator[tuple[Any, Iterable[Any], Any]]) -> int:
    """Follow a game given as (state before, events, state after), all encoded; the number of steps."""
    referee, number = None, 0
    for before, events, after in steps:
        referee = referee or Referee(before)
        referee.follow(before, events, after)
        number += 1
    return number
