"""The games that the benchmarks measure are games that the program itself would have written; and what is said of
faults that change nothing speaks of the program as it is."""

from __future__ import annotations

import sys
import tomllib
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


def test_the_games_that_are_verified_are_as_they_were_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import league  # type: ignore[import-not-found]

    folder = league.league(str(tmp_path / "games"), 2)
    done = [verify(str(tmp_path / "games" / name)) for name in ("game-000", "game-001")]

    assert folder == str(tmp_path / "games")
    assert [((), 4), ((), 5)] == [(row.findings, row.steps) for row in done]


def test_the_sheet_that_is_filled_in_is_in_order(commands: Any, tmp_path: Path) -> None:
    new(Plan(game := str(tmp_path / "bench"), "friedrich", seed="bench"))
    adjudicate(game, ["all"])
    full = commands.full_sheet(game, str(tmp_path))
    answer = submit(commands.filled_in(game, str(tmp_path), full), game).answer

    assert ["PB210"] == [row.code.id for row in answer.diagnostics]  # it says what the full sheet said
    assert '  # "Friedrich > ",' in answer.text


def test_every_fault_that_is_said_to_change_nothing_can_be_made_and_has_its_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS / "faults"))
    import making  # type: ignore[import-not-found]

    rows = tomllib.loads((BENCHMARKS / "faults" / "same.toml").read_text(encoding="utf-8"))["same"]
    paths = {row["fault"].split()[0] for row in rows}
    made = {fault.name for path in paths for fault in making.faults_of(path, (making.TOP / path).read_text("utf-8"))}

    assert [] == [row["fault"] for row in rows if row["fault"] not in made]
    assert len(rows) == len({row["fault"] for row in rows}) and all(row["reason"] for row in rows)
