"""`pbem reach`: where a piece may go, from a view file, after what a sheet says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games import sheet_file
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report


@pytest.fixture(scope="module")
def winter(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A game of Friedrich in which Prussia moves, and Frederick's view of it."""
    game = str(tmp_path_factory.mktemp("reach") / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    report(game, ["frederick"])
    return game, str(Path(game, "reports", "0001", "frederick.view.toml"))


def test_the_orders_that_move_a_piece_are_printed_with_what_they_do(pbem: Any, winter: tuple[str, str]) -> None:
    said = pbem("reach", "keith", "--view", winter[1])

    assert 0 == said.code
    lines = said.out.splitlines()
    assert "Keith may go to:" == lines[0]
    assert "  Keith > Reichenbach > Frankenstein" in lines
    assert "It can also move together: Schwerin + Keith." == lines[-1]


def test_a_group_is_named_with_a_plus(pbem: Any, winter: tuple[str, str]) -> None:
    said = pbem("reach", "Winterfeldt + friedrich", "--view", winter[1])

    assert "  Friedrich + Winterfeldt > Riesa > Oschatz" in said.out.splitlines()


def test_a_piece_moves_after_what_the_sheet_says(pbem: Any, winter: tuple[str, str]) -> None:
    body = {"do": ["Keith > Reichenbach > Schweidnitz"]}
    sheet = sheet_file(winter[0], "frederick", body)
    said = pbem("reach", "Keith", "--view", winter[1], "--sheet", sheet)
    other = pbem("reach", "Schwerin", "--view", winter[1], "--sheet", sheet)

    assert "The sheet orders Keith already: Keith > Reichenbach > Schweidnitz\n" == said.out
    assert "+ Keith" not in other.out


def test_programs_get_the_changes_to_the_sheet_too(pbem: Any, winter: tuple[str, str]) -> None:
    (group, *_) = json.loads(pbem("reach", "Keith", "--view", winter[1], "--json").out)
    way = next(goal["ways"][0] for goal in group["goals"] if goal["name"] == "Schweidnitz")

    assert [{"path": ["do", 0], "value": way["text"]}] == way["edits"]
    assert ["keith"] == group["pieces"]


def test_a_piece_of_others_cannot_move_and_an_unknown_one_is_refused(pbem: Any, winter: tuple[str, str]) -> None:
    assert "Daun cannot move now.\n" == pbem("reach", "Daun", "--view", winter[1]).out

    said = pbem("reach", "Napoleon", "--view", winter[1])
    assert 2 == said.code
    assert "PB519" in said.err and "Napoleon" in said.err


def test_a_sheet_that_cannot_be_read_is_complained_about(pbem: Any, winter: tuple[str, str], tmp_path: Path) -> None:
    sheet = tmp_path / "orders.toml"
    sheet.write_text("do = [\n")
    said = pbem("reach", "Keith", "--view", winter[1], "--sheet", str(sheet))

    assert 1 == said.code
    assert "error" in said.out
