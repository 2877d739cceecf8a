"""Orders ahead with wishes for the retreats of the battles they lead to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from games import sheet_file
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.state import PIECE
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report_of
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

# Prussia is to move, Hanover comes next. France has no card, so Richelieu is beaten for a loss of 2.
START: dict[str, Any] = {
    "stage": "prussia", "turn": 2, "prussia": {"friedrich": "Berlin 8"},
    "hanover": {"ferdinand": "Uelzen 8", "t1": "Bremen"}, "france": {"richelieu": "Hannover 6", "t1": "Kassel"},
    "russia": {"saltikov": "Sierpc 6"}, "austria": {"daun": "Brünn 6"},
}  # fmt: skip
WISHES = ["not beside Magdeburg", "out of supply", "in clubs", "towards Berlin"]


def after(folder: Path, **more: Any) -> tuple[str, Any]:
    """The game after a sheet with moves of Hanover ahead, and its receipt."""
    folder.mkdir()
    (folder / "position.toml").write_bytes(
        dumps({"format": 2, "ruleset": "friedrich", "mode": "4p", "position": START})
    )
    game = str(folder / "winter")
    new(Plan(game, position=str(folder / "position.toml"), seed="a"))
    bid = {"own": "Ferdinand", "otherwise": "concede"}
    ahead = {"for": "hanover", "do": ["Ferdinand > Celle"], "bid": [bid], **more}
    receipt = submit(sheet_file(game, "frederick", {"do": ["Friedrich stays"], "ahead": [ahead]}), game)
    adjudicate(game)
    return game, receipt


def in_one_line(text: str) -> str:
    return " ".join(text.split())


def test_orders_ahead_carry_wishes_for_the_retreats_of_their_battles(tmp_path: Path) -> None:
    game, receipt = after(tmp_path / "wished", retreat=WISHES)
    told = {reader: in_one_line(report_of(game, reader)) for reader in ("frederick", "pompadour", "elisabeth", None)}

    assert (
        "orders ahead for Hanover's moves in turn 2: bid: Ferdinand against any enemy: no card; otherwise concede; "
        "retreat by wishes: not beside Magdeburg, then out of supply, then in clubs, then towards Berlin"
        in in_one_line(receipt.text)
    )
    assert CITY["gifhorn"] == open_game(game).state.place[PIECE["richelieu"]]
    assert 'No city that was left for Richelieu fits your wish "in clubs": it was passed over.' in told["frederick"]
    assert all("Richelieu retreats from Hannover to Gifhorn." in text for text in told.values())
    assert ["frederick"] == [reader for reader, text in told.items() if "wish" in text]
    assert [] == list(verify(game).findings)


def test_without_them_the_victor_is_asked(tmp_path: Path) -> None:
    game, _ = after(tmp_path / "plain")

    assert ["retreat"] == [owed.kind for owed in open_game(game).awaiting]
