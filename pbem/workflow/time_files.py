"""What is made of the time of a game: the calendar of its deadlines, and how long each player held it."""

from __future__ import annotations

import os
from datetime import datetime

from pbem.store import GameFault
from pbem.store.writing import write_named
from pbem.timing.holding import Held, holding
from pbem.timing.ics import calendar
from pbem.timing.plan import no_time, plan_wanted
from pbem.workflow import Table, chosen, open_game, reads
from pbem.workflow.codes import EXISTS
from pbem.workflow.time_told import case_at
from pbem.workflow.timing import case_of


def calendar_of(table: Table, role: str = "", now: datetime | None = None) -> bytes:
    """The deadlines as an .ics file, with what a role owes, to be attached to its mails; empty without [time].

    All of it is known to everybody: deadlines, and who owes what. ``now``: the step is put to the players now.
    """
    case = case_at(table, now)
    if case is None:
        return b""
    return calendar(case, table.game.commitment[:8], ", ".join(case.what(role))).encode()


@reads
def write_calendar(directory: str, file: str = "", role: str = "", force: bool = False) -> str:
    """The calendar of a game; written if a file is named."""
    table = open_game(directory, told=False)
    plan_wanted(table.game)
    if role:
        chosen(role, tuple(table.game.players), "role", directory)
    data = calendar_of(table, role)
    if file:
        if os.path.lexists(file) and not force:
            raise GameFault(EXISTS, file, form="file")
        write_named(file, data)
    return data.decode()


@reads
def held(directory: str, now: datetime) -> list[Held]:
    """How long each player held the game: for the moderator, for it tells who had answered ahead."""
    table = open_game(directory, told=False)
    case = case_of(table)
    if case is None:
        raise no_time(table.game)
    return holding(case, tuple(table.game.players), now)
