"""What is opened at the desk one after the other, and what is said there without writing in the sheet: in Chromium."""

from __future__ import annotations

from pathlib import Path
from tomllib import loads
from typing import Any
from urllib.parse import unquote

import pytest
from battle_game import begin, view_of
from chromium import resized
from desk_browser import AT_REST, opened, sheet_of, shown, tab, until

from pbem.core.sheets import CLOSING
from pbem.workflow.submit import submit

OPEN = "document.getElementById('paste').value = arguments[0]; document.getElementById('paste-open').click()"


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


def pasted(desk: Any, text: str, wanted: str) -> None:
    desk.execute_script(OPEN, text)
    until(desk, wanted)


def test_a_sheet_that_was_begun_is_there_again_when_its_view_is_opened_again(desk: Any, winter: str) -> None:
    views = [Path(view_of(winter, role)).read_text() for role in ("frederick", "elisabeth")]
    opened(desk, view_of(winter, "frederick"))
    desk.execute_script("desk.write(desk.sheet.replace('do = [', 'do = [\\n  \"Keith stays\",'), 'hand')")
    until(desk, AT_REST)
    begun = sheet_of(desk)
    pasted(desk, views[1], "return desk.about.role === 'elisabeth'")
    until(desk, AT_REST)
    other = sheet_of(desk)
    pasted(desk, views[0], "return desk.about.role === 'frederick'")
    until(desk, AT_REST)

    assert "Keith" in begun and "Keith" not in other
    assert begun == sheet_of(desk) == desk.execute_script("return document.getElementById('sheet').value")
    desk.find_element("id", "undo").click()
    until(desk, AT_REST)
    assert begun != sheet_of(desk)
    desk.execute_script("desk.left.clear()")


def test_a_view_of_an_endless_game_opens_like_another_unless_it_cannot_be(desk: Any, winter: str) -> None:
    text = Path(view_of(winter, "frederick")).read_text()
    pasted(desk, text.replace("step = 2", "step = 9999999"), "return desk.about && desk.about.step === 9999999")
    until(desk, AT_REST)
    pasted(desk, text.replace("step = 2", "step = -2"), "return !document.getElementById('fault').hidden")

    assert shown(desk, "sections") and not desk.execute_script("return document.getElementById('owed').hidden")
    assert "`step` must be a number from 1 to 9999999 [PB509]." in shown(desk, "fault-text")
    assert "step 9999999" in shown(desk, "whose")
    desk.find_element("id", "fault-close").click()


def test_a_sheet_that_is_opened_takes_the_place_of_the_one_here_until_that_is_wanted_back(
    desk: Any, winter: str
) -> None:
    opened(desk, view_of(winter, "frederick"))
    before = sheet_of(desk)
    other = before.replace("do = [", 'do = [\n  "Keith stays",')
    pasted(desk, other, "return !document.getElementById('replaced').hidden")
    assert other == sheet_of(desk)
    desk.find_element("css selector", "#replaced button").click()
    until(desk, AT_REST)
    assert before == sheet_of(desk)
    assert not desk.find_element("id", "replaced").is_displayed()
    pasted(desk, other.replace("step = 2", "step = 3"), "return !document.getElementById('fault').hidden")

    assert before == sheet_of(desk)
    assert "this is a sheet for step 3 of winter, of frederick" in shown(desk, "fault-text")
    desk.find_element("id", "fault-close").click()


def test_an_envelope_of_yesterday_is_held_against_the_receipt_of_today(desk: Any, battle: str, tmp_path: Path) -> None:
    view = view_of(battle, "frederick")
    opened(desk, view)
    tab(desk, "sending")
    desk.find_element("id", "seal").click()
    until(desk, "return desk.sealed !== null")
    envelope, words = desk.execute_script("return [desk.sealed.text, desk.sealed.words]")
    (tmp_path / "orders.sealed.toml").write_text(envelope)
    receipt = submit(str(tmp_path / "orders.sealed.toml"), battle).text
    desk.execute_script("desk.about = null")
    pasted(desk, receipt, "return document.getElementById('opening-said').textContent.includes('a receipt')")
    opened(desk, view)
    sheet = sheet_of(desk)
    assert desk.execute_script("return desk.sealed === null")
    pasted(desk, envelope, "return desk.sealed !== null")
    pasted(desk, receipt, "return document.getElementById('compared').textContent !== ''")

    assert words == shown(desk, "sealed-words")
    assert "It has the words and the commitment" in shown(desk, "compared")
    assert sheet == sheet_of(desk)


def test_a_word_for_the_seed_is_given_and_taken_back_without_a_line_of_the_sheet(desk: Any, winter: str) -> None:
    text = Path(view_of(winter, "frederick")).read_text().replace("step = 2", "step = 1")
    pasted(desk, text, "return Boolean(desk.about) && desk.about.step === 1")
    until(desk, AT_REST)
    before = sheet_of(desk)
    put = "const field = document.querySelector('[data-kind=word] input'); field.value = arguments[0];"
    for word in ('rain "and" sun', ""):
        desk.execute_script(f"{put} field.dispatchEvent(new Event('change'))", word)
        until(desk, f"return desk.offers.word === {word!r}")
        until(desk, AT_REST)
        assert ("\nword = " in sheet_of(desk)) == bool(word)

    assert before == sheet_of(desk)


def test_a_sheet_that_a_mail_would_bring_in_vain_is_called_final_by_a_tap(desk: Any, winter: str) -> None:
    opened(desk, view_of(winter, "frederick"))
    tab(desk, "sending")
    desk.execute_script("desk.decide(desk.offers.coming[0].id)")
    until(desk, AT_REST)
    assert desk.find_element("id", "untouched").is_displayed()
    desk.find_element("id", "as-it-stands").click()
    until(desk, "return desk.sheet.includes('status = \"final\"')")
    until(desk, AT_REST)

    assert not desk.find_element("id", "untouched").is_displayed()
    assert "\n[[ahead]]" not in sheet_of(desk)


def test_a_mail_begins_with_all_that_counts_of_a_sheet(desk: Any, winter: str) -> None:
    opened(desk, view_of(winter, "frederick"))
    desk.execute_script("desk.take(desk.offers.groups.find(row => row.goals.length).goals[0].ways[0].edits)")
    until(desk, "return !desk.offers.untouched")
    until(desk, AT_REST)
    tab(desk, "sending")
    address = str(desk.find_element("id", "mail").get_attribute("href"))
    body = unquote(address.partition("&body=")[2])

    assert desk.find_element("id", "mail").is_displayed()
    assert loads(sheet_of(desk)) == loads(body)
    assert body.count("\r\n") == body.count("\n")
    assert body.rstrip().endswith(CLOSING)


def test_on_a_phone_on_its_side_the_map_and_what_is_tapped_stand_side_by_side(desk: Any, winter: str) -> None:
    size = {"width": 844, "height": 390, "deviceScaleFactor": 1, "mobile": True}
    desk.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    opened(desk, view_of(winter, "frederick"))
    tab(desk, "board")
    boxes = desk.execute_script(
        "return ['.mapbox', '.tray'].map(name => document.querySelector(name).getBoundingClientRect().toJSON())"
    )
    resized(desk, "desktop")

    assert all(box["height"] > 240 and box["width"] > 300 for box in boxes)
    assert boxes[0]["right"] <= boxes[1]["left"]
