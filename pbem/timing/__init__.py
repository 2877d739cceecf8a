"""When decisions are due: the plan of a game, its calendar, and what is to be done at a given moment.

Nothing here asks for the time: ``now`` is always an argument. Moments are aware datetimes in UTC; the zone and the
weekdays of the players come in where a day is counted and where something is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pbem.core import Record

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DEFAULT, STANDING, ASK = PASSED = ("default", "standing", "ask")  # what happens when a deadline passes


class Span(NamedTuple):
    """A length of time as players and moderators write it: ``3d`` are days that count, ``36h`` hours of such days."""

    amount: int
    unit: str  # "d" or "h"

    def __str__(self) -> str:
        return f"{self.amount}{self.unit}"

    @property
    def delta(self) -> timedelta:
        """The same by the clock alone, whichever days count."""
        return timedelta(days=self.amount) if self.unit == "d" else timedelta(hours=self.amount)


class Plan(Record):
    """What `[time]` of a game.toml says."""

    zone: str
    at: time = time(20)  # the hour at which deadlines fall, by the clocks of the zone
    period: Span = Span(3, "d")  # for every kind of decision that has none of its own
    periods: Mapping[str, Span] = {}  # by the kind of a decision
    weekdays: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)  # those that count; Monday is 0
    holidays: tuple[date, ...] = ()  # days that do not count
    grace: Span = Span(0, "h")  # how late a player may be, in the whole game together
    remind: Span = Span(24, "h")  # how long before a deadline; 0h: never
    wait: Span = Span(1, "d")  # how much longer a step takes when a player asks for it; 0d: not at all
    absence: int = 21  # days that a player may be away, in the whole game together
    pause: int = 60  # days that a pause may last
    passed: str = DEFAULT
    early: bool | Span = True  # whether a step is adjudicated as soon as all is in, or not before so long

    @property
    def clock(self) -> ZoneInfo:
        """The clocks of the zone."""
        return ZoneInfo(self.zone)

    def span_of(self, kind: str) -> Span:
        """How long a kind of decision may take."""
        return self.periods.get(kind, self.period)


def moment(text: str) -> datetime:
    """A moment out of a file."""
    return datetime.fromisoformat(text).astimezone(UTC)


def stamp(when: datetime) -> str:
    """A moment for a file: ``2026-03-12T18:00:00+00:00``."""
    return when.astimezone(UTC).isoformat(timespec="seconds")


def as_table(plan: Plan) -> dict[str, Any]:
    """The plan as `[time]` says it."""
    early = plan.early if isinstance(plan.early, bool) else str(plan.early)
    table: dict[str, Any] = {
        "zone": plan.zone,
        "at": plan.at.strftime("%H:%M"),
        "period": str(plan.period),
        "weekdays": [WEEKDAYS[day] for day in plan.weekdays],
        "holidays": [day.isoformat() for day in plan.holidays],
        "grace": str(plan.grace),
        "remind": str(plan.remind),
        "wait": str(plan.wait),
        "absence": plan.absence,
        "pause": plan.pause,
        "passed": plan.passed,
        "early": early,
    }
    return {**table, **({"periods": {kind: str(span) for kind, span in plan.periods.items()}} if plan.periods else {})}
