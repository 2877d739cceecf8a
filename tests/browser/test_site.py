"""A click through the site in Chromium: no console errors, no network, pages turned by keys and links."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from games import play_steps
from pbem.workflow.new import Plan, new
from pbem.workflow.site import site

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = """--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-extensions --disable-dev-shm-usage --hide-scrollbars""".split()
STEPS = 10
WIDTHS = {"phone": (390, 844), "desktop": (1280, 900)}


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


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium of the system; where there is none, these tests are skipped, but not in continuous integration."""
    if not (CHROMIUM and DRIVER):
        missing = "chromium and chromedriver are not installed (Debian: chromium, chromium-driver)"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    selenium = pytest.importorskip("selenium.webdriver")
    options = selenium.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = selenium.Chrome(options=options, service=selenium.ChromeService(DRIVER))
    driver.set_page_load_timeout(60)
    yield driver
    driver.quit()


def resized(browser: Any, width: str, dark: bool = False) -> None:
    wide, high = WIDTHS[width]
    size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def press(browser: Any, key: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    ActionChains(browser).send_keys(getattr(Keys, key)).perform()


def comes_to(browser: Any, name: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 20).until(lambda found: found.current_url.endswith(name))
    WebDriverWait(browser, 20).until(lambda found: found.execute_script("return document.readyState") == "complete")


def requests(browser: Any) -> set[str]:
    """All addresses asked for since the last time."""
    messages = [json.loads(row["message"])["message"] for row in browser.get_log("performance")]
    sent = [row["params"] for row in messages if row["method"] == "Network.requestWillBeSent"]
    return {row["request"]["url"] for row in sent}


def faults(browser: Any) -> list[Any]:
    return [row for row in browser.get_log("browser") if row["level"] in ("WARNING", "SEVERE")]


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
        assert ("rgb(23, 24, 26)" if dark else "rgb(253, 252, 248)") == paper


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


@pytest.mark.parametrize("font", ["", "sans-serif", "serif", "monospace"])
def test_names_on_the_map_are_no_wider_than_planned(browser: Any, pages: Path, font: str) -> None:
    """The browser's own measure of the ground of every important name against the text on it, in any font."""
    resized(browser, "desktop")
    browser.get(f"{pages.as_uri()}/step-{STEPS:04}.html")
    texts, over = browser.execute_script(
        """
        if (arguments[0]) document.querySelectorAll('.map text').forEach(t => t.style.fontFamily = arguments[0]);
        var grounds = [...document.querySelectorAll('.map svg svg g[fill-opacity=".78"] rect')];
        var boxes = grounds.map(g => g.getBBox());
        var texts = [...document.querySelectorAll('.map svg svg g[fill="#000000"] > text')];
        var ends = texts.map(t => [t.getStartPositionOfChar(0).x, t.getEndPositionOfChar(t.getNumberOfChars() - 1).x]);
        var over = ends.filter(e => !boxes.some(b => e[0] >= b.x && e[1] <= b.x + b.width + 1));
        return [texts.length, over.length];
        """,
        font,
    )

    assert texts > 50
    assert 0 == over
