"""What the store reads by itself means what it means to tomllib; all else is left to it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from toml_texts import TOP, Writer

from pbem.core.sheets import quick
from pbem.store.plain import toml
from pbem.store.rows import plainly, read_by_rows
from pbem.workflow.many import each
from pbem.workflow.status import told

KEYS = some.text("ab-_1", min_size=1, max_size=3)
PLAIN = some.text("a 'é#=[]{},.", max_size=9) | some.integers(-(10**6), 10**6) | some.booleans()
VALUES: some.SearchStrategy[Any] = some.recursive(
    PLAIN, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(KEYS, inner, max_size=3), max_leaves=10
)
ROWS = ["a = 1", 'a = "x"', "b = true", "[a]", "[[a]]", "[a.b]", "[[a.b]]", "[b]", "[b.a]", "[[b]]", "c = []",
        "c = [\n    1,\n]",
        "c = [\n    { a = 1, b = { a = 1, a = 2 } },\n]", "c = [\n    { a = [], b = { a = true } },\n    1,\n]",
        "[c]", "[[c]]", "[c.a]", 'c = [\n    { a = 1, a = 2 },\n]', "# x", "", "a = 01", "a = -0",
        "a.b = 1", "[a]]", "[[a]", "a = 1  # y", "  a = 1", "a  = 1", "a =  1", "a   =1",
        'a = "\\u0041"', "a = 'x'", "a = 1.5",
        "a = 1_0"]  # fmt: skip


def is_right(text: str) -> bool:
    """Whether a text is read as it is meant, with every type, or left alone."""
    return plainly(text) is None or repr(plainly(text)) == repr(judged(text))


def judged(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except ValueError:
        return None


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(some.dictionaries(KEYS, VALUES, max_size=4))
def test_what_the_program_writes_is_read_as_tomllib_reads_it(table: dict[str, Any]) -> None:
    assert is_right(toml(table))


@given(some.lists(some.sampled_from(ROWS), max_size=7))
def test_rows_in_any_order_are_read_as_tomllib_reads_them_or_not_at_all(rows: list[str]) -> None:
    text = "".join(f"{row}\n" for row in rows)

    assert is_right(text)


@pytest.mark.parametrize("seed", range(150))
def test_texts_written_at_random_are_read_as_tomllib_reads_them_or_not_at_all(seed: int) -> None:
    text = Writer(str(seed)).text()

    assert is_right(text)


def test_our_own_files_are_read_so() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (TOP / "games").rglob("*.toml")]

    assert texts
    assert all(map(is_right, texts))


def test_steps_are_read_without_tomllib(game: str) -> None:
    texts = [path.read_text() for path in sorted(Path(game, "steps").glob("*.toml"))]
    texts += [Path(game, name).read_text() for name in ("game.toml", "secret.toml")]

    assert texts
    assert [repr(judged(text)) for text in texts] == [repr(plainly(text)) for text in texts]


def test_a_command_about_one_game_goes_without_and_one_about_many_does_not(game: str) -> None:
    quick.clear()
    assert [game] == [row.directory for row in each(told, [game])]
    assert [] == quick
    assert [game] * 9 == [row.directory for row in each(told, [game] * 9)]
    assert [plainly] == quick
    read_by_rows()
    assert [plainly] == quick
    quick.clear()
