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
