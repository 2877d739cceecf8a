"""Lines of orders, the agenda, and the fields of files, on invented data."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from pbem.core import Where
from pbem.rulesets.common import (
    Line,
    chosen,
    field,
    line_of_each,
    line_of_one,
    lines_of,
    move_spans,
    now,
    number,
    parts,
    places,
    popped,
    pushed,
    suits,
    texts,
    verb_of,
    with_arrows,
)

AT = Where(("do", 3))


class Table(NamedTuple):
    """A state of some game."""

    turn: int
    agenda: tuple[str, ...]


def words(text: str, spans: Any) -> list[str]:
    return [text[start:end] for start, end in spans]


def known(text: str, *names: str) -> Any:
    """A reader of words: its number for a name that is known, None for another."""
    return lambda start, end: names.index(text[start:end]) if text[start:end] in names else None


def test_spans_between_marks_have_no_spaces_around_them() -> None:
    text = "take  one ,two+ three "

    assert ["one", "two", "three"] == words(text, parts(text, 4, len(text), ",+"))


def test_empty_places_are_kept_where_something_is_missing() -> None:
    text = "a,, b,"

    assert ["a", "", "b", ""] == words(text, places(text, 0, len(text), ","))
    assert ["a", "b"] == words(text, parts(text, 0, len(text), ","))


def test_a_word_that_stands_earlier_too_is_found_in_its_own_place() -> None:
    assert [(0, 2), (4, 5)] == list(places("bb, b", 0, 5, ","))


def test_an_order_begins_with_its_verb() -> None:
    assert ("pay", 5) == verb_of("Pay: nine")
    assert ("pay", 5) == verb_of(" PAY nine")
    assert ("", 0) == verb_of("9 pays")


def test_arrows_become_signs_in_their_places() -> None:
    assert "a  > b > c" == with_arrows("a -> b → c")
    assert None is with_arrows("a stays")


def test_a_move_has_a_group_and_stops() -> None:
    text = "a + b > c >  > d"
    group, way = move_spans(text)

    assert (["a", "b"], ["c", "", "d"]) == (words(text, group), [text[s:e].strip() for s, e in way])


def test_an_order_of_several_things_tells_where_each_stands() -> None:
    text = "one, two"

    assert Line((0, 1), AT, (AT.part(0, 3), AT.part(5, 8))) == line_of_each(
        tuple, AT, list(parts(text, 0, 8, ",")), known(text, "one", "two")
    )


def test_every_word_is_read_though_the_first_is_unknown() -> None:
    text, asked = "six, two", list[str]()

    def read(start: int, end: int) -> int | None:
        asked.append(text[start:end])
        return None if text[start:end] == "six" else 2

    assert None is line_of_each(tuple, AT, list(parts(text, 0, 8, ",")), read)
    assert ["six", "two"] == asked


def test_an_order_of_one_thing_goes_to_the_end_of_the_line() -> None:
    text = "take two  "

    assert Line([1], AT, (AT.part(5, 8),)) == line_of_one(lambda n: [n], AT, text, 5, known(text, "one", "two"))
    assert Line([0], AT, (AT.part(5, 8),)) == line_of_one(lambda n: [n], AT, text, 5, known(text, "two"))
    assert None is line_of_one(lambda n: [n], AT, text, 5, known(text, "one"))


@pytest.mark.parametrize("given", ["a", {"a": 1}, ["a", 1], [["a"]]])
def test_orders_are_a_list_of_texts_or_nothing(given: Any) -> None:
    assert None is lines_of({"do": given})
    assert (["a", "b"], []) == (lines_of({"do": ["a", "b"]}), lines_of({}))


def test_the_agenda_is_done_from_its_end() -> None:
    state = Table(2, ("game",))

    assert Table(2, ("game", "turn", "fight")) == pushed(state, "turn", "fight")
    assert Table(2, ("game", "turn")) == popped(pushed(state, "turn", "fight"))
    assert Table(2, ("game", "end", "fight")) == now(pushed(state, "turn"), "end", "fight")
    assert Table(2, ("game",)) == now(pushed(state, "turn"))


@pytest.mark.parametrize(
    ("value", "kind", "fault"),
    [
        (None, str, "x is missing; it must be a text"), (3, str, "x is a number; it must be a text"),
        (True, int, "x is true; it must be a whole number"), ("1", int, "it must be a whole number"),
        (1, bool, "it must be true or false"), ({}, list, "it must be a list"), ([], dict, "it must be a table"),
    ],
)  # fmt: skip
def test_a_field_of_another_kind_is_told(value: Any, kind: type, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        field({"x": value} if value is not None else {}, "x", kind)


def test_fields_as_they_should_be_are_given() -> None:
    data = {"n": 3, "yes": True, "word": "b", "list": ["a", "b"], "suits": "DS", "none": ""}

    assert (3, True) == (field(data, "n", int), field(data, "yes", bool))
    assert (3, "b", ("a", "b")) == (number(data, "n", 3, 3), chosen(data, "word", ("a", "b")), texts(data, "list"))
    assert ("DS", "") == (suits(data, "suits"), suits(data, "none"))


@pytest.mark.parametrize("low_high", [(0, 2), (4, 9)])
def test_a_number_beyond_its_bounds_is_told(low_high: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="n is 3, not a number from"):
        number({"n": 3}, "n", *low_high)


def test_choices_lists_and_suits_that_are_none_are_told() -> None:
    with pytest.raises(ValueError, match="x is 'c', not one of 'a', 'b'"):
        chosen({"x": "c"}, "x", ("a", "b"))
    with pytest.raises(ValueError, match="not a list of texts"):
        texts({"x": ["a", 1]}, "x")
    for wrong in ("DD", "X", "R"):
        with pytest.raises(ValueError, match="not letters of suits: SCHD"):
            suits({"x": wrong}, "x")
