"""The pictures of docs/desk.md and docs/playing.md, taken anew in Chromium: docs/desk-open.png, desk-map.png,
desk-bid.png, desk-send.png and desk-wide.png.

To take them: python tests/desk_pictures.py [FOLDER]

It needs Chromium, its driver, node and npm. Take them anew whenever the desk looks different; look at them.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import chromium
from battle_game import begin, view_of

from games import play_steps
from pbem.workflow.deskpage.build import build
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report

DOCS = Path(__file__).parent.parent / "docs"
WHEN = """
const plays = '["13D", "10D", { card = "R", to = 2, when = "score < -5" }]';
desk.write(desk.sheet.replace(/plays = \\[[^]*?\\n\\]/, `plays = ${plays}`), "tap");
"""
AT_REST = "return Boolean(window.desk && desk.about && !desk.pending && !desk.engine.busy && desk.offers)"


def until(browser: Any, script: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, 300, 0.1).until(lambda found: found.execute_script(script))


def opened(browser: Any, view: str, tab: str) -> None:
    browser.execute_script("if (window.desk) desk.about = null")
    browser.find_element("id", "file").send_keys(view)
    until(browser, AT_REST)
    browser.execute_script(f"document.querySelector('[role=tab][data-tab={tab}]').click()")


def clicked(browser: Any, selector: str) -> None:
    browser.execute_script(f"document.querySelector({selector!r}).click()")
    until(browser, AT_REST)


def taken(browser: Any, file: Path) -> None:
    """A picture with few colours: as good to look at, and a third of the size."""
    from PIL import Image  # of whoever makes the pictures

    data = b64decode(browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
    Image.open(BytesIO(data)).convert("RGB").quantize(64).save(file, optimize=True)


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        top = Path(work)
        page = build(str(top / "desk.html"))
        new(Plan(str(top / "winter"), "friedrich", seed="a"))
        play_steps(str(top / "winter"), 1)
        report(str(top / "winter"))
        battle = begin(top, "battle")
        runner = chromium.started(top / "profile")
        browser = next(runner)
        chromium.resized(browser, "phone")
        browser.get(Path(page).as_uri())
        until(browser, "return document.body.dataset.engine === 'program'")
        taken(browser, folder / "desk-open.png")
        opened(browser, view_of(str(top / "winter"), "frederick"), "board")
        clicked(browser, "#tray .chip")
        taken(browser, folder / "desk-map.png")
        chromium.resized(browser, "desktop")
        clicked(browser, "#tray .goals .offer:nth-of-type(3)")
        clicked(browser, "#tray .chip")
        taken(browser, folder / "desk-wide.png")
        chromium.resized(browser, "phone")
        opened(browser, view_of(battle, "frederick"), "battles")
        for card in ("13D", "10D", "R"):
            clicked(browser, f"[data-card='{card}']")
        browser.execute_script(WHEN)
        until(browser, AT_REST)
        clicked(browser, "#rehearse")
        until(browser, "return document.querySelector('#rehearsed ol li') !== null")
        browser.execute_script("document.querySelector('.bid').scrollIntoView()")
        taken(browser, folder / "desk-bid.png")
        browser.execute_script("document.querySelector('[role=tab][data-tab=sending]').click()")
        clicked(browser, "#seal")
        until(browser, "return desk.sealed !== null")
        taken(browser, folder / "desk-send.png")
        runner.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS)
