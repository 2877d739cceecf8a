"""The map at the desk: the position to which a sheet leads, and where it can be pointed at."""

from __future__ import annotations

from typing import Any

from pbem.core.ruleset import Taken
from pbem.svgmap import live
from pbem.workflow.deskpage.ahead import Asked, asked
from pbem.workflow.deskpage.home import Home
from pbem.workflow.mapping import sketch_of_view

NOWHERE: dict[str, Any] = {"cities": [], "layer": "", "tokens": [], "own": []}


def drawn(home: Home, sheet: str, decision: str = "", whole: bool = True) -> dict[str, Any]:
    """The map with the moves of the sheet as arrows, and all pieces and cities with their places on it.

    The board itself comes only where the ``whole`` map is wanted: it never changes, and is large.
    """
    after = taken(home, asked(home, sheet, decision))
    sketch = sketch_of_view(home.ruleset, after.state, home.role, after.events, "")
    if sketch is None or isinstance(sketch.picture, str):
        return {"svg": sketch.picture if sketch else "", **NOWHERE, **spots(home, after.state)}
    board = live.ground(sketch.picture) if whole else {}
    home.scenes[:] = [live.scene_of(sketch.picture, sketch.strokes, *home.scenes)]
    return {**board, **live.layer(*home.scenes)}


def spots(home: Home, view: Any) -> dict[str, Any]:
    """Where a painting can be pointed at, if its title says so."""
    if home.ruleset.pointing is None:
        return {}
    found = home.ruleset.pointing.spots(view, home.role)
    cities, tokens = ([row._asdict() for row in rows] for rows in (found.places, found.tokens))
    return {"cities": cities, "tokens": tokens, "own": [*found.own]}


def taken(home: Home, question: Asked | None) -> Taken:
    """The position to which a sheet leads as far as it can be read, by the view of its writer."""
    if question is None:
        return Taken(home.view)
    try:
        return home.ruleset.rules.take(question.view, home.seen.role, question.body)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):  # by a view that somebody changed
        return Taken(question.view)
