"""What a role said when it was asked, said before: the moves of a stage with the order of their battles."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.ruleset import Said
from pbem.rulesets.common.repeating import orders_of_battles, with_order


def said(decision: str, **body: Any) -> Said:
    return Said(3, None, decision, body)


def is_movement(row: Said) -> bool:
    return row.decision == "prussia"


MOVES, ORDER = said("prussia", do=["Heinrich > Celle"]), said("", do=["battles Heinrich"])
BID, MORE = said("", bid=[{"own": "Heinrich"}]), said("", do=["battles Keith"])
LATER = (said("prussia", do=["Keith stays"]), said("", do=["battles Schwerin"]))


@pytest.mark.parametrize(
    ("later", "found"),
    [
        ((), []), ((BID,), []), ((ORDER, BID, MORE), [ORDER, MORE]), ((ORDER, *LATER), [ORDER]), (LATER, []),
    ],
)  # fmt: skip
def test_the_orders_of_battles_end_with_the_next_movement(later: tuple[Said, ...], found: list[Said]) -> None:
    assert [row.body for row in found] == list(orders_of_battles(later, is_movement))


def test_the_moves_are_said_with_the_order_of_their_battles_and_of_no_others() -> None:
    expected = ["Heinrich > Celle", "battles Heinrich, Keith"]

    assert {"do": expected} == with_order((MOVES, ORDER, MORE, *LATER), is_movement)
    assert {"do": ["Heinrich > Celle"]} == with_order((MOVES, BID, *LATER), is_movement)


def test_an_order_that_came_with_newer_bids_is_not_said_with_the_moves() -> None:
    bids = said("", do=["battles Heinrich"], bid=[{"own": "Heinrich"}])

    assert {"do": ["Heinrich > Celle"]} == with_order((MOVES, bids), is_movement)
