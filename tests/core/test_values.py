"""Events, hidden facts, names and codes."""

from __future__ import annotations

import pytest

from pbem.core import SHEET, Code, index, listed, table
from pbem.core.events import HIDDEN, Event, seen_by


def test_an_event_is_seen_whole_in_part_or_not_at_all() -> None:
    events = (Event("a", {"x": 1}, {"north": {"y": 2}}), Event("b", {"z": 3}, to=("north",)))

    assert (Event("a", {"x": 1, "y": 2}), Event("b", {"z": 3})) == seen_by(events, "north")
    assert (Event("a", {"x": 1}),) == seen_by(events, "south") == seen_by(events, None)


def test_a_hidden_fact_cannot_be_used() -> None:
    assert HIDDEN == HIDDEN
    for use in (bool, int, len, list, lambda fact: fact + 1, lambda fact: fact < 3, lambda fact: 1 - fact):
        with pytest.raises(TypeError):
            use(HIDDEN)


def test_names_match_without_accents_and_case_and_exactly_first() -> None:
    names = index([(1, "muenster", "Münster"), (2, "munster", "Munster"), (3, "meissen", "Meißen")])

    assert (1,) == names.find("Münster") == names.find("muenster")
    assert (2,) == names.find("munster")
    assert (3,) == names.find("MEISSEN") == names.find("meißen")
    assert () == names.find("Prag")
    assert (3,) == names.nearest("Meisen", 1)


def test_words_are_listed_as_people_do() -> None:
    assert ["", "a", "a and b", "a, b or c"] == [
        listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"], "or")
    ]  # fmt: skip


def test_a_code_makes_a_diagnostic_with_message_and_hint() -> None:
    code = Code("XX101", "no-such-thing", "there is no {thing}", hint="Take {other}.")

    assert "there is no hat" == code(SHEET, thing="hat", other="a cap").message
    assert "Take a cap." == code(SHEET, thing="hat", other="a cap").hint
    assert "None is left." == code(SHEET, thing="hat", hint="None is left.").hint
    assert code(SHEET).is_error
    assert not code._replace(severity="warning")(SHEET).is_error


def test_an_id_is_given_once() -> None:
    code = Code("XX101", "a", "b")

    with pytest.raises(ValueError, match="twice"):
        table(code, code)
