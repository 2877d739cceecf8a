"""What is owed, and what was rehearsed: the desk points it out as long as it holds, and no longer; in Chromium."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, view_of
from chromium import WIDTHS, resized
from desk_browser import AT_REST, opened, sheet_of, shown, tab, touched, until

WAITS = "return [...document.querySelectorAll('[role=tab].waits')].map(one => one.dataset.tab)"


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


def carded(desk: Any, card: str) -> None:
    desk.find_element("css selector", f"[data-card='{card}']").click()
    until(desk, f"return desk.offers.bids.bid[0].plays.includes('{card}')")
    until(desk, AT_REST)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_bid_that_is_owed_is_pointed_out_at_once_and_led_to(desk: Any, battle: str, width: str) -> None:
    resized(desk, width)
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "board")
    desk.execute_script("desk.write(desk.about.sheet, 'program')")
    until(desk, AT_REST)
    assert "You owe the bid for Heinrich against Richelieu." == shown(desk, "owing")
    assert ["battles"] == desk.execute_script(WAITS)
    assert "The sheet is as it was sent." == shown(desk, "state")
    seen = desk.execute_script(
        "const map = document.getElementById('map').getBoundingClientRect();"
        "return desk.map.tokens.filter(row => ['heinrich', 'richelieu'].includes(row.pieces[0])).map(row => {"
        "  const at = document.querySelector(`[data-token='${desk.map.tokens.indexOf(row)}']`).getBoundingClientRect();"
        "  return at.left > map.left && at.right < map.right && at.top > map.top && at.bottom < map.bottom && at.width;"
        "})"
    )
    assert 2 == len(seen) and all(wide > 12 for wide in seen)
    touched(desk, "#owing")
    assert "battles" == desk.execute_script("return document.body.dataset.tab")
    carded(desk, "13D")

    assert shown(desk, "owing").startswith("It is in the sheet, and to be sent: ")
    assert [] == desk.execute_script(WAITS)
    assert "The sheet is in order." == shown(desk, "state")
    touched(desk, "#owing")
    assert "sending" == desk.execute_script("return document.body.dataset.tab")
    desk.execute_script("desk.write(desk.sheet.replaceAll('13D', '14D'), 'hand')")
    until(desk, AT_REST)
    assert "with errors" in shown(desk, "owing")
    desk.execute_script("desk.write(desk.about.sheet, 'program')")
    until(desk, AT_REST)


def test_a_rehearsal_goes_when_its_bid_is_changed(desk: Any, battle: str) -> None:
    resized(desk, "phone")
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    carded(desk, "13D")
    desk.find_element("id", "rehearse").click()
    until(desk, "return document.querySelector('#rehearsed ol li') !== null")
    desk.execute_script("desk.write(desk.sheet.replace('[[bid]]', 'vote = \"yes\"\\n[[bid]]'), 'hand')")
    until(desk, AT_REST)
    desk.execute_script("desk.undo()")
    until(desk, AT_REST)
    assert desk.find_elements("css selector", "#rehearsed ol li")
    carded(desk, "12D")

    assert not desk.find_elements("css selector", "#rehearsed ol li")
    assert "The bid was changed: rehearse it again." == shown(desk, "rehearsed")
    assert "12D" in sheet_of(desk)


def test_a_strength_that_the_view_rules_out_is_told_and_hands_are_told_in_signs(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    carded(desk, "13D")
    desk.find_element("id", "enemy-strength").send_keys("20")
    desk.find_element("id", "rehearse").click()
    until(desk, "return document.querySelector('#rehearsed h3') !== null")
    assert "By your view the enemy cannot have 20. Possible: 6, and nothing else." in shown(desk, "rehearsed")
    desk.find_element("id", "enemy-strength").clear()
    desk.find_element("id", "rehearse").click()
    until(desk, "return document.querySelector('#rehearsed ol li') !== null")
    summary = desk.find_element("css selector", "#rehearsed summary").text
    desk.execute_script("desk.write(desk.about.sheet, 'program')")
    until(desk, AT_REST)

    assert any(sign in summary for sign in "♠♣♥♦")
    assert not re.search(r"\d[SCHD]\b", summary)


def test_a_tap_is_undone_by_keys_in_the_field_of_the_sheet(desk: Any, battle: str) -> None:
    from selenium.webdriver.common.keys import Keys

    resized(desk, "desktop")
    opened(desk, view_of(battle, "frederick"))
    before = sheet_of(desk)
    tab(desk, "battles")
    carded(desk, "13D")
    desk.find_element("id", "sheet").send_keys(Keys.CONTROL, "z")
    until(desk, AT_REST)
    assert before == sheet_of(desk)
    desk.find_element("id", "sheet").send_keys(Keys.CONTROL, "y")
    until(desk, AT_REST)
    assert before != sheet_of(desk)
    desk.execute_script("desk.write(desk.about.sheet, 'program')")
    until(desk, AT_REST)


def test_what_is_folded_away_says_its_title_once(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    twice = "return [...document.querySelectorAll('details.besides')].filter(fold => fold.querySelector('legend') &&"
    twice += " fold.querySelector('summary').textContent.startsWith(fold.querySelector('legend').textContent)).length"

    assert 0 == desk.execute_script(twice)
    assert desk.find_elements("css selector", "details.besides fieldset")


def test_the_step_is_seen_on_a_phone_however_long_the_name_of_the_game(desk: Any, battle: str, tmp_path: Path) -> None:
    resized(desk, "phone")
    text = Path(view_of(battle, "frederick")).read_text()
    (tmp_path / "long.view.toml").write_text(text.replace('game = "winter"', f'game = "{"long-name-" * 12}"'))
    opened(desk, str(tmp_path / "long.view.toml"))

    assert shown(desk, "whose").startswith("Frederick's view of step 1 of long-name-")


def test_decisions_that_can_be_ordered_are_all_seen(desk: Any, battle: str) -> None:
    resized(desk, "phone")
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "board")

    assert desk.execute_script(
        "const row = document.querySelector('#decisions .chips'); return row.scrollWidth <= row.clientWidth"
    )
