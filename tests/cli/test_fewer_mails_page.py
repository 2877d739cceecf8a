"""docs/fewer-mails.md: the worked turn is played through the command line, sheet by sheet, as it is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import cli
from pbem.store.writing import dumps

PAGE = (Path(__file__).parents[2] / "docs" / "fewer-mails.md").read_text(encoding="utf-8")
POSITION = re.compile(r"<!-- position (.*?) -->", re.DOTALL)
ROUND = re.compile(r"<!-- round (\S+) -->\n```toml\n(.*?)```", re.DOTALL)


def run(*words: str) -> str:
    """What a command prints; it must end well."""
    result = CliRunner().invoke(cli, words, standalone_mode=False)

    assert (0, None) == (result.return_value or 0, result.exception), f"{words}\n{result.output}"
    return result.output


@pytest.fixture
def game(tmp_path: Path) -> str:
    match = POSITION.search(PAGE)
    assert match is not None
    table = {"format": 2, "ruleset": "friedrich", "mode": "4p", "position": json.loads(match[1])}
    (tmp_path / "position.toml").write_bytes(dumps(table))
    run("new", str(tmp_path / "winter"), "--position", str(tmp_path / "position.toml"), "--seed", "page")
    return str(tmp_path / "winter")


def sheet_of(game: str, role: str, body: str, path: Path) -> str:
    """A sheet with the heading of now."""
    lines = run("orders", game, "--role", role).split("\n")
    heading = [line for line in lines if re.match("(game|step|role|key) ", line)]
    path.write_text("\n".join([*heading, "", body]), encoding="utf-8")
    return str(path)


def test_the_movement_after_the_one_that_is_asked_can_be_ordered_when_that_is_made(game: str, tmp_path: Path) -> None:
    later = '[[ahead]]\nfor = "prussia"\ndo = ["Friedrich stays", "Heinrich stays"]\n'
    moves = ROUND.findall(PAGE)[0][1]
    early = sheet_of(game, "frederick", 'do = ["Friedrich stays", "Heinrich stays"]\n' + later, tmp_path / "early.toml")
    refused = CliRunner().invoke(cli, ["check", early, "--game", game], standalone_mode=False)
    run("submit", game, sheet_of(game, "frederick", moves, tmp_path / "moves.toml"))
    run("adjudicate", game)
    taken = run("check", sheet_of(game, "frederick", later, tmp_path / "later.toml"), "--game", game)

    assert "PB216" in refused.output and 'while Prussia is asked,\n`for = "prussia"` is refused (PB216)' in PAGE
    assert "Prussia's moves in turn 6: Friedrich stays" in taken


def test_a_turn_with_three_battles_takes_a_mail_of_each_player(game: str, tmp_path: Path) -> None:
    rounds = ROUND.findall(PAGE)
    run("report", game)
    said, checked = [], ""
    for role, body in rounds:
        heading = [
            line for line in run("orders", game, "--role", role).split("\n") if re.match("(game|step|role|key) ", line)
        ]
        sheet = tmp_path / f"{role}.toml"
        sheet.write_text("\n".join([*heading, "", body]), encoding="utf-8")
        checked += run("check", str(sheet), "--game", game)
        run("submit", game, str(sheet))
        said.append(run("adjudicate", game))
        run("report", game)

    told = run("log", game)
    assert "FR760" not in checked, checked
    assert 4 == len(rounds) <= 5
    assert "Turn 6" in run("status", game) and "prussia" in run("status", game).lower()
    assert 3 == len(re.findall(r"attacks|attack ", told)), told
    assert "Now awaited: maria-theresa, the bid for Daun against Friedrich" in said[0]
    assert "Now awaited: pompadour, the bid for Richelieu against Ferdinand" in said[1]
    assert "Now awaited: elisabeth, Russia's moves" in said[2]
    assert "Now awaited: frederick, Prussia's moves" in said[3]
    run("verify", game)
