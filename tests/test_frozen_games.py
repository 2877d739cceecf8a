"""Recorded games in every mode, replayed from their orders: not a byte of any step may have changed.

Every fourth of them, unless PBEM_FULL is set.
Whoever means to change something writes them anew, see frozen_games.py.
"""

from __future__ import annotations

import os

import pytest
from frozen_games import GAMES, MODES, Frozen, read, replayed

PARTS = 4
SOME = range(PARTS if "PBEM_FULL" in os.environ else 1)
RUNS = [(title, mode, part) for title, mode in MODES for part in SOME]


@pytest.mark.parametrize(("title", "mode", "part"), RUNS, ids=lambda value: str(value))
def test_recorded_orders_lead_to_the_recorded_steps(title: str, mode: str, part: int) -> None:
    games = read(title, mode)[part::PARTS]

    first = [changed for game in games if (changed := first_change(title, mode, game))]

    assert first == []


def first_change(title: str, mode: str, game: Frozen) -> str:
    """The first step that comes out otherwise than it was recorded."""
    for number, (before, now) in enumerate(zip(game.digests, replayed(title, mode, game), strict=True), 1):
        if before != now:
            what = "the step" if before[0] != now[0] else "what is said of it"
            return f"{game.seed}, step {number}: {what} is another"
    return ""


@pytest.mark.parametrize(("title", "mode"), MODES, ids=lambda value: str(value))
def test_every_mode_has_its_recorded_games(title: str, mode: str) -> None:
    games = read(title, mode)

    assert len(games) == GAMES[title]
    assert all(len(game.orders) == len(game.digests) > 4 for game in games)


def test_a_changed_order_leads_to_other_digests() -> None:
    game = read("friedrich", "4p")[0]
    at = next(number for number, orders in enumerate(game.orders) if any(body.get("do") for body in orders.values()))
    orders = [{} if number == at else row for number, row in enumerate(game.orders[: at + 1])]

    assert list(replayed("friedrich", "4p", game._replace(orders=orders)))[at] != game.digests[at]
