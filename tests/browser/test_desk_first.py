"""The first screen of the desk, and how another game is opened from it: touched as a player touches it, in Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from battle_game import view_of
from chromium import WIDTHS, resized
from desk_browser import AT_REST, opened, shown, touched, until


def anew(desk: Any) -> None:
    """The page as it is when it was just opened."""
    desk.get(desk.current_url)
    until(desk, "return document.body.dataset.engine === 'program'")


def pasted_by_touch(desk: Any, text: str) -> None:
    touched(desk, "#paste")
    assert desk.execute_script("return document.activeElement.id") == "paste"
    desk.execute_cdp_cmd("Input.insertText", {"text": text})
    touched(desk, "#paste-open")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_first_screen_has_a_field_for_files_and_one_to_paste_in(desk: Any, winter: str, width: str) -> None:
    resized(desk, width)
    anew(desk)
    for part in ("#file", "#paste", "#paste-open"):
        assert desk.execute_script(
            "const part = document.querySelector(arguments[0]); const at = part.getBoundingClientRect();"
            "return document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2) === part",
            part,
        )
    pasted_by_touch(desk, Path(view_of(winter, "frederick")).read_text())
    until(desk, AT_REST)

    assert "step 2" in shown(desk, "whose")
    assert not desk.find_element("id", "opening").is_displayed()
    assert desk.find_element("id", "map").is_displayed()


@pytest.mark.parametrize("width", WIDTHS)
def test_from_an_open_game_another_is_opened_by_a_file_or_by_pasting(desk: Any, winter: str, width: str) -> None:
    resized(desk, width)
    opened(desk, view_of(winter, "frederick"))
    touched(desk, "#reopen")
    assert desk.find_element("id", "file").is_displayed()
    touched(desk, "#opening-close")
    assert not desk.find_element("id", "opening").is_displayed()
    touched(desk, "#reopen")
    pasted_by_touch(desk, Path(view_of(winter, "elisabeth")).read_text())
    until(desk, "return desk.about.role === 'elisabeth'")
    until(desk, AT_REST)

    assert not desk.find_element("id", "opening").is_displayed()
    assert "true" != desk.find_element("id", "reopen").get_attribute("aria-expanded")


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_no_higher_than_its_window(desk: Any, winter: str, width: str) -> None:
    resized(desk, width)
    opened(desk, view_of(winter, "frederick"))

    assert WIDTHS[width] == tuple(
        desk.execute_script("const top = document.documentElement; return [top.scrollWidth, top.scrollHeight]")
    )
