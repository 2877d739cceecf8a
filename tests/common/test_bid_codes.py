"""The complaints about bids, made for a title with its letters and rules."""

from __future__ import annotations

import re

from pbem.core import SHEET, table
from pbem.rulesets.common import Deck
from pbem.rulesets.common.bid_codes import ROWS, RULES, bid_codes
from pbem.rulesets.friedrich import diagnostics
from pbem.rulesets.friedrich.codes import bids as friedrich

NUMBERS = {name: f"M{at}.1" for at, name in enumerate(RULES, 1)}
MADE = bid_codes("MA", NUMBERS, Deck(10, 8), 'Wrong: `own = "Someone"`.')


def test_a_title_gets_its_letters_and_the_numbers_of_its_rules() -> None:
    assert [f"MA{row.id}" for row in ROWS] == [code.id for code in MADE]
    assert [NUMBERS.get(row.rule, "") for row in ROWS] == [code.rule for code in MADE]
    assert len(table(*MADE)) == len(ROWS)
    assert all(row.name == code.name and row.message == code.message for row, code in zip(ROWS, MADE, strict=True))


def test_forms_have_the_numbers_too() -> None:
    wrong = next(code for code in MADE if code.name == "wrong-suit")

    assert NUMBERS["zero"] == wrong(SHEET, form="forced").rule
    assert NUMBERS["play"] == wrong(SHEET, form="none").rule


def test_examples_are_in_the_title_s_own_cards_and_names() -> None:
    pages = " ".join(code.about for code in MADE)

    assert "`enemy_played 10D`" in pages and "MA704" in pages and 'Wrong: `own = "Someone"`.' in pages
    assert not re.findall(r"<\w+>|13[SCHD]|FR\d", pages)


def test_every_rule_that_is_named_is_explained_and_every_one_explained_is_used() -> None:
    named = {rule for row in ROWS for rule in (row.rule, *(form.rule for form in row.forms.values())) if rule}

    assert named == set(RULES)
    assert set(friedrich.RULES) == set(RULES)


def test_each_name_in_the_module_of_a_title_is_that_of_its_code() -> None:
    for code in friedrich.SHARED:
        name = code.name.replace("-", "_").upper()
        assert getattr(friedrich, name) is code is getattr(diagnostics, name)
