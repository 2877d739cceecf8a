"""Reports in Chromium, as files that somebody was sent: the map is zoomed and opens at the reader's own pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chromium import COLOURS, PAPER, WIDTHS, contrast, faults, fingers, press, requests, resized, rgb

from games import play_steps
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import report

STEPS = {"friedrich": 10, "fredericus": 9}
NATIONS = {
    "frederick": ("Prussia", "Hanover"),
    "elisabeth": ("Russia", "Sweden"),
    "maria-theresa": ("Austria", "The Imperial Army"),
    "pompadour": ("France",),
}
# How often the map is enlarged, by its width on the screen.
ZOOM = """
var figure = document.querySelector('.map figure');
return figure.querySelector('.board').getBoundingClientRect().width / figure.clientWidth;
"""
# The pieces of some nations and how many of them the figure shows, with nine tenths of the names beside them.
SHOWN = """
document.querySelector('.map figure').scrollIntoView();
var room = document.querySelector('.map figure').getBoundingClientRect();
var pieces = [...document.querySelectorAll('.board g > title')].filter(
  title => arguments[0].some(nation => title.textContent.startsWith(nation + ': ')) && / in /.test(title.textContent));
function shown(title) {
  var box = title.parentNode.getBoundingClientRect();
  return box.left >= room.left - box.width / 10 && box.right <= room.right + box.width / 10
    && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
}
function number(titles) {
  return titles.reduce((sum, title) => sum + title.textContent.split(', ').length, 0);
}
return [number(pieces), number(pieces.filter(shown))];
"""


# The least type size of the names of cities, in pixels of the screen.
NAMES = """
var board = document.querySelector('.board > svg');
var scale = board.getBoundingClientRect().width / board.viewBox.baseVal.width;
var names = [...board.querySelectorAll('text')].filter(text => arguments[0].includes(text.textContent));
return [names.length, scale * Math.min(...names.map(text => parseFloat(getComputedStyle(text).fontSize)))];
"""
CITIES = ("Berlin", "Oschatz", "Riesa", "Niesky", "Quedlinburg", "Plauen")


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder of reports for each title."""
    top = tmp_path_factory.mktemp("reports")
    for title, steps in STEPS.items():
        new(Plan(str(top / title), title, seed="a"))
        play_steps(str(top / title), steps)
        report(str(top / title))
    return {title: top / title / "reports" / f"{steps:04}" for title, steps in STEPS.items()}


def opened(browser: Any, path: Path) -> None:
    faults(browser), requests(browser)
    browser.get(path.as_uri())


def brought_to_own(browser: Any) -> None:
    """Without scripts the style sheet brings the map to its place, in one of the first frames that are drawn."""
    from selenium.webdriver.support.ui import WebDriverWait

    moved = "var figure = document.querySelector('.map figure'); return figure.scrollLeft + figure.scrollTop;"
    WebDriverWait(browser, 300).until(lambda browser: browser.execute_script(moved) > 0)


def zoom(browser: Any) -> float:
    return round(float(browser.execute_script(ZOOM)), 1)


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("role", NATIONS)
def test_on_a_phone_the_map_opens_at_the_own_pieces(
    browser: Any, reports: dict[str, Path], role: str, scripts: bool
) -> None:
    resized(browser, "phone", scripts=scripts)
    opened(browser, reports["friedrich"] / f"{role}.html")
    brought_to_own(browser)
    pieces, shown = browser.execute_script(SHOWN, NATIONS[role])
    names, size = browser.execute_script(NAMES, CITIES)

    assert pieces >= 3
    assert shown >= 2  # the largest group of them; the others are found by scrolling
    assert names >= 4
    assert size >= 8


@pytest.mark.parametrize("scripts", [True, False])
def test_the_public_report_opens_whole(browser: Any, reports: dict[str, Path], scripts: bool) -> None:
    resized(browser, "phone", scripts=scripts)
    opened(browser, reports["friedrich"] / "public.html")
    pieces, shown = browser.execute_script(SHOWN, [name for names in NATIONS.values() for name in names])

    assert pieces > 20
    assert pieces == shown
    assert 1 == zoom(browser)


@pytest.mark.parametrize("width", ["tablet", "desktop"])
def test_on_a_larger_screen_the_map_opens_whole(browser: Any, reports: dict[str, Path], width: str) -> None:
    resized(browser, width)
    opened(browser, reports["friedrich"] / "pompadour.html")

    assert 1 == zoom(browser)


@pytest.mark.parametrize("scripts", [True, False])
def test_buttons_zoom_the_map(browser: Any, reports: dict[str, Path], scripts: bool) -> None:
    resized(browser, "phone", scripts=scripts)
    opened(browser, reports["friedrich"] / "pompadour.html")
    found = []
    for level in ("2", "8", "1", "4", "own"):
        browser.find_element("css selector", f'label[for="zoom-{level}"]').click()
        found.append(zoom(browser))

    assert [2, 8, 1, 4] == found[:4]
    assert 1 < found[4] < 8


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_the_own_pieces_are_found_again(browser: Any, reports: dict[str, Path], width: str, scripts: bool) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    resized(browser, width, scripts=scripts)
    opened(browser, reports["friedrich"] / "maria-theresa.html")
    browser.find_element("css selector", 'label[for="zoom-1"]').click()
    zoom(browser)
    browser.find_element("css selector", 'label[for="zoom-own"]').click()

    def seen(_: Any) -> bool:
        _, shown = browser.execute_script(SHOWN, NATIONS["maria-theresa"])
        return bool(shown >= 3)

    WebDriverWait(browser, 300).until(seen)  # it takes a moment where the style sheet brings it there
    assert zoom(browser) > 1


def test_keys_zoom_the_map(browser: Any, reports: dict[str, Path]) -> None:
    resized(browser, "desktop")
    opened(browser, reports["friedrich"] / "pompadour.html")
    found = []
    for key in ("+", "+", "-", "0"):
        press(browser, key)
        found.append(zoom(browser))

    assert [1.5, 2.2, 1.5, 1] == found


def test_keys_choose_and_move_without_scripts(browser: Any, reports: dict[str, Path]) -> None:
    resized(browser, "desktop", scripts=False)
    opened(browser, reports["friedrich"] / "public.html")
    for key in ("TAB", "ARROW_RIGHT", "ARROW_RIGHT"):
        press(browser, key)

    assert 4 == zoom(browser)
    for key in ("TAB", "ARROW_RIGHT"):
        press(browser, key)
    assert "FIGURE" == browser.execute_script("return document.activeElement.tagName")


def test_two_fingers_and_a_double_tap_zoom_the_map(browser: Any, reports: dict[str, Path]) -> None:
    resized(browser, "phone")
    opened(browser, reports["friedrich"] / "public.html")
    browser.execute_script("document.querySelector('.map figure').scrollIntoView()")
    fingers(browser, "touchStart", (150, 100), (250, 100))
    fingers(browser, "touchMove", (100, 100), (300, 100))
    fingers(browser, "touchEnd")
    pinched = zoom(browser)
    browser.execute_script(
        "document.querySelector('.map figure').dispatchEvent(new MouseEvent('dblclick', {clientX: 150, clientY: 90}))"
    )

    assert (2, 4) == (pinched, zoom(browser))


def test_the_place_between_two_fingers_stays(browser: Any, reports: dict[str, Path]) -> None:
    resized(browser, "desktop")
    opened(browser, reports["friedrich"] / "public.html")
    place = """
    document.querySelector('.map figure').scrollIntoView();
    var box = document.querySelector('.board').getBoundingClientRect();
    return [(600 - box.left) / box.width, (300 - box.top) / box.height];
    """
    before = browser.execute_script(place)
    browser.execute_script(
        "document.querySelector('.map figure').dispatchEvent(new MouseEvent('dblclick', {clientX: 600, clientY: 300}))"
    )
    after = browser.execute_script(place)

    assert before == pytest.approx(after, abs=0.01)


@pytest.mark.parametrize("title", STEPS)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_report_in_an_archive_shows_the_map_beside_it(
    browser: Any, reports: dict[str, Path], title: str, width: str, tmp_path: Path
) -> None:
    publish(str(reports[title].parents[1]), str(tmp_path))
    page = tmp_path / "reports" / reports[title].name / "public.html"
    resized(browser, width)
    opened(browser, page)
    wide = browser.execute_script("return document.documentElement.scrollWidth")
    size = "return document.querySelector('.board > object').getBoundingClientRect().width"
    first = browser.execute_script(size)
    browser.find_element("css selector", 'label[for="zoom-4"]').click()

    assert 4 == zoom(browser)
    assert first >= 340
    assert browser.execute_script(size) >= 4 * first
    assert wide <= WIDTHS[width][0]
    assert [] == faults(browser)
    asked = {address.rpartition("/")[2] for address in requests(browser)}
    shared = {path.name for path in (*tmp_path.glob("reports/*.*"), *tmp_path.glob("maps/*-*.*"))}
    assert {"public.html", f"{reports[title].name}.svg", *shared} == asked


def test_on_paper_the_map_is_whole(browser: Any, reports: dict[str, Path]) -> None:
    resized(browser, "desktop")
    opened(browser, reports["friedrich"] / "pompadour.html")
    browser.find_element("css selector", 'label[for="zoom-8"]').click()
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown, buttons = zoom(browser), browser.find_element("css selector", ".zoom").is_displayed()
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})

    assert (1, False) == (shown, buttons)


@pytest.mark.parametrize("title", STEPS)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True])
def test_a_report_fits_the_screen(browser: Any, reports: dict[str, Path], title: str, width: str, dark: bool) -> None:
    resized(browser, width, dark)
    for path in sorted(reports[title].glob("*.html")):
        opened(browser, path)
        wide = browser.execute_script("return document.documentElement.scrollWidth")

        assert wide <= WIDTHS[width][0], path.name
        assert PAPER[dark] == browser.execute_script("return getComputedStyle(document.body).backgroundColor")
        assert [] == faults(browser)
        assert {path.as_uri()} == requests(browser)


@pytest.mark.parametrize("dark", [False, True])
def test_red_suits_can_be_read(browser: Any, reports: dict[str, Path], dark: bool) -> None:
    resized(browser, "phone", dark)
    opened(browser, reports["friedrich"] / "frederick.html")
    found = browser.execute_script(COLOURS)

    assert found
    assert min(contrast(ink, paper) for ink, paper in found) >= 4.5
    assert all(red > 1.4 * max(green, blue) for red, green, blue in map(rgb, {ink for ink, _ in found}))


@pytest.mark.parametrize("dark", [False, True])
def test_the_map_is_dimmed_in_the_dark(browser: Any, reports: dict[str, Path], dark: bool) -> None:
    resized(browser, "phone", dark)
    opened(browser, reports["friedrich"] / "public.html")
    dimmed = browser.execute_script("return getComputedStyle(document.querySelector('.board > svg')).filter")

    assert ("brightness(0.82)" if dark else "none") == dimmed
