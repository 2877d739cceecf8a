"""What stands under unless, in the words of an invented title: a garden with cats, birds and trees."""

from __future__ import annotations

import pytest

from pbem.core import Diagnostic, Where
from pbem.rulesets.common.brakes import FARTHEST, Brake, Say, Tongue, Word, brake_code, held, nearest, number_in, read
from pbem.rulesets.common.brakes import slots_of as slots

NAMES = ("tom", "felix", "the old cat")
UNREADABLE = brake_code("GA", "A garden.", "G1")
UNKNOWN = UNREADABLE._replace(id="GA201", message="nobody is called {text}", hint="", forms={})
PATTERNS = ("asleep", "{cat} asleep", "enemy within {number} of {cat}", "{cat} within {number} of {other}")


def slot(name: str, text: str, at: Where, say: Say) -> Word | None:
    if name == "number":
        return number_in(text, at, lambda at, number: UNKNOWN(at, text=number), say)
    if text.lower() in NAMES:
        return Word(NAMES.index(text.lower()), text.capitalize())
    say(UNKNOWN(at, text=text))
    return None


TONGUE = Tongue(PATTERNS, slot, UNREADABLE, ("asleep", "Tom asleep"))


def said(text: str) -> list[Diagnostic]:
    """What is wrong with a line."""
    found: list[Diagnostic] = []
    assert read(text, Where(("unless", 1)), TONGUE, found.append) is None
    return found


def brake(text: str) -> Brake:
    found: list[Diagnostic] = []
    made = read(text, Where(("unless", 1)), TONGUE, found.append)
    assert made is not None and not found, [fault.message for fault in found]
    return made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("asleep", "asleep"), (" ASLEEP. ", "asleep"), ("unless  asleep", "asleep"), ("tom asleep", "Tom asleep"),
        ("tom is asleep", "Tom asleep"), ("the tom has been asleep", "Tom asleep"),
        ("enemy within 3 of tom", "enemy within 3 of Tom"),
        ("any enemies within 3 roads from tom", "enemy within 3 of Tom"),
        ("Tom within 0 of Felix", "Tom within 0 of Felix"), ("tom within 02 cities of felix", "Tom within 2 of Felix"),
    ],
)  # fmt: skip
def test_a_line_is_read_with_the_words_that_people_put_between(text: str, expected: str) -> None:
    assert expected == str(brake(text))
    assert brake(expected) == brake(text)


def test_the_slots_are_read_by_the_title_in_their_order() -> None:
    found = brake("Felix within 4 of Tom")

    assert ["cat", "number", "other"] == slots(found.pattern)
    assert [1, 4, 0] == [word.value for word in found.words]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "within 3 of Tom",
        "enemy within of Tom",
        "enemy within -1 of Tom",
        "x" * 5000,
        "is " * 66,
        f"asleep{' ' * 300}",
    ],
)
def test_what_fits_no_pattern_is_told_what_would(text: str) -> None:
    (fault,) = said(text)

    assert ("GA106", Where(("unless", 1))) == (fault.code.id, fault.at)
    assert fault.message.endswith("cannot stand under unless") and len(fault.message) < 100
    assert 'It may be, for example, "asleep" or "Tom asleep".' == fault.hint


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("asleeep", "asleep"), ("Tom aslep", "Tom asleep"), ("enmy witin 3 of Tom", "enemy within 3 of Tom"),
        ("Tom wihtin 3 of Felix", "Tom within 3 of Felix"),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_is_told_what_was_probably_meant(text: str, near: str) -> None:
    (fault,) = said(text)

    assert f'Did you mean "{near}"?' == fault.hint
    assert near == str(brake(nearest(text, PATTERNS)))


def test_a_name_that_nobody_has_is_complained_about_where_it_stands() -> None:
    text = "Rex within 3 of Waldi"

    assert ["Rex", "Waldi"] == [text[fault.at.start : fault.at.end] for fault in said(text)]


@pytest.mark.parametrize(("number", "fits"), [(0, True), (FARTHEST, True), (FARTHEST + 1, False), (999999, False)])
def test_a_number_of_roads_has_its_bounds(number: int, fits: bool) -> None:
    found: list[Diagnostic] = []
    made = read(f"enemy within {number} of Tom", Where(), TONGUE, found.append)

    assert fits == (made is not None) == (not found)


def test_whether_a_brake_holds_is_said_by_its_pattern_from_the_facts_and_its_words() -> None:
    answers = {PATTERNS[3]: lambda day, a, number, b: (day, a, number, b) == ("monday", 1, 4, 0)}
    found = brake("Felix within 4 of Tom")

    assert held(found, answers, "monday")
    assert not held(found, answers, "tuesday")
