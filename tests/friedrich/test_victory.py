"""F12: who wins, and in which order those are named who win at once."""

from __future__ import annotations

import pytest

from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, IMPERIAL, OBJECTIVES, PRUSSIA, RUSSIA, SWEDEN
from pbem.rulesets.friedrich.victory import winning_nations


@pytest.mark.parametrize(
    ("mode", "winners"),
    [
        ("4p", [RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE]), ("3p", [RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE]),
        ("west", [FRANCE]), ("austria", [PRUSSIA, AUSTRIA]),
    ],
)  # fmt: skip
def test_all_who_control_what_they_need_win_at_once_in_the_order_of_the_nations(mode: str, winners: list[int]) -> None:
    everything = 0
    for nation in (PRUSSIA, *winners):
        everything |= OBJECTIVES[nation]
    state = RULESET.rules.set_up(mode, {})._replace(conquered=everything)

    assert winners == winning_nations(state)


@pytest.mark.parametrize("nation", [RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE])
def test_a_nation_that_lacks_a_single_city_does_not_win(nation: int) -> None:
    board = OBJECTIVES[nation]
    state = RULESET.rules.set_up("4p", {})

    assert [nation] == winning_nations(state._replace(conquered=board))
    assert [] == winning_nations(state._replace(conquered=board & (board - 1)))
