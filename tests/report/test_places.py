"""Places: our own walk through a TOML text finds what tree-sitter finds, and survives whatever else is sent."""

from __future__ import annotations

from functools import cache

import pytest
from toml_texts import ours, written
from tree_places import TreePlaces

from pbem.report.places import DEPTH, Path, Places, Spot


@cache
def texts() -> tuple[str, ...]:
    return tuple(written("places", 3000))


def deep_enough(spots: dict[Path, Spot]) -> dict[Path, Spot]:
    return {path: spot for path, spot in spots.items() if len(path) <= DEPTH}


def differences(text: str) -> list[tuple[Path, Spot | None, Spot | None]]:
    expected, found = deep_enough(TreePlaces(text).spots), deep_enough(Places(text).spots)
    paths = dict.fromkeys((*expected, *found))
    return [(path, expected.get(path), found.get(path)) for path in paths if expected.get(path) != found.get(path)]


@pytest.mark.parametrize("part", range(10))
def test_places_are_those_of_tree_sitter_in_texts_of_all_kinds(part: int) -> None:
    for text in texts()[part::10]:
        assert [] == differences(text), text


def test_places_are_those_of_tree_sitter_in_all_our_own_texts() -> None:
    found = ours()
    assert len(found) > 100
    for name, text in found.items():
        assert [] == differences(text), name


def test_a_text_that_is_not_toml_has_the_places_above_its_fault() -> None:
    places = Places("a = 1\n[t]\nb = [2, 3]\nc = \nd = 4\n")

    assert [("a",), ("t",), ("t", "b"), ("t", "b", 0), ("t", "b", 1)] == [*places.spots]


def test_a_newer_toml_has_places_too() -> None:
    text = 'a = {\n  b = "\\e\\x41z",\n  c.d = 07:30, # remark\n}\ne = 5\n'
    spots = Places(text).spots

    assert ["07:30", "5"] == [text[slice(*spots[path].value)] for path in (("a", "c", "d"), ("e",))]


def test_lists_within_lists_without_end_are_no_trouble() -> None:
    depth = 30_000
    text = f"a = {'[' * depth}{']' * depth}\nb = 1\n"
    spots = Places(text).spots

    assert text.index("1") == spots["b",].value.start
    assert DEPTH >= max(map(len, spots)) - 1
