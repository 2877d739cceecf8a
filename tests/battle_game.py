"""A game of Friedrich that stands at a battle, for tests of bids and envelopes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from games import sheet_text
from pbem.store.reading import read_secret
from pbem.workflow import open_game
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report

POSITION = """
format = 2
ruleset = "friedrich"
mode = "4p"
[position]
stage = "prussia"
phase = "combat"
turn = 3
[position.prussia]
heinrich = "Celle 5"
[position.france]
richelieu = "Hannover 6"
[position.hands]
prussia = "10D 9D 7D 2D 13D 12D 6D 4D 11D R 3S"
france = "5S 6S 10S 13S 8S 4S 11S 2S 7S R 9H"
"""
BIDS: dict[str, Any] = {
    "frederick": {"bid": [{
        "own": "Heinrich", "enemy": "Richelieu", "plays": ["2D", "4D", "6D", "7D", "9D", "10D", "11D", "12D"],
        "otherwise": "concede", "retreat": ["Alfeld"],
    }]},
    "pompadour": {"bid": [{
        "own": "Richelieu", "enemy": "Heinrich", "plays": ["2S", "4S", "5S", "6S", "7S", "8S", "10S", "11S"],
        "otherwise": "concede",
    }]},
}  # fmt: skip


def begin(folder: Path, name: str = "winter", position: str = POSITION) -> str:
    """The game, with reports and views for step 1."""
    (folder / "position.toml").write_text(position)
    directory = str(folder / name)
    new(Plan(directory, position=str(folder / "position.toml"), seed="a"))
    report(directory)
    return directory


def view_of(directory: str, role: str) -> str:
    """The path of the newest view of a role."""
    steps = sorted(os.listdir(os.path.join(directory, "reports")))
    return os.path.join(directory, "reports", steps[-1], f"{role}.view.toml")


def sheet(directory: str, role: str, body: dict[str, Any] | None = None, /, **heading: Any) -> str:
    """The path of the role's sheet, beside the game."""
    path = os.path.join(os.path.dirname(directory), f"{role}.toml")
    Path(path).write_text(sheet_text(directory, role, BIDS[role] if body is None else body, **heading))
    return path


def key_of(directory: str, role: str) -> str:
    return read_secret(open_game(directory).game).keys[role]
