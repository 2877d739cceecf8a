"""What reports tell of the time: the deadline as it is reckoned, and what has moved it; and that it was told."""

from __future__ import annotations

from datetime import date, datetime

from pbem.store import GameFault
from pbem.store.times import PUBLIC, TimeRow, times_part
from pbem.store.transaction import Part
from pbem.timing import moment, stamp
from pbem.timing.calendar import day_at, told
from pbem.timing.case import Case, deadline_of
from pbem.timing.duty import begun_row
from pbem.workflow import Table
from pbem.workflow.time_case import MOVED, following, public_case, said_of, told_deadline
from pbem.workflow.time_codes import BY_AND_TIME

ANEW = "Step {step} gets its full time once more: nobody has looked at the game for a long time."
PUT_RIGHT = "Step {step} gets its full time once more: the clock by which it was begun was wrong."


def case_at(table: Table, now: datetime | None) -> Case | None:
    """The step under way, begun now if it was not before: its time begins with its report."""
    case = public_case(table)
    if case is None or case.over or not case.owed or now is None:
        return case
    case = case._replace(rows=(*case.rows, *following(case, now)))
    return case if case.begun is not None else case._replace(rows=(*case.rows, begun_row(case, now)))


def told_by(table: Table, by: str, now: datetime | None) -> str:
    """The deadline of the step under way, in the words of the players; empty if nothing is awaited."""
    if by:
        raise GameFault(BY_AND_TIME, table.game.directory, game=table.game.directory)
    case = case_at(table, now)
    return told_deadline(case) if case else ""


def told_times(table: Table, now: datetime | None) -> tuple[str, ...]:
    """What everybody is told: until when the step is due, and what was asked and granted since the step before."""
    case = case_at(table, now)
    return () if case is None else (*_moved(case), *(said_of(table, case, row) for row in news(case)))


def _moved(case: Case) -> tuple[str, ...]:
    until = deadline_of(case)
    return (MOVED.format(step=case.step, until=told(case.plan, until)),) if until else ()


def news(case: Case) -> list[TimeRow]:
    """What all may know and is of now: of the step under way, or asked since the deadline before it was told.

    And absences that were not over when the step was begun.
    """
    told_ = [at for at, row in enumerate(case.rows) if row.kind == "told" and row.step < case.step]
    today = day_at(case.plan, case.begun) if case.begun else None
    rows = [(at, row) for at, row in enumerate(case.rows) if row.kind in PUBLIC]
    return [row for at, row in rows if row.step == case.step or not told_ or at > told_[-1] or _is_away(row, today)]


def _is_away(row: TimeRow, today: date | None) -> bool:
    """Whether somebody is away on a day, or will be."""
    return row.kind == "absent" and (today is None or date.fromisoformat(row.until) >= today)


def told_parts(table: Table, now: datetime | None, to_all: bool) -> tuple[Part, ...]:
    """The part of a change that records that the step was put to the players, and the deadline that they were told."""
    before, case = public_case(table), case_at(table, now)
    if now is None or before is None or case is None:
        return ()
    return times_part(table.game.directory, [*case.rows[len(before.rows) :], *told_rows(case, now, to_all)])


def told_rows(case: Case, now: datetime, to_all: bool = True) -> list[TimeRow]:
    """The row of a deadline that everybody was told, if it is another than before, or if there is news since."""
    until = deadline_of(case)
    if until is None or not to_all or not untold(case):
        return []
    return [case.new("told", stamp(now), until=stamp(until))]


def untold(case: Case) -> list[TimeRow] | bool:
    """What players were not told yet: news since the last time, or whether the deadline alone has moved."""
    until, rows = deadline_of(case), case.own("told")
    if until is None:
        return False
    if not rows:
        return True
    last = case.rows.index(rows[-1])
    new = [row for row in case.rows[last + 1 :] if row.kind in PUBLIC]
    return new or moment(rows[-1].until) != until


def _begun_anew(case: Case) -> tuple[str, ...]:
    """Why a step that had a deadline gets another, if that was not told yet."""
    begun = case.own("begun")
    if case.rows.index(begun[-1]) < case.rows.index(case.own("told")[-1]):
        return ()
    is_earlier = len(begun) > 1 and moment(begun[-1].at) < moment(begun[-2].at)
    return ((PUT_RIGHT if is_earlier else ANEW).format(step=case.step),)


def announcement(table: Table, now: datetime) -> tuple[str, tuple[Part, ...]]:
    """What everybody is to be told between reports, if a deadline that they know has moved; the part that records it.

    Nothing, if the step was not reported yet: its report tells it.
    """
    case = public_case(table)
    if case is None or case.over or not case.own("told") or not (new := untold(case)):
        return "", ()
    rows = new if isinstance(new, list) else []
    told_with = any(row.kind == "wait" and row.step == case.step for row in rows)
    moved = () if told_with else _moved(case)
    lines = (*_begun_anew(case), *(said_of(table, case, row) for row in rows), *moved)
    return "\n".join(lines), times_part(table.game.directory, told_rows(case, now))
