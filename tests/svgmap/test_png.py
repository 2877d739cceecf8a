"""Pictures as PNG: every word is painted, with fonts of our own, and the same picture gives the same bytes."""

from __future__ import annotations

import re
from html import unescape

import pytest
from font_subset import RANGES

from pbem.rulesets import ruleset_of
from pbem.svgmap.png import png_of
from pbem.workflow.mapping import sketch_of_view, svg_of

pytest.importorskip("resvg_py")


def text(words: str, weight: str = "normal") -> str:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" font-family="DejaVu Sans, sans-serif">'
    return f'{svg}<text x="5" y="25" font-weight="{weight}">{words}</text></svg>'


def test_words_are_painted_and_bold_ones_otherwise() -> None:
    pictures = {png_of(text(*row)) for row in (("",), ("Prag",), ("Praga",), ("Prag", "bold"))}

    assert 4 == len(pictures)


def test_the_same_picture_gives_the_same_bytes_also_in_another_size() -> None:
    assert png_of(text("Łódź ♠ Königgrätz")) == png_of(text("Łódź ♠ Königgrätz"))
    assert (400).to_bytes(4, "big") == png_of(text("Prag"), 400)[16:20]  # the width, in the head of the file


def test_generic_fonts_are_painted_too() -> None:
    plain = text("Prag").replace("DejaVu Sans, sans-serif", "sans-serif")

    assert png_of(text("Prag")) == png_of(plain)


@pytest.mark.parametrize("name", ["friedrich", "maria", "fredericus"])
def test_the_fonts_have_every_sign_of_the_maps(name: str) -> None:
    """A sign that is missing would be left out without a word."""
    ruleset = ruleset_of(name)
    mode = ruleset.modes[0].id
    state = ruleset.rules.set_up(mode, {option.id: option.default for option in ruleset.options})
    role = ruleset.modes[0].roles[0].id
    view = ruleset.secrets.view_of(state, role)
    svg = svg_of(sketch_of_view(ruleset, view, role, (), "Łukasz’ game – step 0"))
    wanted = set(unescape(re.sub(r"<style.*?</style>|<[^>]*>", "", svg, flags=re.DOTALL))) - {"\n"}

    assert {} == {sign: hex(ord(sign)) for sign in wanted if not any(a <= ord(sign) <= b for a, b in RANGES)}
