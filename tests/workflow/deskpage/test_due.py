"""What the reader of a view owes, and whether the sheet has it: as the desk points it out."""

from __future__ import annotations

from pathlib import Path

import pytest
from battle_game import begin, view_of
from desk_pages import positions

from pbem.workflow.deskpage.home import Home, opened
from pbem.workflow.deskpage.offering import offered


@pytest.fixture
def battle(tmp_path: Path) -> Home:
    return opened(str(tmp_path / "home"), Path(view_of(begin(tmp_path), "frederick")).read_text())


def test_a_bid_that_is_empty_as_it_was_sent_is_owed_under_battles(battle: Home) -> None:
    due = offered(battle, battle.shown["sheet"])["due"]

    assert "the bid for Heinrich against Richelieu" == due["what"]
    assert ("battles", False) == (due["tab"], due["done"])
    assert ["celle", "hannover"] == due["places"]


@pytest.mark.parametrize(
    ("was", "becomes"),
    [("plays     = []", 'plays     = ["13D"]'), ('"ask"', '"concede"'), ('role = "', 'status = "final"\nrole = "')],
)
def test_a_bid_that_says_something_or_is_meant_as_it_stands_is_owed_no_more(
    battle: Home, was: str, becomes: str
) -> None:
    assert offered(battle, battle.shown["sheet"].replace(was, becomes))["due"]["done"]


def test_a_bid_is_still_owed_when_only_press_was_written(battle: Home) -> None:
    sheet = battle.shown["sheet"] + '\n[[press]]\nto = "all"\ntext = "Hello"\n'

    assert not offered(battle, sheet)["due"]["done"]


def test_moves_are_owed_on_the_map_until_one_is_in_the_sheet(tmp_path: Path) -> None:
    position = next(row for row in positions("friedrich", "due") if '"movement"' in row.view)
    home = opened(str(tmp_path), position.view)
    before, after = (offered(home, sheet)["due"] for sheet in (home.shown["sheet"], position.sheet))

    assert ("board", False) == (before["tab"], before["done"])
    assert after["done"]


def test_a_sheet_that_cannot_be_read_leads_to_the_sheet(battle: Home) -> None:
    assert "paper" == offered(battle, "do = [")["due"]["tab"]


def test_who_is_asked_nothing_owes_nothing(tmp_path: Path) -> None:
    home = opened(str(tmp_path / "home"), Path(view_of(begin(tmp_path), "elisabeth")).read_text())

    assert offered(home, home.shown["sheet"])["due"] is None
