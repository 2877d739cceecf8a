"""A player in haste at the desk: taps before the last one is answered, and words that were just typed."""

from __future__ import annotations

from typing import Any

import pytest
from battle_game import begin, view_of
from chromium import resized
from desk_browser import AT_REST, opened, sheet_of, shown, tab, until

CARDS = "for (const card of arguments[0]) document.querySelector(`[data-card='${card}']`).click()"
OUT = "for (const row of [...document.querySelectorAll('.plays > li > button:last-child')].slice(0, 2)) row.click()"
TYPE = """
const field = document.getElementById("sheet");
field.value = arguments[0];
field.dispatchEvent(new Event("input"));
"""


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


def plays(desk: Any) -> list[Any]:
    return list(desk.execute_script("return desk.offers.bids.bid[0].plays"))


def test_taps_before_the_last_one_is_answered_are_all_taken(desk: Any, battle: str) -> None:
    resized(desk, "phone")
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    desk.execute_script(CARDS, ["13D", "12D", "R"])
    until(desk, "return desk.offers.bids.bid[0].plays.length === 3")
    until(desk, AT_REST)
    assert ["13D", "12D", "R"] == plays(desk)
    desk.execute_script(OUT)
    until(desk, "return desk.offers.bids.bid[0].plays.length === 1")
    until(desk, AT_REST)

    assert ["R"] == plays(desk)


def test_a_tap_takes_nothing_away_that_was_just_typed(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    desk.execute_script(TYPE + CARDS.replace("[0]", "[1]"), "# in haste\n" + sheet_of(desk), ["13D"])
    until(desk, "return desk.offers.bids.bid[0].plays.length === 1")
    until(desk, AT_REST)

    assert sheet_of(desk).startswith("# in haste\n")
    assert sheet_of(desk) == desk.execute_script("return document.getElementById('sheet').value")


def test_a_strength_that_is_none_is_told_so_and_not_left_out(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    ask = "document.getElementById('enemy-strength').value = arguments[0]; document.getElementById('rehearse').click()"
    for text in ("5-7", "5.5", "99", "five"):
        desk.execute_script(ask, text)
        assert shown(desk, "rehearsed").startswith("Strengths are")


def test_what_is_being_typed_is_taken_up_when_the_last_tap_is_answered(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    desk.execute_script(CARDS, ["13D"])
    until(desk, "return desk.offers.bids.bid[0].plays.length === 1")
    until(desk, AT_REST)
    desk.execute_script("document.querySelector('details.when').open = true")
    desk.find_element("css selector", ".plays input[type=text]").send_keys("score < -4")
    desk.execute_script("const [row] = desk.offers.bids.bid; desk.take([[['bid', 0], { ...row, accept: 3 }]])")
    until(desk, "return Boolean(desk.offers.bids.bid[0].plays[0].when)")
    until(desk, AT_REST)

    assert [{"card": "13D", "when": "score < -4"}] == plays(desk)
    assert 3 == desk.execute_script("return desk.offers.bids.bid[0].accept")


def test_a_card_is_named_that_is_given_where_the_rules_demand_one(desk: Any, battle: str) -> None:
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    for wanted in (["12D"], []):
        desk.execute_script("document.querySelector('.forced').open = true")
        desk.find_element("css selector", ".forced [aria-label^='12♦']").click()
        until(desk, f"return JSON.stringify(desk.offers.bids.bid[0].forced || []) === JSON.stringify({wanted!r})")
        until(desk, AT_REST)
        assert not desk.execute_script("return desk.checked.refused")
