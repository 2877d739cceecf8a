"""The examples in a sheet to fill in are of the reader's own pieces and cards, and could be sent as they are."""

from __future__ import annotations

import re
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus

from pbem.core import Diagnostic, Where
from pbem.rulesets.friedrich.order_reader import parse_order
from pbem.rulesets.friedrich.orders import Move, Recruit, Stay
from pbem.rulesets.friedrich.state import NATION_OF, nations_of

CASES = [case for case in friedrich.CASES if not case.get("position", {}).get("in_force")]
QUOTED = re.compile(r'^# "([^"]*)"', re.MULTILINE)


def sheets(case: Any) -> list[tuple[Any, str, str, str]]:
    """For every role that owes something at the beginning of a case: its view, what it owes, its sheet."""
    state, _ = friedrich.beginning(case)
    ruleset = friedrich.RULESET
    owed = [(ruleset.secrets.view_of(state, owed.role), owed.role, owed.kind) for owed in ruleset.rules.awaiting(state)]
    return [(view, role, kind, ruleset.telling.sheet(view, role)) for view, role, kind in owed]


def refused(fault: Diagnostic) -> None:
    raise AssertionError(fault.message)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_examples_of_moves_name_own_pieces_and_are_not_refused(case: Any) -> None:
    for view, role, kind, text in sheets(case):
        for example in QUOTED.findall(text) if kind == "movement" else ():
            own = view.task.nation
            line = parse_order(example.replace("; pay CARDS", ""), own, Where(), refused)
            assert line is not None
            if isinstance(line.order, Move | Stay):
                assert {own} == {NATION_OF[piece] for piece in line.order.pieces}
                faults = friedrich.RULESET.rules.take(view, role, {"do": [example]}).diagnostics
                assert [] == [f.message for f in faults if f.code.id[:3] in ("FR2", "FR4") and f.is_error]
            if isinstance(line.order, Recruit):
                assert {own} >= {NATION_OF[piece] for piece, _ in line.order.entries}
                faults = friedrich.RULESET.rules.take(
                    view, role, {"do": [example.replace("; pay CARDS", "")]}
                ).diagnostics
                assert [] == [f.message for f in faults if f.code.id in ("FR401", "FR906", "FR907", "FR908", "FR409")]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_examples_of_cards_are_of_the_suit_in_question(case: Any) -> None:
    for _, _, kind, text in sheets(case):
        if kind == "bid":
            signs = {"♠": "S", "♣": "C", "♥": "H", "♦": "D"}
            suit = signs[re.findall(r"[♠♣♥♦]", text)[0]]
            cards = re.findall(r'"(?:1?\d)([SCHD])"', text[text.index("plays ") :])
            assert cards and {suit} == set(cards)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_examples_of_wishes_for_retreats_can_be_read(case: Any) -> None:
    for view, role, kind, text in sheets(case):
        if kind in ("bid", "bids"):
            line = next(line for line in text.split("\n") if "out of supply" in line)
            wishes = re.findall(r'"([^"]*)"', line)
            taken = friedrich.RULESET.rules.take(view, role, {"bid": [{"own": "*", "retreat": wishes}]})

            assert 3 == len(wishes)
            assert [] == [fault.message for fault in taken.diagnostics if "retreat" in fault.at.path]


def test_a_sheet_of_another_nation_names_nobody_of_prussia() -> None:
    state, _ = friedrich.until(friedrich.RULESET.rules.set_up("4p", {}), "t01-austria")
    text = friedrich.RULESET.telling.sheet(friedrich.RULESET.secrets.view_of(state, "maria-theresa"), "maria-theresa")

    assert 4 == nations_of(state, "maria-theresa")[0]
    assert '"Daun > ' in text and "Lacy stays" in text
    assert "Keith > Glogau" not in text and "Riesa" not in text


def test_the_castle_sheet_flies_a_bird_that_can_fly() -> None:
    for birds, flight in (("A.F=3 A.G=5", "FLY F>4"), ("A.F=hooded:3 A.G=8", "FLY G>1")):
        state = fredericus.beginning({"given": {"players": 3, "birds": birds}})
        text = fredericus.RULESET.telling.sheet(fredericus.RULESET.secrets.view_of(state, "a"), "a")
        found = fredericus.RULESET.rules.take(
            state, "a", {"do": [flight, *re.findall(r'"(MOVE [^"]*)"', text)]}
        ).diagnostics

        assert f'"{flight}"' in text
        assert {"FD402"} >= {fault.code.id for fault in found if fault.is_error}
