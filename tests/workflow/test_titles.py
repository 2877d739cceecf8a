"""What the program does for every title it does in that title's words, and what a title has not it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import toy as toy_game

from games import play_steps
from pbem.core.ruleset import round_of
from pbem.testing import Trial, complaints
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


REFERENCE = """# Rules of the toy

## T1 Vows

T1.1 Both swear before the first round.

T1.2 A vow counts at the end.

| card | what it does |
|---|---|
| SILVER, GOLD | a prize |
"""


def with_reference(folder: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """The toy, with its reference in a package of its own."""
    (folder / "toy_pages").mkdir()
    (folder / "toy_pages" / "__init__.py").touch()
    (folder / "toy_pages" / "rules.md").write_text(REFERENCE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(toy_game, "RULESET", toy_game.RULESET._replace(reference=place))


def test_a_title_can_bring_its_reference(toy: None, pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_reference(tmp_path, monkeypatch, "toy_pages:rules.md")

    assert "T1.2 A vow counts at the end." in pbem("rules", "T1.2", "--ruleset", "toy").out
    assert "SILVER, GOLD\n  a prize\n" == pbem("rules", "--card", "gold", "--ruleset", "toy").out
    assert [] == complaints("facts", Trial(toy_game.RULESET, "duel"))


@pytest.mark.parametrize("place", ["toy_pages:lost.md", "toy_sheets:rules.md", "toy_pages", "toy:rules.md"])
def test_a_reference_that_is_not_where_its_title_says_is_a_fault(
    toy: None, pbem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    with_reference(tmp_path, monkeypatch, place)
    ran = pbem("rules", "T1.2", "--ruleset", "toy")

    assert (2, "") == (ran.code, ran.out)
    assert f"PB550] no-reference: the reference of Toy cannot be read; it should be {place}" in ran.err
    assert [f"its reference cannot be read: {place}"] == complaints("facts", Trial(toy_game.RULESET, "duel"))


def test_a_title_without_a_reference_says_so(toy: None, pbem: Any) -> None:
    ran = pbem("rules", "T1", "--ruleset", "toy")

    assert 2 == ran.code
    assert "PB550] no-reference: the program has no rules reference of Toy" in ran.err
