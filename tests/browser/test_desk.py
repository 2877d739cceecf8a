"""The player's desk in Chromium: opened from a disk with the network off, tapped, written in, sealed."""

from __future__ import annotations

import json
import os
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from random import Random
from threading import Thread
from tomllib import loads as parse_toml
from typing import Any
from unittest.mock import patch

import pytest
from battle_game import POSITION, begin, view_of
from chromium import WIDTHS, faults, requests, resized
from desk_browser import AT_REST, OFF, checked, compare, opened, sheet_of, shown, tab, tap, until
from desk_pages import Position, mutilated, positions

from pbem.report.forms import view_in_page
from pbem.store.reading import read_secret
from pbem.workflow import Table, open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.deskpage import home
from pbem.workflow.deskpage.offering import offered
from pbem.workflow.deskpage.publics import desk_of
from pbem.workflow.site import site
from pbem.workflow.submit import submit

POSITIONS = int(os.environ.get("PBEM_DESK_POSITIONS", "2"))
SHEETS = int(os.environ.get("PBEM_DESK_SHEETS", "5"))  # of every title, and as many mutilated ones
TITLES = ("friedrich", "fredericus", "maria")

# The places that are lit up, and those offered for the pieces that are chosen.
LIT = """
const chosen = document.querySelector(".chosen").dataset.token;
const pieces = desk.map.tokens[chosen].pieces;
const group = desk.offers.groups.find((row) => row.pieces.every((piece) => pieces.includes(piece)));
return [[...document.querySelectorAll(".goal")].map((row) => row.dataset.place), group.goals.map((row) => row.place)];
"""

# Many sheets of many views, each checked as the page checks them; what is said of each.
CHECK_ALL = """
const [rows, done] = arguments;
(async () => {
  const said = [];
  for (const [view, sheet] of rows) {
    const data = btoa(String.fromCharCode(...new TextEncoder().encode(view)));
    await desk.engine.ask("open", { name: "view.toml", data });
    said.push((await desk.engine.ask("check", { sheet })).said);
  }
  return said;
})().then(done, (fault) => done(String(fault)));
"""


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> str:
    return begin(tmp_path_factory.mktemp("battle"))


def some(title: str) -> list[Position]:
    """Decisions from all over some games; where only few are wanted, from the first turns of one."""
    found: list[Position] = []
    for number in range(1, 1000):
        rows = [*islice(positions(title, f"desk {number}"), SHEETS * 8)]
        found += rows[:: max(1, len(rows) // min(SHEETS, 60))]
        if len(found) >= SHEETS:
            return found[:SHEETS]
    raise AssertionError


@pytest.mark.parametrize("title", TITLES)
def test_complaints_are_those_of_the_checker_byte_for_byte(desk: Any, title: str, tmp_path: Path) -> None:
    random = Random(title)
    rows = [(row.view, row.sheet) for row in some(title)]
    rows += [(view, mutilated(sheet, random)) for view, sheet in rows]
    expected = [checked(view, sheet, tmp_path) for view, sheet in rows]

    assert expected == desk.execute_async_script(CHECK_ALL, rows)
    assert any("error[" in text for text in expected)


def test_what_is_offered_is_what_the_ruleset_offers(desk: Any, tmp_path: Path) -> None:
    """Of moves and all else; that the cities are those to which `check` lets a piece go is tried without a browser."""
    found = [row for row in islice(positions("friedrich", "offers"), POSITIONS * 40) if '"movement"' in row.view]
    rows = [(row.view, blank_of(row.view, tmp_path)) for row in found[:POSITIONS]]
    expected = [json.loads(json.dumps(offered(home.opened(str(tmp_path), view), sheet))) for view, sheet in rows]

    assert POSITIONS == len(rows)
    assert all(offers["groups"] for offers in expected)
    assert expected == desk.execute_async_script(CHECK_ALL.replace('"check"', '"offers"').replace(").said", ")"), rows)


def blank_of(view: str, folder: Path) -> str:
    return home.sheet_of(home.opened(str(folder), view))


def test_a_movement_phase_is_made_by_tapping_alone_on_a_phone(desk: Any, winter: str, tmp_path: Path) -> None:
    view = view_of(winter, "frederick")
    resized(desk, "phone")
    opened(desk, view)
    tab(desk, "board")
    moved = []
    while free := desk.find_elements("css selector", "#tray .chips[aria-label='Without orders'] .chip"):
        free[0].click()
        lit, goals = desk.execute_script(LIT)
        assert sorted(lit) == sorted(goals)
        goal = lit[0]
        pieces = desk.execute_script("return [...document.querySelectorAll('.chosen')].map(row => row.ariaLabel)")
        tap(desk, f".goal[data-place='{goal}']")
        if desk.execute_script("return document.querySelector('#tray').textContent").startswith("The ways"):
            desk.find_element("css selector", "#tray button.offer").click()
            until(desk, AT_REST)
        moved.append((pieces, goal))
    sheet = sheet_of(desk)
    answer = checked(Path(view).read_text(), sheet, tmp_path)

    assert len(moved) >= 8
    assert "the sheet is in order" in answer
    assert answer == shown(desk, "said")
    assert moved[-1][1] in desk.execute_script("return desk.map.tokens.map(row => row.city)")
    desk.find_element("id", "undo").click()
    until(desk, AT_REST)
    assert sheet != sheet_of(desk)
    desk.find_element("id", "redo").click()
    until(desk, AT_REST)
    assert sheet == sheet_of(desk)


def test_a_move_a_recruit_and_a_bid_are_made_by_tapping_alone(desk: Any, tmp_path: Path) -> None:
    position = POSITION.replace('phase = "combat"', 'phase = "movement"').replace("Celle 5", "Soltau 5")
    view = view_of(begin(tmp_path, "spring", position), "frederick")
    resized(desk, "phone")
    opened(desk, view)
    tab(desk, "board")
    desk.find_element("css selector", "#tray .chip").click()
    tap(desk, ".goal.attacks[data-place='celle']")
    for text in ("recruit 1 troop; pay 6D",):
        part = f"//div[@id='choices']//button[@data-offer='{text}']"
        desk.execute_script("arguments[0].click()", desk.find_element("xpath", part))
        until(desk, f"return desk.sheet.includes({text!r})")
        until(desk, AT_REST)
    tab(desk, "battles")
    desk.find_element("css selector", ".begin").click()
    until(desk, "return document.querySelector('[data-card]') !== null")
    until(desk, AT_REST)
    desk.find_element("css selector", "[data-card='13D']").click()
    until(desk, "return desk.sheet.includes('13D')")
    until(desk, AT_REST)
    answer = checked(Path(view).read_text(), sheet_of(desk), tmp_path)

    assert answer == shown(desk, "said")
    assert "the sheet is in order" in answer
    assert "recruit 1 troop; pay 6D" in answer
    assert "bid: Heinrich against Richelieu: 13D" in answer


def test_a_bid_is_clicked_together_rehearsed_sealed_and_opened_at_the_desk(
    desk: Any, battle: str, tmp_path: Path
) -> None:
    resized(desk, "phone")
    opened(desk, view_of(battle, "frederick"))
    tab(desk, "battles")
    for card in ("12D", "13D", "R"):
        desk.find_element("css selector", f"[data-card='{card}']").click()
        until(desk, AT_REST)
    desk.find_element("css selector", "[aria-label='13♦ earlier']").click()
    until(desk, AT_REST)
    desk.find_element("id", "rehearse").click()
    until(desk, "return document.querySelector('#rehearsed ol li') !== null")
    tab(desk, "sending")
    desk.find_element("id", "seal").click()
    until(desk, "return desk.sealed !== null")
    envelope, promised, words = (
        desk.execute_script(f"return desk.sealed.{name}") for name in ("text", "commitment", "words")
    )
    path = tmp_path / "orders.sealed.toml"
    path.write_text(envelope)
    receipt = submit(str(path), battle)

    assert '"13D",\n  "12D",\n  "R",' in sheet_of(desk)
    assert not receipt.answer.is_refused
    assert promised == receipt.commitment == shown(desk, "sealed-commitment")
    assert words == shown(desk, "sealed-words")
    assert words in receipt.text
    compare(desk, receipt.text)
    assert "It has the words and the commitment" in shown(desk, "compared")
    compare(desk, receipt.text.replace(promised[:8], "00000000"))
    assert "IT HAS NOT" in shown(desk, "compared")
    adjudicate(battle, ["all"])
    assert "13D" in (Path(battle) / "steps" / sorted(os.listdir(f"{battle}/steps"))[-1]).read_text()
    assert read_secret(open_game(battle).game)


def test_a_held_envelope_is_opened_by_the_phrase_of_the_page(desk: Any, winter: str) -> None:
    from pbem.seal import read_envelope
    from pbem.seal.age import unlocked

    opened(desk, view_of(winter, "frederick"))
    tab(desk, "sending")
    desk.find_element("id", "hold").click()
    until(desk, "return desk.sealed !== null")
    text, phrase = (desk.execute_script(f"return desk.sealed.{name}") for name in ("text", "phrase"))

    assert sheet_of(desk) == unlocked(read_envelope(text), phrase).text
    assert phrase == shown(desk, "sealed-phrase")
    assert 7 == len(phrase.split())


def test_what_is_typed_is_checked_while_one_types(desk: Any, winter: str) -> None:
    resized(desk, "desktop")
    opened(desk, view_of(winter, "frederick"))
    field = desk.find_element("id", "sheet")
    field.clear()
    field.send_keys(sheet_of(desk).partition("do = [")[0] + 'do = ["Keith > Nowhere"]')
    until(desk, "return document.querySelector('#said').textContent.includes('Nowhere')")
    until(desk, AT_REST)

    assert "error" == desk.execute_script("return document.getElementById('said').dataset.kind")
    assert desk.find_elements("css selector", "#marks mark.error")
    desk.find_element("css selector", "#said button.link:nth-of-type(2)").click()
    until(desk, "return document.getElementById('lookup').open")
    assert shown(desk, "lookup-title") in shown(desk, "said")
    desk.find_element("id", "lookup-close").click()


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_runs_out_of_the_page(desk: Any, winter: str, width: str) -> None:
    resized(desk, width, dark=width == "tablet")
    opened(desk, view_of(winter, "frederick"))
    for name in ("board", "paper", "battles", "told", "sending"):
        tab(desk, name)
        wide, high = desk.execute_script("return [document.documentElement.scrollWidth, document.body.scrollHeight]")
        assert (wide, high) <= WIDTHS[width], name
        unnamed = "return [...document.querySelectorAll('button, textarea, input')].filter(part => part.offsetParent"
        unnamed += (
            " && !part.textContent.trim() && !part.ariaLabel && !(part.labels || []).length).map(part => part.id)"
        )
        assert [] == desk.execute_script(unnamed)
    resized(desk, "desktop")


def test_names_in_a_view_are_text_and_never_markup(desk: Any, winter: str, tmp_path: Path) -> None:
    text = Path(view_of(winter, "frederick")).read_text()
    evil = "<img src=x onerror=window.evil=1><script>window.evil=1</script>"
    path = tmp_path / "evil.view.toml"
    path.write_text(text.replace('game = "winter"', f'game = "{evil}"').replace("step = 2", "step = 3"))
    opened(desk, str(path))

    assert evil in shown(desk, "whose")
    assert desk.execute_script("return window.evil === undefined")
    assert 0 == len(desk.find_elements("css selector", "header img, main img, main script"))


def test_an_older_view_is_warned_of_and_nothing_is_stored(desk: Any, winter: str, tmp_path: Path) -> None:
    text = Path(view_of(winter, "frederick")).read_text()
    newer = tmp_path / "newer.view.toml"
    newer.write_text(text.replace("step = 2", "step = 9"))
    opened(desk, str(newer))
    opened(desk, view_of(winter, "frederick"))

    assert "not the newest" in shown(desk, "stale")
    assert 0 == desk.execute_script("return localStorage.length + sessionStorage.length")


def test_beside_a_site_the_page_has_the_public_view_inside_and_nothing_private(
    browser: Any, page: Path, winter: str
) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Nothing on the terminal."""

    site(winter, str(page.parent / "site"), desk=partial(beside, page))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(page.parent / "site"))) as web:
        Thread(target=web.serve_forever, daemon=True).start()
        start = f"http://127.0.0.1:{web.server_address[1]}"
        resized(browser, "tablet")
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**OFF, "offline": False})
        browser.get(f"{start}/index.html")
        faults(browser), requests(browser)
        browser.find_element("link text", "The desk").click()
        until(browser, "return Boolean(window.desk && desk.about && desk.map && !desk.pending)")
        whose = shown(browser, "whose")
        asked = {address for address in requests(browser) if not address.startswith(("chrome:", "data:", "blob:http"))}
        tabs = [row.text for row in browser.find_elements("css selector", "[role=tab]") if row.is_displayed()]
        told = browser.execute_script("return document.body.innerText")
        inside = (page.parent / "site" / "desk.html").read_text()
        web.shutdown()

    assert whose.startswith("The public view of step ") and whose.endswith(" of winter")
    assert {f"{start}/desk.html"} >= asked
    assert [] == faults(browser)
    assert ["Map", "News"] == tabs
    assert "Prussia" in told and "seals" not in told
    assert not [key for key in read_secret(open_game(winter).game).keys.values() if key in inside]
    assert "" == parse_toml(browser.execute_script("return document.getElementById('view').textContent"))["role"]


def beside(page: Path, table: Table) -> bytes:
    """What `pbem site --desk` lays beside a site, out of a page that is built already."""
    with patch("pbem.workflow.deskpage.publics.kit"), patch("pbem.workflow.deskpage.publics.page") as made:
        made.side_effect = lambda _, view: with_view_inside(page, view)
        return desk_of(table)


def with_view_inside(page: Path, view: bytes) -> bytes:
    text, mark = page.read_text(), '<script type="application/octet-stream" id="worker">'
    block = f'<script type="application/toml" id="view">{view_in_page(view.decode())}</script>\n'
    return text.replace(mark, block + mark, 1).encode()
