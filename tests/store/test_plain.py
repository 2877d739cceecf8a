"""The program's own TOML: the very bytes that tomli_w writes, of which the digests of the first games were made."""

from __future__ import annotations

import tomllib
from datetime import date, time
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from pbem.store.plain import toml


class Pair(NamedTuple):
    first: Any
    second: Any


TEXTS = some.text() | some.sampled_from(['"', "\\", "\t", "a\nb", "\x7f", "\u0085", "ä", "\x1f", "x" * 90])
KEYS = some.text("ab-_1", min_size=1) | some.text() | some.sampled_from(["a b", "ü", ""])
PLAIN = TEXTS | some.integers() | some.booleans()
VALUES: some.SearchStrategy[Any] = some.recursive(
    PLAIN, lambda inner: some.lists(inner) | some.dictionaries(KEYS, inner) | some.tuples(inner, inner), max_leaves=12
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # of making values, not of writing them
@given(some.dictionaries(KEYS, VALUES, max_size=5))
def test_every_table_is_written_as_tomli_w_writes_it(table: dict[str, Any]) -> None:
    assert tomli_w.dumps(table) == toml(table)


@pytest.mark.parametrize("width", range(86, 100))
def test_a_table_in_a_list_stands_in_one_line_as_long_as_it_fits(width: int) -> None:
    table = {"rows": [{"a": "x" * width}, {"b": 1}]}

    assert tomli_w.dumps(table) == toml(table)


@pytest.mark.parametrize("value", [1.5, -0.0, float("inf"), date(2026, 3, 12), time(18, 0)])
def test_what_only_a_sheet_can_have_is_written_too(value: Any) -> None:
    table = {"a": value, "b": [value, {"c": value}], "d": {"e": value}}

    assert tomli_w.dumps(table) == toml(table)


def test_any_mapping_is_a_table() -> None:
    table = {"a": MappingProxyType({"b": MappingProxyType({})}), "c": [MappingProxyType({"d": 1})]}

    assert tomli_w.dumps(table) == toml(table)
    assert {"a": {"b": {}}, "c": [{"d": 1}]} == tomllib.loads(toml(table))


def test_a_named_tuple_is_a_list_wherever_it_stands() -> None:
    table = {"a": Pair([1], "b"), "c": [Pair(Pair(1, 2), "d")], "e": Pair({"f": "x" * 99}, {"g": 1})}

    assert tomli_w.dumps(table) == toml(table)


def test_what_is_no_value_of_toml_is_refused() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        toml({"a": None})
