"""A whole game of Fredericus through the command line: sheets in, reports out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games import sheet_file
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.castle import draw
from pbem.workflow import open_game
from pbem.workflow.simulate import sampled

TEMPERS = {"a": "hunter", "b": "scribe", "c": "gambler"}
SEED = "whole-game"
Golden = Callable[[str, str], None]


def begun(pbem: Any, tmp_path: Path, *words: str) -> str:
    game = str(tmp_path / "castle")
    assert 0 == pbem("new", game, "--ruleset", "fredericus", "--seed", SEED, *words).code
    assert 0 == pbem("report", game).code
    return game


def play_step(pbem: Any, game: str) -> None:
    """Sheets checked at home and sent in, the step adjudicated and reported."""
    table = open_game(game)
    for role, body in sampled(RULESET, table.state, SEED, table.last.number, TEMPERS).items():
        sheet = sheet_file(game, role, body)
        view = f"{game}/reports/{table.last.number:04}/{role}.view.toml"
        at_home, at_the_desk = pbem("check", sheet, "--view", view), pbem("check", sheet, "--game", game)
        assert (0, at_the_desk.out) == (at_home.code, at_home.out)
        assert 0 == pbem("submit", game, sheet).code
    assert 0 == pbem("adjudicate", game, "--expect", str(table.under_way)).code
    assert 0 == pbem("report", game).code


def test_a_whole_game_from_the_command_line(pbem: Any, tmp_path: Path, golden: Golden, same_keys: None) -> None:
    game = begun(pbem, tmp_path, "--mode", "3p", "--option", "display=3", "--option", "shift3=on")
    steps = 0
    while not (status := json.loads(pbem("status", game, "--json").out))["result"]:
        if steps in (0, 8):
            for role in ("a", "public"):
                golden(f"fredericus/{steps:02}-{role}.txt", report(game, role))
        play_step(pbem, game)
        steps += 1
    for role in ("a", "public"):
        golden(f"fredericus/end-{role}.txt", report(game, role))

    assert steps == status["step"] - 1
    assert status["result"]["winners"]
    assert "The game is over" in pbem("next", game).out
    assert "is the last" in pbem("log", game).out
    assert 0 == pbem("position", game, "-o", str(tmp_path / "end.toml")).code


def report(game: str, role: str) -> str:
    """The newest report of a reader, as text."""
    return sorted(Path(game, "reports").iterdir())[-1].joinpath(f"{role}.txt").read_text()


def test_a_game_goes_on_from_its_position_file(pbem: Any, tmp_path: Path) -> None:
    game = begun(pbem, tmp_path, "--mode", "2p")
    for _ in range(6):
        play_step(pbem, game)
    file = str(tmp_path / "position.toml")
    pbem("position", game, "-o", file)
    again = str(tmp_path / "again")

    assert 0 == pbem("new", again, "--position", file).code
    assert open_game(game).state == open_game(again).state


def test_a_faulty_sheet_is_refused_with_its_codes(pbem: Any, tmp_path: Path) -> None:
    game = begun(pbem, tmp_path)
    sheet = sheet_file(game, "a", {"do": ["BIRDS 9", "MOVE 3>4"]})
    ran = pbem("check", sheet, "--game", game)

    assert 1 == ran.code
    assert "error[FD201] unknown-tower: there is no post 9" in ran.out
    assert "error[FD301] not-asked: MOVE is not asked for now" in ran.out


def test_the_picture_of_the_castle(pbem: Any, tmp_path: Path, golden: Golden) -> None:
    game = begun(pbem, tmp_path, "--mode", "4p")
    for _ in range(14):
        play_step(pbem, game)
    view = RULESET.secrets.view_of(open_game(game).state, "b")

    golden("fredericus/castle.svg", draw(view, "b"))
