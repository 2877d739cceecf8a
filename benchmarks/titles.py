#!/usr/bin/env python3
"""What `check` of a full sheet costs in one title, as a ratio to another: both in one run, interleaved.

usage: titles.py [-n RUNS]

Builds a game of Friedrich at Frederick's first move and one of Maria at Louis XV's in a temporary place, and measures
`check` of the full sheets prussia.toml and france.toml, on the player's view and on the game. Friedrich is the floor.
Run it in a clean virtual environment with pbem installed (not editable).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import ratio  # noqa: E402

from pbem.store.reading import read_secret  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.reporting import report  # noqa: E402
from pbem.workflow.sheet import heading  # noqa: E402

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")
SHEETS = {"friedrich": ("frederick", "prussia.toml"), "maria": ("louis", "france.toml")}
GOAL = 1.15


def prepared(top: str, title: str) -> tuple[str, str, str]:
    """A game before the first moves: its directory, the full sheet, and the view of its writer."""
    game, (role, body) = os.path.join(top, title, "game"), SHEETS[title]
    os.makedirs(os.path.dirname(game))
    new(Plan(game, title, seed="bench"))
    while open_game(game).awaiting[0].kind != "movement":
        adjudicate(game, ["all"])
    table = open_game(game)
    report(game, [role])
    sheet = os.path.join(top, title, "orders.toml")
    with open(os.path.join(HERE, body), encoding="utf-8") as orders, open(sheet, "w", encoding="utf-8") as file:
        key = read_secret(table.game).keys[role]
        file.write(heading(table.game.name, table.under_way, role, key, False) + orders.read())
    return game, sheet, os.path.join(game, "reports", f"{table.last.number:04}", f"{role}.view.toml")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=60)
    runs = parser.parse_args().n
    with tempfile.TemporaryDirectory() as top:
        made = {title: prepared(top, title) for title in SHEETS}
        for way, at in (("--view", 2), ("--game", 0)):
            commands = [(title, [PBEM, "check", row[1], way, row[at]]) for title, row in made.items()]
            rows = ratio.run(commands, runs=runs)
            print(f"check {way}, at most {GOAL} times the first\n\n{ratio.table(rows)}\n")


if __name__ == "__main__":
    main()
