"""What the titles share knows none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.rulesets.friedrich.board import CITY, name_of
from pbem.rulesets.friedrich.state import NATION_NAMES, NATIONS, PIECE_NAMES, ROLE_TITLES

HERE = Path(__file__).parents[2] / "pbem" / "rulesets" / "common"
MODULES = sorted(HERE.glob("*.py"))
TITLES = ("friedrich", "fredericus", "maria")
NAMES = {
    *NATION_NAMES, *(name.title() for name in NATIONS), *ROLE_TITLES.values(), *map(name_of, CITY.values()),
    *(name for name in PIECE_NAMES if len(name) > 2), "Bavaria", "Saxony", "Pragmatic", "Louis",
}  # fmt: skip


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_nation_title_or_city_is_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", text))

    assert not words & NAMES
    assert not [title for title in TITLES if title in text.lower()]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_only_the_core_is_known(path: Path) -> None:
    known = re.findall(r"\bpbem\.([a-z]+)(?:\.([a-z]+))?", path.read_text(encoding="utf-8"))

    assert {(first, second) for first, second in known if first != "core"} <= {("rulesets", "common")}
