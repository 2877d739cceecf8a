"""M14.1: in the introductory game nothing comes back on the Flanders map."""

from __future__ import annotations

import pytest

from pbem.rulesets import ruleset_of
from pbem.rulesets.maria import trains, winter
from pbem.rulesets.maria.board import BOHEMIA, FLANDERS, cities_in, name_of
from pbem.rulesets.maria.powers import FRANCE
from pbem.rulesets.maria.state import OFF, PIECE, State

RULES = ruleset_of("maria")


def game(mode: str) -> State:
    state: State = RULES.rules.set_up(mode, {option.id: option.default for option in RULES.options})
    return state.put({PIECE["broglie"]: OFF, PIECE["france-t2"]: OFF})


@pytest.mark.parametrize("mode", ["intro", "two-intro"])
def test_french_pieces_come_back_at_muenchen_alone(mode: str) -> None:
    state = game(mode)

    assert ["München"] == [name_of(city) for city in cities_in(winter.sites(state, PIECE["broglie"]))]
    assert ["München"] == [name_of(city) for city in cities_in(trains.sites(state, FRANCE))]


def test_in_the_advanced_game_a_general_comes_back_in_france_and_a_train_there_and_in_bavaria() -> None:
    state = game("advanced")

    assert not winter.sites(state, PIECE["broglie"]) & BOHEMIA
    assert trains.sites(state, FRANCE) & BOHEMIA
    assert trains.sites(state, FRANCE) & FLANDERS
