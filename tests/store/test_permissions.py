"""What is written for the moderator alone can be read by nobody else on the machine; what is published, by all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from torn_games import beside, cheap, enveloped, phrase, place

from games import play_steps, send_all, sheet_file
from pbem.store import locking
from pbem.store.layout import LOCK
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import undo
from pbem.workflow.keyring import keys
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import seal, write_envelope

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")


@pytest.fixture
def mask() -> Iterator[Callable[[int], int]]:
    """Set what is taken from the mode of new files."""
    before = os.umask(0)
    yield os.umask
    os.umask(before)


def wrong(top: Path, folder: int, file: int) -> list[str]:
    """What below a folder, and the folder itself, has another mode than it should."""
    paths = [top, *top.rglob("*")]
    modes = [(path, path.stat().st_mode & 0o777, folder if path.is_dir() else file) for path in paths]
    return [f"{path.name} {found:o}" for path, found, right in modes if found != right]


def private(path: str) -> list[str]:
    return wrong(Path(path), 0o700, 0o600)


def test_a_game_is_private_after_every_command_that_writes(toy: None, tmp_path: Path, mask: Any, pbem: Any) -> None:
    game, found = str(tmp_path / "winter"), {}
    new(Plan(game, "toy", seed="a"))
    found["new"] = private(game)
    send_all(game)
    found["submit"] = private(game)
    adjudicate(game)
    found["adjudicate"] = private(game)
    report(game, wish=Wish(forms=("txt", "html", "md", "json"), moderator=True, by="Sunday"))
    found["report"] = private(game)
    view = os.path.join(game, "reports", "0001", "north.view.toml")
    card = min(open_game(game).state.hands["north"])
    sheet = sheet_file(game, "north", {"card": card})
    envelope = write_envelope(seal(sheet, view), sheet, "", False)
    assert 0 == pbem("submit", game, envelope).code
    found["sealed"] = private(game)
    found["envelope"] = private(envelope)
    adjudicate(game, ["all"])
    found["opened"] = private(game)
    undo(game, "a slip")
    found["undo"] = private(game)
    assert 0 == pbem("report", game, "--eml", str(tmp_path / "outbox")).code
    found["mails"] = private(str(tmp_path / "outbox"))
    assert 0 == pbem("position", game, "-o", str(tmp_path / "position.toml")).code
    found["position"] = private(str(tmp_path / "position.toml"))
    play_steps(game, 1)
    publish(game, str(tmp_path / "archive"))
    found["publish"] = private(game)
    reveal(game, "", force=True)
    found["reveal"] = private(game)

    assert {} == {name: rows for name, rows in found.items() if rows}


def test_a_game_of_held_envelopes_is_private_after_every_command(
    tmp_path: Path, mask: Any, pbem: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheap(monkeypatch)
    folder, found = str(tmp_path), {}
    game = place(folder)
    new(Plan(game, "toy", seed="a", beacon="the lottery of 28 November 2026", beacon_numbers=6))
    assert 0 == pbem("number", game, "7 12 23 31 40 44").code
    found["number"] = private(game)
    play_steps(game, 1)
    assert 0 == pbem("submit", game, enveloped(folder, "north", hold=True)).code
    found["held"] = private(game)
    assert 0 == pbem("gather", game, "--default", "south").code
    found["gather"] = private(game)
    assert 0 == pbem("gather", game, "--eml", beside(folder, "outbox")).code
    found["notices"] = private(beside(folder, "outbox"))
    phrase(folder, "north")
    found["open"] = private(game)
    adjudicate(game, ["south"])
    found["opened"] = private(game)
    undo(game, "a slip")
    found["undo"] = private(game)
    publish(game, beside(folder, "archive"))
    found["publish"] = private(game)
    reveal(game, beside(folder, "archive"), force=True)
    found["reveal"] = private(game)

    assert {} == {name: rows for name, rows in found.items() if rows}


def test_what_is_published_can_be_read_by_all(game: str, tmp_path: Path, mask: Any, pbem: Any) -> None:
    mask(0o022)
    play_steps(game, 2)
    publish(game, str(tmp_path / "archive"))
    assert 0 == pbem("site", game, str(tmp_path / "site")).code
    reveal(game, str(tmp_path / "revealed"), force=True)

    for name in ("archive", "site", "revealed"):
        assert [] == wrong(tmp_path / name, 0o755, 0o644), name


def test_secrets_stay_private_when_a_game_gets_keys(toy: None, tmp_path: Path, mask: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("pbem.workflow.new._new_pair", lambda: ("", ""))
    game = str(tmp_path / "winter")
    new(Plan(game, "toy", seed="a"))

    assert keys(game).startswith("age1")
    assert [] == private(game)


def test_the_file_that_is_locked_is_private(tmp_path: Path, mask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = type("msvcrt", (), {"LK_NBLCK": 1, "LK_UNLCK": 0, "locking": staticmethod(lambda *_: None)})
    monkeypatch.setitem(__import__("sys").modules, "msvcrt", fake)
    descriptor = locking._by_msvcrt().opened(str(tmp_path))
    os.close(descriptor)

    assert 0o600 == (tmp_path / LOCK).stat().st_mode & 0o777
