"""What is dropped into the desk, dragged about in it, kept by it and ordered ahead: in Chromium, without a network."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from battle_game import begin, view_of
from chromium import fingers, press, resized
from desk_browser import AT_REST, checked, compare, opened, sheet_of, shown, tab, tap, until
from spoilt_boards import board_of, edit

from games import play_steps
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.mailing import mails
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.site import site
from pbem.workflow.submit import submit

ORDER = "return [...document.querySelectorAll('[data-grip]')].map(row => row.dataset.grip)"


def dropped(desk: Any, *paths: Path) -> None:
    """Files let go over the page."""
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "dragOver", "drop"):
        desk.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 200, "data": data})
        until(desk, f"return {'true' if kind != 'dragOver' else 'document.body.classList.contains(`dropping`)'}")
    until(desk, "return !document.body.classList.contains('dropping')")


def closed(desk: Any) -> None:
    """Nothing is open any more, as far as one sees."""
    desk.execute_script("desk.about = null; document.getElementById('fault').hidden = true")


def is_open(desk: Any, role: str) -> None:
    until(desk, f"return Boolean(desk.about) && desk.about.role === {role!r}")
    until(desk, AT_REST)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


# what is dropped in


def test_a_mail_and_a_report_are_dropped_in_and_a_view_is_pasted(desk: Any, winter: str, tmp_path: Path) -> None:
    mail = next(Path(name) for name in mails(winter, str(tmp_path / "mails")) if "frederick" in name)
    page = Path(view_of(winter, "frederick")).with_name("frederick.html")
    for path in (mail, page):
        closed(desk)
        dropped(desk, path)
        is_open(desk, "frederick")
        assert "Turn 1" in shown(desk, "report-text"), path.suffix
    closed(desk)
    text = Path(view_of(winter, "elisabeth")).read_text()
    paste = "const data = new DataTransfer(); data.setData('text', arguments[0]); const told = {clipboardData: data};"
    desk.execute_script(
        f"{paste} document.body.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: data, bubbles: true}}))",
        text,
    )
    is_open(desk, "elisabeth")

    assert desk.execute_script("return document.getElementById('report').hidden")


SHOWN = "return [...document.querySelectorAll('#log-steps summary')].map(row => row.textContent.split(':')[0])"


@pytest.mark.parametrize("title", ["friedrich", "fredericus", "maria"])
def test_reports_and_pages_of_the_site_make_one_log_of_which_nothing_is_kept(
    desk: Any, title: str, tmp_path: Path
) -> None:
    game = str(tmp_path / title)
    new(Plan(game, title, seed="a"))
    for _ in range(5):
        play_steps(game, 1)
        report(game)
    site(game, str(tmp_path / "site"))
    folders = [Path(game, "reports", f"{step:04}") for step in range(1, 6)]
    role = next(path for path in folders[0].glob("*.view.toml")).name.partition(".")[0]
    closed(desk)
    dropped(desk, *(folders[step] / f"{role}.html" for step in (4, 1, 3)))
    until(desk, f"return Boolean(desk.about) && desk.about.game === {title!r} && desk.about.step === 6")
    until(desk, AT_REST)
    tab(desk, "told")

    assert ["Step 2", "Step 4", "Step 5"] == desk.execute_script(SHOWN)
    assert "Of the steps 1, 3 nothing was dropped in" in shown(desk, "log-missing")
    assert desk.execute_script("return document.getElementById('stale').hidden")
    dropped(desk, tmp_path / "site" / "step-0001.html")
    until(desk, "return document.querySelectorAll('#log-steps details').length === 4")
    dropped(desk, folders[2] / f"{role}.txt", folders[3] / f"{role}.html")
    until(desk, "return document.querySelectorAll('#log-steps details').length === 5")
    assert [f"Step {step}" for step in range(1, 6)] == desk.execute_script(SHOWN)
    assert desk.execute_script("return desk.about.step === 6 && document.getElementById('log-missing').hidden")
    assert 0 == desk.execute_script("return localStorage.length + sessionStorage.length")


@pytest.mark.parametrize("form", ["files", "zip"])
def test_a_board_that_the_page_does_not_know_is_dropped_in(desk: Any, tmp_path: Path, form: str) -> None:
    ours = Path(shutil.copytree(board_of("friedrich"), tmp_path / "ours"))
    edit("cities.csv", "achim,Achim,", f"achim,Achimsburg {form},")(ours)
    game = str(tmp_path / "spring")
    new(Plan(game, "friedrich", seed="a", board=str(ours)))
    adjudicate(game, ["all"])
    report(game)
    closed(desk)
    dropped(desk, Path(view_of(game, "frederick")))
    until(desk, "return !document.getElementById('fault').hidden")
    told = shown(desk, "fault-text")
    dropped(desk, *(ours.iterdir() if form == "files" else [Path(shutil.make_archive(str(ours), "zip", ours))]))
    is_open(desk, "frederick")

    assert "board" in told
    assert desk.execute_script("return document.getElementById('fault').hidden")
    assert f"Achimsburg {form}" in desk.execute_script("return desk.map.cities.map(row => row.name)")


# orders ahead


def test_orders_ahead_are_tapped_checked_and_sealed(desk: Any, winter: str, tmp_path: Path) -> None:
    view = view_of(winter, "frederick")
    resized(desk, "phone")
    opened(desk, view)
    tab(desk, "board")
    desk.find_element("css selector", "[data-decision='hanover']").click()
    until(desk, "return desk.offers.path.length === 2")
    until(desk, AT_REST)
    desk.find_element("css selector", "#tray .chips[aria-label='Without orders'] .chip").click()
    tap(desk, ".goal[data-place]")
    sheet = sheet_of(desk)

    assert 'for = "hanover"\ndo = [\n  "Ferdinand > ' in sheet
    assert shown(desk, "said") == checked(Path(view).read_text(), sheet, tmp_path)
    tab(desk, "sending")
    desk.find_element("id", "seal-ahead").click()
    desk.find_element("id", "seal").click()
    until(desk, "return desk.sealed !== null")
    envelope = tmp_path / "orders.sealed.toml"
    envelope.write_text(desk.execute_script("return desk.sealed.text"))
    receipt = submit(str(envelope), shutil.copytree(winter, tmp_path / "winter"))
    assert not receipt.answer.is_refused
    assert "[[ahead]]" in envelope.read_text() and "Ferdinand" not in envelope.read_text().partition("[[ahead]]")[2]
    assert all(
        words in receipt.text for words in desk.execute_script("return desk.sealed.tables.map(row => row.words)")
    )
    desk.find_element("id", "seal-ahead").click()
    tab(desk, "board")
    desk.find_element("xpath", "//button[.='Take these orders ahead back']").click()
    until(desk, "return desk.offers.coming.every(row => !row.said)")
    until(desk, AT_REST)
    assert "\n[[ahead]]" not in sheet_of(desk)


# bids


def test_plays_are_put_in_order_with_a_finger_a_mouse_and_the_keys(desk: Any, battle: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    resized(desk, "phone")
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    for card in ("12D", "13D", "R"):
        desk.find_element("css selector", f"[data-card='{card}']").click()
        until(desk, AT_REST)
    assert ["12D", "13D", "R"] == desk.execute_script(ORDER)
    desk.execute_script("document.querySelector('.plays').scrollIntoView()")
    grip = "const at = document.querySelector(arguments[0]).getBoundingClientRect(); return [at.left + 20, at.top + 15]"
    low, high = (desk.execute_script(grip, f"[data-grip='{card}']") for card in ("R", "12D"))
    fingers(desk, "touchStart", tuple(low))
    fingers(desk, "touchMove", (low[0], (low[1] + high[1]) / 2))
    fingers(desk, "touchMove", tuple(high))
    fingers(desk, "touchEnd")
    until(desk, "return desk.offers.bids.bid[0].plays[0] === 'R'")
    until(desk, AT_REST)
    assert ["R", "12D", "13D"] == desk.execute_script(ORDER)
    resized(desk, "desktop")
    row = desk.find_element("css selector", "[data-grip='R']")
    step = desk.find_element("css selector", "[data-grip='12D']").location["y"] - row.location["y"]
    ActionChains(desk).click_and_hold(row).move_by_offset(0, step).move_by_offset(0, 10).release().perform()
    until(desk, "return desk.offers.bids.bid[0].plays[0] === '12D'")
    until(desk, AT_REST)
    assert ["12D", "R", "13D"] == desk.execute_script(ORDER)
    desk.execute_script("document.querySelector(\"[data-grip='13D']\").focus()")
    press(desk, "ARROW_UP")
    until(desk, "return desk.offers.bids.bid[0].plays[1] === '13D'")
    until(desk, AT_REST)
    assert ["12D", "13D", "R"] == desk.execute_script(ORDER)


def test_receipts_are_dropped_in_and_compared_with_the_ledger(desk: Any, battle: str, tmp_path: Path) -> None:
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "sending")
    desk.find_element("id", "seal").click()
    until(desk, "return desk.sealed !== null")
    (tmp_path / "orders.sealed.toml").write_text(desk.execute_script("return desk.sealed.text"))
    receipt = submit(str(tmp_path / "orders.sealed.toml"), shutil.copytree(battle, tmp_path / "winter"))
    (tmp_path / "receipt.txt").write_text(receipt.text)
    dropped(desk, tmp_path / "receipt.txt")
    until(desk, "return document.getElementById('compared').textContent !== ''")

    told = shown(desk, "compared")
    assert "It has the words and the commitment of your envelope." in told
    assert "In the ledger: " in told
    compare(desk, receipt.text.replace("line ", "line 9"))
    assert "In the ledger: " in shown(desk, "compared")


# drafts


def test_drafts_are_kept_where_that_is_wanted_and_forgotten_where_not(desk: Any, page: Path, winter: str) -> None:
    view = view_of(winter, "frederick")
    opened(desk, view)
    tab(desk, "sending")
    desk.find_element("id", "keep").click()
    desk.execute_script("desk.write(desk.sheet.replace('do = [', 'do = [\"Keith stays\", '), 'hand')")
    until(desk, AT_REST)
    draft = sheet_of(desk)
    desk.get(page.as_uri())
    until(desk, "return document.body.dataset.engine === 'program'")
    opened(desk, view)
    until(desk, "return desk.sheet.includes('Keith stays')")

    assert draft == sheet_of(desk)
    tab(desk, "sending")
    desk.find_element("id", "keep").click()
    assert 0 == desk.execute_script("return localStorage.length")
    opened(desk, view)
    assert "Keith stays" not in sheet_of(desk)
