"""What everybody knows of the time of a game, and how it is told: it hangs on no sheet."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from pbem.store import read_bytes
from pbem.store.ledger import ALL, ledger_path, read_lines
from pbem.store.reading import is_revealed
from pbem.store.times import TimeRow, read_times
from pbem.store.undone import undone_steps
from pbem.timing import stamp
from pbem.timing.calendar import told, told_day
from pbem.timing.case import Case, deadline_of
from pbem.timing.plan import plan_of
from pbem.workflow import Table


def public_case(table: Table) -> Case | None:
    """The step under way as all may know it; None in a game without [time]."""
    plan, directory = plan_of(table.game), table.game.directory
    if plan is None:
        return None
    over = table.ruleset.rules.result(table.state) is not None or is_revealed(directory)
    return Case(
        game=table.game.name,
        directory=directory,
        plan=plan,
        step=table.under_way,
        owed=() if over else table.awaiting,
        rows=read_times(directory),
        undone=tuple(undone_steps(directory)),
        over=over,
    )


WAIT = "Step {step} gets more time, as {role} asked: it is due by {until}."
WAIT_HERE = "{role} asked for more time for step {step}."
ABSENT = "{role} is away from {since} to {until}: these days do not count for what is awaited from that role."
PAUSE = "The game is paused until {until}: {text}"
PAUSED = "The game was paused until {until}: {text}"
RESUME = "The game goes on, since {at}."
MOVED = "Step {step} is due by {until}."


def told_deadline(case: Case) -> str:
    """Until when the step under way is due, in the words of the players; empty if nothing is awaited."""
    until = deadline_of(case)
    return told(case.plan, until) if until is not None else ""


def said_of(table: Table, case: Case, row: TimeRow) -> str:
    """What everybody is told of a row."""
    facts = {"step": row.step, "role": table.title(row.role), "text": row.text}
    if row.kind == "wait":
        by = told_deadline(case)
        return (WAIT if by and row.step == case.step else WAIT_HERE).format(until=by, **facts)
    if row.kind == "absent":
        since, last = (told_day(datetime.fromisoformat(day).date()) for day in (row.since, row.until))
        return ABSENT.format(since=since, until=last, **facts)
    if row.kind == "pause":
        end = datetime.fromisoformat(row.until)
        words = PAUSED if case.begun is not None and end <= case.begun else PAUSE
        return words.format(until=told(case.plan, end), **facts)
    return RESUME.format(at=told(case.plan, datetime.fromisoformat(row.at)))


def following(case: Case, now: datetime) -> tuple[TimeRow, ...]:
    """The rows that follow from what was done at the desk, and are not written yet."""
    return (*seated_rows(case, now), *_taken_back_rows(case, now))


def _taken_back_rows(case: Case, now: datetime) -> tuple[TimeRow, ...]:
    """The row of a step that was taken back; `undo` writes it, where it is told the time."""
    taken = bool(case.undone) and case.undone[-1].step == case.step
    return (case.new("taken-back", stamp(now)),) if taken and not case.over and case.reopened is None else ()


def seated_rows(case: Case, now: datetime) -> tuple[TimeRow, ...]:
    """The rows of players who were replaced, by the ledger, and of whom the time does not know yet."""
    path = ledger_path(case.directory)
    if REPLACED.encode() not in read_bytes(path):  # most games: their lines are not looked at
        return ()
    known = Counter(row.role for row in case.rows if row.kind == "seated")
    lines = [line for line in read_lines(path) if line.of == ALL and line.kind == REPLACED]
    told_ = Counter(str(line.facts.get("role")) for line in lines if int(line.facts.get("first", 0)) <= case.step)
    return tuple(case.new("seated", stamp(now), role=role) for role in told_ if told_[role] > known[role])


REPLACED = "replaced"  # the kind of line that tells of a new player
