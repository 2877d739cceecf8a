"""What is to be done about the step under way at a moment, and why, in whole sentences."""

from __future__ import annotations

import os
from datetime import datetime, timedelta

from pbem.core import Record, listed
from pbem.store.times import Running, TimeRow
from pbem.timing import ASK, DEFAULT, STANDING, moment, stamp
from pbem.timing.calendar import DAY, deadline, told
from pbem.timing.case import Case, deadline_of, grace_left, limit_of, paused_until, quiet_until

SILENCE = timedelta(hours=26)  # a look once a day, on the day when clocks are put back too, is no silence
JITTER = timedelta(minutes=5)  # by so much clocks are put right
ABSURD = timedelta(days=7)  # a silence after which a step begins anew: the clock was wrong, or the game forgotten

SAID = {
    "over": "Nothing is awaited.",
    "begin": "Step {step} has not been put to the players yet: its time begins with the report.",
    "back": "The clock runs behind what it was at the last look, {seen}: nothing is done by it this time.",
    "leap": "Nobody has looked at this game since {seen}: nothing is adjudicated this time, but from the next look on.",
    "leapt": "The clock of this machine has leapt since the last look, {seen}: it shows {now}. Nothing is adjudicated"
    " by it, and no default is taken, until it is back. If it is right as it is, say so:"
    " pbem mail tick {folder} --clock-is-right",
    "quiet": "Nobody looked at this game for a long time, or the clock had leapt: no default is taken before {until}.",
    "anew": "The last look at this game was on {seen}, too long ago or in the future: step {step} gets its full time"
    " once more, until {until}.",
    "paused": "The game is paused until {until}.",
    "wait": "Step {step} waits for {roles}, since {since}; the deadline is {until}.",
    "all-in": "All is in for step {step}.",
    "not-early": "All is in for step {step}; it is adjudicated at its deadline, {until}.",
    "not-before": "All is in for step {step}; it is adjudicated not before {until}.",
    "taken-back": "All is in for step {step}, which was taken back: it is adjudicated at its deadline, {until}, or as"
    " soon as everybody who owes something has sent a new sheet.",
    "held-open": "All is in for step {step}; {roles} asked to wait, until a new sheet comes or the deadline, {until}.",
    "passed": "The deadline of step {step} was {until}; nothing came from {roles}.",
    "no-fetch": "The letters could not be looked at: no default is taken this time, and nobody is told that nothing"
    " came.",
    "grace": "The grace of {role} lasts until {until}.",
    "default": "The default is taken for {roles}.",
    "again": "Step {step} is asked again: {roles} may answer until {until}.",
    "decide": "The moderator decides what becomes of step {step}.",
}


class Reminder(Record):
    """A mail to one who has not answered; it is sent once."""

    role: str
    kind: str  # "before", "passed" or "again"
    text: str
    row: TimeRow  # what is recorded when it goes out


class Due(Record):
    """What is due at a moment."""

    step: int
    said: tuple[str, ...]  # why, for the moderator
    action: str = ""  # "begin", "adjudicate", "gather", "ask" (the moderator decides); empty: to wait
    defaults: tuple[str, ...] = ()  # for whom the default is taken
    missing: tuple[str, ...] = ()
    since: datetime | None = None  # when the step was put to the players
    until: datetime | None = None  # its deadline
    reminders: tuple[Reminder, ...] = ()
    rows: tuple[TimeRow, ...] = ()  # what a look records
    withheld: bool = False  # nothing is done though the deadline has passed: letters may lie where nobody looked
    leapt: bool = False  # the time of day has moved against the clock that only runs
    distrusted: bool = False  # the clock is not believed, or not yet again


def due(
    case: Case, now: datetime, fetched: bool = True, trusted: bool = False, running: Running | None = None,
    believed: bool = False,
) -> Due:  # fmt: skip
    """What is to be done now; ``fetched``: whether the mail could be fetched before; ``trusted``: somebody who knows
    the time is looking, and decides; ``running``: the clock of the machine that only runs; ``believed``: the moderator
    says that the time of day is right, though it leapt.
    """
    found = Due(case.step, (), missing=case.missing, since=case.begun, until=deadline_of(case))
    if case.over or not case.owed:
        return _say(found._replace(rows=_ended(case, now)), case, "over")
    if case.begun is None or found.until is None:
        return _say(found._replace(action="begin", rows=(begun_row(case, now),)), case, "begin")
    fault = "" if trusted else wrong_clock(case, now, running)
    if fault == LEAPT and believed and not _is_absurd(case, now):
        case = case._replace(rows=(*case.rows, case.new("silence", stamp(now))))
        found = found._replace(rows=case.rows[-1:])
    elif fault:
        return _distrusted(found, case, now, "leap" if fault == LEAPT and believed else fault)
    if end := paused_until(case, now):
        return _say(found, case, "paused", until=told(case.plan, end))
    return _late(found, case, now, fetched) if case.missing else _all_in(found, case, now)


def _ended(case: Case, now: datetime) -> tuple[TimeRow, ...]:
    """The row that says when the last step was over, where no next one says so."""
    last = next((row.kind for row in reversed(case.rows) if row.kind in ("begun", "closed")), "")
    return (case.new("closed", stamp(now)),) if last == "begun" and case.over else ()


def begun_row(case: Case, now: datetime) -> TimeRow:
    """The row with which the time of the step begins, or begins anew."""
    first = case.new("begun", stamp(now), roles=case.roles)
    until = deadline_of(case._replace(rows=(*case.rows, first)))
    return first._replace(until=stamp(until)) if until else first


def _say(found: Due, case: Case, word: str, **facts: object) -> Due:
    """The same with one more sentence."""
    return found._replace(said=(*found.said, SAID[word].format(step=case.step, **facts)))


# the clock


LEAPT = "leapt"


def wrong_clock(case: Case, now: datetime, running: Running | None = None) -> str:
    """Why nothing is adjudicated by the clock: it ran "back", there was no look for so long that it may have leapt
    ("leap"), or it has ("leapt"); empty if it may be trusted.
    """
    seen = last_look(case)
    if seen is None:
        return ""
    if running is not None and (running.boot == case.boot) and running.seconds >= case.ran:
        moved = now - seen - timedelta(seconds=running.seconds - case.ran)
        if abs(moved) > JITTER:
            return LEAPT
    elif case.leapt:
        return LEAPT
    if case.begun is not None and case.begun > now + JITTER:
        return "back"
    if now < seen - JITTER:
        return "back"
    return "leap" if now - seen > SILENCE else ""


def last_look(case: Case) -> datetime | None:
    """When the game was last looked at; if it never was, when the step was begun."""
    return moment(case.seen) if case.seen else case.begun


def _distrusted(found: Due, case: Case, now: datetime, fault: str) -> Due:
    """What is done by a clock that cannot be trusted: nothing, or the step gets its full time once more."""
    found = found._replace(distrusted=True)
    seen = told(case.plan, last_look(case) or now)
    if fault == LEAPT:
        facts = {"now": told(case.plan, now), "folder": os.path.dirname(case.directory) or "."}
        return _say(found._replace(leapt=True), case, fault, seen=seen, **facts)
    if fault == "leap":
        found = found._replace(rows=(case.new("silence", stamp(now)),))
    if not _is_absurd(case, now):
        return _say(found, case, fault, seen=seen)
    row = begun_row(case, now)
    until = told(case.plan, moment(row.until)) if row.until else ""
    return _say(found._replace(rows=(*found.rows, row)), case, "anew", seen=seen, until=until)


def wrong(case: Case, now: datetime) -> Due:
    """What is said of a clock that has leapt, for whoever looks on."""
    return _distrusted(Due(case.step, ()), case, now, LEAPT)


def _is_absurd(case: Case, now: datetime) -> bool:
    """Whether the step was begun by a clock that cannot have been right, or so long ago that nobody counts on it."""
    seen, begun = last_look(case), case.begun
    return (begun is not None and begun > now + JITTER) or (seen is not None and now - seen > ABSURD)


# everybody has answered


def _all_in(found: Due, case: Case, now: datetime) -> Due:
    """A step for which all is in: at once, not before a moment, or at its deadline."""
    until = found.until or now
    go = found._replace(action="gather" if case.gathers else "adjudicate")
    if now >= until:
        return _say(go, case, "all-in")
    if case.stays_open:
        return _say(found, case, "taken-back", until=told(case.plan, until))
    if case.plan.early is False:
        return _say(found, case, "not-early", until=told(case.plan, until))
    if holding := _holding(case):
        return _say(found, case, "held-open", roles=listed(holding), until=told(case.plan, until))
    earliest = _earliest(case, until)
    if now < earliest:
        return _say(found, case, "not-before", until=told(case.plan, earliest))
    return _say(go, case, "all-in")


def _earliest(case: Case, until: datetime) -> datetime:
    begun = case.begun or until
    return begun if isinstance(case.plan.early, bool) else min(until, deadline(case.plan, begun, case.plan.early))


def _holding(case: Case) -> list[str]:
    """Who asked to wait, and has sent nothing since."""
    waits = {row.role: moment(row.at) for row in case.own("wait")}
    return [role for role, at in waits.items() if not any(moment(row.at) > at for row in case.own("came", role))]


# somebody has not


def _late(found: Due, case: Case, now: datetime, fetched: bool) -> Due:
    """A step that waits for somebody, before its deadline and after it."""
    until, since = found.until or now, found.since or now
    names = listed(f"{role} ({listed(case.what(role))})" for role in case.missing)
    if now < until:
        near = now >= until - case.plan.remind.delta > since
        found = found._replace(reminders=reminders(case, "before", until, now) if near else ())
        return _say(found, case, "wait", roles=names, since=told(case.plan, since), until=told(case.plan, until))
    found = _say(found, case, "passed", roles=names, until=told(case.plan, until))
    if not fetched:  # what is missing may lie on the server
        return _say(found._replace(withheld=True), case, "no-fetch")
    asks_again = case.plan.passed == STANDING and not case.own("again")
    limits = {role: limit_of(case, role, until) for role in case.missing}
    patient = [role for role, limit in limits.items() if now < limit]
    if patient or not asks_again:
        found = found._replace(reminders=reminders(case, "passed", until, now))
    for role in patient:
        found = _say(found, case, "grace", role=role, until=told(case.plan, limits[role]))
    if patient:
        return found
    if asks_again:
        return _asked_again(found, case, now)
    if case.plan.passed != DEFAULT:
        return _say(found._replace(action=ASK), case, "decide")
    quiet = quiet_until(case)
    if quiet is not None and now < quiet <= now + DAY + JITTER:  # and not one by a clock that ran ahead
        return _say(found, case, "quiet", until=told(case.plan, quiet))
    return _defaulted(found, case, now)


def _defaulted(found: Due, case: Case, now: datetime) -> Due:
    """The default for all who have not answered; the grace of each is used up."""
    used = {role: int(grace_left(case, role).total_seconds()) for role in case.missing}
    rows = tuple(case.new("grace", stamp(now), role=role, seconds=spent) for role, spent in used.items() if spent)
    found = found._replace(action="gather" if case.gathers else "adjudicate", defaults=case.missing, rows=rows)
    return _say(found, case, "default", roles=listed(case.missing))


def _asked_again(found: Due, case: Case, now: datetime) -> Due:
    """A full period more, once, for those without standing orders."""
    row = case.new("again", stamp(now))
    until = deadline_of(case._replace(rows=(*case.rows, row))) or now
    row = row._replace(until=stamp(until))
    found = found._replace(rows=(row,), reminders=reminders(case, "again", until, now))
    return _say(found, case, "again", roles=listed(case.missing), until=told(case.plan, until))


# reminders

REMINDED = {
    "before": "Step {step} of {game} still waits for you. Missing: {what}. It is due by {until}.",
    "passed": "The deadline of step {step} of {game} has passed, {until}, and nothing of yours is in. Missing: {what}.",
    "again": "The deadline of step {step} of {game} has passed, and you are asked again. Missing: {what}. It is due by"
    " {until}.",
}
DRAFT = "What you have sent is a draft, which is not acted upon: send it without the line status to make it count."
QUIET = "A sheet is still taken until {until}: nobody could look at the game for a long time."
GRACE = "Your grace lasts until {limit}; for the whole game {left} of it is left."
OTHERWISE = "If nothing comes: {default}."


def reminders(case: Case, kind: str, until: datetime, now: datetime) -> tuple[Reminder, ...]:
    """Whom to remind, of what; nobody twice of the same deadline in the same way."""
    known = {(row.role, row.text, moment(row.until)) for row in case.own("reminded")}
    due_ = [role for role in case.missing if (role, kind, until) not in known]
    if kind == "before" and not case.plan.remind.amount:
        return ()
    return tuple(Reminder(role, kind, reminder_text(case, role, kind, until, now),
                          case.new("reminded", stamp(now), role=role, until=stamp(until), text=kind))
                 for role in due_)  # fmt: skip


def reminder_text(case: Case, role: str, kind: str, until: datetime, now: datetime) -> str:
    """What a player is told who has not answered."""
    facts = {"step": case.step, "game": case.game, "what": listed(case.what(role)), "until": told(case.plan, until)}
    lines = [REMINDED[kind].format_map(facts)]
    lines += [DRAFT] if role in case.drafts else []
    left, limit = grace_left(case, role), limit_of(case, role, until)
    lasts = kind == "passed" and left and now < limit
    lines += [GRACE.format(left=lasting(left), limit=told(case.plan, limit))] if lasts else []
    quiet = quiet_until(case)
    lines += [QUIET.format(until=told(case.plan, quiet))] if kind == "passed" and quiet and quiet > now else []
    if case.plan.passed == DEFAULT:
        default = listed(owed.default for owed in case.owed if owed.role == role and owed.default)
        lines += [OTHERWISE.format(default=default)] if default else []
    return "\n".join(lines)


def lasting(span: timedelta) -> str:
    """A length of time, short: ``3 d 4 h``, ``40 min``."""
    minutes = int(span.total_seconds()) // 60
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days} d {hours} h" if hours else f"{days} d"
    return f"{hours} h {rest} min" if hours and rest else f"{hours} h" if hours else f"{rest} min"
