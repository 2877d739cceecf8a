"""`pbem verify --all`: which running games would go on otherwise under this version, before anything is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import toy as toy_rules

from games import play_steps, send_all
from pbem.core.ruleset import Owed, Step
from pbem.workflow import open_game
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import Wish, report
from pbem.workflow.upgrade import outlook, told
from pbem.workflow.upgrade_owed import asked_otherwise


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


def test_a_default_that_would_be_another_is_named(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    report(running)
    assert "same" == told(running).sort
    awaiting = toy_rules.RULESET.rules.awaiting
    other = lambda state: tuple(owed._replace(default="the dice decide") for owed in awaiting(state))  # noqa: E731
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", other)
    row = told(running)

    assert ("changes", 1) == (row.sort, row.code)
    assert "if south sends nothing for step 3 would change" in row.text
    was = next(owed.default for owed in awaiting(open_game(running).state))
    assert [{"role": "south", "key": "default", "was": was, "now": "the dice decide"}] == row.data["asked"]


@pytest.mark.parametrize("raised", [0, 1])
def test_a_decision_under_way_that_would_be_owed_by_another_is_named(
    running: str, monkeypatch: pytest.MonkeyPatch, raised: int
) -> None:
    report(running, wish=Wish(by="Sunday, by noon"))
    rules = toy_rules.RULESET
    monkeypatch.setattr(toy_rules, "RULESET", rules._replace(revision=rules.revision + raised))
    assert [] == told(running).data["asked"]
    awaiting = rules.rules.awaiting

    def other(state: Any) -> tuple[Owed, ...]:
        return tuple(owed._replace(role="north" if owed.role == "south" else owed.role) for owed in awaiting(state))

    monkeypatch.setattr(rules.rules, "awaiting", lambda state: other(state) if state.phase == "choice" else ())
    row = told(running)

    assert ("changes", 1) == (row.sort, row.code)
    assert 'north would owe "the choice of a prize" for step 3' in row.text
    assert "south would owe nothing for step 3" in row.text
    assert [("north", ""), ("south", "the choice of a prize")] == [(a["role"], a["was"]) for a in row.data["asked"]]


def test_long_sentences_of_a_report_are_read_as_they_were_said(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    awaiting, long = toy_rules.RULESET.rules.awaiting, "either gold, or silver: " * 9 + "or nothing"
    other = lambda state: tuple(owed._replace(what=long, default=long) for owed in awaiting(state))  # noqa: E731
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", other)
    report(running, wish=Wish(by="Sunday"))

    assert () == asked_otherwise(open_game(running))
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", awaiting)
    assert [("south", "what")] == [row[:2] for row in asked_otherwise(open_game(running))]


def test_where_no_report_was_written_nobody_was_told_otherwise(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", lambda state: ())

    assert () == asked_otherwise(open_game(running))


def test_older_steps_that_come_out_as_they_did_are_said_to(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_rules, "RULESET", toy_rules.RULESET._replace(revision=4))
    row = told(running)

    assert "its older steps come out as they did: 2 of them" in row.text
    assert {"played": 2, "otherwise": (), "asked": (), "stuck": ()} == row.data["again"]


def test_older_steps_that_would_come_out_otherwise_under_the_present_rules_are_named(
    running: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, rules = files_of(running), toy_rules.RULESET
    resolve, awaiting = rules.rules.resolve, rules.rules.awaiting

    def otherwise(state: Any, bodies: Any, chance: Any) -> Step:
        step = resolve(state, bodies, chance)
        return step._replace(state=step.state._replace(round=9)) if state.phase == "bid" else step

    loud = lambda state: tuple(owed._replace(what=f"{owed.what}!") for owed in awaiting(state))  # noqa: E731
    monkeypatch.setattr(toy_rules, "RULESET", rules._replace(revision=4))
    monkeypatch.setattr(rules.rules, "resolve", otherwise)
    row = told(running)

    assert ("older", 3) == (row.sort, row.code)
    assert "these of its older steps would have come out otherwise: 2" in row.text
    monkeypatch.setattr(rules.rules, "awaiting", loud)
    assert "another decision would have been asked in these older steps: 1, 2" in told(running).text
    monkeypatch.setattr(rules.rules, "resolve", lambda *_: 1 // 0)
    assert "cannot play these of its older steps: 1, 2" in told(running).text
    assert before == files_of(running)


def test_the_hint_for_programs_does_not_ask_for_another_file(running: str, monkeypatch: pytest.MonkeyPatch) -> None:
    awaiting = toy_rules.RULESET.rules.awaiting
    loud = lambda state: tuple(owed._replace(what=f"{owed.what}!") for owed in awaiting(state))  # noqa: E731
    monkeypatch.setattr(toy_rules.RULESET.rules, "awaiting", loud)
    data = told(running).data

    assert data["otherwise"]
    assert {"The file is as it was written"} == {row["hint"].split(":")[0] for row in data["otherwise"]}
    assert data["otherwise"] == data["findings"]


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
