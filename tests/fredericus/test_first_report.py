"""What the first report of a game says besides the position."""

from __future__ import annotations

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.fredericus import RULESET


def lines_of_the_deck(state: object) -> list[str]:
    sections = RULESET.telling.summary(RULESET.secrets.view_of(state, None), None)["sections"]
    return next(section["lines"] for section in sections if section["title"] == "The deck")


@pytest.mark.parametrize(("choice", "who"), [("nobody", "nobody gets its two points"), ("keeper", "he gets its two")])
def test_the_first_report_says_that_a_discard_can_end_the_game(choice: str, who: str) -> None:
    state = RULESET.rules.set_up("3p", {"fredericus_discard": choice})

    found = [line for line in lines_of_the_deck(state) if "if it is Fredericus, the game ends at once" in line]

    assert 1 == len(found)
    assert who in found[0]


def test_later_reports_do_not_say_it_again() -> None:
    state = RULESET.rules.set_up("2p", {})
    while type(state.agenda[-1]).__name__ != "Turn":
        state = RULESET.rules.resolve(state, {}, Chance("first")).state

    assert [] == [line for line in lines_of_the_deck(state) if "ends at once" in line]


def test_before_the_deal_no_deck_is_counted() -> None:
    lines = lines_of_the_deck(RULESET.rules.set_up("3p", {}))

    assert "Round 1. The deck, with Fredericus in it, is shuffled and dealt from when all birds are placed." == lines[0]
    assert not [line for line in lines if "0 cards" in line]
