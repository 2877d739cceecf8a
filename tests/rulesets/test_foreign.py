"""The door: what can be wrong with a package that gives a ruleset is named with a code, without a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from foreign import TOY, on_the_path, package

from pbem.rulesets import ruleset_of
from pbem.store import GameFault
from pbem.workflow import known_ruleset

GOOD = TOY.format(change="name='meadow'")


def test_a_ruleset_is_found_by_the_entry_point_of_its_package(tmp_path: Path) -> None:
    package(tmp_path, GOOD)
    with on_the_path(tmp_path):
        found = known_ruleset("meadow", "game.toml")

    assert ("meadow", "Toy") == (found.name, found.title)


def test_the_same_entry_point_noted_twice_is_one(tmp_path: Path) -> None:
    """A package can lie on the path twice: as it is worked on, and installed."""
    package(tmp_path / "one", GOOD)
    package(tmp_path / "two", GOOD)
    with on_the_path(tmp_path / "one"), on_the_path(tmp_path / "two"):
        assert "meadow" == ruleset_of("meadow").name


@pytest.mark.parametrize(
    ("source", "form", "said"),
    [
        ("import chess_of_yesterday\n", "", "ModuleNotFoundError: No module named 'chess_of_yesterday'"),
        ("raise SystemExit(3)\n", "", "SystemExit: 3"),
        ("RULES = 1\n", "", "AttributeError: "),
        (TOY.format(change="weather=1"), "", "weather"),
        ("RULESET = 1\n", "kind", "is no ruleset"),
        (TOY.format(change=""), "name", "gives a ruleset meadow, but it is called toy"),
        (TOY.format(change="name='meadow', contract=7"), "contract", "version 7 of the contract"),
    ],
)
def test_a_package_that_is_of_no_use_is_a_fault_with_a_code(tmp_path: Path, source: str, form: str, said: str) -> None:
    package(tmp_path, source)
    with on_the_path(tmp_path), pytest.raises(GameFault) as raised:
        known_ruleset("meadow", "game.toml")

    assert ("PB551", form) == (raised.value.code.id, raised.value.facts["form"])
    assert said in raised.value.message and "meadow-game" in raised.value.message


def test_the_command_line_tells_it_without_a_traceback(tmp_path: Path, pbem: Any) -> None:
    package(tmp_path, "import chess_of_yesterday\n")
    with on_the_path(tmp_path):
        ran = pbem("new", str(tmp_path / "game"), "--ruleset", "meadow")

    assert (2, "") == (ran.code, ran.out)
    assert "PB551" in ran.err and "Traceback" not in ran.err
    assert not (tmp_path / "game").exists()


def test_no_package_can_take_the_place_of_our_own_titles(tmp_path: Path) -> None:
    package(tmp_path, TOY.format(change="name='friedrich'"), name="friedrich")
    with on_the_path(tmp_path):
        assert "Friedrich" == known_ruleset("friedrich", "game.toml").title


def test_codes_of_packages_are_explained_and_one_of_no_use_is_passed_over(tmp_path: Path, pbem: Any) -> None:
    package(tmp_path, GOOD)
    package(tmp_path, "import chess_of_yesterday\n", name="chess", distribution="chess-game")
    with on_the_path(tmp_path):
        ran = pbem("explain", "TY301")

    assert 0 == ran.code
    assert "TY301 not-held (error)" in ran.out
