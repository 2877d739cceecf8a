"""Whatever ends the taking in of a letter, and wherever: in the end it is taken once, and answered once."""

from __future__ import annotations

import os
import random
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from mail.post import NOW, begun, fates, letter, mails, rows, taken, vow, winter
from store.test_fault_layer import POINTS, Point, points_of, struck, watched
from torn_games import cheap, seen

from pbem.store import disk
from pbem.store.inbox import versions
from pbem.store.mailboxes import letters_from
from pbem.workflow.letters import fetch

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is killed that is a copy of this process")
SCENES = {
    "a sheet": ("anna@example.net", ""),
    "a sheet with faults": ("anna@example.net", "vow = 9"),
    "a stranger": ("eve@example.com", "guessed"),
    "an unknown address": ("anna@hotel.example", ""),
}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    cheap(monkeypatch)
    begun(tmp_path, "winter")
    yield tmp_path
    disk.watcher = None


def letter_of(games: str, scene: str) -> bytes:
    sender, change = SCENES[scene]
    sheet = vow(games, key="guessed") if change == "guessed" else vow(games)
    return letter(sheet.replace("vow = 2", change) if change.startswith("vow") else sheet, sender)


def fresh(made: Path) -> str:
    """A copy of the games as they were made; its name is the same each time, for answers name it."""
    shutil.rmtree(made / "at", ignore_errors=True)
    shutil.copytree(made / "games", made / "at")
    return str(made / "at")


@pytest.mark.parametrize("scene", SCENES)
def test_a_letter_is_taken_once_and_answered_once(scene: str, made: Path) -> None:
    data = letter_of(str(made / "games"), scene)

    def run(folder: str) -> None:
        taken(folder, data)

    folder = fresh(made)
    operations = watched(run, folder, None).seen
    whole = seen(folder)
    points = points_of(operations)
    torn = [point for point in drawn(points, scene) if not is_mended(run, fresh(made), point, whole)]

    assert [] == torn
    assert len(points) > 40 and any("outbox/0001" in name for name in whole)


def drawn(points: list[Point], scene: str) -> list[Point]:
    """Every place at which a process can be killed, and some of the other faults; in the long round all of them."""
    killed = [point for point in points if point.fault == "killed"]
    others = [point for point in points if point.fault != "killed"]
    return points if not POINTS else [*killed, *random.Random(scene).sample(others, POINTS)]


def is_mended(run: object, folder: str, point: Point, whole: dict[str, bytes]) -> bool:
    """Whether the same letter, fetched once more after a fault, leaves all as if nothing had been wrong."""
    struck(run, folder, point)  # type: ignore[arg-type]
    run(folder)  # type: ignore[operator]
    return seen(folder) == whole


def test_two_commands_at_once_take_each_letter_once(made: Path) -> None:
    games, box = str(made / "games"), made / "Maildir"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    for at in range(8):
        sheet = vow(games, vow=1 + at % 3)
        date = f"Wed, 18 Nov 2026 11:0{at}:00 +0000"
        (box / ("cur" if at % 2 else "new") / f"{at}.x").write_bytes(letter(sheet, message_id=f"<{at}@x>", date=date))
    children = []
    for _ in range(3):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if not child:
            try:
                [*fetch([games], letters_from(str(box)), NOW)]
                os._exit(0)
            finally:
                os._exit(1)
        children.append(child)

    assert [0, 0, 0] == [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert 8 == len({row.digest for row in rows(winter(games))}) == len(rows(winter(games)))
    assert 8 == len(mails(winter(games)))
    assert {row.version for row in rows(winter(games)) if row.fate == "sheet"} == {
        row.number for row in versions(winter(games), 1)["north"]
    }
    assert ["again"] * 8 == fates([*fetch([games], letters_from(str(box)), NOW)])
