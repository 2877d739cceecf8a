"""A sheet takes the place of an earlier one of its step whole: what that had and this one lacks is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from games import sheet_file
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.submit import submit

DAUN = {"name": "d", "own": "Daun", "otherwise": "concede"}
FERDINAND = {"own": "Ferdinand", "otherwise": "concede"}
FRIEDRICH = {"own": "Friedrich", "enemy": "Daun", "otherwise": "concede"}


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


def told(game: str, role: str, *bodies: dict[str, Any]) -> str:
    """The receipt of the last of several sheets."""
    receipts = [sent(game, role, body) for body in bodies]
    assert not any(receipt.answer.is_refused for receipt in receipts), receipts[-1].text
    return " ".join(receipts[-1].text.split()) if "PB222" in codes(receipts[-1]) else ""


@pytest.mark.parametrize(
    ("first", "second", "lost"),
    [
        ({"standing": [DAUN]}, {"answers": ["decline 8C"]}, 'your last sheet had the standing bid "d"'),
        ({"standing": [{"own": "Daun", "otherwise": "concede"}]}, {"answers": []}, '"standing-1"'),
        ({"standing": [DAUN], "answers": ["decline 8C"]}, {"standing": [DAUN]}, "your last sheet had answers"),
        ({"troops": {"daun": 6}}, {"answers": []}, "your last sheet had troops"),
    ],
)
def test_what_a_newer_sheet_lacks_is_named(game: str, first: Any, second: Any, lost: str) -> None:
    assert lost in told(game, "maria-theresa", first, second)


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({"retreat": ["towards Prag"]}, "your last sheet had retreat"),
        ({"bid": [FRIEDRICH]}, "your last sheet had a bid for Friedrich against Daun"),
        ({"bid": [{"own": "Friedrich", "otherwise": "concede"}]}, "your last sheet had a bid for Friedrich,"),
    ],
)
def test_so_is_what_belongs_to_the_orders_of_now(tmp_path: Path, more: dict[str, Any], lost: str) -> None:
    near = {"prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"}}
    game = begun(tmp_path, **near, hands={"prussia": "13S", "austria": "12S"})
    moves = {"do": ["Friedrich > Breslau"]}

    assert lost in told(game, "frederick", {**moves, **more}, moves)
    again = {**moves, **more, "standing": [FERDINAND]}
    assert "" == told(game, "frederick", again, {**again, "answers": ["decline 8C"]})


@pytest.mark.parametrize("second", [{"standing": [DAUN]}, {"withdraw": ["d"]}])
def test_nothing_is_said_of_what_is_there_again_or_taken_back(game: str, second: dict[str, Any]) -> None:
    sent(game, "maria-theresa", {"standing": [DAUN]})
    adjudicate(game, defaults=["all"])

    assert "" == told(game, "maria-theresa", {"standing": [DAUN]}, second)


def test_a_standing_bid_that_was_there_before_the_step_is_not_lost(game: str) -> None:
    sent(game, "maria-theresa", {"standing": [DAUN, {"own": "*", "otherwise": "concede"}]})
    adjudicate(game, defaults=["all"])

    assert "" == told(game, "maria-theresa", {"standing": [DAUN]}, {"answers": ["decline 8C"]})
    changed = {"standing": [{**DAUN, "attacking": True}]}
    assert 'the standing bid "d"' in told(game, "maria-theresa", changed, {"answers": []})


def test_a_standing_bid_that_is_not_withdrawn_any_more_is_named(game: str) -> None:
    sent(game, "maria-theresa", {"standing": [DAUN]})
    adjudicate(game, defaults=["all"])
    said = told(game, "maria-theresa", {"withdraw": ["d"]}, {"answers": []})
    adjudicate(game, defaults=["all"])

    assert "your last sheet withdrew what this one, which takes its place, does not" in said
    assert ["d"] == [row["name"] for row in last(game).state["standing"]]


def test_a_draft_in_between_hides_nothing(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    sent(game, "frederick", {"status": "draft", **stays()})

    assert "orders ahead for Hanover's moves" in told(game, "frederick", {**stays(), "standing": [FERDINAND]})


def test_the_orders_of_now_are_named_too(game: str) -> None:
    moves = {"do": ["Friedrich stays", "T1 stays"]}

    assert "your last sheet had orders under do" in told(game, "frederick", moves, {"standing": [FERDINAND]})


def test_so_are_those_that_a_sheet_with_ok_leaves_out(game: str, tmp_path: Path) -> None:
    sent(game, "frederick", {"do": ["Friedrich stays", "T1 stays"]})
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text("ok = true\n" + path.read_text("utf-8"), encoding="utf-8")

    assert "PB222" in codes(submit(str(path), game))


def test_so_are_those_in_whose_place_orders_ahead_answer(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)

    lost = told(game, "frederick", {"do": ["Ferdinand stays"]}, {"answers": ["decline 8C"]})
    assert "your last sheet had orders under do" in lost and "your orders ahead stay" in lost


def test_other_orders_are_no_loss(game: str) -> None:
    assert "" == told(game, "frederick", {"do": ["Friedrich stays", "T1 stays"]}, {"do": ["Friedrich stays"]})


def test_a_table_that_only_withdrew_is_named_as_that(game: str) -> None:
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    sent(game, "frederick", stays())
    adjudicate(game, one=True)
    back = {"ahead": [{"for": "austria", "withdraw": True}]}

    lost = told(game, "maria-theresa", back, {"answers": ["decline 8C"]})
    assert "your last sheet withdrew your orders ahead for Austria's moves in turn 2" in lost
    assert "had orders ahead" not in lost


def test_a_withdrawal_of_what_the_replaced_sheet_had_is_told_that_this_goes_anyway(game: str) -> None:
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    receipt = sent(game, "maria-theresa", {"ahead": [{"for": "austria", "withdraw": True}]})
    sent(game, "frederick", stays())
    adjudicate(game, one=True)

    assert ["PB218"] == codes(receipt)
    assert "Those of an earlier sheet of this step go with it in any case" in " ".join(receipt.text.split())
    assert () == last(game).ahead
