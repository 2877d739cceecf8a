"""A whole game of Maria for three through the command line: bids and placed cards sealed, all proved afterwards."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from games import sheet_file
from pbem.rulesets.maria import RULESET
from pbem.workflow import open_game
from pbem.workflow.simulate import sampled

SEED = "silesia"
SEALED = ("bid", "place")  # kinds of decisions whose sheets travel in envelopes


def sent(pbem: Any, game: str, role: str, body: Any, kind: str) -> bool:
    """A sheet checked and sent in, closed where that is asked for; whether it was."""
    sheet = sheet_file(game, role, body)
    assert 0 == pbem("check", sheet, "--game", game).code
    if kind not in SEALED:
        assert 0 == pbem("submit", game, sheet).code
        return False
    number = open_game(game).last.number
    view = f"{game}/reports/{number:04}/{role}.view.toml"
    assert 0 == pbem("check", sheet, "--view", view).code
    assert 0 == pbem("seal", sheet, "--to", view, "--force").code
    receipt = pbem("submit", game, sheet.replace(".toml", ".sealed.toml"))
    assert 0 == receipt.code and "commitment" in receipt.out.lower()
    return True


def play_step(pbem: Any, game: str) -> int:
    """One step; how many envelopes it took."""
    table = open_game(game)
    owed = {row.role: row.kind for row in table.awaiting}
    if any(kind in SEALED for kind in owed.values()):
        assert 0 == pbem("report", game, "--no-map", "--format", "txt").code
    bodies = sampled(RULESET, table.state, SEED, table.last.number, {})
    closed = [sent(pbem, game, role, bodies[role], kind) for role, kind in owed.items()]
    assert 0 == pbem("adjudicate", game, "--expect", str(table.under_way), "--one").code
    return sum(closed)


def test_a_game_for_three_with_sealed_bids_and_cards(pbem: Any, tmp_path: Path) -> None:
    game = str(tmp_path / "silesia")
    assert 0 == pbem("new", game, "--ruleset", "maria", "--mode", "advanced", "--seed", SEED).code
    envelopes = 0
    while not (status := json.loads(pbem("status", game, "--json").out))["result"]:
        envelopes += play_step(pbem, game)
    proved = pbem("verify", game)

    assert envelopes > 3
    held = re.search(r"sheets held against their commitments (\d+)", proved.out)
    assert 0 == proved.code and held and int(held[1]) >= envelopes
    assert [] == json.loads(pbem("verify", game, "--json").out)["findings"]
    assert status["result"]["winners"] or status["result"]["reason"]
    told = pbem("log", game).out
    assert "places a card of deck 1 face down" in told and "attack" in told
    assert 0 == pbem("report", game, "--role", "frederick", "--stdout", "--no-map").code
    assert 0 == pbem("publish", game, str(tmp_path / "archive")).code
    assert 0 == pbem("verify", str(tmp_path / "archive")).code


def test_orders_ahead_are_used_when_their_decision_comes(pbem: Any, tmp_path: Path) -> None:
    """Everything of a turn said with the first sheets: the game runs on by itself through all of it."""
    game = str(tmp_path / "fast")
    assert 0 == pbem("new", game, "--ruleset", "maria", "--mode", "intro", "--seed", SEED).code
    table = open_game(game)
    answers = ["pay least", "battles by rank", "retreat anywhere"]
    stands = {"standing": [{"name": "all", "own": "*", "attacking": True, "otherwise": "concede"}], "answers": answers}
    ahead = {
        "maria-theresa": [{"for": "hussars", "do": []}, {"for": "austria", "do": []}],
        "frederick": [{"for": "prussia", "do": []}], "louis": [{"for": "france", "do": []}],
    }  # fmt: skip
    for role, tables in ahead.items():
        troops = dict(sampled(RULESET, table.state, SEED, 0, {})[role])
        sheet = sheet_file(game, role, {**troops, "do": [], **stands, "ahead": tables})
        ran = pbem("submit", game, sheet)
        assert 0 == ran.code, ran.out
    assert 0 == pbem("adjudicate", game).code

    assert 2 == open_game(game).state.turn
    assert 0 == pbem("verify", game).code
