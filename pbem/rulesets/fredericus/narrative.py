"""Events as a story: a chapter for each turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from pbem.core.events import Event
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.events import read
from pbem.rulesets.fredericus.words import falconer

Chapter = dict[str, Any]


def narrate(earlier: Sequence[Event], events: Sequence[Event], tell: Callable[[Event], list[str]]) -> list[Chapter]:
    """The chapters of what happened; ``earlier`` events only set the scene."""
    turns = [what for what in map(read, earlier) if isinstance(what, happened.Turn)]
    chapters: list[Chapter] = [{"title": chapter_title(turns[-1]) if turns else "", "items": []}]
    for event in events:
        what = read(event)
        match what:
            case happened.Turn():
                chapters.append({"title": chapter_title(what), "items": []})
            case happened.Over():
                chapters.append({"title": "The end", "items": tell(event)})
            case (
                happened.Undone() | happened.Revised() | happened.OrdersAhead() | happened.EnvelopeLeft()
                | happened.AtTheDesk()
                | happened.BirdsPlaced() | happened.Dealt()
                | happened.Defaulted() | happened.Unhooded() | happened.Bet() | happened.LastRound() | happened.Moved()
                | happened.Flew() | happened.Hooded() | happened.Hunted() | happened.Turned() | happened.Shifted()
                | happened.BetWon() | happened.BetLost() | happened.CourtyardWon() | happened.Drew()
                | happened.DrewFredericus() | happened.Took() | happened.Refilled() | happened.NoCard()
                | happened.Discarded() | happened.Wished()
            ):  # fmt: skip
                chapters[-1]["items"] += tell(event)
            case _:
                assert_never(what)
    return [chapter for chapter in chapters if chapter["items"]]


def chapter_title(turn: happened.Turn) -> str:
    """``Round 3, Falconer A``."""
    return f"Round {turn.round}, {falconer(turn.role)}"
