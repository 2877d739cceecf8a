"""A receipt held against the view that is open, the envelope, and the ledger as other receipts and reports name it."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, sheet, view_of

from pbem.workflow.deskpage.bridge import Desk
from pbem.workflow.submit import submit

OTHER = "0123456789abcdef" * 4


@pytest.fixture
def battle(tmp_path: Path) -> str:
    return begin(tmp_path)


@pytest.fixture
def desk(tmp_path: Path, battle: str) -> Desk:
    desk = Desk(str(tmp_path / "home"))
    given(desk, Path(view_of(battle, "frederick")).read_text())
    return desk


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    found = json.loads(desk.answer(json.dumps({"ask": asked, **given})))
    return found.get("value", found)


def given(desk: Desk, text: str) -> Any:
    return ask(desk, "open", name="given", data=b64encode(text.encode()).decode())


def compared(desk: Desk, receipt: str) -> list[tuple[str, bool]]:
    rows = ask(desk, "compare", text=receipt, commitment="", words="")["lines"]
    return [(row["text"], row["wrong"]) for row in rows]


def receipt_of(battle: str, role: str = "frederick") -> str:
    return submit(sheet(battle, role), battle).text


def head_in(receipt: str) -> str:
    """The hash of the last line of the table."""
    return receipt.partition("- the table, ")[2].split()[-1]


def test_a_receipt_is_of_the_game_the_step_and_the_role_of_the_sheet(desk: Desk, battle: str) -> None:
    lines = compared(desk, receipt_of(battle))

    assert ("It is the receipt for step 1 of winter, of Frederick: for this sheet.", False) in lines
    assert not [text for text, wrong in lines if wrong]


@pytest.mark.parametrize(
    ("was", "becomes"), [("winter,", "summer,"), ("step 1, F", "step 3, F"), (", Fred", ", Alfred")]
)
def test_a_receipt_of_another_game_step_or_role_is_told_so(desk: Desk, battle: str, was: str, becomes: str) -> None:
    text, wrong = compared(desk, receipt_of(battle).replace(was, becomes, 1))[0]

    assert text.startswith("THIS IS ANOTHER RECEIPT: it is for step ")
    assert text.endswith("; the sheet here is for step 1 of winter, of Frederick.")
    assert wrong


def test_the_line_and_the_hash_of_the_ledger_are_shown(desk: Desk, battle: str) -> None:
    receipt = receipt_of(battle)
    lines = compared(desk, receipt)

    [(text, wrong)] = [row for row in lines if row[0].startswith("In the ledger: the table, line ")]
    assert head_in(receipt) in text
    assert not wrong


def test_a_head_that_differs_from_that_of_the_report_is_complained_of(desk: Desk, battle: str) -> None:
    receipt = receipt_of(battle)
    report = Path(view_of(battle, "frederick").replace(".view.toml", ".html")).read_text()
    given(desk, report)
    fine = compared(desk, receipt)
    wrong = compared(desk, receipt.replace(head_in(receipt), OTHER))

    assert any(text.endswith("the same as in the report for step 0.") for text, _ in fine)
    assert not any(is_wrong for _, is_wrong in fine)
    assert [text for text, is_wrong in wrong if is_wrong and "THE LEDGER IS NOT THE SAME" in text]


def test_receipts_of_one_visit_are_held_against_each_other(desk: Desk, battle: str) -> None:
    receipt = receipt_of(battle)
    compared(desk, receipt)

    assert any(wrong for _, wrong in compared(desk, receipt.replace(head_in(receipt), OTHER)))
    assert any(wrong for _, wrong in compared(desk, receipt))


def test_a_report_that_contradicts_a_receipt_is_told_as_soon_as_it_is_opened(desk: Desk, battle: str) -> None:
    receipt = receipt_of(battle)
    report = Path(view_of(battle, "frederick").replace(".view.toml", ".html")).read_text()
    compared(desk, receipt)
    fine = given(desk, report)["contradicted"]
    found = given(desk, report.replace(head_in(receipt), OTHER))["contradicted"]

    assert [] == fine
    assert 1 == len(found) and found[0].startswith("THE LEDGER IS NOT THE SAME: ")


def test_a_game_of_the_same_name_with_another_seed_has_a_ledger_of_its_own(
    desk: Desk, battle: str, tmp_path: Path
) -> None:
    report = Path(view_of(battle, "frederick").replace(".view.toml", ".html")).read_text()
    receipt = receipt_of(battle)
    compared(desk, receipt)
    seed = report.partition('seed_commitment = "')[2][:64]

    assert [] == given(desk, report.replace(head_in(receipt), OTHER).replace(seed, OTHER))["contradicted"]


def test_a_receipt_of_another_game_says_nothing_of_the_ledger_of_this_one(desk: Desk, battle: str) -> None:
    receipt = receipt_of(battle)
    compared(desk, receipt.replace("winter,", "summer,", 1).replace(head_in(receipt), OTHER))

    assert not any(wrong for _, wrong in compared(desk, receipt))
