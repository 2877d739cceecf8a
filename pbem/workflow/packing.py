"""Write the board that a title comes with as modules of that title, which load in no time.

Run ``python -m pbem.workflow.packing`` after changing a table of such a board, or what a title makes of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.boards import load, shipped
from pbem.boards.forms import form_of
from pbem.core.board import Pack
from pbem.rulesets import MODULES, ruleset_of
from pbem.rulesets.common.tables import module_text

TOP = Path(__file__).parent.parent.parent
BY = "Written by pbem.workflow.packing"


def usual() -> Iterator[tuple[str, Pack]]:
    """The titles that are played on a board that comes with the program, and those boards."""
    for pack in map(load, shipped()):
        if pack.complete and form_of(pack.form).title in MODULES:
            yield form_of(pack.form).title, pack


def texts(title: str, pack: Pack) -> dict[Path, str]:
    """The modules that hold the board of a title, with their files."""
    boards = ruleset_of(title).boards
    assert boards is not None
    folder = TOP.joinpath(*MODULES[title].split("."))
    return {
        folder.joinpath(*module.split(".")).with_suffix(".py"): _text(values)
        for module, values in boards.modules(pack).items()
    }


def _text(values: dict[str, Any]) -> str:
    return module_text("The usual board as Python values.", values).replace("Written by tables.py", BY, 1)


if __name__ == "__main__":
    for title_, pack_ in usual():
        for path, text in texts(title_, pack_).items():
            path.write_text(text, encoding="utf-8", newline="\n")
