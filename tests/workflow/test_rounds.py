"""Rounds: the same decisions give the same game, whether they are asked for or ordered ahead; and fewer waits."""

from __future__ import annotations

import pytest

from pbem.rulesets import ruleset_of
from pbem.workflow.rounds import Match, play_again, play_paced

GAMES = [("friedrich", "4p"), ("friedrich", "3p-expert"), ("friedrich", "west"), ("fredericus", "3p")]


@pytest.mark.parametrize(("title", "mode"), GAMES)
def test_the_same_orders_given_ahead_lead_to_the_same_game(title: str, mode: str) -> None:
    ruleset = ruleset_of(title)
    match = Match(ruleset, mode, {option.id: option.default for option in ruleset.options}, f"same {mode}")
    first = play_paced(match)

    again = play_again(match, first)

    assert (first.state, first.story, first.result) == (again.state, again.story, again.result)
    assert set(again.became) <= {"used", "gone"} and again.became["used"] > 10
    assert len(again.waits) < len(first.waits) * (0.4 if title == "friedrich" else 1)


@pytest.mark.parametrize("mode", ["4p", "3p"])
def test_bots_that_order_ahead_wait_for_less_than_half_the_mails(mode: str) -> None:
    ruleset = ruleset_of("friedrich")
    match = Match(ruleset, mode, {option.id: option.default for option in ruleset.options}, f"fewer {mode}")

    asked, ahead = play_paced(match), play_paced(match._replace(ahead=True))

    assert () == asked.broken == ahead.broken
    assert 0 < len(ahead.waits) / ahead.turns < len(asked.waits) / asked.turns / 2
