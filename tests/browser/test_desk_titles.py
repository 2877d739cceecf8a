"""What every title has at the desk: standing bids, wishes and brakes by tapping; the log, cards, objectives, rules."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from battle_game import POSITION, begin, view_of
from chromium import resized
from desk_browser import AT_REST, checked, opened, sheet_of, shown, tab, until
from desk_pages import positions

FRIEDRICH = POSITION.replace('phase = "combat"', 'phase = "movement"')
MARIA = """
format = 2
ruleset = "maria"
mode = "advanced"
[position]
stage = "prussia"
phase = "movement"
turn = 3
[position.prussia]
schwerin = "Breslau 5"
[position.austria]
neipperg = "Brieg 6"
[position.hands]
prussia = "9D 7D 2D 9S 9H 9C"
austria = "5S 6S 10S"
"""


def taken(desk: Any, button: Any) -> None:
    """A button pressed, until the sheet has followed."""
    before = sheet_of(desk)
    desk.execute_script("arguments[0].click()", button)
    until(desk, f"return desk.sheet !== {json.dumps(before)}")
    until(desk, AT_REST)


def said(desk: Any, place: str, text: str) -> None:
    """An answer taken up, wherever it is folded away."""
    taken(desk, desk.find_element("css selector", f"{place} [data-offer='{text}']"))


def begun(desk: Any, folder: Path, title: str) -> str:
    view = view_of(begin(folder, "spring", FRIEDRICH if title == "friedrich" else MARIA), ROLES[title])
    resized(desk, "phone")
    opened(desk, view)
    return view


ROLES = {"friedrich": "frederick", "maria": "frederick"}


@pytest.mark.parametrize("title", ROLES)
def test_a_standing_bid_and_wishes_for_retreats_are_tapped(desk: Any, title: str, tmp_path: Path) -> None:
    view = begun(desk, tmp_path, title)
    tab(desk, "battles")
    taken(desk, desk.find_element("css selector", "[data-key=bid] .begin"))
    said(desk, "[data-key=bid] [data-kind=wishes]", "out of supply")
    said(desk, "[data-key=bid] [data-kind=wishes]", "anywhere")
    taken(desk, desk.find_element("css selector", "[data-key=standing] .begin"))
    taken(desk, desk.find_element("css selector", "[data-key=standing] [data-card]:not(:disabled)"))
    said(desk, "[data-key=standing] [data-kind=attacking]", "also if I attack")
    said(desk, "[data-key=standing] [data-kind=until]", "until turn 4")
    said(desk, "[data-key=standing] [data-kind=wishes]", "in spades")
    sheet = sheet_of(desk)
    answer = checked(Path(view).read_text(), sheet, tmp_path)

    assert "the sheet is in order" in answer
    assert answer == shown(desk, "said")
    assert 'retreat = ["out of supply", "anywhere"]' in " ".join(sheet.split()).replace("[ ", "[").replace(", ]", "]")
    assert all(line in sheet for line in ("[[standing]]", "attacking = true", "until = 4", '"in spades"'))
    taken(desk, desk.find_element("xpath", "//button[.='Take this standing bid back']"))
    assert "\n[[standing]]" not in sheet_of(desk)


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_brakes_of_orders_ahead_are_tapped(desk: Any, title: str, tmp_path: Path) -> None:
    resized(desk, "phone")
    for number, position in enumerate(islice(positions(title, "brakes"), 60)):
        ahead = position.ruleset.ahead
        if ahead is None or not (coming := ahead.coming(position.state, position.role)):
            continue
        path = tmp_path / f"{number}.view.toml"
        path.write_text(position.view, encoding="utf-8")
        opened(desk, str(path))
        tab(desk, "board")
        desk.find_element("css selector", f"[data-decision='{coming[0].id}']").click()
        until(desk, "return desk.offers.path.length === 2")
        until(desk, AT_REST)
        ways = "desk.offers.groups.flatMap(row => row.goals.flatMap(goal => goal.ways))"
        edits = f"return ([...{ways}, ...desk.offers.choices.flatMap(row => row.offers)][0] || {{}}).edits"
        if not (first := desk.execute_script(edits)):
            continue
        desk.execute_script("desk.take(arguments[0])", first)
        until(desk, "return desk.sheet.includes('[[ahead]]') && desk.offers.coming.some(row => row.said)")
        until(desk, AT_REST)
        line = desk.find_element("css selector", "#choices [data-kind=unless] [data-offer]").get_attribute("data-offer")
        said(desk, "#choices [data-kind=unless]", line)
        answer = checked(position.view, sheet_of(desk), tmp_path)

        assert f'"{line}"' in sheet_of(desk).partition("\nunless")[2]
        assert answer == shown(desk, "said")
        assert not [row for row in desk.execute_script("return desk.checked.complaints") if "unless" in str(row)]
        return
    raise AssertionError("nothing could be ordered ahead")
