"""Real processes killed at any time, or at any operation of theirs on the disk: every game goes on and is whole.

PBEM_KILLS sets how many; the long round has a thousand.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from torn_games import ARCHIVE, beside, orders, place

from games import START
from pbem.rulesets import MODULES
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.status import status
from pbem.workflow.verify import verify

KILLS = int(os.environ.get("PBEM_KILLS", "15"))
# The n-th operation on the disk is the last one.
LAST = """
import os, signal
from pbem.store import disk
count = 0
def watcher(what, path):
    global count
    count += 1
    if count == {at}:
        os.kill(os.getpid(), signal.SIGKILL)
disk.watcher = watcher
"""


def killed(dice: random.Random, *words: str) -> bool:
    """Start a command and kill it after a while, or let it kill itself at an operation; whether it came to that."""
    at = dice.randint(1, 30) if dice.random() < 0.7 else 0
    program = [sys.executable, "-c", f"{START}{LAST.format(at=at)}\nmain()", *words]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        if not at:
            time.sleep(dice.uniform(0.02, 0.5))
            child.kill()
        return child.wait() == -signal.SIGKILL


def words_of(dice: random.Random, folder: str) -> tuple[str, ...]:
    """A command that fits where the game stands."""
    game, archive = place(folder), beside(folder, ARCHIVE)
    found = status(game)
    ready = not found.missing
    wishes: list[tuple[str, ...]] = [
        ("report", game), ("report", game, "--by", f"day {dice.randint(1, 99)}"), ("publish", game, archive),
        ("adjudicate", game, "--default", "all"), ("report", game, "--eml", beside(folder, "outbox")),
    ]  # fmt: skip
    wishes += [("submit", game, orders(folder, row.role)) for row in found.missing] * 3
    wishes += [("adjudicate", game)] * 4 if ready else []
    wishes += [("undo", game, "--reason", "a slip")] if found.step > 1 else []
    return dice.choice(wishes)


def findings(folder: str) -> list[Any]:
    """What is wrong with the game, and with its archive once it is published again."""
    archive = beside(folder, ARCHIVE)
    found: list[Any] = [*verify(place(folder)).findings]
    if os.path.isdir(archive) and os.listdir(archive):
        publish(place(folder), archive)
        found += verify(archive).findings
    return found


def test_games_whose_commands_are_killed_go_on_and_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODULES, "toy", "toy")
    dice, kills, tries, wrong = random.Random("kills"), 0, 0, list[Any]()
    folder = ""
    while kills < KILLS:
        if tries % 60 == 0 or open_game(place(folder)).ruleset.rules.result(open_game(place(folder)).state):
            os.mkdir(folder := str(tmp_path / f"{tries}"))
            new(Plan(place(folder), "toy", "long", seed=f"{tries}"))
        tries += 1
        words = words_of(dice, folder)
        kills += killed(dice, *words)
        status(place(folder))
        wrong += [(tries, words, row) for row in findings(folder)]

    assert [] == wrong
    adjudicate(place(folder), ["all"])
