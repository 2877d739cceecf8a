"""A game that was ended, and not by its rules: the ruleset as it is from then on, with a result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.ruleset import Owed, Result, Ruleset

END = "end"
RESIGNED, DRAW, CONCEDED, ABANDONED = "resigned", "draw", "conceded", "abandoned"
REASONS = {
    RESIGNED: "{title} has resigned.",
    DRAW: "All players agreed to a draw.",
    CONCEDED: "All players agreed that {title} has won.",
    ABANDONED: "The game was given up: {reason}",
}


class Over:
    """The rules of a game that is over though they do not say so: nobody owes anything, and there is a result."""

    def __init__(self, before: Any, result: Result) -> None:
        self.before_the_end, self._result = before, result

    def __getattr__(self, name: str) -> Any:
        return getattr(self.before_the_end, name)

    def awaiting(self, state: Any) -> tuple[Owed, ...]:
        """Nothing is owed any more."""
        return ()

    def result(self, state: Any) -> Result:
        """How it ended."""
        return self._result


def as_ended(ruleset: Ruleset, desk: Mapping[str, Any], mode: str) -> Ruleset:
    """The ruleset as a game has it after a step with that table of the desk: with a result, if that has ended it."""
    before = ruleset.rules.before_the_end if isinstance(ruleset.rules, Over) else ruleset.rules
    if desk.get("act") != END:
        return ruleset._replace(rules=before) if before is not ruleset.rules else ruleset
    titles = {role.id: role.title for role in ruleset.mode(mode).roles}
    title = titles.get(str(desk.get("role", "")), "")
    text = REASONS[str(desk["how"])].format(title=title, reason=desk.get("reason", ""))
    return ruleset._replace(rules=Over(before, Result(tuple(desk.get("winners", ())), text)))
