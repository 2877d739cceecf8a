"""A step that was taken back and is under way again: until when it stays open, whatever is in already."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from shlex import quote

from pbem.core import listed
from pbem.core.events import Event, seen_by
from pbem.store.inbox import versions
from pbem.store.ledger import ALL, SHEETS, Chains, since_step
from pbem.store.times import TimeRow, times_part
from pbem.store.transaction import Append
from pbem.store.undone import undone_steps
from pbem.timing import stamp
from pbem.workflow import Table
from pbem.workflow.finals import newest_final
from pbem.workflow.recording import chains_at, is_gathered
from pbem.workflow.time_case import public_case, told_deadline


def sent_anew(table: Table, chains: Chains) -> set[str]:
    """The roles whose sheets count by themselves: all, but after an undo those who sent one since.

    Else the first to send something would shut out those for whose sake the step was taken back.
    """
    if chains.standing.kind != "undo":
        return {*table.game.players}
    anew: set[str] = set()
    for line in since_step(chains.lines, table.last.number):
        if line.of == ALL and line.kind == "undo":
            anew = set()
        elif line.kind in SHEETS and line.facts.get("status") != "draft":
            anew.add(line.of)
    return anew


def is_reopened(table: Table) -> bool:
    """Whether the step under way is one that was taken back."""
    undone = undone_steps(table.game.directory)
    return bool(undone) and undone[-1].step == table.under_way


def stays_open(table: Table) -> bool:
    """Whether no round goes on with the step under way by itself, in a game without deadlines: somebody who owes
    something has sent no new sheet since it was taken back.
    """
    return is_reopened(table) and not {owed.role for owed in table.awaiting} <= sent_anew(table, chains_at(table))


def reopened_part(table: Table, now: datetime | None) -> tuple[Append, ...]:
    """The part of a change that takes back the last step: from when on it has a full period again."""
    if now is None or not table.game.time:
        return ()
    directory, step = table.game.directory, table.last.number
    row = TimeRow("taken-back", stamp(now), step, len(undone_steps(directory)) + 1)
    return times_part(directory, (row,))


AGAIN = "Step {step} is put to the players again. Awaited are {what}."
IN_AGAIN = "What you sent for it, version {version}, is in again, and counts unless you send something else."
BOUND = "Its envelopes had been opened, so what was sent for it stays as it is."
NOTHING_IN = "Nothing that you sent for it is in."


def told_again(table: Table, role: str | None, tell: Callable[[Event], list[str]]) -> list[str]:
    """What was taken back and why, what is asked again, and of one who owes something whether what he sent is there."""
    lines = [line for event in seen_by(table.reopened, role) for line in tell(event)]
    owed = [f"{owed.what} ({table.title(owed.role)})" for owed in table.awaiting]
    lines += [AGAIN.format(step=table.under_way, what=listed(owed))] if owed else []
    if role not in {owed.role for owed in table.awaiting}:
        return lines
    if is_gathered(table, chains_at(table)):
        return [*lines, BOUND]
    final = newest_final(table, versions(table.game.directory, table.under_way).get(role, []))
    return [*lines, IN_AGAIN.format(version=final[0].number) if final else NOTHING_IN]


OPEN_UNTIL = (
    "It is put to the players again: no round of pbem mail tick adjudicates it before {until}, unless everybody who"
    " owes something has sent a new sheet. To go on sooner:\n\n  pbem adjudicate {game} --expect {step}"
)
TOLD = "The next reports tell everybody: those of pbem mail tick, or\n\n  pbem report {game}"
OPEN = (
    "It is put to the players again: no round of pbem mail tick adjudicates it, unless everybody who owes something has"
    " sent a new sheet. To go on:\n\n  pbem adjudicate {game} --expect {step}"
)


def said_open(table: Table) -> str:
    """What the moderator is told of a step that was taken back; with deadlines, until when it stays open."""
    case = public_case(table)
    until = told_deadline(case) if case is not None else ""
    if not table.awaiting or (case is not None and not until):
        return ""
    words, game = OPEN_UNTIL if until else OPEN, quote(table.game.directory)
    return f"{words.format(until=until, game=game, step=table.under_way)}\n\n{TOLD.format(game=game)}"
