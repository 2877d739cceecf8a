"""What is told of politics: hussars in every city, the first of the board too, and beside it; Saxony, the tracks."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from pbem.boards import load
from pbem.core import sha256
from pbem.core.chance import Chance
from pbem.core.offers import Group
from pbem.core.ruleset import Ruleset
from pbem.rulesets.boarded import played_on
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY, IDS, NEAR, name_of
from pbem.rulesets.maria.packed import modules
from pbem.rulesets.maria.records import Hussars, Turn
from pbem.rulesets.maria.state import OFF, TRACKS

USUAL = {option.id: option.default for option in RULESET.options}


def with_hussars(first: int, second: int = OFF) -> Any:
    """Karl stands beside the first city of the board, and the hussars may be placed."""
    state = RULESET.files.position(
        {"turn": 5, "contracts": [], "austria": {"karl": f"{IDS[NEAR[0][0]]} 4"}}, "advanced", USUAL
    )
    return state._replace(hussars=(first, second), agenda=(Turn(()), Hussars()))


@pytest.mark.parametrize("city", [0, 1, CITY["prag"]])
def test_a_hussar_that_comes_and_goes_is_told_with_its_city(city: int) -> None:
    there, gone = with_hussars(city), with_hussars(OFF)
    came, went = (RULESET.history.changes(*pair, None, ()) for pair in ((gone, there), (there, gone)))

    assert [("Hussars", "hussar", f"A hussar is in {name_of(city)} now.", {"hussar": 1, "city": IDS[city]})] == [
        (change.title, change.kind, change.text, dict(change.facts)) for change in came
    ]
    assert [("Hussars", "hussar", "A hussar is beside the board now.", {"hussar": 1, "city": ""})] == [
        (change.title, change.kind, change.text, dict(change.facts)) for change in went
    ]


def test_saxonys_way_and_those_of_the_tracks_are_told_with_both_ends() -> None:
    before = with_hussars(OFF)._replace(saxony="prussia", tracks=(1, 2, 3))
    found = RULESET.history.changes(before, before._replace(saxony="neutral", tracks=(1, 2, 4)), None, ())

    assert [("track", {"track": TRACKS[2], "from": 3, "to": 4}), ("saxony", {"from": "prussia", "to": "neutral"})] == [
        (change.kind, dict(change.facts)) for change in found
    ]


# the first city of a board on which that is Prague


@cache
def ruleset() -> Ruleset:
    pack = load("house")
    cities = tuple(sorted(pack.cities, key=lambda city: city.id != "prag"))
    digest = sha256(b"hussars in Prague").hex()
    return played_on("maria", digest, modules(pack._replace(cities=cities, digest=digest)))


def groups(first: int) -> tuple[Group, ...]:
    """What is offered for the hussars, where Karl stands near Prague."""
    data = {"turn": 5, "phase": "hussars", "contracts": [], "austria": {"karl": "Kolin 4"}}
    state = ruleset().files.position(data, "advanced", USUAL)
    state = ruleset().rules.resolve(state._replace(hussars=(first, OFF)), {}, Chance("hussars")).state
    return ruleset().offers.offers(ruleset().secrets.view_of(state, "maria-theresa"), "maria-theresa", {}).groups


@pytest.mark.parametrize(("city", "place"), [(0, "prag"), (OFF, "")])
def test_a_hussar_is_offered_from_where_it_stands(city: int, place: str) -> None:
    assert [(("hussar-1",), place), (("hussar-2",), "")] == [(group.pieces, group.place) for group in groups(city)]


def test_the_first_city_is_offered_to_a_hussar() -> None:
    assert all("prag" in [goal.place for goal in group.goals] for group in groups(OFF))
