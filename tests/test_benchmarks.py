"""The games that the benchmarks measure are games that the program itself would have written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.delitem(sys.modules, "commands", raising=False)
    import commands as module  # type: ignore[import-not-found]

    return module


def test_a_game_made_long_has_a_ledger_that_fits_and_goes_on(commands: Any, tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "bench"), "friedrich", seed="bench"))
    adjudicate(game, ["all"])
    commands.lengthen(game, 9)
    commands.with_sheets(game)
    found = {finding.code for finding in verify(game).findings}

    assert {"PB621"} == found  # nothing but that no orders lead from a step to the next
    assert not submit(str(Path(game, "orders.txt")), game).answer.is_refused
    assert 10 == adjudicate(game).number == open_game(game).last.number


def test_the_sheet_that_is_filled_in_is_in_order(commands: Any, tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "bench"), "friedrich", seed="bench"))
    adjudicate(game, ["all"])
    full = commands.full_sheet(game, str(tmp_path))
    answer = submit(commands.filled_in(game, str(tmp_path), full), game).answer

    assert ["PB210"] == [row.code.id for row in answer.diagnostics]  # it says what the full sheet said
    assert '  # "Friedrich > ",' in answer.text
