"""No rule hangs on which city is the first of the board: 0 is a city like any other, and not the absence of one.

The cases of the vectors are run again on boards that list their cities in another order, so that one after the other of
those where pieces stand comes first, and whatever is told of them is told in the same words, if not in the same order.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
import test_vectors_maria as vectors
from case_nets import changed, offered
from every_case import moments
from test_vectors_maria import CASES, Case, Table

from pbem.boards import load
from pbem.core import sha256
from pbem.core.board import Pack
from pbem.core.offers import Offers
from pbem.core.ruleset import Ruleset
from pbem.rulesets.boarded import played_on
from pbem.rulesets.maria.packed import modules

FULL = "PBEM_FULL" in os.environ
PROBE = ("m5", "s5", "m3", "m4", "m6", "m7", "m9", "f3", "f5", "s3", "x1")[: 11 if FULL else 2]
HOUSE = ("Prag", "Pilsen", "Berlin")[: 3 if FULL else 1]


def first(pack: Pack, city: str) -> Pack:
    """A board that lists a city before all others."""
    return pack._replace(cities=tuple(sorted(pack.cities, key=lambda one: city not in (one.id, one.name))))


@cache
def house(city: str) -> Ruleset:
    digest = sha256(f"house {city}".encode()).hex()
    return played_on("maria", digest, modules(first(load("house"), city)._replace(digest=digest)))


def words(case: Case) -> list[str]:
    """All words that every role and the public are told in a case, of their blank sheets and of what is offered."""
    table = Table(case)
    table.play()
    telling, lines = table.title.telling, list(table.found.get("words", ()))
    for role in [role.id for role in table.title.mode(table.state.mode).roles]:
        view = table.title.secrets.view_of(table.state, role)
        lines += [telling.sheet(view, role), repr(telling.summary(view, role))]
    lines += [text for event in table.told for text in telling.tell(event)]
    for step in moments.__wrapped__("maria", case["id"]):
        lines += [repr(made) for _, made in changed(step) if step.sheets]
        lines += [repr(group) for _, found in offered(step) if isinstance(found, Offers) for group in found.groups]
    return sorted(re.findall(r"\w+", re.sub('own = "[^"]+"', "", "\n".join(lines))))  # the example is the first stack


@cache
def words_as_the_board_is(number: int) -> list[str]:
    return words(CASES[number])


def cases_of(city: str, on_house: bool) -> Iterator[int]:
    """The cases on a board in whose position a city is named."""
    for number, case in enumerate(CASES):
        named = repr([case.get(key) for key in ("position", "start")])
        if (case.get("board") == "house") == on_house and re.search(rf"\b{city}\b", named):
            yield number


@pytest.mark.parametrize("city", PROBE)
def test_the_first_city_of_the_probe_map_is_a_city_like_any_other(city: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = list(cases_of(city, on_house=False))
    expected = {CASES[at]["id"]: words_as_the_board_is(at) for at in numbers}
    pack, on_probe = first(vectors.probe(), city), vectors.on_probe
    monkeypatch.setattr(vectors, "probe", lambda: pack)
    monkeypatch.setattr(vectors, "on_probe", lambda changes, digest: on_probe(changes, f"{city} {digest}"))

    check(numbers, expected)


@pytest.mark.parametrize("city", HOUSE)
def test_the_first_city_of_the_house_board_is_a_city_like_any_other(city: str, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = list(cases_of(city, on_house=True))
    expected = {CASES[at]["id"]: words_as_the_board_is(at) for at in numbers}
    monkeypatch.setattr(vectors, "ground", lambda case: house(city))

    check(numbers, expected)


def check(numbers: list[int], expected: dict[str, list[str]]) -> None:
    """The cases hold on the boards of now, and the same is said."""
    assert numbers
    for at in numbers:
        vectors.test_vector(CASES[at])
    found = {CASES[at]["id"]: words(CASES[at]) for at in numbers}
    assert {} == {id_: apart(words, expected[id_]) for id_, words in found.items() if words != expected[id_]}


def apart(words: list[str], others: list[str]) -> Counter[str]:
    """The words that are said more often here or there."""
    here, there = Counter(words), Counter(others)
    return (here - there) + (there - here)
