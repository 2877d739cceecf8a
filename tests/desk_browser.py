"""The desk in a browser, for tests: what is done in it, and how long one waits for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from chromium import fingers, requests

from pbem.workflow.check import check_with_view, said

READY = "return document.body.dataset.engine === 'program'"
AT_REST = "return Boolean(desk.about && !desk.pending && !desk.engine.busy && desk.map)"
PATIENCE = 600  # seconds: Python starts slowly where many tests run at once
OFF = {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}


def emptied(browser: Any, blank: Path) -> None:
    """Nothing stored by other pages: all that are opened from a disk share one store."""
    blank.write_text("<!doctype html>")
    browser.get(blank.as_uri())
    browser.execute_script("localStorage.clear(); sessionStorage.clear()")
    requests(browser)


def until(browser: Any, script: str) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(browser, PATIENCE, 0.1).until(lambda found: found.execute_script(script))


def opened(desk: Any, path: str) -> None:
    desk.execute_script("desk.about = null")
    desk.find_element("id", "file").send_keys(path)
    number = next(line for line in Path(path).read_text().splitlines() if line.startswith("step = "))
    role = next(line for line in Path(path).read_text().splitlines() if line.startswith("role = "))
    until(desk, f"return Boolean(desk.about) && desk.about.step === {number[7:]} && desk.about.role === {role[7:]}")
    until(desk, AT_REST)


def tab(desk: Any, name: str) -> None:
    desk.execute_script(f"document.querySelector('[role=tab][data-tab={name}]').click()")


def tap(desk: Any, selector: str) -> None:
    """A finger on something of the map; until the desk has answered."""
    desk.execute_script("window.before = [desk.sheet, document.getElementById('tray').textContent].join()")
    place = "const at = document.querySelector(arguments[0]).getBoundingClientRect();"
    x, y = desk.execute_script(f"{place} return [at.left + at.width / 2, at.top + at.height / 2]", selector)
    fingers(desk, "touchStart", (x, y))
    fingers(desk, "touchEnd")
    until(desk, "return before !== [desk.sheet, document.getElementById('tray').textContent].join()")
    until(desk, AT_REST)


def touched(desk: Any, selector: str) -> None:
    """A finger on a part of the page, which must be there to be touched: nothing may lie over it."""
    place = "const part = document.querySelector(arguments[0]); part.scrollIntoView({ block: 'nearest' });"
    place += "const at = part.getBoundingClientRect(), x = at.left + at.width / 2, y = at.top + at.height / 2;"
    x, y, is_free = desk.execute_script(
        f"{place} return [x, y, part.contains(document.elementFromPoint(x, y))]", selector
    )
    assert is_free, f"something lies over {selector}"
    fingers(desk, "touchStart", (x, y))
    fingers(desk, "touchEnd")


def shown(desk: Any, id_: str) -> str:
    return str(desk.execute_script("return document.getElementById(arguments[0]).textContent", id_))


def sheet_of(desk: Any) -> str:
    return str(desk.execute_script("return desk.sheet"))


def checked(view: str, sheet: str, folder: Path) -> str:
    """What `pbem check --view` prints."""
    (folder / "orders.toml").write_text(sheet, encoding="utf-8", newline="")
    (folder / "view.toml").write_text(view, encoding="utf-8", newline="")
    answer = check_with_view(str(folder / "orders.toml"), str(folder / "view.toml"))
    return "\n".join(said(answer, "text"))


def compare(desk: Any, receipt: str) -> None:
    desk.execute_script("document.getElementById('receipt').value = arguments[0]", receipt)
    desk.execute_script("document.getElementById('compared').textContent = ''")
    desk.find_element("id", "receipt-compare").click()
    until(desk, "return document.getElementById('compared').textContent !== ''")
