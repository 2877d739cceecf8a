"""What docs/fewer-mails.md says of unless: every line of its tables can be read, and none is left out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pbem.core import SHEET, Diagnostic
from pbem.rulesets import ruleset_of
from pbem.rulesets.common.brakes import shape_of
from pbem.rulesets.fredericus.brakes import TONGUE
from pbem.rulesets.friedrich.brakes import PATTERNS
from pbem.rulesets.maria.brakes import PATTERNS as OF_MARIA

PAGE = (Path(__file__).parent.parent / "docs" / "fewer-mails.md").read_text(encoding="utf-8")


def lines_of(heading: str) -> list[str]:
    """What stands in the first column of the table below a heading."""
    section = PAGE.partition(f"### In *{heading}*\n")[2].partition("\n### ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE)
    return [line for cell in cells for line in re.findall(r"`([^`]+)`", cell)]


def read(title: str, decision: str, line: str) -> str:
    """A line as it is kept; a complaint fails."""
    said: list[Diagnostic] = []
    kept = ruleset_of(title).ahead.read_brake(line, SHEET, decision, said.append)
    assert not said, [fault.message for fault in said]
    return kept


@pytest.mark.parametrize(
    ("heading", "decision", "patterns"),
    [
        ("Friedrich", "hanover", PATTERNS), ("Fredericus", "turn", TONGUE.patterns),
        ("Maria", "austria", OF_MARIA),
    ],
)  # fmt: skip
def test_every_line_of_the_tables_can_be_read_and_every_pattern_is_told(
    heading: str, decision: str, patterns: tuple[str, ...]
) -> None:
    kept = [read(heading.lower(), decision, line) for line in lines_of(heading)]
    shown = {next(pattern for pattern in patterns if shape_of(pattern).fullmatch(line)) for line in kept}

    assert set(patterns) == shown


def test_the_example_can_be_ordered() -> None:
    (example,) = re.findall(r"```toml\n(\[\[ahead\]\].*?)```", PAGE, flags=re.DOTALL)[:1]
    (table,) = tomllib.loads(example)["ahead"]
    ruleset = ruleset_of("friedrich")
    pieces = {"hanover": {"ferdinand": "Stade 4"}, "prussia": {"heinrich": "Berlin 4"}}
    state = ruleset.files.position({"stage": "prussia", "phase": "movement", **pieces}, "4p", {})
    guess = ruleset.ahead.supposed(state, "frederick", table["for"])

    assert table["unless"] == [read("friedrich", table["for"], line) for line in table["unless"]]
    assert () == tuple(ruleset.rules.take(guess, "frederick", {"do": table["do"]}).diagnostics)


def test_every_line_that_is_shown_of_the_codes_can_be_read() -> None:
    about = ruleset_of("friedrich").rules.codes()["FR106"].about
    lines = re.findall(r"`([^`]+)`", about.partition("Wrong:")[0])[1:]  # the first is unless itself
    right = re.findall(r"`([^`]+)`", about.partition("Right:")[2])

    assert 11 == len([read("friedrich", "hanover", line) for line in [*lines, *right]])
