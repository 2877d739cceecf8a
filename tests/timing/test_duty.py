"""What is due at a moment: rule by rule, on cases of plain facts."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from clocked import at

from pbem.core.ruleset import Owed
from pbem.store import GameFault
from pbem.store.times import TimeRow
from pbem.store.undone import Undone
from pbem.timing import Plan, Span, duty, stamp
from pbem.timing.case import Case, deadline_of, grace_left, timely
from pbem.timing.claims import absent_row, arrival, pause_row, resume_row, wait_row
from pbem.timing.duty import Due, due

PLAN = Plan("Europe/Berlin", period=Span(2, "d"), periods={"bid": Span(1, "d")})
MOVES = Owed("north", "movement", "the moves of the north", "nothing moves")
BID = Owed("south", "bid", "a bid", "the lowest card is bid")
START, UNTIL = "11-16 12:00", "11-18 19:00"  # two days from Monday noon: Wednesday at eight in Berlin
ORDINARY = Case("winter", "games/winter", PLAN, 3, (MOVES, BID))


def row(kind: str, moment: str, **facts: Any) -> TimeRow:
    return TimeRow(kind, stamp(at(moment)), facts.pop("step", 3), facts.pop("undone", 0), **facts)


def case(*rows: TimeRow, seen: str = "", plan: Plan = PLAN, **facts: Any) -> Case:
    """A step begun on Monday at noon, last looked at at a moment."""
    begun = row("begun", START, until=stamp(at(UNTIL)))
    seen = stamp(at(seen)) if seen else ""
    return ORDINARY._replace(plan=plan, rows=(begun, *rows), seen=seen, **facts)


def due_at(found: Case, moment: str, fetched: bool = True) -> Due:
    """What is due, looked at ten minutes before."""
    now = at(moment)
    return due(found if found.seen else found._replace(seen=stamp(now - timedelta(minutes=10))), now, fetched)


# deadlines


def test_a_step_is_due_after_the_longest_period_of_what_is_owed_in_it() -> None:
    assert at(UNTIL) == deadline_of(case())
    assert at("11-17 19:00") == deadline_of(case()._replace(owed=(BID,), rows=(row("begun", START),)))


def test_a_step_that_was_not_put_to_the_players_is_begun() -> None:
    found = due(ORDINARY, at(START))

    assert "begin" == found.action
    assert [("begun", stamp(at(START)), stamp(at(UNTIL)), ("north", "south"))] == [
        (new.kind, new.at, new.until, new.roles) for new in found.rows
    ]


def test_a_deadline_that_was_told_does_not_come_earlier() -> None:
    shorter = PLAN._replace(period=Span(1, "d"))

    assert at(UNTIL) == deadline_of(case(plan=shorter))
    assert at("11-20 19:00") == deadline_of(case(row("told", START, until=stamp(at("11-20 19:00")))))


def test_rows_of_a_step_that_was_taken_back_do_not_hold() -> None:
    before, same = Undone(2, "x", "y"), Undone(3, "x", "y")

    assert None is deadline_of(case(undone=(before,)))
    assert at(UNTIL) == deadline_of(case(undone=(same,)))


def test_a_new_player_gets_a_full_period() -> None:
    assert at("11-20 19:00") == deadline_of(case(row("seated", "11-18 12:00", role="south")))
    assert at(UNTIL) == deadline_of(case(row("seated", "11-18 12:00", role="east")))  # who owes nothing


def test_a_new_player_has_grace_and_days_away_of_his_own() -> None:
    plan = PLAN._replace(grace=Span(48, "h"), absence=5)
    used = row("grace", "11-10 12:00", step=2, role="south", seconds=3600 * 40)
    gone = row("absent", "11-01 12:00", step=2, role="south", since="2026-11-02", until="2026-11-06")
    old = case(used, gone, plan=plan)
    new = case(used, gone, row("seated", "11-16 13:00", role="south"), plan=plan)

    assert [timedelta(hours=8), timedelta(hours=48)] == [grace_left(found, "south") for found in (old, new)]
    with pytest.raises(GameFault, match="you would be away for 7 days in this game"):
        absent_row(old, "south", "2026-12-01", "2026-12-02", at(START))
    assert "absent" == absent_row(new, "south", "2026-12-01", "2026-12-02", at(START)).kind


# what players ask


def test_a_wait_moves_the_deadline_once_a_step() -> None:
    asked = wait_row(case(), "north", at("11-17 12:00"))
    found = case(asked)

    assert at("11-19 19:00") == deadline_of(found)
    with pytest.raises(GameFault, match="has been given more time already"):
        wait_row(found, "south", at("11-17 13:00"))


@pytest.mark.parametrize(
    ("plan", "role", "moment", "said"),
    [
        (PLAN, "east", "11-17 12:00", "nothing is awaited from east"),
        (PLAN._replace(wait=Span(0, "d")), "north", "11-17 12:00", "gives no more time"),
        (PLAN, "north", "11-18 19:01", "has passed already"),
    ],
)
def test_a_wait_that_is_not_granted(plan: Plan, role: str, moment: str, said: str) -> None:
    with pytest.raises(GameFault, match=said):
        wait_row(case(plan=plan), role, at(moment))


def test_a_wait_by_one_whose_sheet_is_in_holds_the_step_until_a_new_one_comes() -> None:
    first, asked = row("came", "11-17 10:00", role="north"), row("wait", "11-17 11:00", role="north")
    both = ("north", "south")

    assert "" == due_at(case(first, asked, inside=both), "11-17 12:00").action
    again = row("came", "11-17 13:00", role="north")
    assert "adjudicate" == due_at(case(first, asked, again, inside=both), "11-17 14:00").action
    assert "adjudicate" == due_at(case(first, asked, inside=both), "11-19 19:00").action


def test_days_of_absence_do_not_count_while_the_player_owes_something() -> None:
    away = row("absent", START, role="south", since="2026-11-17", until="2026-11-18")

    assert at("11-20 19:00") == deadline_of(case(away))
    assert at(UNTIL) == deadline_of(case(away, owed=(MOVES,)))


def test_an_absence_announced_after_the_deadline_does_not_move_it() -> None:
    late = absent_row(case(), "south", "2026-11-20", "2026-11-25", at("11-19 08:00"))

    assert at(UNTIL) == deadline_of(case(late))
    with pytest.raises(GameFault, match="not ahead"):
        absent_row(case(), "south", "2026-11-19", "2026-11-25", at("11-19 08:00"))


def test_absences_are_bounded_and_a_day_counts_once() -> None:
    plan = PLAN._replace(absence=5)
    first = absent_row(case(plan=plan), "south", "2026-12-01", "2026-12-04", at(START))

    assert absent_row(case(first, plan=plan), "south", "2026-12-04", "2026-12-05", at(START))
    with pytest.raises(GameFault, match="you would be away for 6 days in this game, and it grants 5"):
        absent_row(case(first, plan=plan), "south", "2026-12-05", "2026-12-06", at(START))
    with pytest.raises(GameFault, match="PB764"):
        absent_row(case(plan=plan), "south", "2026-12-05", "8026-12-06", at(START))


# pauses


def test_in_a_pause_nothing_is_done_and_its_days_do_not_count() -> None:
    paused = pause_row(case(), "2026-11-20", "Christmas", at("11-17 12:00"))
    found = case(paused, inside=("north", "south"))

    assert ("", ()) == due_at(found, "11-18 19:30")[2:4]
    assert "The game is paused until Friday 2026-11-20 00:00 Europe/Berlin (2026-11-19 23:00 UTC)." in (
        due_at(found, "11-18 19:30").said
    )
    assert at("11-21 19:00") == deadline_of(found)
    assert "adjudicate" == due_at(found, "11-20 12:00").action


def test_a_deadline_that_falls_in_a_pause_of_some_hours_falls_as_long_after_it() -> None:
    hours = PLAN._replace(period=Span(36, "h"), periods={})
    begun = row("begun", START, until=stamp(at("11-18 00:00")))
    found = case(plan=hours)._replace(rows=(begun,))
    paused = found._replace(rows=(begun, pause_row(found, "2026-11-18 02:00", "a storm", at("11-17 22:00"))))

    assert [at("11-18 00:00"), at("11-18 03:00")] == [deadline_of(one) for one in (found, paused)]
    assert "" == due_at(paused, "11-18 01:30").action
    assert "adjudicate" == due_at(paused, "11-18 03:00").action


def test_a_game_taken_up_again_counts_its_days_again() -> None:
    paused = pause_row(case(), "2026-12-20", "Christmas", at("11-17 12:00"))
    told = row("told", "11-17 12:05", until=stamp(at("12-21 19:00")))
    found = case(paused, told)
    ended = case(paused, told, resume_row(found, at("11-17 18:00")))

    assert at("12-21 19:00") == deadline_of(found)
    assert at(UNTIL) == deadline_of(ended)
    with pytest.raises(GameFault, match="not paused"):
        resume_row(ended, at("11-17 18:01"))


# time passes


def test_before_the_deadline_those_who_are_missing_are_reminded_once() -> None:
    assert () == due_at(case(), "11-17 18:00").reminders
    found = due_at(case(inside=("south",)), "11-17 19:00")
    (reminder,) = found.reminders

    assert ("north", "before") == (reminder.role, reminder.kind)
    assert "Missing: the moves of the north. It is due by Wednesday 2026-11-18 20:00" in reminder.text
    assert "If nothing comes: nothing moves." in reminder.text
    assert () == due_at(case(reminder.row, inside=("south",)), "11-17 20:00").reminders


def test_a_deadline_that_moved_is_reminded_of_anew() -> None:
    known = row("reminded", "11-17 19:00", role="north", until=stamp(at(UNTIL)), text="before")
    asked = row("wait", "11-18 12:00", role="north")

    assert ["north"] == [one.role for one in due_at(case(known, asked, inside=("south",)), "11-18 19:00").reminders]


def test_nobody_is_reminded_who_has_just_been_asked_or_where_it_is_switched_off() -> None:
    short, never = PLAN._replace(remind=Span(100, "h")), PLAN._replace(remind=Span(0, "h"))

    assert () == due_at(case(plan=short), "11-16 13:00").reminders
    assert () == due_at(case(plan=never), "11-18 18:59").reminders


def test_a_draft_is_named_for_what_it_is() -> None:
    (reminder,) = due_at(case(inside=("south",), drafts=("north",)), "11-17 19:00").reminders

    assert "What you have sent is a draft" in reminder.text


def test_when_the_deadline_has_passed_the_default_is_taken_for_those_who_are_missing() -> None:
    found = due_at(case(inside=("south",)), "11-18 19:00")

    assert ("adjudicate", ("north",), ["passed"]) == (found.action, found.defaults, [r.kind for r in found.reminders])
    assert "" == due_at(case(inside=("south",)), "11-18 18:59").action


def test_no_default_is_taken_when_the_mail_could_not_be_fetched() -> None:
    assert "" == due_at(case(inside=("south",)), "11-18 19:00", fetched=False).action
    assert "adjudicate" == due_at(case(inside=("north", "south")), "11-18 19:00", fetched=False).action


@pytest.mark.parametrize("passed", ["default", "standing", "ask"])
def test_nobody_is_said_to_have_sent_nothing_when_the_mail_could_not_be_fetched(passed: str) -> None:
    found = due_at(case(plan=PLAN._replace(passed=passed, grace=Span(1, "h"))), "11-18 19:30", fetched=False)
    late = due_at(case(plan=PLAN._replace(passed=passed)), "11-18 19:00", fetched=False)

    assert [("", (), ())] * 2 == [(one.action, one.reminders, one.rows) for one in (found, late)]
    assert duty.SAID["no-fetch"] == found.said[-1]


def test_held_envelopes_are_gathered_first() -> None:
    assert "gather" == due_at(case(inside=("north", "south"), gathers=True), "11-17 19:00").action
    assert ("gather", ("north",)) == due_at(case(inside=("south",), gathers=True), "11-18 19:00")[2:4]


@pytest.mark.parametrize(
    ("early", "moment", "action"),
    [
        (True, "11-16 12:30", "adjudicate"),
        (False, "11-18 18:59", ""),
        (False, "11-18 19:00", "adjudicate"),
        (Span(12, "h"), "11-16 23:59", ""),
        (Span(12, "h"), "11-17 00:00", "adjudicate"),
        (Span(9, "d"), "11-18 19:00", "adjudicate"),  # never later than the deadline
    ],
)
def test_when_all_is_in(early: bool | Span, moment: str, action: str) -> None:
    found = case(plan=PLAN._replace(early=early), inside=("north", "south"))

    assert (action, ()) == due_at(found, moment)[2:4]


def test_asked_again_once_and_then_the_moderator_decides() -> None:
    plan = PLAN._replace(passed="standing")
    first = due_at(case(plan=plan, inside=("south",)), "11-18 19:00")
    (again,) = first.rows

    assert ("", "again", stamp(at("11-20 19:00"))) == (first.action, again.kind, again.until)
    assert ["again"] == [one.kind for one in first.reminders]
    then = case(again, plan=plan, inside=("south",))
    assert "" == due_at(then, "11-20 18:00").action
    assert "ask" == due_at(then, "11-20 19:00").action


def test_the_moderator_is_asked_where_the_game_says_so() -> None:
    found = due_at(case(plan=PLAN._replace(passed="ask"), inside=("south",)), "11-18 19:00")

    assert ("ask", ()) == (found.action, found.defaults)


# grace

LENIENT = PLAN._replace(grace=Span(10, "h"))


def test_grace_is_waited_for_and_then_used_up() -> None:
    found = case(plan=LENIENT, inside=("south",))
    late = due_at(found, "11-19 05:00")

    assert "" == due_at(found, "11-19 04:59").action
    assert ("adjudicate", ("north",)) == (late.action, late.defaults)
    assert [("grace", "north", 36000)] == [(new.kind, new.role, new.seconds) for new in late.rows]
    next_ = case(*late.rows, plan=LENIENT)._replace(step=4)
    assert timedelta(0) == grace_left(next_, "north")


@pytest.mark.parametrize("passed", ["standing", "ask"])
def test_nobody_is_asked_again_nor_the_moderator_before_grace_is_over(passed: str) -> None:
    found = case(plan=LENIENT._replace(passed=passed), inside=("south",))
    (reminder,) = due_at(found, "11-18 19:00").reminders

    assert ("passed", ()) == (reminder.kind, due_at(found, "11-19 04:59").rows)
    assert "\nYour grace lasts until Thursday 2026-11-19 " in reminder.text
    assert "; for the whole game 10 h of it is left." in reminder.text
    late = due_at(found, "11-19 05:00")
    assert not any("grace" in reminder.text for reminder in late.reminders)
    assert [late.action, [new.kind for new in late.rows]] == {"ask": ["ask", []], "standing": ["", ["again"]]}[passed]


@pytest.mark.parametrize(
    ("received", "verdict", "used"),
    [
        ("11-18 19:00", "on-time", 0),
        ("11-18 21:00", "grace", 7200),
        ("11-19 05:00", "grace", 36000),
        ("11-19 05:01", "late", 0),
    ],
)
def test_a_sheet_is_on_time_by_when_it_was_received(received: str, verdict: str, used: int) -> None:
    assert (verdict, used) == timely(case(plan=LENIENT), "north", at(received))[::2]


def test_nobody_who_owes_nothing_or_whose_sheet_is_in_uses_grace() -> None:
    came = row("came", "11-17 12:00", role="north")
    found = case(came, plan=LENIENT, inside=("north",))

    assert "on-time" == timely(found, "east", at("11-25 12:00")).verdict
    assert "late" == timely(found, "north", at("11-18 20:00")).verdict
    fault, rows = arrival(found, "north", at("11-18 20:00"))
    assert fault is not None and () == rows
    assert "What you had sent before it counts." == fault.hint


def test_a_late_sheet_is_refused_only_where_the_default_is_taken() -> None:
    for passed, refused in (("default", True), ("standing", False), ("ask", False)):
        fault, rows = arrival(case(plan=PLAN._replace(passed=passed)), "north", at("11-18 19:01"))
        assert (refused, not refused) == (fault is not None, bool(rows))


# the clock


@pytest.mark.parametrize(
    ("seen", "now", "action"),
    [
        ("11-18 19:00", "11-18 19:10", "adjudicate"),
        ("11-18 19:14", "11-18 19:10", "adjudicate"),  # a clock that was put right
        ("11-18 19:16", "11-18 19:10", ""),
        ("11-17 17:10", "11-18 19:10", "adjudicate"),  # once a day, and an hour more when clocks are put back
        ("11-17 17:09", "11-18 19:10", ""),
    ],
)
def test_nothing_is_adjudicated_by_a_clock_that_ran_back_or_leapt(seen: str, now: str, action: str) -> None:
    for inside in ((), ("north", "south")):
        found = due(case(seen=seen, inside=inside), at(now))
        assert action == found.action
        assert not found.reminders or action


def test_after_a_week_of_silence_a_step_has_its_full_time_again() -> None:
    found = due(case(seen="11-17 12:00"), at("11-24 13:00"))
    (quiet, anew) = found.rows

    assert "silence" == quiet.kind
    assert ("", "begun", stamp(at("11-26 19:00"))) == (found.action, anew.kind, anew.until)
    assert ["silence"] == [new.kind for new in due(case(seen="11-17 12:00"), at("11-24 11:00")).rows]


def test_a_step_that_was_begun_in_the_future_is_begun_anew() -> None:
    future = row("begun", "12-24 12:00", until=stamp(at("12-26 19:00")))
    found = due(case(future, seen="12-24 12:00"), at("11-18 12:00"))
    (anew,) = found.rows

    assert at("11-20 19:00") == deadline_of(case(future, anew))


def test_the_first_look_after_a_long_time_without_any_only_records() -> None:
    assert "" == due(case(), at("11-20 12:00")).action
    assert "adjudicate" == due(case(seen="11-20 12:00"), at("11-20 12:10")).action


def test_who_knows_the_time_is_not_told_to_look_again() -> None:
    found = case(inside=("south",))

    assert "" == due(found, at("11-20 12:00")).action
    assert ("adjudicate", ("north",)) == due(found, at("11-20 12:00"), trusted=True)[2:4]


def test_a_phrase_that_is_awaited_is_named_also_of_one_who_owes_nothing() -> None:
    found = case(inside=("south",), awaited={"north": "the phrase", "east": "the phrase"})
    texts = {one.role: one.text for one in due_at(found, "11-17 19:00").reminders}

    assert ["north", "east"] == list(texts)
    assert all("Missing: the phrase." in text for text in texts.values())
    assert ("north", "east") == due_at(found, "11-18 19:00").defaults


def test_a_game_that_is_over_has_nothing_due() -> None:
    assert ("", ("Nothing is awaited.",)) == due(case(over=True), at("11-20 12:00"))[2:0:-1]


def test_now_is_never_asked_for() -> None:
    """The clock is read by commands alone."""
    folder = Path(duty.__file__).parent
    texts = {path.name: path.read_text() for path in folder.glob("*.py")}

    assert {"calendar.py", "duty.py"} < set(texts)
    assert [] == [name for name, text in texts.items() if re.search(r"\bnow\(|today\(|^import time$", text, re.M)]


def test_what_is_due_does_not_hang_on_the_clock_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")

    assert at(UNTIL) == deadline_of(case())
    assert isinstance(due_at(case(), "11-17 19:00").until, datetime)
