"""The time ledger: how long each player held the game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from clocked import at

from pbem.core.ruleset import Owed
from pbem.store.times import TimeRow
from pbem.timing import Plan, Span, stamp
from pbem.timing.case import Case
from pbem.timing.holding import Held, as_text, holding

PLAN = Plan("Europe/Berlin", period=Span(2, "d"), grace=Span(10, "h"))
OWED = Owed("south", "bid", "a bid", "the lowest card is bid")


def row(kind: str, moment: str, step: int, **facts: Any) -> TimeRow:
    return TimeRow(kind, stamp(at(moment)), step, 0, **facts)


ROWS = (
    row("begun", "11-16 12:00", 3, roles=("north", "south"), until=stamp(at("11-18 19:00"))),
    row("came", "11-16 14:00", 3, role="north"),
    row("came", "11-17 12:00", 3, role="north"),  # a second version
    row("wait", "11-17 13:00", 3, role="south"),
    row("told", "11-17 13:00", 3, until=stamp(at("11-19 19:00"))),
    row("came", "11-19 21:00", 3, role="south"),
    row("grace", "11-19 21:00", 3, role="south", seconds=7200),
    row("begun", "11-19 22:00", 4, roles=("south",), until=stamp(at("11-22 19:00"))),
)


def ledger(*more: TimeRow, **facts: Any) -> dict[str, Held]:
    case = Case("winter", "games/winter", PLAN, 4, (OWED,), rows=(*ROWS, *more), **facts)
    return {found.role: found for found in holding(case, ("north", "south", "east"), at("11-20 22:00"))}


def test_each_step_counts_from_its_beginning_to_the_last_sheet() -> None:
    found = ledger()["north"]

    assert (1, 1, timedelta(days=1), timedelta(days=1), 0) == found[1:6]
    assert None is found.since


def test_a_late_sheet_a_wait_and_grace_are_told_and_what_is_under_way_counts_until_now() -> None:
    found = ledger()["south"]

    assert (2, 1, timedelta(days=3, hours=9) + timedelta(days=1), timedelta(days=3, hours=9), 1, 1) == found[1:7]
    assert timedelta(hours=8) == found.grace
    assert at("11-19 22:00") == found.since


def test_who_has_answered_ahead_is_not_waited_for() -> None:
    assert None is ledger(inside=("south",))["south"].since


def test_who_never_owed_anything_held_nothing() -> None:
    assert Held("east", grace=timedelta(hours=10)) == ledger()["east"]


def test_a_step_begun_anew_is_one_step() -> None:
    anew = row("begun", "11-20 12:00", 4, roles=("south",), until=stamp(at("11-22 19:00")))

    assert ledger()["south"][1:5] == ledger(anew)["south"][1:5]


def test_the_end_of_the_last_step_is_known() -> None:
    closed = row("closed", "11-20 10:00", 4)

    assert timedelta(days=3, hours=9) + timedelta(hours=12) == ledger(closed)["south"].total


def test_it_is_told_as_a_table_and_as_numbers() -> None:
    text = as_text(list(ledger().values())).splitlines()

    assert text[2].split() == "south 2 1 4 d 9 h 3 d 9 h 1 1 0 8 h 2026-11-19 22:00 UTC".split()
    assert 86400 == ledger()["north"].data["total"]
