#!/usr/bin/env python3
"""What a folder of games costs: `status` and `verify` of all, as ratios to `python -c "import click"`.

usage: league.py [-n RUNS] [--games GAMES] [--keep DIR]

Bots play small games, Friedrich and Fredericus in turn, up to a dozen steps each; the folder is kept if it is named.
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
from verify import PBEM, calls, played  # noqa: E402

from pbem.workflow.many import each, games_in  # noqa: E402
from pbem.workflow.status import told  # noqa: E402

TITLES = ("friedrich", "fredericus")


def league(folder: str, games: int) -> str:
    """A folder of small games, each a few steps long."""
    os.makedirs(folder, exist_ok=True)
    for number in range(games):
        game = os.path.join(folder, f"game-{number:03}")
        if not os.path.isdir(game):
            played(game, TITLES[number % 2], 3 + number % 10, seed=f"league-{number}")
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", default="")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        folder = league(wish.keep or os.path.join(top, "games"), wish.games)
        floor = ("import click", [sys.executable, "-c", "import click"])
        commands = [("status", ["status", folder]), ("status --json", ["status", folder, "--json"])]
        commands += [(f"verify --jobs {jobs}", ["verify", folder, "--jobs", str(jobs)]) for jobs in (1, 2)]
        with ratio.Noise() as noise:
            rows = ratio.run([floor, *((name, [PBEM, *words]) for name, words in commands)], wish.n, warmup=1)
        print(f"{ratio.table(rows)}\n\n{wish.n} interleaved runs, {len(games_in(folder))} games; {noise}")
        print(f"functions called by status, warm: {calls(lambda: [*each(told, games_in(folder))]):,}")


if __name__ == "__main__":
    main()
