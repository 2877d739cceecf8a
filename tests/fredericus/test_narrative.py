"""The story of Fredericus in chapters."""

from __future__ import annotations

import pytest

from pbem.core.events import Event
from pbem.core.recall import Misfit
from pbem.rulesets.fredericus.events import BetLost, Turn
from pbem.rulesets.fredericus.narrative import narrate


def turn(round_: int, role: str) -> Event:
    return Turn(round=round_, role=role, actions=3).event()


def test_what_goes_on_stands_under_the_last_turn_that_began_before() -> None:
    lost = BetLost(role="a").event()
    chapters = narrate([turn(2, "a"), turn(2, "b")], [turn(3, "a")], lambda event: ["Something happens."])
    going_on = narrate([turn(2, "a"), turn(2, "b")], [lost], lambda event: ["Something happens."])

    assert [] == chapters  # a turn in which nothing happens has no chapter
    assert [("Round 2, Falconer B", ["Something happens."])] == [(row["title"], row["items"]) for row in going_on]


def test_an_event_of_no_kind_of_the_game_is_named() -> None:
    with pytest.raises(Misfit, match="there is no event 'shuffled'"):
        narrate([], [Event("shuffled")], lambda event: [])
