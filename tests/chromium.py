"""Chromium for tests of pages: sizes, keys, fingers, and what a page asked for or complained of."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
FLAGS = """--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking
--disable-component-update --disable-sync --disable-extensions --disable-dev-shm-usage --hide-scrollbars""".split()
WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 900)}
PAPER = {False: "rgb(253, 252, 248)", True: "rgb(23, 24, 26)"}

# The colours of all red signs on a page, each with the paper it is on.
COLOURS = """
return [...document.querySelectorAll('.red')].map(function (sign) {
  for (var on = sign; getComputedStyle(on).backgroundColor === 'rgba(0, 0, 0, 0)'; on = on.parentElement) {}
  return [getComputedStyle(sign).color, getComputedStyle(on).backgroundColor];
});
"""


def started(profile: Path) -> Iterator[Any]:
    """Chromium of the system; where there is none, these tests are skipped, but not in continuous integration."""
    if not (CHROMIUM and DRIVER):
        missing = "chromium and chromedriver are not installed (Debian: chromium, chromium-driver)"
        pytest.fail(missing) if os.environ.get("CI") == "true" else pytest.skip(missing)
    selenium = pytest.importorskip("selenium.webdriver")
    options = selenium.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = selenium.Chrome(options=options, service=selenium.ChromeService(DRIVER))
    driver.set_page_load_timeout(300)
    yield driver
    driver.quit()


def resized(browser: Any, width: str, dark: bool = False, scripts: bool = True) -> None:
    """The window of a device, in light or dark, with or without scripts."""
    wide, high = WIDTHS[width]
    size = {"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})


def press(browser: Any, key: str) -> None:
    """Press a key: its name, or a sign."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    ActionChains(browser).send_keys(getattr(Keys, key, key)).perform()


def comes_to(browser: Any, name: str) -> None:
    """Wait for a page to be there."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 300).until(lambda found: found.current_url.endswith(name))
    WebDriverWait(browser, 300).until(lambda found: found.execute_script("return document.readyState") == "complete")


def requests(browser: Any) -> set[str]:
    """All addresses asked for since the last time."""
    messages = [json.loads(row["message"])["message"] for row in browser.get_log("performance")]
    sent = [row["params"] for row in messages if row["method"] == "Network.requestWillBeSent"]
    return {row["request"]["url"] for row in sent}


def faults(browser: Any) -> list[Any]:
    """What the console has to complain of since the last time."""
    return [row for row in browser.get_log("browser") if row["level"] in ("WARNING", "SEVERE")]


def fingers(browser: Any, kind: str, *points: tuple[float, float]) -> None:
    """Fingers on the screen: touchStart, touchMove or touchEnd."""
    touches = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def contrast(one: str, other: str) -> float:
    """How well two colours, as ``rgb(1, 2, 3)``, stand apart: 1 to 21, as the guidelines for web pages measure it."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


def rgb(colour: str) -> tuple[int, ...]:
    """The three parts of a colour."""
    return tuple(int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3])


def _light(colour: str) -> float:
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
