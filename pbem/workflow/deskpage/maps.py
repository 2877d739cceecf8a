"""The map at the desk: the position to which a sheet leads, and where it can be pointed at."""

from __future__ import annotations

from typing import Any

from pbem.core.ruleset import Taken
from pbem.core.sheets import read
from pbem.svgmap.hits import hits
from pbem.workflow.deskpage.home import Home
from pbem.workflow.mapping import sketch_of_view, svg_of

NOWHERE: dict[str, Any] = {"cities": [], "tokens": [], "own": []}


def drawn(home: Home, sheet: str) -> dict[str, Any]:
    """The map as SVG with the moves of the sheet as arrows, and all pieces and cities with their places on it."""
    after = taken(home, sheet)
    caption = f"{home.seen.game}, step {home.seen.step - 1}: {home.ruleset.telling.heading(home.view)}"
    sketch = sketch_of_view(home.ruleset, after.state, home.role, after.events, caption)
    if sketch is None or isinstance(sketch.picture, str):
        return {"svg": svg_of(sketch), **NOWHERE}
    return {"svg": svg_of(sketch), **hits(sketch.picture, sketch.strokes)}


def taken(home: Home, sheet: str) -> Taken:
    """The position to which a sheet leads as far as it can be read, by the view of its writer."""
    reading = read(sheet, home.ruleset.sheet_keys)
    if home.role is None or reading.sheet is None or home.seen.waits:
        return Taken(home.view)
    try:
        return home.ruleset.rules.take(home.view, home.seen.role, reading.sheet.body)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):  # by a view that somebody changed
        return Taken(home.view)
