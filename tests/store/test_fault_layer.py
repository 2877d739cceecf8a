"""Every file operation of every writing command fails or is the last one, in turn: no game is torn by it.

By default a few points, drawn by a fixed seed; PBEM_POINTS=0 strikes all of them with every fault.
"""

from __future__ import annotations

import os
import random
import signal
import warnings
from collections.abc import Iterator
from errno import EIO, ENOSPC
from pathlib import Path
from typing import NamedTuple

import pytest
from torn_games import ARCHIVE, SCENES, Run, Scene, beside, cheap, copied, place, seen

from games import finished
from pbem.store import GameFault, disk
from pbem.store.transaction import CANNOT_WRITE, UNFINISHED
from pbem.workflow import open_game
from pbem.workflow.publish import publish
from pbem.workflow.reporting import Wish, report
from pbem.workflow.status import status
from pbem.workflow.verify import verify

POINTS = int(os.environ.get("PBEM_POINTS", "3"))  # for each command; 0: all
FAULTS = ("dead", "full", "cut", "killed", "torn")
GROWING = ("open", "write", "mkdir", "sync")  # what a full disk refuses


class Point(NamedTuple):
    """One operation of a command, and what becomes of it."""

    at: int
    fault: str


class Watcher:
    """Lets operations through until the one that is struck; from then on the disk is dead or full, or all is over."""

    def __init__(self, point: Point | None) -> None:
        self.point, self.seen = point, list[str]()

    def __call__(self, what: str, path: str) -> int | None:
        self.seen.append(what)
        if self.point is None or len(self.seen) < self.point.at:
            return None
        if self.point.fault in ("cut", "torn") and len(self.seen) == self.point.at:
            return 40  # bytes; the rest of them meets the next operation
        if self.point.fault in ("killed", "torn"):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.point.fault == "dead":
            raise OSError(EIO, "Input/output error")
        if what in GROWING:
            raise OSError(ENOSPC, "No space left on device")
        return None


def points_of(operations: list[str]) -> list[Point]:
    """All points of a command; a write cut short needs a write."""
    every = [Point(at, fault) for at in range(1, len(operations) + 1) for fault in FAULTS]
    return [p for p in every if p.fault not in ("cut", "torn") or operations[p.at - 1] == "write"]


def chosen(points: list[Point], name: str) -> list[Point]:
    return sorted(random.Random(name).sample(points, POINTS)) if 0 < POINTS < len(points) else points


def watched(run: Run, folder: str, point: Point | None) -> Watcher:
    """The command with a watcher before the disk."""
    disk.watcher = watcher = Watcher(point)
    try:
        run(folder)
    finally:
        disk.watcher = None
    return watcher


def struck(run: Run, folder: str, point: Point) -> str:
    """How the command ended: the code of its fault, "killed", or nothing if it came to its end."""
    if point.fault not in ("killed", "torn"):
        try:
            watched(run, folder, point)
        except GameFault as fault:
            return fault.code.id
        return ""
    with warnings.catch_warnings():  # the child does nothing with the threads that pytest may have
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        try:
            watched(run, folder, point)
            os._exit(0)
        finally:
            os._exit(1)
    return {-signal.SIGKILL: "killed", 0: ""}[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]


class Ends(NamedTuple):
    """The game and its archive before a command and after it."""

    before: dict[str, bytes]
    after: dict[str, bytes]
    archives: tuple[dict[str, bytes], dict[str, bytes]]
    between: dict[str, bytes]  # the first half of a command that is two changes


@pytest.fixture
def cheaply(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    cheap(monkeypatch)
    yield
    disk.watcher = None


def game_of(folder: str) -> dict[str, bytes]:
    return seen(place(folder)) if os.path.isdir(place(folder)) else {}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed that is a copy of this process")
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_command_struck_at_any_operation_leaves_the_game_before_or_after(
    scene: Scene, tmp_path: Path, cheaply: None
) -> None:
    made, folder, ends, points = prepared(scene, tmp_path)
    torn = [(point, why) for point in chosen(points, scene.name) if (why := tear(scene, made, folder, point, ends))]

    assert [] == torn
    assert len(points) > 25


def prepared(scene: Scene, tmp_path: Path) -> tuple[str, str, Ends, list[Point]]:
    """The folder before the command, the one to strike it in, how it ends, and where it can be struck."""
    made, folder = str(tmp_path / "made"), str(tmp_path / "at")
    os.mkdir(made)
    scene.made(made)
    before = copied(made, folder) and game_of(folder)
    first = seen(beside(folder, ARCHIVE))
    operations = watched(scene.run, folder, None).seen
    archives = first, seen(beside(folder, ARCHIVE))
    ends = Ends(before, game_of(folder), archives, _between(scene, made, folder))
    assert ends.before != ends.after or archives[0] != archives[1]
    return made, folder, ends, points_of(operations)


TWICE = [scene for scene in SCENES if scene.name in ("adjudicate", "undo a held step", "report with a deadline")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed that is a copy of this process")
@pytest.mark.parametrize("scene", TWICE, ids=lambda scene: scene.name)
def test_the_finishing_of_a_command_that_was_killed_can_be_struck_too(
    scene: Scene, tmp_path: Path, cheaply: None
) -> None:
    made, folder, ends, points = prepared(scene, tmp_path)
    kills = [point for point in points if point.fault == "killed"]
    dice, torn, finishings = random.Random(scene.name), [], 0
    for point in chosen(kills, scene.name):
        copied(made, folder)
        struck(scene.run, folder, point)
        copied(folder, spare := f"{folder}-killed")
        second = points_of(watched(looked_at, folder, None).seen)
        finishings += bool(second)
        for again in dice.sample(second, min(2 if POINTS else 12, len(second))):
            copied(spare, folder)
            struck(looked_at, folder, again)
            torn += [(point, again, why) for why in [_tried(scene, folder, ends)] if why]

    assert [] == torn
    assert finishings > 2


def looked_at(folder: str) -> None:
    """The next writing command: it finishes what was cut off."""
    finished(place(folder))


def _between(scene: Scene, made: str, folder: str) -> dict[str, bytes]:
    copied(made, spare := f"{folder}-between")
    (scene.first or (lambda _: None))(spare)
    return game_of(spare)


def tear(scene: Scene, made: str, folder: str, point: Point, ends: Ends) -> str:
    """What is torn after a strike, in words; nothing if the game goes on and is whole."""
    copied(made, folder)
    try:
        code = struck(scene.run, folder, point)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return _tried(scene, folder, ends, code)


def _tried(scene: Scene, folder: str, ends: Ends, code: str = "killed") -> str:
    try:
        return _wrong(scene, folder, code, ends)
    except GameFault as fault:
        return fault.message
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _wrong(scene: Scene, folder: str, code: str, ends: Ends) -> str:
    game, archive = place(folder), beside(folder, ARCHIVE)
    if code not in ("", "killed", CANNOT_WRITE.id, UNFINISHED.id):
        return code
    if os.path.isdir(game):
        status(game)
        if verify(game).findings:
            return f"verify, of what was cut off: {verify(game).findings[0]}"
        finished(game)
    found = game_of(folder)
    if found not in (ends.before, ends.between, ends.after):
        return "the game is neither the one before nor the one after"
    if code == CANNOT_WRITE.id and (seen(archive) != ends.archives[0] if scene.archive else found != ends.before):
        return "something has happened after PB517"
    if (code, found == ends.after) == ("", False) or (code == UNFINISHED.id and found == ends.before != ends.after):
        return "nothing has happened after PB527"
    if found and verify(game).findings:
        return f"verify: {verify(game).findings[0]}"
    return _went_on(scene, folder, found, ends)


def _went_on(scene: Scene, folder: str, found: dict[str, bytes], ends: Ends) -> str:
    """The same command again or, where the change has happened, another one; an archive is published again."""
    game, archive = place(folder), beside(folder, ARCHIVE)
    if found != ends.after:
        scene.run(folder)
        if game_of(folder) != ends.after:
            return "the command run again leads elsewhere"
    elif not scene.archive:
        report(game, wish=Wish(roles=[*open_game(game).game.players][:1], forms=("txt",)))
    if scene.archive:
        publish(game, archive)
        if seen(archive) != ends.archives[1]:
            return "the archive published again is another one"
        if verify(archive).findings:
            return f"verify: {verify(archive).findings[0]}"
    return f"verify: {verify(game).findings[0]}" if verify(game).findings else ""
