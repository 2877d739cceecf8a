"""The calendar of deadlines: read back by a reader that is not ours."""

from __future__ import annotations

from datetime import UTC, datetime

from clocked import at
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from pbem.core.ruleset import Owed
from pbem.store.times import TimeRow
from pbem.store.undone import Undone
from pbem.timing import Plan, stamp
from pbem.timing.case import Case
from pbem.timing.ics import calendar, escaped, folded

PLAN = Plan("Europe/Berlin")
OWED = Owed("north", "movement", "the moves; of the north, and more", "nothing moves")


def row(kind: str, moment: str, until: str, step: int = 3, undone: int = 0) -> TimeRow:
    return TimeRow(kind, stamp(at(moment)), step, undone, until=stamp(at(until)))


FIRST = (row("begun", "11-10 12:00", "11-13 19:00", 2), row("told", "11-10 12:00", "11-13 19:00", 2))
NOW = (row("begun", "11-16 12:00", "11-19 19:00"), row("told", "11-16 12:00", "11-19 19:00"))
CASE = Case("winter", "games/winter", PLAN, 3, (OWED,), rows=(*FIRST, *NOW))


def events(case: Case, what: str = "") -> dict[str, tuple[datetime, int, str]]:
    """What another program finds in our file, by id."""
    found = Calendar.from_ical(calendar(case, "abcd", what)).walk("VEVENT")
    return {str(one["UID"]): (one.decoded("DTSTART"), int(one["SEQUENCE"]), str(one["STATUS"])) for one in found}


def test_every_deadline_is_an_entry_in_utc() -> None:
    expected = {
        "winter-2-0-abcd@pbem": (at("11-13 19:00"), 0, "CONFIRMED"),
        "winter-3-0-abcd@pbem": (at("11-19 19:00"), 0, "CONFIRMED"),
    }

    assert expected == events(CASE)
    assert UTC.utcoffset(None) == next(iter(events(CASE).values()))[0].utcoffset()


def test_a_deadline_that_moves_keeps_its_id_and_its_sequence_rises_whether_it_was_told_or_not() -> None:
    wait = TimeRow("wait", stamp(at("11-17 12:00")), 3, 0, "north")
    moved = CASE._replace(rows=(*CASE.rows, wait))
    told = moved._replace(rows=(*moved.rows, row("told", "11-17 12:10", "11-20 19:00")))
    expected = (at("11-20 19:00"), 1, "CONFIRMED")

    assert expected == events(moved)["winter-3-0-abcd@pbem"] == events(told)["winter-3-0-abcd@pbem"]


def test_the_deadline_of_a_step_whose_ground_was_taken_back_is_cancelled() -> None:
    back = CASE._replace(step=2, undone=(Undone(2, "x", "y"),))

    assert (at("11-19 19:00"), 1, "CANCELLED") == events(back)["winter-3-0-abcd@pbem"]
    assert (at("11-13 19:00"), 0, "CONFIRMED") == events(back)["winter-2-0-abcd@pbem"]


def test_what_is_owed_is_told_of_the_step_under_way_alone() -> None:
    found = Calendar.from_ical(calendar(CASE, "abcd", OWED.what)).walk("VEVENT")

    assert ["winter: step 2 is due", f"winter: step 3 is due, {OWED.what}"] == [str(one["SUMMARY"]) for one in found]


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
def test_any_text_comes_back_and_no_line_has_more_than_75_bytes(text: str) -> None:
    data = calendar(CASE, "abcd", text)
    (*_, last) = Calendar.from_ical(data).walk("VEVENT")

    assert all(len(line.encode()) <= 75 for line in data.split("\r\n"))
    assert "\n" not in data.replace("\r\n", "")
    assert " ".join(text.split()) == str(last["SUMMARY"]).partition("due, ")[2].strip() or not text.split()


def test_signs_that_part_values_are_escaped_and_none_is_cut() -> None:
    assert "a\\, b\\; c\\\\d e" == escaped("a, b; c\\d\n e")
    assert "x" * 74 + "\r\n ö" == folded("x" * 74 + "ö")
