"""The calendar of deadlines that goes with mails."""

from __future__ import annotations

from datetime import datetime

from pbem.mail.outgoing import Attached
from pbem.workflow import Table
from pbem.workflow.gate import Gate
from pbem.workflow.time_files import calendar_of

KIND = "text/calendar"


def with_calendar(table: Table, role: str | None, now: datetime) -> tuple[Attached, ...]:
    """The deadlines of a game with [time] for one reader, through the gate; nothing where none is told yet."""
    name = f"{table.game.name}.ics"
    text = Gate(table, role).passed(lambda seen: calendar_of(seen, role or "", now).decode(), name)
    return (Attached(name, KIND, text.encode()),) if "BEGIN:VEVENT" in text else ()
