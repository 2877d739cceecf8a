"""`pbem verify --all`: which running games would go on otherwise under this version, before anything is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import toy as toy_rules

from games import play_steps, send_all
from pbem.core.ruleset import Step
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.upgrade import outlook, told


@pytest.fixture
def running(game: str) -> str:
    play_steps(game, 2)
    return game


def files_of(game: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path(game).rglob("*")) if path.is_file()}


def test_a_game_that_goes_on_as_before_is_said_to(running: str) -> None:
    row = told(running)

    assert ("same", 0) == (row.sort, row.code)
    assert "nothing changes" in row.text and "owed by south (the choice of a prize)" in row.text


def test_a_step_that_would_come_out_otherwise_is_named_and_nothing_is_written(
    running: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, resolve = files_of(running), toy_rules.RULESET.rules.resolve

    def otherwise(state: Any, bodies: Any, chance: Any) -> Step:
        step = resolve(state, bodies, chance)
        return step._replace(state=step.state._replace(round=step.state.round + 5))

    monkeypatch.setattr(toy_rules.RULESET.rules, "resolve", otherwise)
    row = told(running)

    assert ("changes", 1) == (row.sort, row.code)
    assert "0001-" in row.text and "state.round" in row.text and "would change under pbem" in row.text
    assert before == files_of(running)


def test_a_decision_that_would_be_asked_otherwise_is_named(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    awaiting = toy_rules.RULESET.rules.awaiting
    loud = lambda state: tuple(owed._replace(what=f"{owed.what}!") for owed in awaiting(state))  # noqa: E731
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", loud)
    row = told(running)

    assert "changes" == row.sort
    assert ["PB682"] == sorted({found["code"] for found in row.data["otherwise"]})


def test_a_sheet_that_was_taken_in_and_would_be_refused_is_named(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    send_all(running)
    assert "" == outlook(running).refused
    ruleset = toy_rules.RULESET
    monkeypatch.setattr(toy_rules, "RULESET", ruleset._replace(sheet_keys=("other",)))
    row = told(running)

    assert "changes" == row.sort
    assert "would be refused" in row.text and "PB" in row.data["refused"]


def test_a_game_of_older_rules_is_told_apart(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_rules, "RULESET", toy_rules.RULESET._replace(revision=4))
    row = told(running)

    assert ("older", 3) == (row.sort, row.code)
    assert "begun under revision 3 of Toy, and steps 0 to 2 are not played again; step 3 goes on" in row.text


def test_a_change_by_hand_is_not_laid_at_the_door_of_the_version(running: str) -> None:
    path = next(Path(running, "steps").glob("0001-*"))
    path.write_text(path.read_text().replace("round = ", "round =  "))
    row = told(running)

    assert ("changed", 1) == (row.sort, row.code)
    assert [] == row.data["otherwise"]


def test_games_that_are_over_and_archives_have_nothing_to_fear(running: str, tmp_path: Path) -> None:
    publish(running, str(tmp_path / "archive"))
    assert "over" == told(str(tmp_path / "archive")).sort
    reveal(running, force=True)

    assert "over" == told(running).sort


def test_the_command_sums_up(pbem: Any, toy: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("a", "b"):
        new(Plan(str(folder / name), "toy", seed=name))
    play_steps(str(folder / "b"), 1)
    (folder / "c").mkdir()
    (folder / "c" / "game.toml").write_text("x")
    done = pbem("verify", "--all", str(folder), "--jobs", "1")

    assert "games: 3; unchanged under this version: 2; failed: 1" == done.out.splitlines()[-1]
    assert 2 == done.code
    rows = json.loads(pbem("verify", "--all", str(folder), "--jobs", "1", "--json").out)
    assert ["same", "same"] == [row["sort"] for row in rows[:2]]
    assert 2 == pbem("verify", "--all").code
