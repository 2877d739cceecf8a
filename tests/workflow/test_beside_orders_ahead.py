"""What is said beside orders ahead: to who plays with the moderator, of their battles, in the sheet to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, codes, sent, stays

from games import sheet_file
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.reporting import report
from pbem.workflow.sheet import orders
from pbem.workflow.submit import submit


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


# a moderator who plays


@pytest.mark.parametrize(
    ("role", "body", "keys"),
    [
        ("pompadour", {"ahead": [{"for": "france", "do": ["discard lowest", "Richelieu stays"]}]}, ["ahead"]),
        ("pompadour", {"standing": [{"own": "Richelieu", "otherwise": "concede"}]}, ["standing"]),
        ("frederick", {"do": ["Ferdinand stays"], "retreat": ["towards Prag"]}, ["retreat"]),
        ("frederick", {"do": ["Ferdinand stays"], "ahead": [{"for": "prussia", "withdraw": True}]}, []),
        ("frederick", {"do": ["Ferdinand stays"]}, []),
        ("elisabeth", {"standing": [{"own": "Saltikov", "otherwise": "concede"}]}, []),
    ],
)
def test_what_a_moderator_who_plays_can_read_is_warned_of(
    tmp_path: Path, role: str, body: dict[str, Any], keys: list[str]
) -> None:
    game = begun(tmp_path, plays=["elisabeth"])
    adjudicate(game, defaults=["all"])
    report(game)
    at_home = check_with_view(sheet_file(game, role, body), str(Path(game, "reports", "0001", f"{role}.view.toml")))
    receipt = sent(game, role, body)

    assert keys == [item.facts["keys"] for item in receipt.answer.diagnostics if item.code.id == "PB230"]
    assert at_home.diagnostics == receipt.answer.diagnostics


def test_what_goes_into_a_held_envelope_is_not_warned_of(tmp_path: Path) -> None:
    game = begun(tmp_path, plays=["elisabeth"])
    adjudicate(game, defaults=["all"])
    report(game)
    sheet = sheet_file(game, "pompadour", {"standing": [{"own": "Richelieu", "otherwise": "concede"}]})
    view = str(Path(game, "reports", "0001", "pompadour.view.toml"))

    assert [] == [item.code.id for item in check_with_view(sheet, view, held=True).diagnostics]


# battles of orders ahead

BESIDE = {"hanover": {"ferdinand": "Northeim 6", "t1": "Hannover"}, "france": {"richelieu": "Münden 6", "t1": "Kassel"},
          "hands": {"hanover": "9S 4S", "france": "10S"}}  # fmt: skip
ATTACK = {"for": "hanover", "do": ["Ferdinand > Göttingen"]}
STANDING = {"own": "Ferdinand", "attacking": True, "plays": ["9S"], "otherwise": "concede"}


def open_bids(receipt: Any) -> list[Any]:
    assert not receipt.answer.is_refused, receipt.text
    return [item for item in receipt.answer.diagnostics if item.code.id == "FR760"]


def test_a_standing_bid_of_the_same_sheet_answers_for_a_battle_of_orders_ahead(tmp_path: Path) -> None:
    game = begun(tmp_path, **BESIDE)

    assert 1 == len(open_bids(sent(game, "frederick", stays(ATTACK))))
    assert [] == open_bids(sent(game, "frederick", {**stays(ATTACK), "standing": [STANDING]}))
    defending = {**STANDING, "attacking": False}
    assert 1 == len(open_bids(sent(game, "frederick", {**stays(ATTACK), "standing": [defending]})))


@pytest.mark.parametrize("hand", ["9S 4S", "9H"])
def test_the_bid_to_fill_in_for_a_battle_of_orders_ahead_can_be_pasted_below_them(tmp_path: Path, hand: str) -> None:
    game = begun(tmp_path, **{**BESIDE, "hands": {"hanover": hand, "france": "10S"}})
    (warning,) = open_bids(sent(game, "frederick", stays(ATTACK)))
    path = Path(sheet_file(game, "frederick", stays(ATTACK)))
    path.write_text("\n".join([path.read_text("utf-8"), *warning.stub, ""]), "utf-8")

    assert "[[ahead.bid]]" == warning.stub[0]
    assert "below the lines of this [[ahead]] table" in warning.hint
    assert [] == open_bids(submit(str(path), game))


def test_at_the_pace_of_the_table_it_is_said_when_standing_bids_and_answers_speak(tmp_path: Path) -> None:
    game = begun(tmp_path, "table")
    plain, answers = {"do": ["Friedrich stays"]}, {"answers": ["retreat anywhere"]}
    told = "Every decision of this game is asked: standing bids and answers speak only where you have sent nothing."

    assert told not in sent(game, "frederick", plain).answer.understood
    assert told in sent(game, "frederick", {**plain, **answers}).answer.understood
    assert told in sent(game, "frederick", {**plain, "standing": [STANDING]}).answer.understood
    assert told not in sent(begun(tmp_path, name="brisk"), "frederick", {**plain, **answers}).answer.understood


# the sheet to fill in


def freed(sheet: str) -> str:
    """The sheet with the orders ahead that it offers."""
    top, sign, rest = sheet.partition("# [[ahead]]\n")
    assert sign, sheet
    lines = rest.split("\n")
    return "\n".join([top + "[[ahead]]", *(line.removeprefix("# ") for line in lines[:2]), *lines[2:]])


def test_the_sheet_offers_orders_ahead_in_plain_words(game: str) -> None:
    sheet = orders(game, "frederick")

    offer = """
# Orders for what comes next can be sent along, and spare mails:
# [[ahead]]
# for = "hanover"   # or "prussia"
# do = []

# ----- end of the sheet -----
"""
    assert sheet.endswith(offer.replace('   # or "prussia"', "")), sheet
    assert "# [[ahead]]" in orders(game, "pompadour")  # who owes nothing
    assert '# for = "russia"   # or "sweden"' in orders(game, "elisabeth")


@pytest.mark.parametrize("role", ["frederick", "elisabeth"])
def test_the_offer_needs_only_its_signs_taken_away(game: str, tmp_path: Path, role: str) -> None:
    path = tmp_path / "orders.toml"
    path.write_text(freed(orders(game, role)), "utf-8")
    receipt = submit(str(path), game)

    assert not receipt.answer.is_refused, receipt.text
    assert "ahead" in receipt.answer.sheet.body and "PB132" not in codes(receipt)


def test_orders_behind_the_sign_of_the_offer_are_warned_of(game: str, tmp_path: Path) -> None:
    path = tmp_path / "orders.toml"
    path.write_text(orders(game, "frederick").replace("# do = []", '# do = ["Ferdinand > Zeven"]'), "utf-8")
    found = [item for item in submit(str(path), game).answer.diagnostics if item.code.id == "PB132"]

    assert ["[[ahead]]"] == [item.facts["table"] for item in found]


def test_at_the_pace_of_the_table_nothing_is_offered(tmp_path: Path) -> None:
    game = begun(tmp_path, "table")
    path = tmp_path / "orders.toml"
    path.write_text(orders(game, "frederick"), "utf-8")

    assert "ahead" not in orders(game, "frederick") + orders(game, "pompadour")
    assert "PB132" not in codes(submit(str(path), game))
