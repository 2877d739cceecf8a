"""The tables of maps that are worked out beforehand: where the names of a title's cities stand on the whole board.

To write them anew, after a change of a board or of how names find their places: python -m pbem.workflow.grounds
"""

from __future__ import annotations

import sys
from pathlib import Path

from pbem.core.picture import Picture
from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, ruleset_of
from pbem.svgmap.frames import Wish, frame_of
from pbem.svgmap.ground import board_of, name_places

FILE = "lettering.py"  # beside the module that makes the picture
HEAD = '''"""Where the names of the cities stand on the whole board: city, size of the letters, box.

Written by pbem.workflow.grounds; change the board, not this file.
"""
# ruff: noqa
from typing import Any
'''


def lettering_text(board: Picture) -> str:
    """The text of a module that holds the places of all names of a board, a few to a line."""
    rows = [f"{tuple(row)!r}," for row in name_places(board_of(board), frame_of(board, Wish()))]
    lines = [f"    {' '.join(rows[at : at + 4])}\n" for at in range(0, len(rows), 4)]
    return f"{HEAD}NAMES: Any = (\n{''.join(lines)})\n"


def lettered(ruleset: Ruleset) -> tuple[Path, str] | None:
    """The table of a title with a map: where it lies and what it should hold; None for a title without cities."""
    if ruleset.map is None:
        return None
    options = {option.id: option.default for option in ruleset.options}
    view = ruleset.secrets.view_of(ruleset.rules.set_up(ruleset.modes[0].id, options), None)
    text = lettering_text(ruleset.map.picture(view, None))
    return Path(str(sys.modules[ruleset.map.picture.__module__].__file__)).with_name(FILE), text


if __name__ == "__main__":
    for found in (lettered(ruleset_of(name)) for name in MODULES):
        if found is not None:
            found[0].write_text(found[1], encoding="utf-8", newline="\n")
