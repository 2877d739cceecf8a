"""A player at the desk, in every title: all kinds of decisions by fingers and keys, and everything that he asks."""

from __future__ import annotations

import json
import os
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from chromium import WIDTHS, contrast, press, resized
from desk_browser import AT_REST, checked, opened, sheet_of, shown, tab, tap, until
from desk_pages import Position, positions

TITLES = ("friedrich", "fredericus", "maria")
# The decisions of the first steps of a game, and what is done in them.
KINDS = {
    "friedrich": {"set-up", "movement", "bid", "battles", "retreat"},
    "fredericus": {"birds", "bets", "turn"},
    "maria": {"set-up", "place", "choose", "hussars", "movement", "bid", "retreat", "suit", "supply", "battles"},
}
DONE = {
    "friedrich": {"move", "troops", "bid", "question"},
    "fredericus": {"question"},
    "maria": {"move", "troops", "bid", "question"},
}
FIRST = 60  # decisions that are looked at


@cache
def of_each_kind(title: str) -> dict[str, Position]:
    """The first decision of each kind in a game of bots."""
    found = dict[str, Position]()
    for position in islice(positions(title, "whole"), FIRST):
        kind = next(row.kind for row in position.ruleset.rules.awaiting(position.state) if row.role == position.role)
        found.setdefault(kind, position)
    return found


def laid_open(desk: Any, position: Position, folder: Path, name: str) -> None:
    path = folder / f"{name}.view.toml"
    path.write_text(position.view, encoding="utf-8")
    opened(desk, str(path))
    tab(desk, "board")


def changed(desk: Any, before: str) -> None:
    until(desk, f"return desk.sheet !== {json.dumps(before)}")
    until(desk, AT_REST)


def clicked(desk: Any, button: Any) -> None:
    before = sheet_of(desk)
    desk.execute_script("arguments[0].click()", button)
    changed(desk, before)


# what is done


def moved(desk: Any) -> bool:
    """A piece and a lit city, tapped."""
    chips = "#tray .chips[aria-label='Without orders'] .chip"
    desk.execute_script(f"const chip = document.querySelector({chips!r}); if (chip) chip.click()")
    if not desk.find_elements("css selector", ".goal"):
        return False
    tap(desk, ".goal")
    if desk.execute_script("return document.querySelector('#tray').textContent").startswith("The ways"):
        clicked(desk, desk.find_element("css selector", "#tray button.offer"))
    return True


def drawn(desk: Any) -> bool:
    """A slider moved with the keys, which keep hold of it; the sum holds."""
    script = "return [...document.querySelectorAll('#choices input[type=range]')].find(row => +row.min < +row.max)"
    if not (slider := desk.execute_script(script)):
        return False
    name, value, low = (slider.get_attribute(key) for key in ("aria-label", "value", "min"))
    before = sheet_of(desk)
    desk.execute_script("arguments[0].focus()", slider)
    press(desk, "ARROW_LEFT" if int(value) > int(low) else "ARROW_RIGHT")
    changed(desk, before)
    assert name == desk.execute_script("return document.activeElement.ariaLabel")
    assert not desk.find_elements("css selector", "output.wrong")
    return True


# The questions that are put, each with the answers that are not given yet.
ASKS = """
const rows = [...document.querySelectorAll("#choices > fieldset[data-kind]")];
const open = (row) => [...row.querySelectorAll("[aria-pressed=false]")].map((one) => one.dataset.offer);
return rows.map((row) => [row.dataset.kind, open(row)]);
"""


def answered(desk: Any) -> bool:
    """One answer to each question that is not the sheet's already, and whatever must be answered then."""
    done = set[str]()
    for _ in range(12):
        asked = [(kind, offers[0]) for kind, offers in desk.execute_script(ASKS) if offers and kind not in done]
        if not asked:
            break
        done.add(asked[0][0])
        place = f"return [...document.querySelectorAll('#choices > [data-kind={asked[0][0]}] [data-offer]')]"
        clicked(desk, desk.execute_script(f"{place}.find(row => row.dataset.offer === arguments[0])", asked[0][1]))
    while wanted := desk.find_elements("css selector", "fieldset.needed button.offer"):
        clicked(desk, wanted[0])
    return bool(done)


def bid(desk: Any) -> bool:
    """A bid for each battle, with a card in it."""
    tab(desk, "battles")
    found = False
    while begin := desk.find_elements("css selector", "#fights .begin"):
        clicked(desk, begin[0])
        found = True
    if cards := desk.find_elements("css selector", "#fights [data-card]:not(:disabled)"):
        clicked(desk, cards[0])
    tab(desk, "board")
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_decision_is_made_by_fingers_and_keys_on_a_phone(desk: Any, title: str, tmp_path: Path) -> None:
    resized(desk, "phone")
    kinds, done = set(), set()
    for kind, position in of_each_kind(title).items():
        laid_open(desk, position, tmp_path, kind)
        for name, act in (("move", moved), ("troops", drawn), ("question", answered), ("bid", bid)):
            if act(desk):
                done.add(name)
        said = shown(desk, "said")

        assert checked(position.view, sheet_of(desk), tmp_path) == said
        assert "the sheet is in order" in said, (kind, said)
        kinds.add(kind)
    assert KINDS[title] <= kinds
    assert DONE[title] <= done


# what is asked

ASKED = {
    "friedrich": ("Your cards", "The other pieces", "Cards played and paid", "Objectives", "The clock"),
    "fredericus": ("The castle", "The falconers", "Your objectives", "The deck"),
    "maria": ("Your cards", "The other pieces", "Used cards", "Victory markers", "The clock"),
}
WRONG = {"friedrich": "Nobody > Nowhere", "fredericus": "FLY F>9", "maria": "Nobody > Nowhere"}


def late(title: str) -> Position:
    """A decision after some battles, of somebody who has seen strengths and cards."""
    for position in positions(title, "asked"):
        told = position.ruleset.telling.summary(position.state, position.role)["sections"]
        names = {section["title"] for section in told}
        seen = [row for one in told if one["title"] == "The other pieces" for row in one["table"]["rows"] if row[3]]
        if {*ASKED[title]} <= names and (seen or title == "fredericus") and "do = [" in position.sheet:
            return position
    raise AssertionError


@pytest.mark.parametrize("title", TITLES)
def test_news_codes_and_rules_are_there_for_the_asking(desk: Any, title: str, tmp_path: Path) -> None:
    position = late(title)
    resized(desk, "phone", dark=True)
    laid_open(desk, position, tmp_path, "late")
    tab(desk, "told")
    told = desk.execute_script("return [...document.querySelectorAll('#sections summary')].map(row => row.textContent)")

    assert {*ASKED[title]} <= {*told}
    assert title == "fredericus" or " in turn " in shown(desk, "sections")
    desk.execute_script(
        "desk.write(arguments[0], 'hand')", f'{position.sheet.partition("do = [")[0]}do = ["{WRONG[title]}"]'
    )
    until(desk, "return document.querySelectorAll('#said button.link').length > 2")
    until(desk, AT_REST)
    tab(desk, "paper")
    for number in (1, 2):  # the code, and the rule
        link = desk.find_elements("css selector", "#said button.link")[number]
        word = link.text
        link.click()
        until(desk, "return document.getElementById('lookup').open")
        assert word == shown(desk, "lookup-title")
        assert len(shown(desk, "lookup-text")) > 40
        press(desk, "ESCAPE")
        until(desk, "return !document.getElementById('lookup').open")
    resized(desk, "desktop")


UNNAMED = """
const roles = ["button", "textbox", "slider", "checkbox", "tab", "combobox", "link"];
const wanted = arguments[0].filter((row) => !row.ignored && row.role && roles.includes(row.role.value));
return wanted.filter((row) => !(row.name && row.name.value));
"""
PALE = """
const plain = (colour) => {
  const parts = colour.match(/color\\(srgb ([0-9.]+) ([0-9.]+) ([0-9.]+)/);
  return parts ? `rgb(${parts.slice(1).map((part) => Math.round(part * 255)).join(", ")})` : colour;
};
const seen = [];
for (const part of document.querySelectorAll("header *, nav *, .panel *")) {
  const own = [...part.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
  if (!own || part.closest("svg, #marks, :disabled") || !part.checkVisibility({ visibilityProperty: true })) continue;
  let on = part;
  while (on.parentElement && getComputedStyle(on).backgroundColor === "rgba(0, 0, 0, 0)") on = on.parentElement;
  const [ink, paper] = [getComputedStyle(part).color, getComputedStyle(on).backgroundColor].map(plain);
  seen.push([ink, paper, part.tagName + " " + part.textContent.slice(0, 40)]);
}
return seen;
"""


# Every title, every size, light and dark; in the long round each with each.
LOOKS = [
    ("friedrich", "phone", False),
    ("fredericus", "tablet", True),
    ("maria", "desktop", False),
    ("maria", "phone", True),
]
EACH = [*product(TITLES, WIDTHS, (False, True))]


@pytest.mark.parametrize(("title", "width", "dark"), EACH if os.environ.get("PBEM_DESK_LOOKS") else LOOKS)
def test_each_part_fits_is_named_and_can_be_read(desk: Any, title: str, width: str, dark: bool, tmp_path: Path) -> None:
    resized(desk, width, dark)
    kind, position = list(of_each_kind(title).items())[-1]
    laid_open(desk, position, tmp_path, kind)
    desk.execute_script("document.querySelectorAll('details').forEach(row => { row.open = true; })")
    for button in desk.find_elements("css selector", "[role=tab]"):
        if not button.is_displayed():
            continue
        name = button.get_attribute("data-tab")
        tab(desk, name)
        size = desk.execute_script("return [document.documentElement.scrollWidth, document.body.scrollHeight]")
        nodes = desk.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        pale = [row for row in desk.execute_script(PALE) if contrast(row[0], row[1]) < 4.5]

        assert (size[0], size[1]) <= WIDTHS[width], name
        assert [] == desk.execute_script(UNNAMED, nodes), name
        assert [] == pale, name
    resized(desk, "desktop")


@pytest.mark.parametrize("title", TITLES)
def test_a_keyboard_is_enough(desk: Any, title: str, tmp_path: Path) -> None:
    resized(desk, "desktop")
    wanted = {"friedrich": "movement", "fredericus": "turn", "maria": "movement"}[title]
    position = of_each_kind(title)[wanted]
    laid_open(desk, position, tmp_path, "keys")
    before = sheet_of(desk)
    if title == "fredericus":
        desk.execute_script("document.querySelector('#choices button.offer').focus()")
    else:
        place = desk.execute_script("return desk.offers.groups.find(row => row.goals.length).pieces[0]")
        token = f"desk.map.tokens.findIndex(row => row.pieces.includes({place!r}))"
        desk.execute_script(f"document.querySelector(`[data-token='${{{token}}}']`).focus()")
        name = desk.execute_script("return document.activeElement.ariaLabel")
        press(desk, "ENTER")
        until(desk, "return document.querySelector('.goal') !== null")
        assert name == desk.execute_script("return document.activeElement.ariaLabel")
        desk.execute_script("document.querySelector('.goal').focus()")
    press(desk, "ENTER")
    if desk.execute_script("return document.querySelector('#tray').textContent").startswith("The ways"):
        desk.execute_script("document.querySelector('#tray button.offer').focus()")
        press(desk, "ENTER")
    changed(desk, before)
    after = sheet_of(desk)
    desk.execute_script("document.querySelector('[role=tab][data-tab=board]').focus()")
    seen = []
    for _ in range(
        desk.execute_script(
            "return [...document.querySelectorAll('[role=tab]')].filter(row => row.offsetParent).length"
        )
    ):
        press(desk, "ARROW_RIGHT")
        seen.append(desk.execute_script("return document.body.dataset.tab"))
    press(desk, "ESCAPE")

    assert "board" == seen[-1]
    assert ("battles" in seen) == (title != "fredericus")
    undo = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))"
    desk.execute_script(undo)
    changed(desk, after)
    assert before == sheet_of(desk)


# The token of a piece: which one, and whether it lies inside the map as it is shown.
TOKEN = """
const at = desk.map.tokens.findIndex(token => token.pieces.includes(arguments[0]));
const mark = document.querySelector(`[data-token="${at}"]`).getBoundingClientRect();
const map = document.getElementById("map").getBoundingClientRect();
return [at, mark.left > map.left && mark.right < map.right && mark.top > map.top && mark.bottom < map.bottom];
"""


@pytest.mark.parametrize("title", ["friedrich", "maria"])
def test_the_beaten_are_tapped_and_the_city_where_they_retreat_to(desk: Any, title: str, tmp_path: Path) -> None:
    position = of_each_kind(title)["retreat"]
    resized(desk, "phone")
    laid_open(desk, position, tmp_path, "retreat")
    desk.execute_script("desk.write(desk.sheet.replace(/^do = [^]*?\\]/m, 'do = []'), 'program')")
    until(desk, AT_REST)
    beaten, goals = desk.execute_script("return [desk.offers.groups[0].pieces[0], desk.offers.groups[0].goals]")
    at, is_seen = desk.execute_script(TOKEN, beaten)
    tap(desk, f"[data-token='{at}']")
    lit = desk.execute_script("return [...document.querySelectorAll('.goal')].map(row => row.dataset.place)")

    assert is_seen
    assert sorted(goal["place"] for goal in goals) == sorted(lit)
    tap(desk, f".goal[data-place='{lit[-1]}']")
    if desk.execute_script("return document.querySelector('#tray').textContent").startswith("The ways"):
        clicked(desk, desk.find_element("css selector", "#tray button.offer"))
    assert any(goal["place"] == lit[-1] and way["text"] in sheet_of(desk) for goal in goals for way in goal["ways"])
    assert "the sheet is in order" in shown(desk, "said")
