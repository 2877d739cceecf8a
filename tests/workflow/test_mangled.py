"""Positions and views with one thing wrong: each is refused with its key, or means something and means it for good."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mangling import mutant

from games import send_all
from pbem.store import GameFault
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.journal import position
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sheet import orders

WRITTEN: dict[str, dict[str, Any]] = {
    "friedrich": {
        "turn": 3, "stage": "austria", "phase": "movement", "hands": {"prussia": "13S 7H", "austria": "5D"}, "decks": 2,
        "prussia": {"friedrich": "Oschatz 8", "winterfeldt": "Oschatz 4"}, "austria": {"daun": "Prag 5", "t1": "Brünn"},
        "executed": ["1S"], "fate": ["2S"], "conquered": [], "attack_suits": "D", "victor": "", "beaten": [],
    },
    "fredericus": {
        "turn": "b", "used": 1, "house": True, "rows": {"1": "a b", "2": "S"}, "birds": {"a": "F=1 G=5"},
        "hands": {"a": "a"}, "tokens": {"b": "3"},
    },
}  # fmt: skip
ROUND = 120  # changes for each title and kind of file; the long round has thousands
MODES = {"friedrich": "4p", "fredericus": "4p"}


@pytest.fixture(scope="module", params=["friedrich", "fredericus"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game of a title in the middle of it."""
    game = str(tmp_path_factory.mktemp("mangled") / request.param)
    new(Plan(game, request.param, seed="a"))
    for _ in range(4):
        send_all(game)
        adjudicate(game)
    return game


def begun(table: dict[str, Any], folder: Path) -> str | None:
    """The game that begins from a position, or None if it is refused."""
    path, game = folder / "position.toml", folder / "game"
    path.write_bytes(dumps(table))
    try:
        new(Plan(str(game), position=str(path), seed="a"))
    except GameFault:
        assert not game.exists()
        return None
    return str(game)


def assert_playable(game: str, what: str) -> None:
    table = open_game(game)
    again = table.ruleset.files.decode(table.ruleset.files.encode(table.state))

    assert table.state == again, what
    assert [] == table.ruleset.rules.invariants(table.state), what
    for role in (None, *(owed.role for owed in table.awaiting)):
        assert report_of(game, role), what


def test_a_mangled_position_is_refused_or_can_be_played(played: str, tmp_path: Path) -> None:
    ruleset = os.path.basename(played)
    own = tomllib.loads(position(played, "", False))
    by_hand = {"format": own["format"], "ruleset": ruleset, "mode": MODES[ruleset], "position": WRITTEN[ruleset]}

    for number in range(ROUND):
        random = Random(f"{ruleset} {number}")
        table, what = mutant(random.choice((own, by_hand)), random)
        folder = tmp_path / str(number)
        folder.mkdir()
        game = begun(table, folder)
        if game is not None:
            assert_playable(game, what)


def test_a_mangled_view_is_refused_or_checked_against(played: str, tmp_path: Path) -> None:
    report(played)
    table = open_game(played)
    role = table.awaiting[0].role
    folder = Path(played, "reports", f"{table.last.number:04}")
    view = tomllib.loads((folder / f"{role}.view.toml").read_text())
    (tmp_path / "orders.toml").write_text(orders(played, role))

    for number in range(2 * ROUND):
        changed, what = mutant(view, Random(f"{played} view {number}"))
        (tmp_path / "view.toml").write_bytes(dumps(changed))
        try:
            check_with_view(str(tmp_path / "orders.toml"), str(tmp_path / "view.toml"))
        except GameFault as fault:
            assert fault.file.endswith("view.toml"), what


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("attack_suits", ["D"], "attack_suits"),
        ("attack_suits", "diamonds", "attack_suits"),
        ("victor", "nobody-at-all", "nobody-at-all"),
        ("beaten", ["nobody-at-all"], "nobody-at-all"),
        ("in_force", ["1S"], "in_force"),
        ("phase", ["draw"], "phase"),
        ("mode", "3p", "mode"),
        ("turn", True, "turn"),
        ("turn", 2**62, "turn"),
        ("imperial_commander", {"x": 1}, "imperial_commander"),
    ],
)
def test_a_written_position_names_what_is_wrong(key: str, value: Any, expected: str, tmp_path: Path) -> None:
    data = {**WRITTEN["friedrich"], key: value}
    (tmp_path / "p.toml").write_bytes(dumps({"format": 2, "ruleset": "friedrich", "mode": "4p", "position": data}))

    with pytest.raises(GameFault, match="PB514") as fault:
        new(Plan(str(tmp_path / "g"), position=str(tmp_path / "p.toml")))
    assert expected in fault.value.message


@pytest.mark.parametrize("value", [-(2**62), 2**62, True, "1"])
def test_a_number_without_bounds_does_not_hang_the_program(value: Any, tmp_path: Path) -> None:
    new(Plan(str(tmp_path / "g"), "friedrich", seed="a"))
    table = tomllib.loads(position(str(tmp_path / "g"), "", False))
    table["position"]["opened"] = value
    (tmp_path / "p.toml").write_bytes(dumps(table))

    with pytest.raises(GameFault, match=r"PB514.*opened"):
        new(Plan(str(tmp_path / "h"), position=str(tmp_path / "p.toml")))
