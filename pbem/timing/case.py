"""The step under way as its deadline sees it: who owes what since when, what moves it, how much grace is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from pbem.core import Record
from pbem.core.ruleset import Owed
from pbem.store.times import TimeRow
from pbem.store.undone import Undone
from pbem.timing import Plan, moment
from pbem.timing.calendar import DAY, day_at, days_between, deadline, instant

NONE = timedelta(0)


class Case(Record):
    """Everything that a deadline hangs on, as plain facts."""

    game: str  # its name
    directory: str
    plan: Plan
    step: int
    owed: tuple[Owed, ...] = ()
    inside: tuple[str, ...] = ()  # the roles whose answer is in, or was given ahead
    drafts: tuple[str, ...] = ()  # those that have sent a draft, which is not acted upon
    rows: tuple[TimeRow, ...] = ()
    undone: tuple[Undone, ...] = ()
    seen: str = ""  # the last look by a clock that could be trusted
    boot: str = ""  # the start of the machine that its running clock counted from then
    ran: int = 0  # what that showed, in seconds
    leapt: bool = False  # whether the time of day was found to have leapt since
    awaited: Mapping[str, str] = {}  # what is awaited of those who have not answered, where it is no sheet: a phrase
    gathers: bool = False  # whether held envelopes are to be gathered before the step can be adjudicated
    over: bool = False

    def own(self, kind: str, role: str = "") -> list[TimeRow]:
        """The rows of a kind about the step under way, of a role or of all."""
        return [row for row in self.rows if row.kind == kind and row.role in (role or row.role,)
                and row.holds(self.step, self.undone)]  # fmt: skip

    @property
    def begun(self) -> datetime | None:
        """When the step was put to the players; None if it was not yet."""
        rows = self.own("begun")
        return moment(rows[-1].at) if rows else None

    @property
    def reopened(self) -> datetime | None:
        """When the step under way was taken back and put to the players again; None if it was not."""
        rows = [row for row in self.own("taken-back") if row.undone == len(self.undone)]
        return moment(rows[-1].at) if rows else None

    @property
    def stays_open(self) -> bool:
        """Whether it was taken back and somebody who owes something has sent nothing new since: no round goes on."""
        since = self.reopened
        return since is not None and not all(
            any(moment(row.at) >= since for row in self.own("came", role)) for role in self.roles
        )

    @property
    def roles(self) -> tuple[str, ...]:
        """Who owes something, each once."""
        return tuple(dict.fromkeys(owed.role for owed in self.owed))

    @property
    def missing(self) -> tuple[str, ...]:
        """Who owes something and has not answered."""
        late = tuple(role for role in self.roles if role not in self.inside)
        return (*late, *(role for role in self.awaited if role not in self.roles))

    def what(self, role: str) -> tuple[str, ...]:
        """What a role owes, in words."""
        said = self.awaited.get(role)
        return (said,) if said else tuple(owed.what for owed in self.owed if owed.role == role)

    def since_seated(self, role: str, kind: str) -> list[TimeRow]:
        """The rows of a kind about whoever plays a role now."""
        own = [row for row in self.rows if row.role == role and row.kind in (kind, "seated")]
        seats = [at for at, row in enumerate(own) if row.kind == "seated"]
        return [row for row in own[seats[-1] if seats else 0 :] if row.kind == kind]

    def new(self, kind: str, at: str, **facts: object) -> TimeRow:
        """A row about the step under way."""
        return TimeRow(kind, at, self.step, len(self.undone), **facts)  # type: ignore[arg-type]


# what moves a deadline


def absence_of(case: Case, role: str) -> set[date]:
    """All days on which a player is away."""
    rows = case.since_seated(role, "absent")
    return {day for row in rows for day in days_between(date.fromisoformat(row.since), date.fromisoformat(row.until))}


def pauses_of(case: Case) -> list[tuple[datetime, datetime]]:
    """From when to when the game was paused, each time; what was taken up again earlier ends there."""
    found: list[tuple[datetime, datetime]] = []
    for row in case.rows:
        if row.kind == "pause":
            found.append((moment(row.at), moment(row.until)))
        elif row.kind == "resume" and found:
            found[-1] = (found[-1][0], min(found[-1][1], moment(row.at)))
    return found


def paused_until(case: Case, now: datetime) -> datetime | None:
    """Until when the game is paused; None if it is not."""
    return next((end for begin, end in reversed(pauses_of(case)) if begin <= now < end), None)


def days_off(case: Case) -> set[date]:
    """The days that do not count for the step under way: somebody who owes something is away, or the game is paused."""
    found = {day for role in case.roles for day in absence_of(case, role)}
    for begin, end in pauses_of(case):
        days = days_between(day_at(case.plan, begin), day_at(case.plan, end))
        found |= {day for day in days if begin <= instant(case.plan.clock, day, case.plan.at) < end}
    return found


def deadline_of(case: Case) -> datetime | None:
    """Until when the step under way is to be answered: the longest of what is owed; None if it was not begun.

    It hangs on what everybody knows, and on no sheet: when it falls tells nothing of who has answered. Once told it
    comes no earlier, unless a pause was ended.
    """
    rows = case.own("begun")
    if not rows or not case.owed:
        return None
    off = days_off(case)
    found = max(_reckoned(case, moment(row.at), off) for row in _beginnings(case, rows[-1]))
    if case.own("wait") and case.plan.wait.amount:
        found = deadline(case.plan, found, case.plan.wait, off)
    found = max([found, *(moment(row.until) for row in _binding(case, rows[-1]) if row.until)])
    for begin, end in pauses_of(case):  # one that falls in a pause of some hours leaves after it what was left before
        found = end + (found - begin) if begin <= found < end else found
    return found


def _beginnings(case: Case, begun: TimeRow) -> list[TimeRow]:
    """From when on a whole period is promised: for a new player, where it was asked again or taken back, anew."""
    anew = [*case.own("again"), *case.own("taken-back")]
    anew += [row for row in case.own("seated") if row.role in case.roles]
    return [begun, *(row for row in anew if _after(case, row, begun))]


def _after(case: Case, row: TimeRow, other: TimeRow) -> bool:
    return case.rows.index(row) > case.rows.index(other)


def _reckoned(case: Case, start: datetime, off: set[date]) -> datetime:
    return max(deadline(case.plan, start, case.plan.span_of(owed.kind), off) for owed in case.owed)


def _binding(case: Case, begun: TimeRow) -> list[TimeRow]:
    """What was told of the deadline, and holds: since the step was begun, and since a pause was ended."""
    ends = [row for row in case.rows if row.kind == "resume"]
    told = [row for row in case.own("told") if _after(case, row, begun)]
    return [begun, *(row for row in told if not ends or _after(case, row, ends[-1]))]


# grace


def grace_left(case: Case, role: str) -> timedelta:
    """How late a player may still be, for the rest of the game; what the step under way took of it is not taken off."""
    used: dict[tuple[int, int], int] = {}
    for row in case.since_seated(role, "grace"):
        if not row.holds(case.step, case.undone):
            used[row.step, row.undone] = max(used.get((row.step, row.undone), 0), row.seconds)
    return max(NONE, case.plan.grace.delta - timedelta(seconds=sum(used.values())))


def limit_of(case: Case, role: str, until: datetime) -> datetime:
    """Until when a sheet of a role is taken though the deadline has passed: whose sheet was in needs no grace."""
    came = [moment(row.at) for row in case.own("came", role)]
    in_time = role in case.inside and any(at <= until for at in came)
    return until if in_time else until + grace_left(case, role)


class Timely(Record):
    """How a sheet came."""

    verdict: str  # "on-time", "grace" (late, and grace is used), "late"
    until: datetime | None = None
    used: int = 0  # seconds of grace


def quiet_until(case: Case) -> datetime | None:
    """Until when no default is taken, because nobody had looked for a long time, or the clock had leapt."""
    ends = [moment(row.at) + DAY for row in case.rows if row.kind == "silence"]
    return max(ends) if ends else None


def timely(case: Case, role: str, received: datetime) -> Timely:
    """Whether a sheet that the server received at a moment was on time, whenever it is looked at."""
    until = deadline_of(case)
    if until is None or role not in case.roles or received <= until:
        return Timely("on-time", until)
    quiet = quiet_until(case)
    if quiet is not None and received <= quiet:
        return Timely("on-time", until)
    if received <= limit_of(case, role, until):
        late = received - until
        return Timely("grace", until, int(late / timedelta(seconds=1)))
    return Timely("late", until)


def absence_left(case: Case, role: str, days: Sequence[date] = ()) -> int:
    """How many days a player may still be away, after these."""
    return case.plan.absence - len(absence_of(case, role) | {*days})


def tomorrow(plan: Plan, now: datetime) -> date:
    """The day after today, in the zone."""
    return day_at(plan, now) + DAY
