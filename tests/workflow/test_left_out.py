"""A sheet takes the place of an earlier one of its step whole: what that had and this one lacks is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from pbem.workflow.adjudicate import adjudicate

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
