"""No rule hangs on which city is the first of the list: 0 is a city like any other, and not the absence of one.

The cases of the vectors are run again on a map on which a city of theirs has changed numbers with Achim, the first in
the list: they hold, and whatever is said of them is said in the same words, if not in the same order. The modules of
the ruleset are loaded anew for it, and those of all other tests put back afterwards.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from rule_coverage import CASES

CITIES = (
    "Berlin", "Breslau", "Glogau", "Neumarkt", "Brünn", "Dresden", "Köslin", "Heiligenbeil", "Celle", "Leipzig",
    "Cottbus", "Pirna", "Hannover", "Steinau", "Meißen", "Fulda", "Oschatz", "Sierpc", "Stade", "Koblenz", "Oels",
    "Hersfeld", "Göttingen", "Aussig", "Brandenburg", "Hildburghausen", "Torgau", "Northeim", "Iserlohn", "Hünfeld",
)  # fmt: skip
SOME = CITIES if "PBEM_FULL" in os.environ else CITIES[:2]  # these stand in every other case
OURS = ("pbem.rulesets.friedrich", "test_vectors")


@contextmanager
def loaded_anew() -> Iterator[None]:
    """The modules of the ruleset, and of the runner of its vectors, are loaded again; then the old ones are back."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith(OURS)}
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.startswith(OURS)]:
            del sys.modules[name]
        sys.modules.update(kept)


def swapped(facts: Any, city: str) -> None:
    """Let a city and the first one of the list change numbers, in all tables."""
    other = facts.NAMES.index(city)
    number = {0: other, other: 0}

    def board(bits: int) -> int:
        rest = bits & ~(1 | 1 << other)
        return rest | (bits & 1) << other | (bits >> other & 1)

    def row(items: Any, change: Callable[[Any], Any] = lambda item: item) -> Any:
        return type(items)(change(items[number.get(at, at)]) for at in range(len(items)))

    def cities(items: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(number.get(at, at) for at in items))

    for name in ("IDS", "NAMES", "GRID", "X", "Y"):
        setattr(facts, name, row(getattr(facts, name)))
    facts.SUIT = "".join(facts.SUIT[number.get(at, at)] for at in range(len(facts.SUIT)))
    facts.NEAR, facts.MAIN = row(facts.NEAR, cities), row(facts.MAIN, board)
    for name in ("COUNTRY", "SECTOR"):
        setattr(facts, name, {key: board(bits) for key, bits in getattr(facts, name).items()})
    for name in ("FIRST_ORDER", "SECOND_ORDER"):
        setattr(facts, name, tuple(map(board, getattr(facts, name))))
    facts.DEPOTS = tuple(tuple(number.get(at, at) for at in depots) for depots in facts.DEPOTS)
    facts.PIECES = tuple((*piece[:-1], number.get(piece[-1], piece[-1])) for piece in facts.PIECES)
    facts.CITY_NAMES = tuple({key: cities(found) for key, found in table.items()} for table in facts.CITY_NAMES)


def words_of(case: Any) -> list[str]:
    """All words that are said of the sheets of a case, and of what comes of them, as the runner of now says them."""
    names = ("test_vectors", "test_vectors_said", "test_vectors_foreseen")
    runner, teller, seer = (importlib.import_module(name) for name in names)
    state, events = runner.beginning(case)
    lines: list[str] = []
    for sheets in case.get("sheets", ()):
        if "until" in sheets:
            state, events = runner.until(state, sheets["until"])[0], ()
            continue
        for role, body in sheets.items():
            lines += teller.said(runner.RULESET, state, role, body)
        if any(
            teller.has_errors(runner.RULESET.rules.take(state, role, body).diagnostics) for role, body in sheets.items()
        ):
            break
        lines += seer.foreseen(runner.RULESET, state, sheets)
        for role, body in sheets.items():
            lines.append(repr(runner.RULESET.offers.offers(runner.RULESET.secrets.view_of(state, role), role, body)))
        before, (state, events) = state, runner.RULESET.rules.resolve(state, sheets, runner.CHANCE)
        lines += teller.changed(runner.RULESET, before, state, events, None)
        lines += seer.behind(runner.RULESET, events, sheets)
    lines += teller.told(runner.RULESET, events, [role.id for role in runner.RULESET.mode(state.mode).roles])
    return sorted(re.findall(r"\w+", "\n".join(lines)))


@cache
def words_on_the_real_map(number: int) -> list[str]:
    return words_of(CASES[number])


@pytest.mark.parametrize("city", SOME)
def test_a_city_with_the_number_0_is_a_city_like_any_other(city: str) -> None:
    cases = [at for at, case in enumerate(CASES) if re.search(rf"\b{city}\b", repr(case.get("position")))]
    expected = {CASES[at]["id"]: words_on_the_real_map(at) for at in cases}
    with loaded_anew():
        swapped(importlib.import_module(f"{OURS[0]}.facts"), city)
        assert 0 == importlib.import_module(f"{OURS[0]}.board").CITIES.find(city)[0]
        found = {CASES[at]["id"]: words_of(CASES[at]) for at in cases}
        for at in cases:
            importlib.import_module("test_vectors").test_vector(CASES[at])

    assert {} == {id_: words for id_, words in found.items() if words != expected[id_]}
