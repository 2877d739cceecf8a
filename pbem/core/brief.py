"""A title whose sheets are only judged: nobody reads what is said of them."""

from collections.abc import Callable
from typing import Any, cast

from pbem.core.ruleset import Body, Rules, Ruleset, State, Taken


class _InBrief:
    """The rules of a title, but for ``take``."""

    def __init__(self, rules: Rules, take: Callable[[State, str, Body], Taken]) -> None:
        self.take, self._rules = take, rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


def in_brief(ruleset: Ruleset) -> Ruleset:
    """A title whose ``take`` only judges, for sheets that were answered before."""
    if ruleset.brief is None:
        return ruleset
    return ruleset._replace(rules=cast(Rules, _InBrief(ruleset.rules, ruleset.brief.judge)))
