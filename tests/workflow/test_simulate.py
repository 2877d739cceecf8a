"""Games by bots in memory."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import toy as toys

from pbem.store import GameFault
from pbem.testing import altered
from pbem.workflow import simulate as work
from pbem.workflow.results import by_number
from pbem.workflow.simulate import Order, Played, ordered, play, simulate
from pbem.workflow.statistics import as_text, statistics


def order(**changes: object) -> Order:
    return ordered("toy", **{"games": 5, "seed": "s", **changes})  # type: ignore[arg-type]


def as_table(order: Order, games: Iterable[Played]) -> str:
    return as_text(statistics(toys.RULESET, order.mode, games))


def test_every_game_comes_to_an_end(toy: None) -> None:
    games = list(simulate(order()))

    assert 5 == len(games)
    assert all(game.result is not None and not game.broken for game in games)
    assert "5 of 5 games" in as_table(order(), games)


def test_several_at_a_time_give_the_same_games(toy: None, alone: None) -> None:
    wanted = list(simulate(order(games=40)))

    assert wanted == by_number(simulate(order(games=40, jobs=2)))
    assert wanted == by_number(simulate(order(games=40, jobs=0)))  # all cores of the machine


def test_temperaments_are_given_to_the_bots(toy: None) -> None:
    seen = []

    def watch(before: toys.State, bodies: dict[str, dict[str, int]], step: object) -> None:
        if before.phase == "bid":
            seen.append(bodies["north"]["card"] == min(before.hands["north"]))

    play(toys.RULESET, "duel", {"vows": "sworn"}, "s", {"north": "meek"}, watch)  # type: ignore[arg-type]

    assert [True] * 3 == seen


def test_what_breaks_is_told_with_the_seed(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = altered(toys.RULESET, invariants=lambda state, before: ["a card is gone"])
    monkeypatch.setattr(toys, "RULESET", broken)
    games = list(simulate(order(games=1)))

    assert "BROKEN in game s-0, step 1 r01-bid: a card is gone" in as_table(order(games=1), games)


def test_an_exception_in_the_rules_is_told_with_its_place(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def sample(*_: object) -> None:
        raise KeyError("card")

    monkeypatch.setattr(toys, "RULESET", altered(toys.RULESET, sample=sample))
    table = as_table(order(games=1), list(simulate(order(games=1))))

    assert "KeyError: 'card' (test_simulate.py:" in table


def test_a_game_without_end_is_a_fault(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LONGEST", 3)

    assert ("no end after 3 steps",) == next(simulate(order(games=1))).broken


def test_unknown_choices_are_refused(toy: None) -> None:
    for change in ({"mode": "x"}, {"temperaments": {"east": "meek"}}, {"temperaments": {"north": "x"}}):
        with pytest.raises(GameFault, match="PB519"):
            order(**change)


def test_games_won_by_several_are_said_to_count_for_each(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(simulate(order()))
    both = [game._replace(result=game.result._replace(winners=("north", "south"))) for game in games if game.result]

    assert "won by several at once, and counted for each of them: 5" in as_table(order(), both)
    assert "several" not in as_table(order(), [game for game in games if len(game.result.winners) == 1][:1])  # type: ignore[union-attr]
