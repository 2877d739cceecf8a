"""What a complaint about orders ahead hangs on: held for every code in tests/golden/ahead, and by its facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import test_vectors

from pbem.core import SHEET, Where
from pbem.core.codes import TOO_MUCH
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich import diagnostics as fr
from pbem.rulesets.friedrich.hangs import SENTENCES, hangs_on


def test_every_code_lasts_or_hangs_on_something_and_every_warning_hangs() -> None:
    codes = RULESET.rules.codes()
    rows = {(id_, form) for id_, form in SENTENCES}

    assert [] == [id_ for id_ in codes if (id_, "") not in rows]
    assert [] == [row for row in rows if row[0] not in codes or (row[1] and row[1] not in codes[row[0]].forms)]
    assert [] == [row for row, said in SENTENCES.items() if not said and codes[row[0]].severity != "error"]


def test_what_each_code_hangs_on(golden: Callable[[str, str], None]) -> None:
    """Every row of the table, in the order of the codes; where a function tells, its name: the cases are below."""
    codes = RULESET.rules.codes()
    lines = []
    for (id_, form), said in sorted(SENTENCES.items()):
        name = f"{id_} {codes[id_].name}" + (f", {form}" if form else "")
        told = (said or "It holds for good.") if isinstance(said, str) else f"by {said.__name__}"
        lines.append(f"{name}: {told}")

    golden("ahead/friedrich.txt", "\n".join([*lines, ""]))


def test_a_form_of_a_code_hangs_on_something_else_than_the_code_itself() -> None:
    facts, codes = {"piece": "Keith", "nation": "Prussia"}, RULESET.rules.codes()
    formed = {row: said for row, said in SENTENCES.items() if row[1]}

    assert len(formed) > 10
    for (id_, form), said in formed.items():
        assert str(said).format_map(facts) == hangs_on(codes[id_](SHEET, **facts, form=form))
        assert str(said).format_map(facts) != hangs_on(codes[id_](SHEET, **facts))


def test_every_complaint_of_the_vectors_lasts_or_hangs_on_something_in_a_whole_sentence() -> None:
    said: dict[str, set[str]] = {}
    for case in test_vectors.CASES:
        state, _ = test_vectors.beginning(case)
        sheets = case.get("sheets", [])[:1]
        for role, body in [pair for sheet in sheets if "until" not in sheet for pair in sheet.items()]:
            for fault in RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body).diagnostics:
                said.setdefault(hangs_on(fault), set()).add(fault.code.id)

    assert len(said) > 25 and "FR101" in said[""]
    assert [] == [text for text in said if text and not (text.startswith("It hangs on ") and text.endswith("."))]
    assert [] == [text for text in said if "{" in text or "  " in text]


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (TOO_MUCH(SHEET, limit=40, form="faults"), "It hangs on the faults named before it."),
        (fr.NOT_YOURS(Where(("troops", "x")), piece="Hildburghausen", nation="the Imperial Army", own=""),
         "It hangs on who commands the Imperial Army then."),
        (fr.NOT_YOURS(Where(("do", 0)), piece="Hildburghausen", nation="the Imperial Army", own=""), ""),
        (fr.NOT_YOURS(Where(("troops", "x")), piece="Daun", nation="Austria", own=""), ""),
        (fr.NO_WAY(SHEET, piece="Keith and Dohna", a="", b="", most=3, main=4),
         "It hangs on where Keith and Dohna stand then."),
        (fr.DOUBLE_ILLEGAL(SHEET, card="11S/2"), "It hangs on the card of fate in force then."),
        (fr.DOUBLE_ILLEGAL(SHEET, card="12S"), ""),
        (fr.PRICE_NOT_MET(SHEET, price=8, paid=7, each=8, form="lost"), "It hangs on who holds the depots then."),
        (fr.PRICE_NOT_MET(SHEET, price=6, paid=5, each=6, form=""), ""),
        (fr.SUPERFLUOUS(SHEET, card="2S", price=6, rest=7), "It hangs on who holds the depots then."),
        (fr.SUPERFLUOUS(SHEET, card="2S", price=6, rest=8), ""),
    ],
)  # fmt: skip
def test_what_hangs_on_the_facts_of_a_complaint(fault: Any, expected: str) -> None:
    assert expected == hangs_on(fault)


def long_march(piece: str, length: int, by_main: bool = False, form: str = "") -> Any:
    return fr.TOO_LONG(SHEET, piece=piece, length=length, by_main=by_main, form=form)


@pytest.mark.parametrize(
    ("piece", "by_main", "farthest", "expected"),
    [
        ("T1", False, 2, "It hangs on where T1 stands then."), ("T1", True, 3, "It hangs on where T1 stands then."),
        ("Keith", False, 3, "It hangs on where Keith stands then."),
        ("Keith and Dohna", True, 4, "It hangs on where Keith and Dohna stand then."),
        ("Friedrich", False, 4, "It hangs on the card of fate in force then."),
        ("Friedrich", True, 5, "It hangs on the card of fate in force then."),
        ("Keith, Friedrich and Dohna", True, 5, "It hangs on the card of fate in force then."),
    ],
)  # fmt: skip
def test_a_way_longer_than_any_card_allows_is_too_long_for_good(
    piece: str, by_main: bool, farthest: int, expected: str
) -> None:
    assert [expected, ""] == [hangs_on(long_march(piece, length, by_main)) for length in (farthest, farthest + 1)]


def test_a_way_that_a_card_of_fate_made_too_long_hangs_on_the_card() -> None:
    assert "It hangs on the card of fate in force then." == hangs_on(long_march("Daun", 3, form="fate"))


def test_a_road_missing_between_two_cities_named_is_missing_for_good() -> None:
    assert "It hangs on where Keith stands then." == hangs_on(fr.NO_ROAD(SHEET, piece="Keith"))
    assert "" == hangs_on(fr.NO_ROAD(SHEET, piece=""))


@pytest.mark.parametrize(
    ("nation", "city", "hangs"),
    [
        ("Russia", "Sierpc", True), ("Hanover", "Celle", True), ("Hanover", "Eutin", True),
        ("Austria", "Frankenstein", True), ("Hanover", "Sierpc", False), ("Russia", "Celle", False),
    ],
)  # fmt: skip
def test_a_city_is_no_depot_for_good_if_it_is_none_and_can_stand_in_for_none(
    nation: str, city: str, hangs: bool
) -> None:
    expected = "It hangs on who holds the depots then." if hangs else ""

    assert expected == hangs_on(fr.NOT_A_DEPOT(SHEET, nation=nation, city=city))
