"""Orders ahead over the frozen games: what was legal when it came would never have been refused before.

Every sheet of a decision that could be ordered ahead is judged as if it had been sent at an earlier moment, back to the
last time the same was asked. PBEM_GAMES sets how many games of each mode are looked at.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from frozen_games import MODES, Frozen, read

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.workflow.adjudicate import resolved

GAMES = min(20, int(os.environ.get("PBEM_GAMES", "2")))


class Moment(NamedTuple):
    """A step of a game: the state before it, its orders, and what happened."""

    state: Any
    orders: Mapping[str, Mapping[str, Any]]
    events: tuple[Event, ...]


def moments(ruleset: Ruleset, mode: str, game: Frozen) -> Iterator[Moment]:
    """The steps of a recorded game."""
    state = ruleset.rules.set_up(mode, game.options)
    for orders in game.orders:
        step = resolved(ruleset, state, orders, Chance(game.seed))
        yield Moment(state, orders, step.events)
        state = step.state


class Ahead(NamedTuple):
    """A sheet for a decision, and an earlier moment at which it could have been sent: places in the list of steps."""

    role: str
    decision: str
    sent: int
    used: int


def chances(ruleset: Ruleset, played: list[Moment]) -> Iterator[Ahead]:
    """For every decision that could be ordered ahead: the first moment for it, the last, and one between."""
    for used, moment in enumerate(played):
        for role in moment.orders:
            id_ = ruleset.ahead.asked(moment.state, role)
            if not id_:
                continue
            first = used
            while first and ruleset.ahead.asked(played[first - 1].state, role) != id_:
                first -= 1
            times = [at for at in range(first, used) if id_ in ids(ruleset, played[at].state, role)]
            for sent in dict.fromkeys([*times[:1], *times[len(times) // 2 :][:1], *times[-1:]]):
                yield Ahead(role, id_, sent, used)


def ids(ruleset: Ruleset, state: Any, role: str) -> list[str]:
    return [row.id for row in ruleset.ahead.coming(ruleset.secrets.view_of(state, role), role)]


@pytest.mark.parametrize(("title", "mode"), MODES, ids=lambda value: str(value))
def test_what_was_legal_when_it_came_would_never_have_been_refused_before(title: str, mode: str) -> None:
    ruleset, judged, hanging = ruleset_of(title), 0, 0
    for game in read(title, mode)[:GAMES]:
        played = list(moments(ruleset, mode, game))
        for role, id_, sent, used in chances(ruleset, played):
            view = ruleset.secrets.view_of(played[sent].state, role)
            body = played[used].orders[role]
            said = ruleset.rules.take(ruleset.ahead.supposed(view, role, id_), role, body).diagnostics
            faults = [fault for fault in said if fault.is_error]
            judged, hanging = judged + 1, hanging + bool(faults)

            assert [] == [f"{game.seed} {sent} {used}: {f.code.id} {f.message}" for f in faults
                          if not ruleset.ahead.hangs_on(f)]  # fmt: skip
    assert judged > 20 * GAMES and hanging > 2 * GAMES
