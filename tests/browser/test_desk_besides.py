"""What a sheet says besides orders is tapped together under *Send*, on a phone: in Chromium."""

from __future__ import annotations

from tomllib import loads
from typing import Any

from battle_game import view_of
from chromium import resized
from desk_browser import AT_REST, opened, sheet_of, tab, until

PHRASE = "amber falcon river stone"
FIELD = "const field = document.querySelector(arguments[0]);"
PUT = FIELD + " field.value = arguments[1]; field.dispatchEvent(new Event('{}'))"
PEACE = f"Peace, {'and bread ' * 12}\nsoon."


def unfolded(desk: Any, kind: str) -> str:
    place = f"#besides [data-kind={kind}]"
    desk.execute_script(f"document.querySelector('{place}').open = true")
    return place


def tapped(desk: Any, kind: str, text: str, wanted: str) -> None:
    place = unfolded(desk, kind)
    buttons = desk.find_elements("css selector", f"{place} button")
    next(one for one in buttons if text in one.text).click()
    until(desk, wanted)
    until(desk, AT_REST)


def test_a_sheet_is_called_a_draft_taken_back_and_final(desk: Any, winter: str) -> None:
    resized(desk, "phone")
    opened(desk, view_of(winter, "frederick"))
    tab(desk, "sending")
    before = sheet_of(desk)
    for text, status in (("draft", "draft"), ("taken back", "withdrawn")):
        tapped(desk, "status", text, f"return desk.sheet.includes('status = \"{status}\"')")
        assert not desk.execute_script("return desk.checked.refused")
    tapped(desk, "status", "final", "return !desk.sheet.includes('status')")
    desk.execute_script("desk.undo(); desk.undo(); desk.undo()")
    until(desk, AT_REST)

    assert before == sheet_of(desk)


def test_a_phrase_a_vote_and_press_are_said_and_taken_back(desk: Any, winter: str) -> None:
    opened(desk, view_of(winter, "frederick"))
    tab(desk, "sending")
    tapped(desk, "end-vote", "yes", "return desk.sheet.includes('vote = \"yes\"')")
    desk.execute_script(PUT.format("input"), f"{unfolded(desk, 'press')} textarea", PEACE)
    tapped(desk, "press", "Put it", "return desk.sheet.includes('[[press]]')")
    (row,) = loads(sheet_of(desk))["press"]
    assert max(map(len, row["text"].split("\n"))) <= 68 and row["text"].endswith("bread\nsoon.")
    tapped(desk, "press", "Take this text back", "return !desk.sheet.includes('[[press]]')")
    tapped(desk, "end-vote", "yes", "return !desk.sheet.includes('vote =')")
    desk.execute_script(PUT.format("change"), f"{unfolded(desk, 'phrase')} input", f" {PHRASE} ")
    until(desk, f"return desk.offers.besides.phrase === '{PHRASE}'")
    until(desk, AT_REST)

    assert {"game", "step", "role", "key", "phrase"} == {*loads(sheet_of(desk))}
    assert not desk.execute_script("return desk.checked.refused")
