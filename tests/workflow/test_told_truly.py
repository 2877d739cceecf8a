"""What receipts, `next` and `undo` tell is so: of drafts, of standing bids that may still be replaced, of sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, last, sent, stays

from games import sheet_file
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import said_undone, undo
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import seal
from pbem.workflow.status import next_action
from pbem.workflow.submit import submit


def flat(receipt: Any) -> str:
    return " ".join(receipt.text.split())


# drafts


def test_a_draft_takes_the_place_of_nothing(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, "frederick", stays())

    receipt = sent(game, "frederick", {"status": "draft", "do": []})
    adjudicate(game, one=True)

    assert "Version 1, which you sent before, still counts." in flat(receipt)
    assert "takes the place" not in flat(receipt)
    assert stays() == last(game).orders["frederick"]


def test_before_any_final_sheet_a_draft_says_nothing_of_others(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, "frederick", {"status": "draft", "do": []})

    receipt = sent(game, "frederick", {"status": "draft", **stays()})

    assert "version 1" not in flat(receipt).lower().partition("fingerprint")[0]


@pytest.mark.parametrize("sealed", [False, True])
def test_a_final_sheet_takes_the_place_of_the_last_that_counted(tmp_path: Path, sealed: bool) -> None:
    game = begun(tmp_path)
    sent(game, "frederick", stays())
    sent(game, "frederick", {"status": "draft", "do": []})
    path = sheet_file(game, "frederick", {"do": ["Friedrich stays", "T1 stays"]})
    if sealed:
        made = seal(path, open_game(game).game.seal_key)
        path = str(tmp_path / "sealed.toml")
        Path(path).write_text(made.text, encoding="utf-8")

    assert "It takes the place of version 1, which no longer counts." in flat(submit(path, game))


# next


NEAR: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 3H", "austria": "12S 5S 4H"},
}  # fmt: skip


def test_next_gathers_only_when_the_time_of_a_standing_bid_is_over(tmp_path: Path) -> None:
    game = begun(tmp_path, **NEAR)
    guard = {"name": "guard", "own": "Friedrich", "attacking": True, "plays": ["13S"], "otherwise": "concede"}
    sent(game, "frederick", {"do": ["Friedrich > Breslau"], "standing": [guard]})
    adjudicate(game, one=True)
    report(game, (), Wish(by="Friday, 20:00"))
    made = seal(sheet_file(game, "maria-theresa", {"bid": [{"own": "Daun", "otherwise": "concede"}]}),
                open_game(game).game.seal_key, hold=True)  # fmt: skip
    path = tmp_path / "held.toml"
    path.write_text(made.text, encoding="utf-8")
    submit(str(path), game)

    told = " ".join(next_action(game).split())
    assert "What frederick sent ahead answers, and may be replaced until Friday, 20:00. After that: pbem gather" in told


# undo


def test_of_a_step_without_sheets_undo_speaks_of_none(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game)

    told = said_undone(game, undo(game, "a slip", to=2), 2)
    assert "Step 2 (t02-russia) was taken back. No sheet had come for it." in told
    assert "in the inbox" not in told
    assert "Its sheets are in the inbox again." in said_undone(game, undo(game, "a slip", to=1), 1)


def test_undo_speaks_of_orders_ahead_only_where_there_were_some(tmp_path: Path) -> None:
    game = begun(tmp_path)
    adjudicate(game, ["all"], one=True)

    told = said_undone(game, undo(game, "a slip"))
    assert "No sheet had come for it." in told and "there again" not in told


def test_nor_of_several_whose_first_had_none(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov stays"]}]})
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game)

    told = said_undone(game, undo(game, "a slip", to=2), 3)
    assert "The steps 2 to 3 were taken back. No sheet had come for step 2." in told
    assert "The orders ahead and standing bids of then are there again." in told
