"""The map of an archive in Chromium, opened from disk: with its looks in a style sheet it looks like the whole one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chromium import faults, resized
from map_positions import DEMO, game, picture_of

from pbem.svgmap import draw, draw_above, draw_ground, draw_sheet

# Of all that is drawn above the ground: its kind, its text, how it looks, and where it stands; but for ways, which have
# many points, the marks that are used at their cities, and those beneath them.
DRAWN = """
return [...document.querySelectorAll('.pieces rect, .pieces text, .pieces circle, .pieces line')].filter(
    part => !part.closest('defs')).map(function (part) {
  var look = getComputedStyle(part), box = part.getBoundingClientRect();
  var words = [part.tagName, look.fill, look.stroke];
  if (part.tagName === 'text') words.push(part.textContent, look.fontSize, look.fontWeight, look.textAnchor);
  if (part.tagName === 'rect') words.push(look.rx);
  if (look.stroke !== 'none') words.push(look.strokeWidth, look.strokeDasharray);
  return [words.join(' ').replaceAll('px', ''), box.left, box.top, box.right, box.bottom];
});
"""


def drawn(browser: Any, file: Path, svg: str) -> list[list[Any]]:
    """What a browser makes of a map, from left to right."""
    file.write_text(svg, encoding="utf-8")
    browser.get(file.as_uri())
    return list(browser.execute_script(DRAWN))


@pytest.mark.parametrize("number", [0, 20, 45, 60])
def test_with_a_sheet_the_map_looks_like_the_whole_one(browser: Any, tmp_path: Path, number: int) -> None:
    picture, strokes = picture_of(game(DEMO)[number], None)
    (tmp_path / "ground.svg").write_text(draw_ground(picture), encoding="utf-8")
    (tmp_path / "pieces.css").write_text(draw_sheet(picture), encoding="utf-8")
    resized(browser, "desktop")
    whole = drawn(browser, tmp_path / "whole.svg", draw(picture, strokes))
    short = drawn(browser, tmp_path / "short.svg", draw_above(picture, strokes, "", "ground.svg", "pieces.css"))

    assert [] == faults(browser)
    assert len(whole) > 60
    for look, *place in whole:
        same = [row[1:] for row in short if row[0] == look]
        assert any(max(abs(a - b) for a, b in zip(row, place, strict=True)) < 3 for row in same), f"{look} at {place}"


# How many dark points there are where the sign of each piece is written, on a map that is shown as a picture, for which
# a browser loads nothing from outside.
DARK = """
var done = arguments[1], picture = new Image();
picture.onload = function () {
  var canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
  canvas.width = picture.naturalWidth; canvas.height = picture.naturalHeight;
  pen.drawImage(picture, 0, 0);
  var map = new DOMParser().parseFromString(arguments_[0], 'image/svg+xml');
  var window_ = map.querySelector('svg > svg'), found = [];
  map.querySelectorAll('.pieces g svg').forEach(function (piece) {
    var x = +piece.getAttribute('x') + +window_.getAttribute('x');
    var y = +piece.getAttribute('y') + +window_.getAttribute('y');
    var points = pen.getImageData(x - 12, y - 14, 24, 16).data, dark = 0;
    for (var at = 0; at < points.length; at += 4)
      if (points[at + 3] > 128 && points[at] < 100 && points[at + 1] < 100) dark++;
    found.push([piece.querySelector('text').textContent, dark]);
  });
  done([found, [...pen.getImageData(5, 5, 1, 1).data]]);
};
var arguments_ = arguments;
picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(arguments[0]);
"""


def test_a_map_that_is_shown_as_a_picture_has_its_pieces_on_paper(browser: Any, tmp_path: Path) -> None:
    picture, strokes = picture_of(game(DEMO)[20], None)
    (tmp_path / "page.html").write_text("<!doctype html><title>A page</title>", encoding="utf-8")
    browser.get((tmp_path / "page.html").as_uri())
    signs, paper = browser.execute_async_script(DARK, draw_above(picture, strokes, "", "ground.svg", "pieces.css"))

    assert len(signs) > 20
    assert [] == [sign for sign, dark in signs if dark < 20]
    assert [255, 253, 245, 255] == paper
