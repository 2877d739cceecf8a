"""Mails between the reports: everybody is told when a deadline moves, and why."""

from __future__ import annotations

from datetime import datetime

from pbem.store.outbox import read_outbox
from pbem.store.reading import Player, read_secret
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.workflow import Table, open_game
from pbem.workflow.gate import Gate
from pbem.workflow.mail_calendar import with_calendar
from pbem.workflow.mailroom import origin_of
from pbem.workflow.post_reports import Reader, readers_of, thread_of
from pbem.workflow.posting import Draft, posted
from pbem.workflow.time_told import announcement

ABOUT = "[{game} {step}] The deadline"
KIND = "deadline"


def announced(directory: str, now: datetime) -> tuple[str, ...]:
    """Tell all players and observers, once, what has moved a deadline that they were told; what they are told."""
    with locked(directory):
        table = open_game(directory, told=False)
        if not table.game.time:
            return ()
        text, parts = announcement(table, now)
        if not text:
            return ()
        outbox = read_outbox(directory)
        for reader in readers_of(table, read_secret(table.game)):
            draft = _draft(table, reader, now)._replace(references=thread_of(outbox.rows, reader.key))
            outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
        commit(directory, (*outbox.parts, *parts))
        return tuple(text.split("\n"))


def _draft(table: Table, reader: Reader, now: datetime) -> Draft:
    """The mail to one reader; what it tells is known to all, and goes through the gate all the same."""
    gate, seat = Gate(table, reader.role), reader.seat
    name = f"{reader.key}.deadline.txt"
    text = gate.passed(lambda seen: announcement(seen, now)[0], name)
    title = ABOUT.format(game=table.game.name, step=table.last.number)
    called = _called(table, reader.role, seat)
    attached = with_calendar(table, reader.role, now)
    return Draft(
        reader.key, called, seat.address, KIND, title, f"{text}\n", attached=attached, step=table.last.number
    )  # fmt: skip


def _called(table: Table, role: str | None, seat: Player) -> str:
    return seat.name or (table.title(role) if role else "")
