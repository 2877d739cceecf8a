"""Cases and tests of Maria name rules that the reference has, and its pages can be made."""

from __future__ import annotations

import re

from maria_coverage import PAGE, SECTIONS, TEXT, cases, holes, named, numbered, page, reasons, shown, spelt

from pbem.rulesets.maria import RULESET


def test_every_rule_that_a_case_names_stands_in_the_reference() -> None:
    known = {rule for _, letter in SECTIONS for rule in numbered(letter)} | {*re.findall(r"(?m)^##+ (M\d+)\b", TEXT)}

    assert not {(case["id"], rule) for case in cases() for rule in case["rule"] if rule not in known}


def test_the_page_lists_every_rule_once() -> None:
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page().split("\n") if line.startswith("| ")]

    assert len(set(rows) - {"rule", "---"}) == sum(len(numbered(letter)) for _, letter in SECTIONS)


def test_rules_are_found_in_the_words_and_names_of_tests() -> None:
    assert ["M9.2", "A8"] == named("M9.2, A8: a path over the border")
    assert ["M9.2", "M9.3", "M9.4"] == sorted(set(named("M9.2 to M9.4")))
    assert "TEST V50 OF M9.3 " == spelt("test_v50_of_m9_3_")
    assert shown()["M9.3"]


def test_every_rule_decision_ruling_and_worked_case_is_shown_or_has_a_reason() -> None:
    assert [] == holes()
    assert {} == {rule: why for rule, why in reasons().items() if rule in shown()}


def test_the_page_is_fresh() -> None:
    """To write it anew: python tests/maria_coverage.py > docs/rules/maria-coverage.md."""
    assert page() == PAGE.read_text(encoding="utf-8")


def test_every_option_of_a_ruling_is_offered_and_shown() -> None:
    """The title offers the option of a ruling under its number, with its choices; a case or test names the ruling."""
    offered = {option.id: (option.about.partition(":")[0], option.choices) for option in RULESET.options}
    rulings = {text.split()[0]: text for text in re.split(r"\n(?=A\d+ )", TEXT) if re.match(r"A\d+ ", text)}
    option = re.compile(r'ption\s+`([\w-]+)\s*=\s*"(\w+)"`\s+\(default\)\s+or\s+`"(\w+)"`')
    told = [(ruling, *row) for ruling, text in rulings.items() for row in option.findall(text)]

    assert len(told) >= 7
    for ruling, name, usual, other in told:
        assert (ruling, (usual, other)) == offered[name]
        assert shown()[ruling]
