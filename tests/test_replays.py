"""Whole pieces of play through the command line: a position and sheets in, the story and the reports out.

A folder of tests/replays holds ``position.toml``, the sheets, and ``replay.toml``: the name of the game, its seed
and, step by step, the sheets submitted. ``log.txt`` is what all may read afterwards (``--update-golden`` writes it
anew); every line of it must stand in the public report of its step, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

REPLAYS = Path(__file__).parent / "replays"
TOP = Path(__file__).parent.parent


def pbem(*words: str | Path, folder: Path) -> str:
    """Run a command as a moderator does, in a process of its own; it must end well."""
    paths = os.pathsep.join([str(TOP), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-m", "pbem", *map(str, words)],
        cwd=folder, capture_output=True, timeout=900, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    return done.stdout.decode()


def joined(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", sorted(path.name for path in REPLAYS.iterdir()))
def test_replay(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    source = REPLAYS / name
    plan = tomllib.loads((source / "replay.toml").read_text(encoding="utf-8"))
    game = plan["game"]

    pbem("new", game, "--position", source / "position.toml", "--seed", plan["seed"], folder=tmp_path)
    for sheets in plan["steps"]:
        for sheet in sheets:
            pbem("check", source / sheet, "--game", game, folder=tmp_path)
            assert "ACCEPTED" in pbem("submit", game, source / sheet, folder=tmp_path)
        pbem("adjudicate", game, folder=tmp_path)
    log = pbem("log", game, folder=tmp_path)

    if request.config.getoption("--update-golden"):
        (source / "log.txt").write_bytes(log.encode())
    assert (source / "log.txt").read_bytes().decode() == log
    last = log[log.rindex("step ") :].splitlines()[1:]
    for reader in ((), ("--role", "frederick"), ("--role", "pompadour")):
        report = joined(pbem("report", game, *reader, "--stdout", folder=tmp_path))
        assert [line for line in last if told(line) not in report] == []


def told(line: str) -> str:
    """A line of the log as it stands in a report: in a block of its battle, under the heading of its stage."""
    return joined(line).removeprefix("- ").removeprefix("* ").rstrip(".")
