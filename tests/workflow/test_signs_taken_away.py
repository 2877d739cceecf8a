"""What a sheet offers behind signs is read when they are taken away, and nothing else is needed for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, codes, sent

from pbem.mail.blank import data_of
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.reporting import report
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit

MARIA, FREDERICK = "maria-theresa", "frederick"
TWO: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "heinrich": "Meißen 7", "t1": "Wohlau"},
    "austria": {"daun": "Ohlau 6", "laudon": "Pirna 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 10D 3H", "austria": "12S 5S 6S 4H", "imperial": "3C"},
}
DAUN = {"name": "guard", "own": "Daun", "plays": ["12S"], "otherwise": "concede"}
LAUDON = {"name": "second", "own": "Laudon", "plays": ["6S"], "otherwise": "concede"}
FRIEDRICH = {"own": "Friedrich", "plays": ["13S"], "otherwise": "concede"}
MOVES = ["Friedrich > Breslau", "Heinrich > Dresden", "battles Friedrich against Daun, Heinrich against Laudon"]


def attacked(folder: Path, standing: list[dict[str, Any]], bids: list[dict[str, Any]], bidding: str) -> str:
    """A game in which Daun and Laudon are attacked."""
    game = begun(folder, "brisk", options={"bidding": bidding}, **TWO)
    if standing:
        sent(game, MARIA, {"standing": standing})
    assert not sent(game, FREDERICK, {"do": MOVES, "bid": bids}).answer.is_refused
    adjudicate(game, one=True)
    report(game)
    return game


def bare(sheet: str) -> Iterator[str]:
    """The lines of a sheet, without the signs from each [[bid]] behind one to the empty line."""
    inside = False
    for line in sheet.splitlines():
        inside = bool(line) and (inside or line == "# [[bid]]")
        yield line.removeprefix("# ") if inside else line


@pytest.mark.parametrize(
    ("role", "standing", "bids", "bidding"),
    [
        (MARIA, [DAUN], [], "stage"),
        (MARIA, [DAUN, LAUDON], [], "stage"),
        (FREDERICK, [], [FRIEDRICH], "stage"),
        (MARIA, [DAUN], [FRIEDRICH], "battle"),
    ],
    ids=["one of two battles", "all battles", "a bid that came with the moves", "a single battle"],
)
def test_a_bid_behind_signs_is_read_without_them(
    tmp_path: Path, role: str, standing: list[dict[str, Any]], bids: list[dict[str, Any]], bidding: str
) -> None:
    game = attacked(tmp_path, standing, bids, bidding)
    sheet = orders(game, role)
    assert "take away the signs from" in " ".join(sheet.replace("#", "").split())
    text = "\n".join(bare(sheet)) + "\n"
    path = tmp_path / "sheet.toml"
    path.write_text(text.replace('"ask"', '"concede"'), encoding="utf-8")

    receipt = submit(str(path), game)

    assert sheet.count("[[bid]]\n") == len(data_of(text)["bid"]) > len(data_of(sheet).get("bid", []))
    assert not receipt.answer.is_refused, receipt.text
    assert "PB101" not in codes(receipt)


@pytest.mark.parametrize("role", [MARIA, FREDERICK])
def test_what_can_be_sent_along_is_read_without_its_signs(tmp_path: Path, role: str) -> None:
    game = attacked(tmp_path, [DAUN], [FRIEDRICH], "battle")
    sheet = orders(game, role)

    text = re.sub(r"^# (?=\[\[|\w+ *= |# )", "", sheet, flags=re.MULTILINE)

    assert "# [[ahead]]" in sheet and data_of(text)["ahead"]
    assert sheet.count("[[standing]]\n") == len(data_of(text).get("standing", []))
