"""Whatever kills a command, the game stands at the step before or the step after."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from games import START, finished, play_steps, process, send_all, sheet_file, tree
from pbem.store import GameFault, disk, locking
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.status import status
from pbem.workflow.verify import verify

EVERY = 1 if "PBEM_FULL" in os.environ else 3  # one of so many calls is struck; test_fault_layer strikes others

# Kill the process, or let the system call fail, at the n-th call that touches the disk for writing.
SABOTAGE = """
import os, signal
from errno import ENOSPC
count = 0
def guarded(real):
    def call(*args, **kwargs):
        global count
        count += 1
        if count == {at}:
            if {kill}:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(ENOSPC, "No space left on device")
        return real(*args, **kwargs)
    return call
for name in ("write", "fsync", "replace", "rename", "makedirs", "unlink", "mkdir"):
    setattr(os, name, guarded(getattr(os, name)))
"""


def sabotaged(at: int, kill: bool, *words: str) -> int:
    """Run a command that is struck at the given call; its exit code."""
    return process(*words, before=SABOTAGE.format(at=at, kill=kill)).returncode


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "disk full"])
def test_adjudicate_struck_at_any_write_leaves_a_game_that_goes_on(game: str, kill: bool) -> None:
    play_steps(game, 1)
    send_all(game)
    spare = game + "-spare"
    shutil.copytree(game, spare)
    adjudicate(spare)
    after = {name: data for name, data in tree(spare).items() if name.startswith("steps/")}

    for at in range(1, 40, EVERY):
        shutil.copytree(game, copy := f"{game}-{at}")
        shutil.move(copy, place := os.path.join(os.path.dirname(game), f"at{at}", "winter"))
        code = sabotaged(at, kill, "adjudicate", place, "--expect", "2")
        if code == 0:
            break
        assert (-signal.SIGKILL if kill else 2) == code
        if status(place).step == 2:
            adjudicate(place, expect=2)
        finished(place)
        steps = {name: data for name, data in tree(place).items() if name.startswith("steps/")}
        assert {name: data for name, data in steps.items() if not name.endswith(".tmp")} == after
    else:
        pytest.fail("the command never came to its end")
    assert at > 3


def test_submit_struck_at_any_write_loses_only_its_own_sheet(game: str) -> None:
    sheet = sheet_file(game, "north", {"vow": 2})
    for at in range(1, 40, EVERY):
        place = os.path.join(os.path.dirname(game), f"at{at}", "winter")
        shutil.copytree(game, place)
        code = sabotaged(at, True, "submit", place, sheet)
        kept = tree(place).get("inbox/0001/north-01.toml")
        assert kept in (None, Path(sheet).read_bytes())
        assert process("submit", place, sheet).returncode == 0
        if code == 0:
            break
    assert at > 3


def test_undo_struck_at_any_write_leaves_one_of_two_games(game: str) -> None:
    play_steps(game, 2)
    send_all(game)
    for at in range(1, 60, EVERY):
        place = os.path.join(os.path.dirname(game), f"at{at}", "winter")
        shutil.copytree(game, place)
        code = sabotaged(at, True, "undo", place, "--reason", "a slip")
        if status(place).step == 3:
            undo(place, "a slip")
        adjudicate(place)
        events = open_game(place).last.events
        assert ["undone"] == [event.kind for event in events if event.kind == "undone"]
        assert not status(place).rows[0].version, "a sheet of the step taken back has come to life"
        if code == 0:
            break
    assert at > 5


def test_new_struck_at_any_write_leaves_a_game_or_none(toy: None, tmp_path: Path) -> None:
    for at in range(1, 60, EVERY):
        place = str(tmp_path / f"at{at}" / "winter")
        os.makedirs(os.path.dirname(place))
        code = sabotaged(at, True, "new", place, "--ruleset", "toy", "--seed", "a")
        if not os.path.exists(place):
            new(Plan(place, "toy", seed="a"))
        assert 1 == status(place).step
        if code == 0:
            break
    assert at > 5


def test_two_games_of_one_name_begun_at_once_are_one_whole_game(
    toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second begins before each operation of the first in turn."""
    monkeypatch.setattr(locking, "PATIENCE", 0.0)
    struck, at = True, 0
    while struck:
        at, desk, struck = at + 1, str(tmp_path / f"at{at}" / "winter"), False
        os.makedirs(os.path.dirname(desk))
        ends, count = [], 0

        def begun(desk: str, ends: list[str]) -> None:
            try:
                new(Plan(desk, "toy", seed="a"))
                ends.append("begun")
            except GameFault as fault:
                ends.append(fault.code.id)

        def meanwhile(what: str, path: str, at: int = at, desk: str = desk, ends: list[str] = ends) -> None:
            nonlocal count, struck
            count += 1
            if count == at:
                struck = True
                monkeypatch.setattr(disk, "watcher", None)
                begun(desk, ends)

        monkeypatch.setattr(disk, "watcher", meanwhile)
        begun(desk, ends)
        monkeypatch.setattr(disk, "watcher", None)

        assert 1 == ends.count("begun")
        assert {*ends} <= {"begun", "PB516", "PB518"}
        assert () == verify(desk).findings
        assert ["winter"] == os.listdir(os.path.dirname(desk))
    assert at > 20


def test_what_a_killed_beginning_left_gets_into_no_other_game(toy: None, tmp_path: Path) -> None:
    (tmp_path / ".winter.tmp" / "steps").mkdir(parents=True)
    for name in ("position.toml", "steps/0000-other.toml"):
        (tmp_path / ".winter.tmp" / name).write_text("x")
    new(Plan(str(tmp_path / "winter"), "toy", seed="a"))

    assert ["winter"] == os.listdir(tmp_path)
    assert () == verify(str(tmp_path / "winter")).findings


def test_adjudicate_killed_after_any_time_leaves_a_game_that_goes_on(game: str) -> None:
    play_steps(game, 1)
    for round_ in range(8):
        send_all(game)
        step = status(game).step
        program = [sys.executable, "-c", f"{START}\nmain()", "adjudicate", game, "--expect", str(step)]
        with subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            time.sleep(0.02 + 0.012 * round_)
            child.kill()
        if status(game).step == step:
            adjudicate(game, expect=step)
        if status(game).result is not None:
            break


def test_a_second_command_waits_and_then_gives_up(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 0.05)
    send_all(game)
    descriptor = os.open(game, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)

    with pytest.raises(GameFault, match="PB516"):
        adjudicate(game)
    os.close(descriptor)

    assert 1 == adjudicate(game).number


def test_two_adjudications_at_once_make_one_step(game: str) -> None:
    send_all(game)
    program = [sys.executable, "-c", f"{START}\nmain()", "adjudicate", game, "--expect", "1"]
    children = [subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    codes = []
    for child in children:
        child.communicate()
        codes.append(child.returncode)

    assert [0, 2, 2] == sorted(codes)
    assert 2 == status(game).step
