"""Battles without a bid in receipts: the bid to fill in can be copied, and the pace of the game decides the words."""

from __future__ import annotations

from pathlib import Path

import pytest
from battle_game import POSITION

from games import sheet_file
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.submit import submit

MOVES = POSITION.replace('phase = "combat"', 'phase = "movement"').replace("Celle 5", "Uelzen 5")
STUB = """\
     [[bid]]
     own       = "Heinrich"
     enemy     = "Richelieu"
"""


def begun(folder: Path, pace: str) -> str:
    (folder / "position.toml").write_text(MOVES)
    game = str(folder / "winter")
    new(Plan(game, position=str(folder / "position.toml"), seed="a", pace=pace))
    report(game)
    return game


def test_a_receipt_has_the_bid_to_fill_in_line_by_line(tmp_path: Path) -> None:
    game = begun(tmp_path, "brisk")

    text = submit(sheet_file(game, "frederick", {"do": ["Heinrich > Celle"]}), game).text

    assert STUB in text
    assert "battle: Heinrich in Celle ♦ with 5 troops against Richelieu in Hannover" in " ".join(text.split())
    assert "all wait for it" in " ".join(text.split())


def test_where_every_decision_is_asked_no_mails_are_spoken_of(tmp_path: Path) -> None:
    game = begun(tmp_path, "table")

    text = submit(sheet_file(game, "frederick", {"do": ["Heinrich > Celle"]}), game).text

    assert STUB in text and "wait" not in text
    assert "You will be asked for it when the battle comes." in " ".join(text.split())


@pytest.mark.parametrize("pace", ["brisk", "table"])
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_at_home_the_same_is_said(tmp_path: Path, pace: str, form: str) -> None:
    game = begun(tmp_path, pace)
    path = sheet_file(game, "frederick", {"do": ["Heinrich > Celle"]})
    view = str(next(Path(game, "reports").glob("*/frederick.view.toml")))

    assert said(check_in_game(path, game), form) == said(check_with_view(path, view), form)
