"""Events as a story: a chapter for each turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.core.events import Event
from pbem.rulesets.fredericus.words import falconer

Chapter = dict[str, Any]


def narrate(earlier: Sequence[Event], events: Sequence[Event], tell: Callable[[Event], list[str]]) -> list[Chapter]:
    """The chapters of what happened; ``earlier`` events only set the scene."""
    turns = [event for event in earlier if event.kind == "turn"]
    chapters: list[Chapter] = [{"title": chapter_title(turns[-1].facts) if turns else "", "items": []}]
    for event in events:
        if event.kind == "turn":
            chapters.append({"title": chapter_title(event.facts), "items": []})
        elif event.kind == "over":
            chapters.append({"title": "The end", "items": tell(event)})
        else:
            chapters[-1]["items"] += tell(event)
    return [chapter for chapter in chapters if chapter["items"]]


def chapter_title(facts: Mapping[str, Any]) -> str:
    """``Round 3, Falconer A``."""
    return f"Round {facts['round']}, {falconer(facts['role'])}"
