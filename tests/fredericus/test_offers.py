"""What is offered to a falconer: of all orders that can be written exactly those that pass.

PBEM_OFFERS sets in how many positions all of them are tried.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import test_vectors_fredericus as fredericus
from offer_cases import Position, faults, positions

from pbem.core.offers import Offers, applied
from pbem.rulesets.fredericus.offers import ASKING

POSITIONS = int(os.environ.get("PBEM_OFFERS", "4"))
TOWERS = range(1, 9)


def every_action() -> Iterator[str]:
    """Every action that the language has, but for the choice among two birds of one falconer."""
    for a in TOWERS:
        yield from (f"{verb} {a}" for verb in ("HOOD", "SHIFT"))
        yield from (f"FLY {bird}>{a}" for bird in "FG")
        for b in TOWERS:
            yield from (f"MOVE {a}>{b}", f"TURN {a} DISCARD {b}")
    yield from ("HUNT F", "HUNT G")


def offered(position: Position) -> Offers:
    assert position.ruleset.offers is not None
    return position.ruleset.offers.offers(position.view, position.role, position.body)


def passes(position: Position, line: str) -> bool:
    """Whether a line that is written before the bet adds no complaint but that something more is to be said."""
    lines = [text for text in position.body.get("do", ()) if not text.startswith("BET")]
    before = faults(position, {"do": lines})
    new = faults(position, {"do": [*lines, line]}) - before
    return not [code for code, _ in new if code not in ASKING]


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_actions_offered_are_those_that_pass_the_check(number: int) -> None:
    position = positions("fredericus", ("4p", "2p", "3p"), POSITIONS, kinds=("turn",))[number]
    found = offered(position)
    texts = {offer.text for offer in found.every() if " C=" not in offer.text}
    acts = {text for text in texts if text.split()[0] in ("MOVE", "FLY", "HOOD", "HUNT", "TURN", "SHIFT")}
    back = {offer.text for choice in found.choices if choice.kind == "back" for offer in choice.offers}
    hoods = {text for text in acts if text.startswith("HOOD") and "=" in text}

    expected = {line for line in every_action() if passes(position, line)}
    assert expected - {text.split(" ", 2)[0] + " " + text.split(" ")[1] for text in hoods} <= acts
    assert acts - hoods - back <= expected


def test_a_turn_can_be_written_by_taking_up_what_is_offered() -> None:
    position = positions("fredericus", ("4p",), 1, kinds=("turn",))[0]._replace(body={})
    for _ in range(12):
        found = offered(position)
        needed = [choice for choice in found.choices if choice.needed]
        if not needed:
            break
        position = position._replace(body=applied(position.body, needed[0].offers[0].edits))

    assert not faults(position, position.body)


def test_beside_a_line_that_is_no_text_the_others_can_be_taken_back() -> None:
    ruleset = fredericus.RULESET
    state = fredericus.beginning(next(case for case in fredericus.CASES if case["id"] == "W13"))
    found = ruleset.offers.offers(ruleset.secrets.view_of(state, "a"), "a", {"do": [34, "FLY F>2"]})

    assert ["FLY F>2"] == [offer.text for one in found.choices if one.kind == "back" for offer in one.offers]
