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


def lettering_text(board: Picture, *others: Picture) -> str:
    """The text of a module with the places of all names of a board, a few to a line; of others by their titles."""
    more = "".join(f"    {other.title!r}: (\n{_rows(other)}    ),\n" for other in others)
    return f"{HEAD}NAMES: Any = (\n{_rows(board)})\n" + (f"OTHERS: Any = {{\n{more}}}\n" if others else "")


def _rows(board: Picture) -> str:
    rows = [f"{tuple(row)!r}," for row in name_places(board_of(board), frame_of(board, Wish()))]
    return "".join([f"    {' '.join(rows[at : at + 4])}\n" for at in range(0, len(rows), 4)])


def lettered(ruleset: Ruleset) -> tuple[Path, str] | None:
    """The table of a title with a map: where it lies and what it should hold; None for a title without cities."""
    if ruleset.map is None:
        return None
    options = {option.id: option.default for option in ruleset.options}
    states = [ruleset.rules.set_up(mode.id, options) for mode in ruleset.modes]
    boards = [ruleset.map.picture(ruleset.secrets.view_of(state, None), None) for state in states]
    first = {board.title: at for at, board in reversed([*enumerate(boards)])}
    text = lettering_text(*(boards[at] for at in sorted(first.values())))
    return Path(str(sys.modules[ruleset.map.picture.__module__].__file__)).with_name(FILE), text


if __name__ == "__main__":
    for found in (lettered(ruleset_of(name)) for name in MODULES):
        if found is not None:
            found[0].write_text(found[1], encoding="utf-8", newline="\n")
