"""The castle of Fredericus in Chromium: it fits a phone, nothing is cut off, signs are told apart without colours."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from chromium import WIDTHS, resized
from desk_browser import AT_REST, opened, sheet_of, tap, until
from desk_pages import positions

from games import play_steps
from pbem.rulesets.fredericus.cards import KINDS
from pbem.rulesets.fredericus.signs import SIGNS
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.site import site

MODES = {"2p": 11, "3p": 16, "4p": 16}  # and so many steps
# Words and cards outside the picture, words over words, the smallest letters in pixels, and how many words there are.
MEASURED = """
var svg = document.querySelector('figure svg'), page = svg.getBoundingClientRect();
var words = [...svg.querySelectorAll('text')], boxes = words.map(word => word.getBoundingClientRect());
var things =
  [...svg.querySelectorAll('text, use, polygon, circle')].filter(thing => !thing.closest('defs'));
var out = things.filter(function (thing) {
  var box = thing.getBoundingClientRect();
  return box.left < page.left - 1 || box.right > page.right + 1
    || box.top < page.top - 1 || box.bottom > page.bottom + 1;
});
var over = [];
boxes.forEach((a, i) => boxes.slice(i + 1).forEach(function (b, j) {
  var wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  var high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide > 2 && high > 4) { over.push(words[i].textContent + ' / ' + words[i + 1 + j].textContent); }
}));
var scale = svg.querySelector('text').getScreenCTM().a;
var sizes = words.map(word => Number(word.getAttribute('font-size')) * scale);
return [out.map(thing => thing.outerHTML), over, Math.min(...sizes), words.length];
"""
# The grey of every pixel of a sign as a phone shows it.
GREYS = """
var done = arguments[1], image = new Image();
image.onload = function () {
  var canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
  canvas.width = canvas.height = 20;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, 20, 20);
  pen.drawImage(image, 0, 0, 20, 20);
  var data = pen.getImageData(0, 0, 20, 20).data, greys = [];
  for (var at = 0; at < data.length; at += 4) {
    greys.push(Math.round(0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]));
  }
  done(greys);
};
image.src = 'data:image/svg+xml,' + encodeURIComponent(arguments[0]);
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    top = tmp_path_factory.mktemp("castles")
    for mode, steps in MODES.items():
        new(Plan(str(top / mode), "fredericus", mode=mode, seed="a"))
        play_steps(str(top / mode), steps)
        report(str(top / mode))
    return {mode: top / mode for mode in MODES}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_castle_fits_the_screen(browser: Any, games: dict[str, Path], mode: str, width: str) -> None:
    resized(browser, width)
    for name in ("a", "public"):
        browser.get((games[mode] / "reports" / f"{MODES[mode]:04}" / f"{name}.html").as_uri())
        out, over, smallest, words = browser.execute_script(MEASURED)

        assert [] == out
        assert [] == over
        assert smallest >= 9.5
        assert words > 100
        assert browser.execute_script("return document.documentElement.scrollWidth") <= WIDTHS[width][0]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_castle_fits_the_pages_of_a_site(browser: Any, games: dict[str, Path], width: str, tmp_path: Path) -> None:
    site(str(games["4p"]), str(tmp_path / "site"))
    resized(browser, width)
    browser.get((tmp_path / "site" / f"step-{MODES['4p']:04}.html").as_uri())
    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    out, over, smallest, words = browser.execute_script(MEASURED)

    assert [] == out
    assert [] == over
    assert smallest >= 9.5
    assert words > 100
    assert browser.execute_script("return document.documentElement.scrollWidth") <= WIDTHS[width][0]


def test_signs_are_told_apart_in_grey(browser: Any) -> None:
    browser.get("data:text/html,signs")
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-16 -16 32 32" width="20" height="20">{}</svg>'
    greys = {card: browser.execute_async_script(GREYS, frame.format(sign)) for card, sign in SIGNS.items()}

    assert set(KINDS) < set(greys)
    for one, other in combinations(greys, 2):
        apart = sum(abs(a - b) > 96 for a, b in zip(greys[one], greys[other], strict=True)) / 400
        assert apart > 0.2, (one, other, apart)


def test_the_castle_on_a_site_is_zoomed_and_comes_back(browser: Any, games: dict[str, Path], tmp_path: Path) -> None:
    place = "var box = document.querySelector('figure text').getBoundingClientRect(); return [box.left, box.width]"
    site(str(games["4p"]), str(tmp_path / "site"))
    resized(browser, "desktop")
    browser.get((tmp_path / "site" / f"step-{MODES['4p']:04}.html").as_uri())
    browser.execute_script("sessionStorage.clear()")
    browser.refresh()
    before = browser.execute_script(place)
    browser.find_element("css selector", '[data-zoom="in"]').click()
    closer = browser.execute_script(place)
    browser.find_element("css selector", '[data-zoom="fit"]').click()

    assert closer[1] > 1.5 * before[1]
    assert before == pytest.approx(browser.execute_script(place), abs=1)


LIT = "return [...document.querySelectorAll('.overlay .goal')].map(mark => mark.dataset.place).sort()"
# A token of the own falcon: which one, and whether it lies over its letters.
FALCON = """
const at = desk.map.tokens.findIndex(token => token.pieces.includes('falcon'));
const mark = document.querySelector(`[data-token="${at}"]`).getBoundingClientRect();
const word = [...document.querySelectorAll('#map text')].find(word => word.textContent === arguments[0]);
const box = word.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
return [at, mark.left < x && x < mark.right && mark.top < y && y < mark.bottom];
"""


@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_a_bird_is_tapped_on_the_castle_and_then_the_post_it_flies_to(desk: Any, tmp_path: Path, width: str) -> None:
    position = next(row for row in positions("fredericus", "castle") if '"turn"' in row.view and row.step > 12)
    offers = position.ruleset.offers.offers(position.state, position.role, {})
    goals = {goal.place: goal.ways[0].text for group in offers.groups if group.name == "falcon" for goal in group.goals}
    path = tmp_path / "castle.view.toml"
    path.write_text(position.view, encoding="utf-8")
    resized(desk, width)
    opened(desk, str(path))
    desk.execute_script("desk.write(desk.sheet.replace(/^do = [^]*?^\\]/m, 'do = []'), 'program')")
    until(desk, "return desk.offers && desk.offers.groups.length")
    until(desk, AT_REST)
    at, over = desk.execute_script(FALCON, f"{position.role.upper()}F")
    tap(desk, f"[data-token='{at}']")

    assert over
    assert sorted(goals) == desk.execute_script(LIT)
    post, here = min(goals), desk.execute_script("return desk.map.tokens[arguments[0]].box", at)
    tap(desk, f".goal[data-place='{post}']")
    assert goals[post] in sheet_of(desk)
    at, over = desk.execute_script(FALCON, f"{position.role.upper()}F")
    assert over
    assert here != desk.execute_script("return desk.map.tokens[arguments[0]].box", at)  # of a turn that is not whole
