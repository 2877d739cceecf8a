"""What players and moderators may ask of the time: to wait, to be away, to pause; each bounded, else refused."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from pbem.core import SHEET, Diagnostic
from pbem.store import GameFault
from pbem.store.times import TimeRow
from pbem.timing import DEFAULT, Plan, stamp
from pbem.timing.calendar import DAY, day_at, days_between, instant, told, told_day
from pbem.timing.case import Case, absence_left, deadline_of, paused_until, timely
from pbem.timing.codes import ABSENCE_REFUSED, PAUSE_REFUSED, TOO_LATE, WAIT_REFUSED
from pbem.timing.plan import day_of


def wait_row(case: Case, role: str, at: datetime) -> TimeRow:
    """The row of a player who asks for more time."""
    until = deadline_of(case)
    facts = {"step": case.step, "role": role, "until": told(case.plan, until) if until else ""}
    if role not in case.roles:
        raise GameFault(WAIT_REFUSED, case.game, form="nothing", **facts)
    if not case.plan.wait.amount:
        raise GameFault(WAIT_REFUSED, case.game, form="off", **facts)
    if case.own("wait"):
        raise GameFault(WAIT_REFUSED, case.game, **facts)
    if until is not None and at > until:
        raise GameFault(WAIT_REFUSED, case.game, form="passed", **facts)
    return case.new("wait", stamp(at), role=role)


def absent_row(case: Case, role: str, since: str, until: str, at: datetime) -> TimeRow:
    """The row of a player who will be away, from the first of these days to the last."""
    first, last = (_day(case, text) for text in (since, until))
    facts = {"since": told_day(first), "until": told_day(last), "first": (day_at(case.plan, at) + DAY).isoformat()}
    if last < first:
        raise GameFault(ABSENCE_REFUSED, case.game, form="order", **facts)
    if first <= day_at(case.plan, at):
        raise GameFault(ABSENCE_REFUSED, case.game, form="past", **facts)
    most = case.plan.absence
    away = (last - first).days + 1 if last - first > timedelta(days=most) else most - absence_left(
        case, role, days_between(first, last)
    )  # fmt: skip
    if away > most:
        raise GameFault(ABSENCE_REFUSED, case.game, form="budget", days=away, most=most, **facts)
    return case.new("absent", stamp(at), role=role, since=first.isoformat(), until=last.isoformat())


def _day(case: Case, text: str) -> date:
    day = day_of(text)
    if day is None or day.year < 2000 or day.year > 9000:
        raise GameFault(ABSENCE_REFUSED, case.game, found=text[:40])
    return day


def pause_row(case: Case, until: str, reason: str, now: datetime) -> TimeRow:
    """The row of a pause."""
    end = _end(case.plan, until)
    if end is None:
        raise GameFault(PAUSE_REFUSED, case.directory, form="unread", found=until[:40])
    facts = {"until": told(case.plan, end), "game": case.directory, "most": case.plan.pause}
    if not reason:
        raise GameFault(PAUSE_REFUSED, case.directory, form="reason")
    if (running := paused_until(case, now)) is not None:
        raise GameFault(PAUSE_REFUSED, case.directory, form="paused", **{**facts, "until": told(case.plan, running)})
    if end <= now:
        raise GameFault(PAUSE_REFUSED, case.directory, **facts)
    if end - now > timedelta(days=case.plan.pause):
        raise GameFault(PAUSE_REFUSED, case.directory, form="long", **facts)
    return case.new("pause", stamp(now), until=stamp(end), text=reason)


def _end(plan: Plan, text: str) -> datetime | None:
    """The moment that somebody means: the beginning of a day, or an hour of it by the clocks of the zone."""
    day, _, hour = text.strip().replace("T", " ").partition(" ")
    found = day_of(day)
    try:
        at = time.fromisoformat(hour.strip()) if hour else time(0)
    except ValueError:
        return None
    if found is None or at.tzinfo is not None or not 2000 <= found.year <= 9000:
        return None
    return instant(plan.clock, found, at).astimezone(UTC)


def resume_row(case: Case, now: datetime) -> TimeRow:
    """The row of a game that is taken up again before its pause is over."""
    if paused_until(case, now) is None:
        raise GameFault(PAUSE_REFUSED, case.directory, form="running")
    return case.new("resume", stamp(now))


# sheets


def arrival(case: Case, role: str, received: datetime) -> tuple[Diagnostic | None, tuple[TimeRow, ...]]:
    """What is wrong with the time of a sheet, if it is too late to be used; else the rows to be recorded with it."""
    found = timely(case, role, received)
    if found.verdict == "late" and case.plan.passed == DEFAULT and found.until is not None:
        form = "there" if role in case.inside else ""
        facts = {"received": told(case.plan, received), "until": told(case.plan, found.until), "step": case.step}
        return TOO_LATE(SHEET, form=form, **facts), ()
    return None, came_rows(case, role, received, found.used)


def came_rows(case: Case, role: str, received: datetime, used: int = 0) -> tuple[TimeRow, ...]:
    """The rows of a sheet that is taken in: when it came, and what of the grace of its writer it used."""
    came = case.new("came", stamp(received), role=role)
    return (came, case.new("grace", stamp(received), role=role, seconds=used)) if used else (came,)
