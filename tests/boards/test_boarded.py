"""A title on another board: the same rules, once more, with other tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.boards import load
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.rulesets.boarded import played_on
from pbem.rulesets.friedrich import facts, packed, tables
from pbem.workflow.simulate import play

FRIEDRICH = ruleset_of("friedrich")
OPTIONS = {option.id: option.default for option in FRIEDRICH.options}


@pytest.fixture(scope="module")
def copy() -> Ruleset:
    pack = load(str(tables.DATA))
    return played_on("friedrich", pack.digest, packed.modules(pack))


def test_the_reader_of_packs_and_the_reader_of_the_title_make_the_same_tables() -> None:
    assert tables.facts() == packed.facts(load(str(tables.DATA)))


def test_the_board_of_the_title_has_all_that_its_rules_name() -> None:
    assert [] == list(packed.unfit(load(str(tables.DATA))))


def test_the_order_of_the_rows_changes_nothing_that_rules_know() -> None:
    pack = load(str(tables.DATA))

    assert packed.facts(pack) == packed.facts(pack._replace(setup=pack.setup[::-1]))


def test_a_game_on_the_same_board_under_another_name_goes_the_same_way(copy: Ruleset) -> None:
    assert play(FRIEDRICH, "west", OPTIONS, "x") == play(copy, "west", OPTIONS, "x")


def test_the_modules_of_another_board_are_none_of_the_title_s_own(copy: Ruleset) -> None:
    state = copy.rules.set_up("4p", OPTIONS)

    assert copy is not FRIEDRICH
    assert type(state) is not type(FRIEDRICH.rules.set_up("4p", OPTIONS))
    assert FRIEDRICH.files.encode(FRIEDRICH.rules.set_up("4p", OPTIONS)) == copy.files.encode(state)


def test_two_boards_are_played_side_by_side(tmp_path: Path) -> None:
    """A city has another name on the second board, and the first one does not hear of it."""
    pack = load(str(tables.DATA))
    renamed = [city._replace(name="Achimsburg") if city.id == "achim" else city for city in pack.cities]
    other = played_on("friedrich", "f" * 64, packed.modules(pack._replace(cities=tuple(renamed))))

    def names(ruleset: Ruleset) -> set[str]:
        assert ruleset.map is not None
        view: Any = ruleset.secrets.view_of(ruleset.rules.set_up("4p", OPTIONS), None)
        return {city.name for city in ruleset.map.picture(view, None).cities}

    assert {"Achimsburg"} == names(other) - names(FRIEDRICH)
    assert "Achim" in facts.NAMES
