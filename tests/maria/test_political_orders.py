"""Lines about politics are read as they are written (M17 to M19)."""

from __future__ import annotations

import pytest

from pbem.core import Diagnostic, Where
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.political_orders import (
    Back,
    GoTo,
    Hold,
    MoveSaxony,
    Order,
    PeaceWord,
    Place,
    Reader,
    Select,
    Send,
    Spoken,
    Suit,
    Vote,
)
from pbem.rulesets.maria.powers import AUSTRIA, PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.state import PIECE

AT = Where(("do", 0))
SEVEN, RESERVE = (7, "H", 0), (8, "R", 0)
ORDERS: list[Order] = [
    Suit("H"),
    Suit("S"),
    Place((SEVEN,)),
    Place(()),
    Hold(),
    Select("1741-1", True, (("saxony", -1),)),
    Select("1742-3", False, ()),
    Select("1744-3", True, (("italy", 1), ("russia", -1))),
    Send(PIECE["traun"], ()),
    Send(PIECE["traun"], (SEVEN, RESERVE)),
    Send(-1, ()),
    GoTo(PIECE["traun"], CITY["wien"]),
    GoTo(PIECE["prussia-t1"], CITY["breslau"]),
    Back(PIECE["traun"], CITY["prag"]),
    MoveSaxony(2),
    PeaceWord("offer"),
    PeaceWord("no"),
    PeaceWord("accept"),
    PeaceWord("refuse"),
    Vote(-1, 0),
    Vote(0, -1),
    Vote(2, 1),
]


def read(text: str) -> tuple[Spoken | None, list[Diagnostic]]:
    said: list[Diagnostic] = []
    return Reader(text, AT, (PRUSSIA, AUSTRIA), said.append, "hold").order(), said


@pytest.mark.parametrize("order", ORDERS, ids=str)
@pytest.mark.parametrize("power", [-1, PRUSSIA, PRAGMATIC])
def test_an_order_is_read_as_it_is_written(order: Order, power: int) -> None:
    line = Spoken(order, AT, power)

    assert (line, []) == read(str(line))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Prussia places 7H", Spoken(Place((SEVEN,)), AT, PRUSSIA)),
        ("the Pragmatic Army: place nothing", Spoken(Place(()), AT, PRAGMATIC)),
        ("PR: vote for Charles Albert", Spoken(Vote(-1, 0), AT, PRUSSIA)),
        ("Prussia votes Francis", Spoken(Vote(0, -1), AT, PRUSSIA)),
        ("select Alliance of Breslau, throw it away", Spoken(Select("Alliance of Breslau", False, ()), AT)),
        ("suit heart", Spoken(Suit("H"), AT)),
        ("move T1 to Breslau", Spoken(GoTo(PIECE["prussia-t1"], CITY["breslau"]), AT)),
    ],
)
def test_other_ways_to_say_it(text: str, order: Spoken) -> None:
    said: list[Diagnostic] = []

    assert order == Reader(text, AT, (PRUSSIA,), said.append, "hold").order()
