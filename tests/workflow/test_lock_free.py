"""What comes from outside is read, and what is beyond bounds refused, while the game is free for others."""

from __future__ import annotations

from pathlib import Path

import pytest
from mail.rubbish import BOXED, FROM

from games import sheet_file
from pbem.store import locking
from pbem.store.writing import locked
from pbem.workflow import submit as desk


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "PATIENCE", 0.05)


def test_nobody_waits_for_a_sheet_that_comes_through_a_slow_pipe(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, busy = sheet_file(game, "north", {"vow": 1}), []

    def slow(file: str) -> bytes:
        with locked(game):  # another command, while this one waits for its sheet
            busy.append(file)
        return Path(file).read_bytes()

    monkeypatch.setattr(desk, "sheet_bytes", slow)

    assert not desk.submit(sheet, game).answer.is_refused
    assert [sheet] == busy


@pytest.mark.parametrize(("data", "code"), [(FROM + BOXED + b"\n", "PB125"), (b"x" * 1_000_001, "PB121")])
def test_what_is_beyond_bounds_is_refused_without_holding_the_game(
    data: bytes, code: str, game: str, tmp_path: Path
) -> None:
    (tmp_path / "rubbish").write_bytes(data)
    with locked(game):
        receipt = desk.submit(str(tmp_path / "rubbish"), game)

    assert [code] == [item.code.id for item in receipt.answer.diagnostics]
