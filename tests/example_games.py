"""The games of Maria in games/, one of each mode: played by bots, published and revealed.

To make them anew, after a change of the rules: PYTHONPATH=tests python tests/example_games.py
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from unittest.mock import patch

from games import play_steps
from pbem.store.reading import read_game
from pbem.workflow import open_game
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal

GAMES = Path(__file__).resolve().parents[1] / "games"
MARIA = ("advanced", "intro", "two", "two-intro")
SEED = "rain"


def played(mode: str, folder: str) -> tuple[str, str]:
    """A whole game; its directory, and how it ended."""
    game = str(Path(folder, f"maria-{mode}"))
    new(Plan(game, "maria", mode, seed=SEED))
    while (result := open_game(game).ruleset.rules.result(open_game(game).state)) is None:
        play_steps(game, 1)
    return game, result.reason


def made(mode: str) -> str:
    """Write a game of that mode anew; how it ended."""
    with tempfile.TemporaryDirectory() as folder:
        archive = str(GAMES / f"maria-{mode}")
        key = read_game(archive).seal_key  # kept, so that only what has changed is written otherwise
        with patch("pbem.seal.age.new_pair", lambda: (key, "")):
            game, reason = played(mode, folder)
        shutil.rmtree(archive)
        publish(game, archive)
        reveal(game, archive)
    return reason


if __name__ == "__main__":
    for name in MARIA:
        print(f"maria-{name}: {made(name)}")
