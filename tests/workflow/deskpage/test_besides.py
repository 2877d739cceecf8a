"""What a sheet says besides orders is said at the desk by taps: whether it counts, a phrase, votes, and press."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path
from tomllib import loads
from typing import Any

import pytest
from desk_pages import positions

from pbem.workflow.deskpage.bridge import Desk

PHRASE = "amber falcon river stone amber falcon river stone"
MATTERS = "game", "step", "role", "key"


def ask(desk: Desk, asked: str, **given: Any) -> Any:
    return json.loads(desk.answer(json.dumps({"ask": asked, **given})))["value"]


@pytest.fixture(scope="module")
def view() -> str:
    return next(row for row in positions("friedrich", "besides") if row.step == 2).view


def opened(folder: Path, view: str) -> tuple[Desk, str]:
    desk = Desk(str(folder))
    return desk, str(ask(desk, "open", name="a.view.toml", data=b64encode(view.encode()).decode())["sheet"])


def tapped(desk: Desk, sheet: str, kind: str, text: str) -> str:
    rows = ask(desk, "offers", sheet=sheet)["besides"]["choices"]
    (edits,) = [one["edits"] for row in rows if row["kind"] == kind for one in row["offers"] if text in one["text"]]
    return str(ask(desk, "edit", sheet=sheet, edits=edits)["sheet"])


def test_a_sheet_is_a_draft_is_taken_back_and_is_final_by_taps(view: str, tmp_path: Path) -> None:
    desk, sheet = opened(tmp_path, view)
    sheet = ask(desk, "edit", sheet=sheet, edits=[[["do"], ["Keith stays"]]])["sheet"]
    draft = tapped(desk, sheet, "status", "draft")
    gone = tapped(desk, draft, "status", "taken back")
    again = tapped(desk, gone, "status", "final")

    assert "draft" == loads(draft)["status"] and ["Keith stays"] == loads(draft)["do"]
    assert {*MATTERS, "status"} == {*loads(gone)} and "withdrawn" == loads(gone)["status"]
    assert {*MATTERS} == {*loads(again)}
    assert [False, False] == [ask(desk, "check", sheet=text)["refused"] for text in (draft, gone)]
    assert [] == ask(desk, "offers", sheet=gone)["groups"] and ask(desk, "offers", sheet=draft)["groups"]


def test_a_phrase_stands_alone_and_with_held_orders_ahead_beside_what_does_not_answer_for_them(
    view: str, tmp_path: Path
) -> None:
    held = view.replace("step = ", 'held = ["movement"]\nstep = ', 1)
    for text, left in ((view, set[str]()), (held, {"standing"})):
        desk, sheet = opened(tmp_path, text)
        more = [[["do"], ["Keith stays"]], [["standing"], [{"name": "one", "plays": []}]]]
        sheet = ask(desk, "edit", sheet=sheet, edits=more)["sheet"]
        clear = [[path, None] for path, _ in ask(desk, "offers", sheet=sheet)["besides"]["alone"]]
        sheet = ask(desk, "edit", sheet=sheet, edits=[*clear, [["phrase"], PHRASE]])["sheet"]
        found = ask(desk, "offers", sheet=sheet)
        assert {*MATTERS, "phrase", *left} == {*loads(sheet)}
        assert PHRASE == found["besides"]["phrase"] and not found.get("broken")
        if not left:
            assert not ask(desk, "check", sheet=sheet)["refused"]


def test_a_vote_is_given_and_taken_back_and_leaves_orders_that_were_sent_alone(view: str, tmp_path: Path) -> None:
    desk, sheet = opened(tmp_path, view)
    before = ask(desk, "edit", sheet=sheet, edits=[[["do"], ["Keith stays"]]])["sheet"]
    yes = tapped(desk, before, "end-vote", "yes")
    alone = tapped(desk, yes, "talk", "no orders")

    assert "yes" == loads(yes)["vote"] and ["Keith stays"] == loads(yes)["do"]
    assert before == tapped(desk, yes, "end-vote", "yes")
    assert {*MATTERS, "vote"} == {*loads(alone)}
    assert not ask(desk, "check", sheet=alone)["refused"]
    assert "talk" not in [row["kind"] for row in ask(desk, "offers", sheet=alone)["besides"]["choices"]]


def test_press_is_written_to_whom_the_game_allows_and_in_lines_as_they_are(view: str, tmp_path: Path) -> None:
    desk, sheet = opened(tmp_path, view.replace("step = ", 'press = "anonymous"\nstep = ', 1))
    given = ask(desk, "offers", sheet=sheet)["besides"]["press"]
    text = '"""Peace" \\ now,\nand bread.'
    row = {"to": given["to"][1][0], "text": text}
    said = ask(desk, "edit", sheet=sheet, edits=[[["press", 0], row]])["sheet"]
    shown = ask(desk, "offers", sheet=said)["besides"]["press"]["said"]
    understood = ask(desk, "check", sheet=said)["understood"]

    assert given["anonymous"] and ["all", "all"] == given["to"][0] and [row] == shown == loads(said)["press"]
    assert any(line.startswith(f"press to {row['to']} alone") for line in understood)
    assert "\nand bread." in said
    assert sheet == ask(desk, "edit", sheet=said, edits=[[["press", 0], None]])["sheet"]


def test_there_is_no_press_where_a_game_has_none_and_nothing_besides_where_it_is_over(
    view: str, tmp_path: Path
) -> None:
    desk, sheet = opened(tmp_path, view.replace("step = ", 'press = "none"\nstep = ', 1))
    silent = ask(desk, "offers", sheet=sheet)["besides"]
    desk, sheet = opened(tmp_path, view.replace("step = ", "over = true\nstep = ", 1))

    assert silent["press"] is None and silent["choices"]
    assert ask(desk, "offers", sheet=sheet)["besides"] is None
