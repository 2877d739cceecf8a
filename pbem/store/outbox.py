"""The outbox: mails not yet sent, each a file, and a row for every mail that ever entered it (outbox.toml).

Number, id, date and sequence number are fixed when a mail enters; it may be sent twice, but never under another id. The
directory is a game, or the folder of the post beside the games.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from pbem.store import layout, safe_name
from pbem.store.register import added, rows_of
from pbem.store.transaction import Move, Part, Put

MODERATOR, STRANGER = "moderator", "stranger"  # readers that are no roles


class OutgoingRow(NamedTuple):
    """One mail that entered the outbox."""

    number: int  # among all mails of the directory, from 1
    to: str  # the role it is for, or another reader; part of the name of its file
    address: str
    sequence: int  # among the mails to this reader, from 1: who sees 4 after 2 knows that 3 was lost
    kind: str  # "receipt", "refusal", "report", "reminder", "welcome" ...
    id: str  # its Message-ID, without angle brackets
    date: str  # when it entered, as 2026-03-12T18:00:00+00:00
    subject: str
    step: int = 0  # the step it tells of
    letter: int = 0  # the letter that it answers, 0 if none


_KINDS = {name: int if name in ("number", "sequence", "step", "letter") else str for name in OutgoingRow._fields}
_USUAL: dict[str, Any] = OutgoingRow._field_defaults


class Outbox(NamedTuple):
    """All mails of a directory, and those that a command is about to add to them."""

    directory: str
    rows: tuple[OutgoingRow, ...]
    new: tuple[tuple[OutgoingRow, bytes], ...] = ()

    @property
    def next_number(self) -> int:
        """The number of the next mail."""
        return max((row.number for row in self.rows), default=0) + 1

    def next_sequence(self, to: str, address: str = "") -> int:
        """The sequence number of the next mail to a reader; strangers are told apart by their addresses."""
        rows = [row for row in self.rows if row.to == to and (to != STRANGER or row.address == address)]
        return max((row.sequence for row in rows), default=0) + 1  # one that was sent again has its old number

    def with_mail(self, row: OutgoingRow, mail: bytes) -> Outbox:
        """The outbox with one more mail."""
        safe_name(row.to, os.path.join(self.directory, layout.OUTBOX))
        return self._replace(rows=(*self.rows, row), new=(*self.new, (row, mail)))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of a change that add the new mails, to be committed with what they tell of."""
        if not self.new:
            return ()
        path = layout.path(self.directory, layout.OUTGOING)
        rows = added(path, layout.OUTGOING, "mail", [row._asdict() for row, _ in self.new], _USUAL)
        return (rows, *(Put(layout.outgoing(row.number, row.to), mail) for row, mail in self.new))


def read_outbox(directory: str) -> Outbox:
    """The outbox of a game or of the post; empty if there is no file."""
    rows = rows_of(layout.path(directory, layout.OUTGOING), "mail", _KINDS, _USUAL)
    return Outbox(directory, tuple(OutgoingRow(*row) for row in rows))


def unsent(directory: str) -> list[tuple[int, str]]:
    """The number and the reader of each mail that is still to be sent, the oldest first."""
    folder = os.path.join(directory, layout.OUTBOX)
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(found for name in names if (found := layout.mail_in(name)) is not None)


def sent_part(number: int, to: str) -> Move:
    """The part of a change after which a mail is handed over."""
    return Move(layout.outgoing(number, to), layout.sent(number, to))


def row_of(rows: tuple[OutgoingRow, ...], id: str) -> OutgoingRow | None:
    """The row of the mail with a Message-ID, with or without angle brackets; None if it is none of ours."""
    plain = id.strip().strip("<>")
    return next((row for row in reversed(rows) if row.id == plain), None)
