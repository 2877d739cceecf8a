"""The time of a game: what is due now, and what players and moderators ask of it, recorded and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core import Record
from pbem.store import bounded
from pbem.store.ledger import ALL, Chains, check_room
from pbem.store.reading import check_unrevealed
from pbem.store.times import Look, Running, TimeRow, clock_part, read_clock, times_part
from pbem.store.transaction import Part, commit
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.timing.case import Case
from pbem.timing.claims import absent_row, arrival, came_rows, pause_row, resume_row, wait_row
from pbem.timing.duty import Due, Reminder
from pbem.timing.duty import due as due_at
from pbem.timing.plan import no_time
from pbem.workflow import Table, chosen, open_game, reads
from pbem.workflow.journal import REASON
from pbem.workflow.recording import chains_at
from pbem.workflow.status import Status, phrase_owed, status_of
from pbem.workflow.time_case import following, public_case, said_of, told_deadline

if TYPE_CHECKING:
    from pbem.core import Diagnostic


def case_of(table: Table, found: Status | None = None) -> Case | None:
    """The step under way as its deadline sees it, with who has answered; None in a game without [time]."""
    case = public_case(table)
    if case is None:
        return None
    found, last = found or status_of(table), read_clock(table.game.directory)
    missing = {row.role for row in found.missing}
    return case._replace(
        inside=tuple(role for role in case.roles if role not in missing),
        drafts=tuple(row.role for row in found.rows if row.sheet == "draft"),
        seen=last.seen,
        boot=last.boot,
        ran=last.running,
        leapt=last.leapt,
        awaited={row.role: phrase_owed(row) for row in found.missing if row.sheet in ("held", "waiting")},
        gathers=found.held and not found.gathered,
    )


# what is due


@reads
def due(directory: str, now: datetime, fetched: bool = True, running: Running | None = None) -> Due | None:
    """What is to be done with a game now; None if it has no [time]. Nothing is recorded."""
    case = case_of(open_game(directory, told=False))
    if case is None:
        return None
    return due_at(case._replace(rows=(*case.rows, *following(case, now))), now, fetched, running=running)


def look(
    directory: str, now: datetime, fetched: bool = True, running: Running | None = None, believed: bool = False
) -> Due | None:
    """The same, recorded: when the game was looked at, and what follows from it for its time.

    Reminders are not: each is recorded with the mail that it becomes, by `reminded`.
    """
    with locked(directory):
        table = open_game(directory, told=False)
        case = case_of(table)
        if case is None:
            return None
        new = following(case, now)
        found = due_at(case._replace(rows=(*case.rows, *new)), now, fetched, running=running, believed=believed)
        if found.leapt:  # what it shows is not written down; the look before stays, to see whether it is back
            commit(directory, (clock_part(read_clock(directory)._replace(seen=case.seen, leapt=True)),))
            return found
        seen = Look(stamp(now), *(running or ("", 0)))
        commit(directory, (*times_part(directory, (*new, *found.rows)), clock_part(seen)))
        return found


def reminded(directory: str, reminders: Sequence[Reminder]) -> tuple[Part, ...]:
    """The part of a change that records reminders, with the mails that they are."""
    return times_part(directory, [reminder.row for reminder in reminders])


# what is asked


class Claim(Record):
    """Something asked of the time and granted: the parts and lines of the change, and what is answered."""

    parts: tuple[Part, ...]
    chains: Chains
    answer: str
    by: str  # until when the step is due with it; empty if its time has not begun


def claimed(table: Table, case: Case, chains: Chains, row: TimeRow) -> Claim:
    """A row that all may know, with its line in the ledger; the change is the caller's to commit."""
    chains = chains.with_line(ALL, row.kind, **row.facts)
    case = case._replace(rows=(*case.rows, row))
    return Claim(times_part(table.game.directory, [row]), chains, said_of(table, case, row), told_deadline(case))


def wait_claim(table: Table, chains: Chains, role: str, at: datetime) -> Claim:
    """A player asks for more time; ``at``: when the server received the letter. A refusal is a GameFault."""
    case = _wanted(table)
    return claimed(table, case, chains, wait_row(case, role, at))


def absent_claim(table: Table, chains: Chains, role: str, since: str, until: str, at: datetime) -> Claim:
    """A player says that he will be away, from one day to another, like 2027-07-01. A refusal is a GameFault."""
    case = _wanted(table)
    return claimed(table, case, chains, absent_row(case, role, since, until, at))


def _wanted(table: Table) -> Case:
    case = public_case(table)
    if case is None:
        raise no_time(table.game)
    return case


def wait(directory: str, role: str, at: datetime) -> str:
    """Record that a role asks for more time; what is answered."""
    return _recorded(directory, role, lambda table, chains: wait_claim(table, chains, role, at))


def absent(directory: str, role: str, since: str, until: str, at: datetime) -> str:
    """Record that a player will be away; what is answered."""
    return _recorded(directory, role, lambda table, chains: absent_claim(table, chains, role, since, until, at))


def pause(directory: str, until: str, reason: str, now: datetime) -> str:
    """Stop the deadlines until a moment, by the clocks of the zone; what everybody is told."""
    reason = bounded(reason, "", REASON, directory)
    return _recorded(directory, "", lambda table, chains: _paused(table, chains, until, reason, now))


def resume(directory: str, now: datetime) -> str:
    """Let the deadlines run again; what everybody is told."""

    def work(table: Table, chains: Chains) -> Claim:
        case = _wanted(table)
        return claimed(table, case, chains, resume_row(case, now))

    return _recorded(directory, "", work)


def _paused(table: Table, chains: Chains, until: str, reason: str, now: datetime) -> Claim:
    case = _wanted(table)
    return claimed(table, case, chains, pause_row(case, until, reason, now))


def _recorded(directory: str, role: str, work: Callable[[Table, Chains], Claim]) -> str:
    with locked(directory):
        table = open_game(directory, told=False)
        check_unrevealed(directory)
        if role:
            chosen(role, tuple(table.game.players), "role", directory)
        chains = chains_at(table)
        check_room(directory, chains)
        claim = work(table, chains)
        commit(directory, (*claim.parts, *claim.chains.change))
        return claim.answer


# sheets and players that come


def arrived(
    table: Table, role: str, received: datetime, by_hand: bool = False
) -> tuple[Diagnostic | None, tuple[Part, ...]]:
    """Why a sheet that answers is too late to be used, by when the server received it; else the part that records it.

    What the moderator takes in by hand is never too late. Of a game without [time] nothing is recorded.
    """
    case = case_of(table)
    if case is None:
        return None, ()
    fault, rows = (None, came_rows(case, role, received)) if by_hand else arrival(case, role, received)
    return fault, times_part(table.game.directory, rows)
