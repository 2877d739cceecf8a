"""A click through the site in Chromium: no console errors, no network, pages turned by keys and links."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from chromium import COLOURS, PAPER, WIDTHS, comes_to, contrast, faults, press, requests, resized, rgb

from games import play_steps
from pbem.workflow.new import Plan, new
from pbem.workflow.site import site

STEPS = 10


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("browser")
    new(Plan(str(top / "winter"), "friedrich", seed="a"))
    play_steps(str(top / "winter"), STEPS)
    site(str(top / "winter"), str(top / "site"))
    return top / "site"


@pytest.fixture(scope="module")
def server(pages: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Nothing on the terminal."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(pages))) as web:
        Thread(target=web.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{web.server_address[1]}"
        web.shutdown()


@pytest.mark.parametrize("place", ["file", "server"])
def test_a_click_through_the_site(browser: Any, pages: Path, place: str, request: pytest.FixtureRequest) -> None:
    start = pages.as_uri() if place == "file" else request.getfixturevalue("server")
    faults(browser), requests(browser)
    resized(browser, "desktop")
    browser.get(f"{start}/index.html")
    browser.find_element("link text", "From the beginning").click()
    comes_to(browser, "step-0000.html")
    for number in range(1, STEPS + 1):
        press(browser, "ARROW_RIGHT")
        comes_to(browser, f"step-{number:04}.html")
    press(browser, "ARROW_RIGHT")  # there is no more
    press(browser, "ARROW_LEFT")
    comes_to(browser, f"step-{STEPS - 1:04}.html")
    browser.find_element("css selector", 'a[title="Step before"]').click()
    comes_to(browser, f"step-{STEPS - 2:04}.html")
    press(browser, "HOME")
    comes_to(browser, "step-0000.html")
    press(browser, "END")
    comes_to(browser, f"step-{STEPS:04}.html")
    browser.find_element("css selector", 'a[title="All steps"]').click()
    comes_to(browser, "index.html")

    assert [] == faults(browser)
    asked = requests(browser)
    assert asked
    assert all(address.startswith((start, "data:")) for address in asked), asked


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True])
def test_nothing_runs_out_of_the_page(browser: Any, pages: Path, width: str, dark: bool) -> None:
    resized(browser, width, dark)
    for name in ("index.html", "step-0002.html", f"step-{STEPS:04}.html"):
        browser.get(f"{pages.as_uri()}/{name}")
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        paper = browser.execute_script("return getComputedStyle(document.body).backgroundColor")

        assert wide <= WIDTHS[width][0], name
        assert PAPER[dark] == paper


@pytest.mark.parametrize("dark", [False, True])
def test_red_suits_can_be_read(browser: Any, pages: Path, dark: bool) -> None:
    resized(browser, "desktop", dark)
    browser.get(f"{pages.as_uri()}/step-{STEPS:04}.html")
    found = browser.execute_script(COLOURS)

    assert found
    assert min(contrast(ink, paper) for ink, paper in found) >= 4.5
    assert all(red > 1.4 * max(green, blue) for red, green, blue in map(rgb, {ink for ink, _ in found}))


def test_the_map_is_zoomed_and_stays_so_on_the_next_page(browser: Any, pages: Path) -> None:
    shown = 'return document.querySelector(".map svg").getAttribute("viewBox").split(" ").map(Number)'
    resized(browser, "desktop")
    browser.get(f"{pages.as_uri()}/step-0002.html")
    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    whole = browser.execute_script(shown)
    browser.find_element("css selector", '[data-zoom="in"]').click()
    closer = browser.execute_script(shown)
    press(browser, "ARROW_RIGHT")
    comes_to(browser, "step-0003.html")

    assert closer[2] < whole[2]
    assert closer[:3] == browser.execute_script(shown)[:3]
    browser.find_element("css selector", '[data-zoom="fit"]').click()
    assert whole[2] == browser.execute_script(shown)[2]


def test_keys_and_a_double_tap_zoom_the_map(browser: Any, pages: Path) -> None:
    shown = 'return Number(document.querySelector(".map svg").getAttribute("viewBox").split(" ")[2])'
    resized(browser, "desktop")
    browser.get(f"{pages.as_uri()}/step-0002.html")
    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    found = [browser.execute_script(shown)]
    for key in ("+", "-", "+", "0"):
        press(browser, key)
        found.append(browser.execute_script(shown))
    browser.execute_script(
        "document.querySelector('.map figure').dispatchEvent(new MouseEvent('dblclick', {clientX: 300, clientY: 300}))"
    )
    found.append(browser.execute_script(shown))
    browser.execute_script("sessionStorage.clear()")

    whole = found[0]
    assert [1, 0.6, 1, 0.6, 1, 0.5] == pytest.approx([width / whole for width in found], abs=0.01)


def test_the_front_page_shows_score_players_and_a_map_that_zooms(browser: Any, pages: Path) -> None:
    shown = 'return document.querySelector(".map svg").getAttribute("viewBox").split(" ").map(Number)'
    resized(browser, "tablet")
    browser.get(f"{pages.as_uri()}/index.html")
    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    heads = [head.text for head in browser.find_elements("css selector", "main h2")]
    whole = browser.execute_script(shown)
    browser.find_element("css selector", '[data-zoom="in"]').click()

    assert ["The score", "The players"] == heads[:2]
    assert browser.execute_script(shown)[2] < whole[2]
    browser.execute_script("sessionStorage.clear()")


@pytest.mark.parametrize("font", ["", "sans-serif", "serif", "monospace"])
def test_names_on_the_map_are_no_wider_than_planned(browser: Any, pages: Path, font: str) -> None:
    """The browser's own measure of the ground of every important name against the text on it, in any font."""
    resized(browser, "desktop")
    browser.get(next(pages.glob("ground-*.svg")).as_uri())
    texts, over = browser.execute_script(
        """
        if (arguments[0]) document.querySelectorAll('text').forEach(t => t.style.fontFamily = arguments[0]);
        var grounds = [...document.querySelectorAll('svg svg g[fill-opacity=".78"] rect')];
        var boxes = grounds.map(g => g.getBBox());
        var texts = [...document.querySelectorAll('svg svg g[fill="#000000"] > text')];
        var ends = texts.map(t => [t.getStartPositionOfChar(0).x, t.getEndPositionOfChar(t.getNumberOfChars() - 1).x]);
        var over = ends.filter(e => !boxes.some(b => e[0] >= b.x && e[1] <= b.x + b.width + 1));
        return [texts.length, over.length];
        """,
        font,
    )

    assert texts > 50
    assert 0 == over
