"""``pbem rules``: the reference rule by rule, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.rulesets.friedrich.state import STROKES
from pbem.rulesets.friedrich.telling.fate_words import FATE_TEXTS


def test_a_rule_is_printed_whole(pbem: Any) -> None:
    done = pbem("rules", "F7.8")

    assert 0 == done.code
    assert done.out.startswith("F7.8 **Stopping.**")
    assert "stopping at" in done.out and "F7.9" not in done.out


def test_small_letters_will_do(pbem: Any) -> None:
    assert pbem("rules", "f7.8") == pbem("rules", "F7.8")


def test_a_part_of_a_rule_has_a_number_of_its_own(pbem: Any) -> None:
    done = pbem("rules", "F13.4.5")

    assert done.out.startswith("F13.4.5 Austria takes the set-aside card")
    assert "Once only." in done.out and "all 14" not in done.out


def test_a_chapter_is_printed_whole(pbem: Any) -> None:
    out = pbem("rules", "F14").out

    assert [f"F14.{number} " in out for number in range(1, 7)] == [True] * 6
    assert "F15.1" not in out


@pytest.mark.parametrize("number", ["C7", "K1", "D18", "Q17", "A10", "N3", "H4"])
def test_details_decisions_answers_and_rulings_have_numbers_too(pbem: Any, number: str) -> None:
    assert pbem("rules", number).out.startswith(f"{number} ")


def test_a_card_comes_with_its_details(pbem: Any) -> None:
    done = pbem("rules", "--card", "7D")

    assert done.out.startswith("7♦\n")
    assert "C7 **7♦ in detail**" in done.out
    assert done == pbem("rules", "--card", "7♦") == pbem("rules", "--card", "7d")


def test_a_word_with_a_hyphen_stays_whole(pbem: Any) -> None:
    out = pbem("rules", "--card", "6D").out

    assert "face-down" in out
    assert not any(line.endswith("-") for line in out.splitlines())


@pytest.mark.parametrize("card", sorted(FATE_TEXTS))
def test_every_text_can_be_looked_up(pbem: Any, card: str) -> None:
    done = pbem("rules", "--card", card)

    assert 0 == done.code
    assert done.out.startswith(card[:-1] + "♠♣♥♦"["SCHD".index(card[-1])])


@pytest.mark.parametrize("stroke", STROKES)
def test_every_stroke_can_be_looked_up(pbem: Any, stroke: str) -> None:
    name = stroke.replace("-", " ")

    assert name.upper() in pbem("rules", "--card", name).out.splitlines()[0]


def test_the_questions_and_answers_are_printed(pbem: Any) -> None:
    out = pbem("rules", "--faq").out

    assert [number for number in range(1, 18) if f"\nQ{number} " not in out] == []


def test_several_things_at_once(pbem: Any) -> None:
    out = pbem("rules", "F1.1", "--card", "Poems").out

    assert out.startswith("F1.1 ") and "LORD BUTE, POEMS" in out


@pytest.mark.parametrize(
    ("words", "known"), [(("F99",), "F1.1"), (("F13.4.11",), "F13.4"), (("--card", "13S"), "1♠"), (("F7.88",), "F7.8")]
)
def test_what_is_unknown_is_named_with_what_is_near(pbem: Any, words: tuple[str, ...], known: str) -> None:
    done = pbem("rules", *words)

    assert 0 != done.code
    assert words[-1] in done.err and known in done.err


def test_without_a_wish_the_usage_is_told(pbem: Any) -> None:
    done = pbem("rules")

    assert 2 == done.code
    assert "name a rule like F7.8" in done.err


def test_an_unknown_title_is_refused(pbem: Any) -> None:
    assert 0 != pbem("rules", "F7.8", "--ruleset", "chess").code


def test_another_title_has_its_own_reference(pbem: Any) -> None:
    assert pbem("rules", "R6.1", "--ruleset", "fredericus").out.startswith("R6.1 ")
