"""The story of Fredericus in chapters."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.fredericus.narrative import narrate


def turn(round_: int, role: str) -> Event:
    return Event("turn", {"round": round_, "role": role})


def test_what_goes_on_stands_under_the_last_turn_that_began_before() -> None:
    chapters = narrate([turn(2, "a"), turn(2, "b")], [turn(3, "a")], lambda event: ["Something happens."])
    going_on = narrate([turn(2, "a"), turn(2, "b")], [Event("shuffled", {})], lambda event: ["Something happens."])

    assert [] == chapters  # a turn in which nothing happens has no chapter
    assert [("Round 2, Falconer B", ["Something happens."])] == [(row["title"], row["items"]) for row in going_on]
