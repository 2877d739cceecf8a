"""For every text and stroke of the cards of fate a complete game in which it came up, replayed from its orders.

By default a few of the games of fate_games.toml are played; PBEM_FULL=1 plays all of them.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from fate_games import ALL, LIST, MODE, TEMPERS, archived, cards_of, replayed

from pbem.store.reading import read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.sheet import filled_sheet
from pbem.workflow.simulate import sampled
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

GAMES: list[dict[str, str]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["game"]
FULL = bool(os.environ.get("PBEM_FULL"))
CHOSEN = GAMES if FULL else GAMES[:1] + GAMES[-1:]


def test_every_text_and_stroke_has_a_game() -> None:
    listed = {card for game in GAMES for card in game["cards"].split()}

    assert 54 == len(ALL)
    assert [card for card in ALL if card not in listed] == []


@pytest.mark.parametrize("game", CHOSEN, ids=[game["seed"] for game in CHOSEN])
def test_a_game_has_its_cards_and_its_orders_lead_to_the_same_bytes(game: dict[str, str]) -> None:
    """If the rules or the bots have changed: python tests/fate_games.py > tests/friedrich/fate_games.toml."""
    archive = archived(game["seed"])

    assert game["cards"].split() == cards_of(game["seed"])
    assert archive.states == replayed(game["seed"], archive.orders)


@pytest.mark.parametrize("game", GAMES if FULL else GAMES[-1:], ids=lambda game: game["seed"])
def test_a_game_in_a_directory_is_played_again_from_its_files(game: dict[str, str], tmp_path: Path) -> None:
    directory = str(tmp_path / "fate")
    new(Plan(directory, "friedrich", MODE, seed=game["seed"]))
    table = open_game(directory)
    while table.ruleset.rules.result(table.state) is None:
        keys = read_secret(table.game).keys
        for role, body in sampled(table.ruleset, table.state, game["seed"], table.last.number, TEMPERS).items():
            sheet = tmp_path / f"{role}.toml"
            sheet.write_text(filled_sheet("fate", table.under_way, role, keys[role], body), encoding="utf-8")
            assert not submit(str(sheet), directory).answer.is_refused
        adjudicate(directory)
        table = open_game(directory)

    assert () == verify(directory).findings
