"""Games of bots on a board of somebody's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.boards import folder_of
from pbem.store import GameFault
from pbem.workflow.results import simulated
from pbem.workflow.simulate import board_of, ordered


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The house board with a road more, from Prag to Wien."""
    monkeypatch.setenv("PBEM_CACHE", str(tmp_path / "cache"))
    ours = tmp_path / "ours"
    ours.mkdir()
    for file in Path(folder_of("house")).iterdir():
        if file.suffix in (".csv", ".toml"):
            (ours / file.name).write_bytes(file.read_bytes())
    roads = ours / "roads.csv"
    roads.write_text(roads.read_text(encoding="utf-8") + "prag,wien,main\n", encoding="utf-8")
    return ours


def test_bots_play_on_a_board_of_ones_own_and_its_digest_stands_in_the_file(board: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    on_ours = ordered("maria", mode="two-intro", games=1, seed="ours", board=str(board))
    (played,) = simulated(on_ours, str(file))
    (usual,) = simulated(ordered("maria", mode="two-intro", games=1, seed="ours"))

    head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert ((), board_of("maria", str(board)).board.digest) == (played.broken, head["board"])
    assert played != usual


def test_games_of_one_board_are_not_added_to_those_of_another(board: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    simulated(ordered("maria", mode="two-intro", games=1, seed="ours"), str(file))

    with pytest.raises(GameFault) as raised:
        simulated(ordered("maria", mode="two-intro", games=2, seed="ours", board=str(board)), str(file))

    assert ("PB560", "board") == (raised.value.code.id, raised.value.facts["key"])


def test_a_board_with_faults_is_refused_before_anything_is_played(board: Path) -> None:
    (board / "roads.csv").write_text("a,b,class\nprag,nowhere,main\n", encoding="utf-8")

    with pytest.raises(GameFault) as raised:
        ordered("maria", board=str(board))

    assert "BD401" == raised.value.code.id
