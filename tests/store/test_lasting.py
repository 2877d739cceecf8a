"""What a power cut would take: a change is forgotten only when all it did is on the disk for good.

A model of the disk counts what lasts. Bytes last when their file is synced, names when their folder is; until the
change itself lasts nothing may be done, and until all it does lasts it must not be removed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from torn_games import SCENES, Scene, cheap, copied, place

from pbem.store import disk
from pbem.store.layout import CHANGE
from pbem.store.writing import locked, make_folder
from pbem.workflow.new import Plan, new


class CutOff(BaseException):
    """The end of a command, as if it had been killed."""


class Model:
    """What was done since a change was prepared and does not last yet, and what came too early because of it."""

    def __init__(self) -> None:
        self.fleeting: set[str] = set()
        self.is_open = False  # whether a change is prepared and not forgotten
        self.early: list[str] = []
        self.syncs = 0
        self.left = -1  # operations until the command is cut off

    def __call__(self, what: str, path: str) -> None:
        if self.left == 0:
            raise CutOff
        self.left -= 1
        self.syncs += what in ("sync", "sync folder")
        path = os.path.abspath(path)
        if self.is_open:
            self.note(what, path)
        if os.path.basename(path) == CHANGE:
            self.is_open = what == "rename"
            self.fleeting = {f"the change in {os.path.dirname(path)}"} if self.is_open else set()

    def note(self, what: str, path: str) -> None:
        folder = os.path.dirname(path)
        if what == "sync folder":
            self.fleeting -= {path, f"the change in {path}"}
        elif what == "sync":
            self.fleeting.discard(path)
        elif any(name.startswith("the change") for name in self.fleeting) or os.path.basename(path) == CHANGE:
            self.early += [f"{what} {path} before {name}" for name in sorted(self.fleeting)]
        elif what in ("write", "truncate"):
            self.fleeting.add(path)
        elif what == "rename":  # of a temporary file, whose bytes have to last before
            temporary = os.path.join(folder, f".{os.path.basename(path)}.tmp")
            self.early += [f"rename of {temporary}"] if temporary in self.fleeting else []
            self.fleeting.add(folder)
        elif what in ("mkdir", "unlink") or not os.path.lexists(path):
            self.fleeting.add(folder)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    cheap(monkeypatch)
    yield Model()
    disk.watcher = None


def watched(model: Model, scene: Scene, folder: str, left: int = -1) -> bool:
    """Run the command of a scene under the model; whether it came to its end before it was cut off."""
    model.left, disk.watcher = left, model
    try:
        scene.run(folder)
    except CutOff:
        return False
    finally:
        model.left, disk.watcher = -1, None
    return True


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_change_is_forgotten_when_all_it_did_lasts(scene: Scene, tmp_path: Path, model: Model) -> None:
    scene.made(folder := str(tmp_path))
    watched(model, scene, folder)

    assert [] == model.early


OF_EACH_KIND = ("submit an open sheet", "adjudicate envelopes", "undo", "report", "number")
KINDS = [scene for scene in SCENES if scene.name in OF_EACH_KIND]


@pytest.mark.parametrize("scene", KINDS, ids=lambda scene: scene.name)
def test_a_change_that_was_cut_off_is_finished_and_all_it_did_lasts(scene: Scene, tmp_path: Path, model: Model) -> None:
    os.mkdir(made := str(tmp_path / "made"))
    scene.made(made)
    folder, left, finished = str(tmp_path / "at"), 0, 0
    while not watched(model, scene, copied(made, folder), left):
        finished += model.is_open
        disk.watcher = model  # it knows what the command that was cut off had done
        with locked(place(folder)):  # the next command that writes
            pass
        assert ([], False) == (model.early, model.is_open), left
        left += 1

    assert finished > 5


def test_adjudicating_waits_for_the_disk_five_times(tmp_path: Path, model: Model) -> None:
    scene = next(scene for scene in SCENES if scene.name == "adjudicate")
    scene.made(folder := str(tmp_path))
    watched(model, scene, folder)

    assert 5 == model.syncs  # the change and its name, the step and its name, the ledger


def test_every_folder_above_a_new_one_is_synced(tmp_path: Path) -> None:
    synced: list[str] = []
    disk.watcher = lambda what, path: synced.append(path) if what == "sync folder" else None
    try:
        make_folder(str(tmp_path / "a" / "b" / "c"))
    finally:
        disk.watcher = None

    assert [str(tmp_path), str(tmp_path / "a"), str(tmp_path / "a" / "b")] == synced


def test_a_game_in_a_new_folder_lasts_with_the_folder(tmp_path: Path, model: Model) -> None:
    synced: list[str] = []
    disk.watcher = lambda what, path: synced.append(path) if what == "sync folder" else None
    new(Plan(str(tmp_path / "games" / "winter"), "toy", seed="a"))

    assert [str(tmp_path), str(tmp_path / "games")] == synced[-2:]
