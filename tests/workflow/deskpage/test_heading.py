"""What of a heading is said at the desk by a tap: that the sheet is meant as it was sent, and a word for the seed."""

from __future__ import annotations

import json
from base64 import b64encode
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from desk_pages import Position, positions

from pbem.core.sheets import is_offered
from pbem.workflow.deskpage.bridge import Desk


@pytest.fixture(scope="module")
def rows() -> list[Position]:
    return [*islice(positions("maria", "heading"), 9)]


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    return json.loads(desk.answer(json.dumps({"ask": asked, **given})))["value"]


def opened(desk: Desk, view: str) -> str:
    return str(ask(desk, "open", name="a.view.toml", data=b64encode(view.encode()).decode())["sheet"])


def test_a_sheet_that_can_be_answered_with_ok_is_by_a_tap_and_no_other(rows: list[Position], tmp_path: Path) -> None:
    desk, seen = Desk(str(tmp_path)), set[bool]()
    for position in rows:
        sheet = opened(desk, position.view)
        agreeing = [one for one in ask(desk, "offers", sheet=sheet)["choices"] if one["kind"] == "ok"]
        seen.add(bool(agreeing))
        assert is_offered(sheet) == bool(agreeing)
        if agreeing:
            said = ask(desk, "edit", sheet=sheet, edits=agreeing[0]["offers"][0]["edits"])["sheet"]
            answer = ask(desk, "check", sheet=said)
            (again,) = [one for one in ask(desk, "offers", sheet=said)["choices"] if one["kind"] == "ok"]
            assert answer["understood"][0].startswith("ok: ") and not answer["refused"]
            assert sheet == ask(desk, "edit", sheet=said, edits=again["offers"][0]["edits"])["sheet"]
    assert {True, False} == seen


def test_where_nothing_but_a_word_is_owed_it_is_asked_for(rows: list[Position], tmp_path: Path) -> None:
    desk = Desk(str(tmp_path))
    sheet = opened(desk, rows[0].view.replace("step = ", "waits = true\nstep = ", 1))
    found = ask(desk, "offers", sheet=sheet)
    said = ask(desk, "edit", sheet=sheet, edits=[[["word"], "rain"]])["sheet"]

    assert "" == found["word"] and not found["choices"]
    assert "rain" == ask(desk, "offers", sheet=said)["word"]
    assert ["a word for the seed"] == ask(desk, "check", sheet=said)["understood"]


def test_who_can_give_no_word_is_asked_for_none(rows: list[Position], tmp_path: Path) -> None:
    desk = Desk(str(tmp_path))
    found = {position.step: ask(desk, "offers", sheet=opened(desk, position.view))["word"] for position in rows}

    assert {step: "" if step == 1 else None for step in found} == found


def test_a_sheet_that_a_mail_would_bring_in_vain_is_told_so_until_it_is_called_final(
    rows: list[Position], tmp_path: Path
) -> None:
    desk = Desk(str(tmp_path))
    sheet = opened(desk, rows[0].view)
    final = ask(desk, "edit", sheet=sheet, edits=[[["status"], "final"]])["sheet"]
    letter = "From: a@b.example\nSubject: x\n\n{}".format
    said = {text: {row["code"] for row in ask(desk, "check", sheet=text)["complaints"]}
            for text in (letter(sheet), letter(final))}  # fmt: skip

    assert [True, False, False] == [
        ask(desk, "offers", sheet=text)["untouched"] for text in (sheet, final, rows[0].sheet)
    ]
    assert [True, False] == ["PB128" in codes for codes in said.values()]
    assert "status" not in ask(desk, "edit", sheet=final, edits=[[["status"], None]])["sheet"]
