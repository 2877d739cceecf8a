"""Positions of recorded games (frozen_games.py) in which each kind of decision is asked for the first times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from frozen_games import Orders, read

from pbem.core.chance import Chance
from pbem.rulesets import ruleset_of
from pbem.workflow.adjudicate import resolved


class Asked(NamedTuple):
    """A position in which something is asked, by its place in a recorded game, and what was answered."""

    name: str
    state: Any
    orders: Orders


@cache
def first_of_each_kind(title: str, mode: str, often: int) -> list[Asked]:
    """The positions in which a kind of decision is asked of a role for the first times, so many of each."""
    return list(_found(title, mode, often))


def _found(title: str, mode: str, often: int) -> Iterator[Asked]:
    ruleset, seen = ruleset_of(title), Counter[tuple[str, str]]()
    for at, game in enumerate(read(title, mode)[:4]):
        state = ruleset.rules.set_up(mode, game.options)
        for number, orders in enumerate(game.orders):
            asked = {(owed.role, owed.kind) for owed in ruleset.rules.awaiting(state)}
            if any(seen[row] < often for row in asked):
                yield Asked(f"game {at}, step {number}", state, orders)
            seen.update(asked)
            state = resolved(ruleset, state, orders, Chance(game.seed)).state
