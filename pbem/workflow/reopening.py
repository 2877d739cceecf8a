"""A step that was taken back and is under way again: until when it stays open, whatever is in already."""

from __future__ import annotations

from datetime import datetime
from shlex import quote

from pbem.store.ledger import ALL, SHEETS, Chains, since_step
from pbem.store.times import TimeRow, times_part
from pbem.store.transaction import Append
from pbem.store.undone import undone_steps
from pbem.timing import stamp
from pbem.workflow import Table
from pbem.workflow.recording import chains_at
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


OPEN_UNTIL = (
    "It is put to the players again: no round of pbem mail tick adjudicates it before {until}, unless everybody who"
    " owes something has sent a new sheet. To go on sooner:\n\n  pbem adjudicate {game} --expect {step}"
)
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
    words = OPEN_UNTIL if until else OPEN
    return words.format(until=until, game=quote(table.game.directory), step=table.under_way)
