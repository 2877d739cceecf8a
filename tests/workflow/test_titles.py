"""What the program does for every title it does in that title's words, and what a title has not it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import play_steps
from pbem.core.ruleset import round_of
from pbem.workflow.new import Plan, new


@pytest.fixture
def castle(tmp_path: Path) -> str:
    """A game of Fredericus with its birds and tokens placed."""
    place = str(tmp_path / "castle")
    new(Plan(place, "fredericus", "2p", options={"placing": "together"}, seed="a"))
    play_steps(place, 4)
    return place


def test_rounds_are_called_what_the_rules_call_them(castle: str, game: str, tmp_path: Path, pbem: Any) -> None:
    play_steps(game, 3)
    for place in (castle, game):
        assert 0 == pbem("site", place, str(tmp_path / f"{Path(place).name}-site")).code
    index = (tmp_path / "castle-site" / "index.html").read_text()

    assert "Round 1" in index and "Turn 1" not in index
    assert "Round 1" in (tmp_path / "winter-site" / "index.html").read_text()


def test_a_label_has_the_number_of_its_round_or_none() -> None:
    assert [2, 12, 0, 0, 0] == [round_of(label) for label in ("t02-austria", "r12", "setup-birds", "end", "")]


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("--theatre", "nonsense"), "theatre"),
        (("--around", "nonsense"), "around"),
        (("--shade", "supply=nonsense"), "shade"),
        (("--protection", "nonsense"), "shade"),
        (("--supply", "nonsense"), "shade"),
    ],
)
def test_parts_of_a_map_are_refused_where_there_are_no_cities(
    castle: str, pbem: Any, words: tuple[str, str], option: str
) -> None:
    ran = pbem("map", castle, *words)

    assert (2, "") == (ran.code, ran.out)
    assert f"PB548] no-map-of-cities: Fredericus has no map of cities and roads, so --{option}" in ran.err
    assert 0 == pbem("map", castle).code


def test_where_there_is_no_picture_at_all_that_is_what_is_said(game: str, pbem: Any) -> None:
    assert "PB540" in pbem("map", game, "--theatre", "nonsense").err


@pytest.mark.parametrize("words", [("log",), ("report",), ("report", "--stdout"), ("report", "--eml", "out")])
def test_short_battles_are_refused_where_there_are_none(
    castle: str, pbem: Any, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pbem(words[0], castle, *words[1:], "--battles", "short")

    assert (2, "") == (ran.code, ran.out)
    assert "PB549] no-battles: Fredericus has no battles that could be told in short" in ran.err


def test_a_rehearsal_is_refused_where_there_are_no_battles(castle: str, pbem: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "orders.toml"
    role = "a" if pbem("orders", castle, "--role", "a").out.count("\n") > 3 else "b"
    sheet.write_text(pbem("orders", castle, "--role", role).out)
    ran = pbem("duel", str(sheet), "--game", castle)

    assert (2, "") == (ran.code, ran.out)
    assert "PB549] no-battles: Fredericus has no battles that could be rehearsed" in ran.err


def test_the_log_is_searched_by_round_under_either_name(castle: str, pbem: Any) -> None:
    by_turn, by_round = pbem("log", castle, "--turn", "1"), pbem("log", castle, "--round", "1")

    assert 0 == by_turn.code
    assert by_turn.out == by_round.out != pbem("log", castle).out


def test_a_title_without_a_reference_says_so(toy: None, pbem: Any) -> None:
    ran = pbem("rules", "T1", "--ruleset", "toy")

    assert 2 == ran.code
    assert "PB550] no-reference: the program has no rules reference of Toy" in ran.err
