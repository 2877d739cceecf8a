"""The calendar: when a deadline falls, on days that count, by clocks that are put forward and back."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.timing import Plan, Span
from pbem.timing.calendar import DAY, counts, day_at, deadline, instant, told

BERLIN = Plan("Europe/Berlin")
WORKDAYS = BERLIN._replace(weekdays=(0, 1, 2, 3, 4))


def at(text: str) -> datetime:
    """A moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "until"),
    [
        ("2026-11-16 18:59", "2026-11-17 19:00"),  # Monday before eight in the evening: Tuesday at eight
        ("2026-11-16 19:00", "2026-11-17 19:00"),
        ("2026-11-16 19:01", "2026-11-18 19:00"),  # after eight: a whole day is promised
        ("2026-11-20 12:00", "2026-11-23 19:00"),  # Friday: Monday
        ("2026-11-21 12:00", "2026-11-24 19:00"),  # Saturday: as if it were Monday
        ("2026-11-22 23:30", "2026-11-24 19:00"),  # Monday already, in Berlin
    ],
)
def test_a_period_of_one_workday(start: str, until: str) -> None:
    assert at(until) == deadline(WORKDAYS, at(start), Span(1, "d"))


def test_holidays_and_days_taken_off_do_not_count() -> None:
    plan = WORKDAYS._replace(holidays=(date(2026, 12, 25),))
    start = at("2026-12-23 12:00")

    assert at("2026-12-24 19:00") == deadline(plan, start, Span(1, "d"))
    assert at("2026-12-28 19:00") == deadline(plan, start, Span(2, "d"))
    assert at("2026-12-29 19:00") == deadline(plan, start, Span(2, "d"), {date(2026, 12, 28)})


def test_hours_are_those_of_days_that_count() -> None:
    friday = at("2026-11-20 12:00")  # 13:00 in Berlin: eleven hours are left of the day

    assert at("2026-11-20 23:00") == deadline(WORKDAYS, friday, Span(11, "h"))
    assert at("2026-11-23 00:00") == deadline(WORKDAYS, friday, Span(12, "h"))
    assert at("2026-11-21 12:00") == deadline(BERLIN, friday, Span(24, "h"))


@pytest.mark.parametrize(
    ("day", "hour", "utc"),
    [
        (date(2027, 3, 28), time(1, 59), "2027-03-28 00:59"),
        (date(2027, 3, 28), time(2, 30), "2027-03-28 01:30"),  # left out: as long after the last hour before it
        (date(2027, 3, 28), time(3, 0), "2027-03-28 01:00"),
        (date(2027, 10, 31), time(1, 59), "2027-10-30 23:59"),
        (date(2027, 10, 31), time(2, 30), "2027-10-31 01:30"),  # there twice: the second
        (date(2027, 10, 31), time(3, 0), "2027-10-31 02:00"),
    ],
)
def test_clocks_put_forward_and_back(day: date, hour: time, utc: str) -> None:
    assert at(utc) == instant(ZoneInfo("Europe/Berlin"), day, hour)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
@pytest.mark.parametrize("hour", [time(2, 30), time(20)])
def test_over_a_year_every_day_has_its_deadline_at_the_hour_that_was_said(zone: str, hour: time) -> None:
    """Day by day through 2027: each deadline is a day after the last, and shows the hour unless clocks leave it out."""
    plan = Plan(zone, hour)
    found = [deadline(plan, instant(plan.clock, date(2027, 1, 1) + n * DAY, hour), Span(1, "d")) for n in range(365)]
    local = [when.astimezone(plan.clock) for when in found]
    odd = [when for when in local if when.time() != hour]

    assert [date(2027, 1, 2) + n * DAY for n in range(365)] == [when.date() for when in local]
    assert all(abs(b - a - DAY) <= timedelta(hours=1) for a, b in pairwise(found))
    assert all(when.time() > hour and when.hour == 3 for when in odd)
    assert len(odd) == (hour == time(2, 30) and zone in ("Europe/Berlin", "America/New_York"))


ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe",
                         "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca"])  # fmt: skip
MOMENTS = st.datetimes(datetime(2010, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))
DAYS = st.dates(date(2010, 1, 1), date(2040, 1, 1))
PLANS = st.builds(
    lambda *given, **named: Plan(*given, **named),
    ZONES,
    st.times().map(lambda hour: hour.replace(second=0, microsecond=0)),
    weekdays=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    holidays=st.sets(DAYS, max_size=5).map(lambda days: tuple(sorted(days))),
)
SPANS = st.one_of(st.builds(Span, st.integers(1, 20), st.just("d")), st.builds(Span, st.integers(1, 200), st.just("h")))


def near(start: datetime) -> st.SearchStrategy[set[date]]:
    return st.sets(st.integers(-2, 40).map(lambda n: start.date() + n * DAY), max_size=8)


@settings(max_examples=120, deadline=None)
@given(PLANS, MOMENTS, SPANS, st.data())
def test_a_deadline_falls_on_a_day_that_counts_and_leaves_what_was_promised(
    plan: Plan, start: datetime, span: Span, data: st.DataObject
) -> None:
    off = data.draw(near(start))
    until = deadline(plan, start, span, off)
    free = [day_at(plan, start) + n * DAY for n in range((day_at(plan, until) - day_at(plan, start)).days + 1)]
    counted = [day for day in free if counts(plan, day, off)]

    assert until - start >= span.delta - timedelta(hours=2)
    if span.unit == "d":
        assert until == instant(plan.clock, day_at(plan, until), plan.at) or plan.at.hour < 4
        assert counts(plan, day_at(plan, until - timedelta(hours=1)), off) or counts(plan, day_at(plan, until), off)
        assert len(counted) in (span.amount + 1, span.amount + 2)
    assert deadline(plan, until, span, off) > until


@settings(max_examples=80, deadline=None)
@given(PLANS, MOMENTS, SPANS, st.data())
def test_a_later_start_a_longer_span_and_more_days_off_never_bring_a_deadline_forward(
    plan: Plan, start: datetime, span: Span, data: st.DataObject
) -> None:
    off, more = data.draw(near(start)), data.draw(near(start))
    later = start + data.draw(st.timedeltas(timedelta(0), timedelta(days=5)))
    until = deadline(plan, start, span, off)

    assert until <= deadline(plan, later, span, off)
    assert until < deadline(plan, start, span._replace(amount=span.amount + 1), off)
    assert until <= deadline(plan, start, span, off | more)


def test_a_moment_is_told_by_weekday_zone_and_in_utc() -> None:
    assert "Wednesday 2026-11-18 20:00 Europe/Berlin (19:00 UTC)" == told(BERLIN, at("2026-11-18 19:00"))
    assert "Wednesday 2026-11-18 20:00 America/New_York (2026-11-19 01:00 UTC)" == told(
        Plan("America/New_York"), at("2026-11-19 01:00")
    )
    assert "Wednesday 2026-11-18 19:00 UTC" == told(Plan("UTC"), at("2026-11-18 19:00"))
