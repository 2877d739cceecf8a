"""The pictures of the README, drawn anew from a game between bots: docs/map.png, docs/report.png and docs/site.png.

To draw them: python tests/pictures.py [FOLDER]

It needs Chromium and its driver. Draw them anew whenever the map, a report or the site looks different; look at them.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import chromium

from pbem.workflow import open_game
from pbem.workflow.demo import Demo, demo
from pbem.workflow.mapping import at_step, svg_of
from pbem.workflow.site import site

DOCS = Path(__file__).parent.parent / "docs"
TURNS = 2  # the third begins with the last step
DRAWN = 19  # a step with moves, a battle and a question mark
PAGE = "step-0025.html"  # of the site, a step with a retreat and a battle
PHONE, DESK, BETWEEN = (356, 860), (1314, 860), 20


def main(folder: Path) -> None:
    """Play the game, and take the three pictures."""
    with tempfile.TemporaryDirectory() as top:
        game = Path(top, "winter-1756")
        demo(Demo(str(game), turns=TURNS), lambda line: None)
        site(str(game), str(Path(top, "site")))
        last = open_game(str(game)).last.number
        for browser in chromium.started(Path(top, "profile")):
            board = shown(browser, Path(top, "map.html"), map_page(game), (1240, 915))
            report = taken(browser, game / "reports" / f"{last:04}" / "frederick.html", (800, 1312))
            desk, phone = (taken(browser, Path(top, "site", PAGE), size, size == PHONE) for size in (DESK, PHONE))
            pair = shown(browser, Path(top, "pair.html"), side_by_side(Path(top), desk, phone),
                         (DESK[0] + BETWEEN + PHONE[0], DESK[1]))  # fmt: skip
            for name, data in {"map": board, "report": report, "site": pair}.items():
                (folder / f"{name}.png").write_bytes(data)


def map_page(game: Path) -> str:
    """The map after one of the steps, as the public sees it, as wide as the window."""
    svg = svg_of(at_step(open_game(str(game)), DRAWN), None)
    assert svg
    return f'<meta charset="utf-8"><style>body {{ margin: 0 }} svg {{ width: 100vw; height: auto }}</style>{svg}'


def side_by_side(top: Path, *pictures: bytes) -> str:
    """Two pictures on one page."""
    for number, data in enumerate(pictures):
        (top / f"{number}.png").write_bytes(data)
    images = "".join(f'<img src="{number}.png">' for number in range(len(pictures)))
    return f"<style>body {{ margin: 0; display: flex; gap: {BETWEEN}px; background: #8a8a8a }}</style>{images}"


def shown(browser: Any, file: Path, html: str, size: tuple[int, int]) -> bytes:
    """A picture of a page of its own."""
    file.write_text(html, encoding="utf-8")
    return taken(browser, file, size)


def taken(browser: Any, file: Path, size: tuple[int, int], dark: bool = False) -> bytes:
    """A picture of a page in a window of that size."""
    measure = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measure)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    browser.get(file.as_uri())
    return bytes(browser.get_screenshot_as_png())


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else DOCS)
