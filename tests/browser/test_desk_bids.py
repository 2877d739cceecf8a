"""A bid at the desk: its conditions put together by tapping, and what the checker thinks of it; in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from battle_game import begin, view_of
from chromium import resized
from desk_browser import AT_REST, opened, tab, touched, until

BID = "return desk.offers.bids.bid[0].plays"
CHOOSE = "const field = document.querySelector(arguments[0]); field.value = arguments[1];"
CHOOSE += "field.dispatchEvent(new Event('change'))"
TESTS = "details.when .test"


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


@pytest.fixture
def bid(desk: Any, battle: str) -> Any:
    resized(desk, "phone")
    desk.execute_script("desk.left.clear()")
    opened(desk, view_of(battle, "frederick"))
    desk.execute_script("desk.write(desk.about.sheet, 'program')")
    tab(desk, "battles")
    until(desk, AT_REST)
    touched(desk, "[data-card='9D']")
    until(desk, "return desk.offers.bids.bid[0].plays.length === 1")
    until(desk, AT_REST)
    return desk


def chosen(desk: Any, name: str, value: str) -> None:
    before = desk.execute_script("return desk.sheet")
    desk.execute_script(CHOOSE, f"[aria-label='9♦: {name}']", value)
    until(desk, f"return desk.sheet !== {before!r}")
    until(desk, AT_REST)


def test_a_condition_is_put_together_by_tapping_and_told_in_words(bid: Any) -> None:
    summary = "details.when > summary"
    assert "always" == bid.find_element("css selector", summary).text
    touched(bid, summary)
    touched(bid, "details.when .row button")
    until(bid, AT_REST + " && desk.offers.bids.bid[0].plays[0].when")
    chosen(bid, "compared (1)", "<")
    chosen(bid, "number (1)", "-5")
    touched(bid, "details.when .row button:nth-of-type(2)")
    until(bid, f"return document.querySelectorAll('{TESTS}').length === 2")
    until(bid, AT_REST)
    chosen(bid, "what to look at (2)", "not enemy_played")
    chosen(bid, "card (2)", "13S")
    line = bid.find_element("css selector", summary)

    assert [{"card": "9D", "when": "score < -5 or not enemy_played 13S"}] == bid.execute_script(BID)
    assert "when my score is below -5 or the enemy has not played 13♠" == line.text
    assert bid.execute_script("return arguments[0].scrollWidth <= arguments[0].clientWidth + 1", line)
    assert "order" in bid.execute_script("return document.getElementById('said').textContent")
    touched(bid, f"{TESTS}:nth-of-type(1) button")
    until(bid, f"return document.querySelectorAll('{TESTS}').length === 1")
    until(bid, AT_REST)
    assert "not enemy_played 13S" == bid.execute_script(BID)[0]["when"]


def test_a_condition_that_was_written_stays_to_be_written(bid: Any) -> None:
    touched(bid, "details.when > summary")
    chosen(bid, "written", "-9 < score <= -5")

    assert not bid.find_elements("css selector", TESTS)
    assert "when -9 < score <= -5" == bid.find_element("css selector", "details.when > summary").text
    chosen(bid, "written", "")
    assert ["9D"] == bid.execute_script(BID)


def test_what_the_checker_thinks_of_a_bid_stands_under_it(bid: Any) -> None:
    def thought() -> str:
        return str(bid.find_element("css selector", ".bid .thought").text)

    assert thought().startswith("Thought through against an enemy of strength 6")
    assert "Where you are not asked, you lose no troop." in thought()
    touched(bid, "details.when > summary")
    chosen(bid, "written", "scor < 5")
    until(bid, "return document.querySelector('.thought').textContent.includes('FR105')")
    assert thought().startswith("error: 'scor < 5' is not a condition [FR105]")
    touched(bid, ".thought button.link")
    until(bid, "return document.getElementById('lookup').open")
    bid.find_element("id", "lookup-close").click()


def test_names_are_there_for_a_screen_reader(bid: Any) -> None:
    state = bid.find_element("id", "state")
    assert state.text == state.accessible_name
    assert not bid.find_elements("css selector", ".tray[aria-live]")
    assert {"tabpanel"} == {row.get_attribute("role") for row in bid.find_elements("css selector", "main > .panel")}
