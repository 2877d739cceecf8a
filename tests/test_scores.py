"""What each title counts as its score: told on the front page of a site."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.ruleset import Ruleset
from pbem.rulesets import MODULES, ruleset_of
from pbem.rulesets.friedrich.board import OBJECTIVES, cities_in
from pbem.rulesets.friedrich.state import FRANCE

TITLES = sorted(name for name in MODULES if name != "toy")


def begun(ruleset: Ruleset, mode: str = "4p") -> Any:
    return ruleset.rules.set_up(mode, {option.id: option.default for option in ruleset.options})


def rows(ruleset: Ruleset, state: Any) -> dict[str, list[Any]]:
    section = ruleset.score.section(ruleset.secrets.view_of(state, None), None)
    return {row[0]: row[1:] for row in section["table"]["rows"]}


@pytest.mark.parametrize("title", TITLES)
def test_every_title_has_a_score_in_every_mode(title: str) -> None:
    ruleset = ruleset_of(title)
    for mode in ruleset.modes:
        section = ruleset.score.section(ruleset.secrets.view_of(begun(ruleset, mode.id), None), None)
        assert section["table"]["rows"]
        assert {len(section["table"]["columns"])} == {len(row) for row in section["table"]["rows"]}


def test_friedrich_counts_the_objectives_conquered_of_those_needed() -> None:
    ruleset = ruleset_of("friedrich")
    two = sum(1 << city for city in list(cities_in(OBJECTIVES[FRANCE]))[:2])
    found = rows(ruleset, begun(ruleset)._replace(conquered=two))

    assert ["Pompadour", "2 of 10"] == found["France"]
    assert ["Elisabeth", "0 of 10"] == found["Russia"]
    assert ["Frederick", "defends"] == found["Prussia"]


def test_friedrich_tells_who_has_left_the_war_and_what_it_eases() -> None:
    ruleset = ruleset_of("friedrich")
    found = rows(ruleset, begun(ruleset)._replace(executed=("elisabeth",)))

    assert ["Elisabeth", "has left the war"] == found["Russia"]
    assert ["Elisabeth", "0 of 5, eased"] == found["Sweden"]


def test_friedrich_leaves_out_who_takes_no_part() -> None:
    ruleset = ruleset_of("friedrich")

    assert {"Hanover", "France"} == set(rows(ruleset, begun(ruleset, "west"))) - {"Prussia"}


def test_fredericus_counts_what_all_can_see_until_the_end() -> None:
    ruleset = ruleset_of("fredericus")
    state = begun(ruleset)._replace(creatures=("ab", "c", "", ""), hands=(("a",), (), ("d", "d"), ()), fredericus="b")

    assert [2, 1, 3] == rows(ruleset, state)["Falconer A"]
    assert [1, 0, 3] == rows(ruleset, state)["Falconer B"]
    assert [0, 2, 2] == rows(ruleset, state)["Falconer C"]
    over = state._replace(winners=("a",))
    assert [2, 1, 4] == rows(ruleset, over)["Falconer A"]  # and a matching pair
