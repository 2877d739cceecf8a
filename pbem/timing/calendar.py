"""The calendar of a game: which days count, when a deadline falls, and how a moment is told."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pbem.timing import Plan, Span

DAY = timedelta(days=1)
NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def instant(zone: ZoneInfo, day: date, at: time) -> datetime:
    """The moment at which clocks of a zone show an hour of a day.

    An hour that is there twice, when clocks are put back, means the second; one that is left out, when they are put
    forward, means as long after the last one before it. So whoever goes by a clock on the wall is never too late.
    """
    local = datetime.combine(day, at, zone)
    return max(local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))


def day_at(plan: Plan, when: datetime) -> date:
    """The day that it is in the zone at a moment."""
    return when.astimezone(plan.clock).date()


def counts(plan: Plan, day: date, off: Collection[date] = ()) -> bool:
    """Whether a day counts: by its weekday, no holiday, and none of those that are taken off."""
    return day.weekday() in plan.weekdays and day not in plan.holidays and day not in off


def deadline(plan: Plan, start: datetime, span: Span, off: Collection[date] = ()) -> datetime:
    """When a span that begins at a moment is over.

    Days: the first hour of deadlines of a day that counts, from the moment on, and so many of them after it. So nobody
    has less than the days that were promised. Hours: those of days that count.
    """
    return _after_hours(plan, start, span.delta, off) if span.unit == "h" else _after_days(plan, start, span, off)


def _after_days(plan: Plan, start: datetime, span: Span, off: Collection[date]) -> datetime:
    day, passed = day_at(plan, start) - DAY, -1
    while True:
        day += DAY
        found = instant(plan.clock, day, plan.at)
        if found >= start and counts(plan, day, off):
            passed += 1
        if passed >= span.amount:
            return found


def _after_hours(plan: Plan, start: datetime, left: timedelta, off: Collection[date]) -> datetime:
    day = day_at(plan, start) - DAY
    while True:
        day += DAY
        begin, end = (instant(plan.clock, day + n * DAY, time(0)) for n in (0, 1))
        begin = max(begin, start)
        if begin >= end or not counts(plan, day, off):
            continue
        if left <= end - begin:
            return begin + left
        left -= end - begin


def days_between(first: date, last: date) -> list[date]:
    """All days from one to another, both among them."""
    return [first + n * DAY for n in range((last - first).days + 1)]


def holidays_within(plan: Plan, days: Iterable[date]) -> list[date]:
    """Which of these days do not count."""
    return [day for day in days if not counts(plan, day)]


def told(plan: Plan, when: datetime) -> str:
    """A moment in the words of the players, and in UTC: ``Wednesday 2026-11-18 20:00 Europe/Lisbon (20:00 UTC)``."""
    local, utc = when.astimezone(plan.clock), when.astimezone(UTC)
    day = f"{NAMES[local.weekday()]} {local:%Y-%m-%d %H:%M}"
    if plan.zone == "UTC":
        return f"{day} UTC"
    same = local.date() == utc.date()
    return f"{day} {plan.zone} ({utc:%H:%M} UTC)" if same else f"{day} {plan.zone} ({utc:%Y-%m-%d %H:%M} UTC)"


def told_day(day: date) -> str:
    """A day with the name of its weekday."""
    return f"{NAMES[day.weekday()]} {day.isoformat()}"
