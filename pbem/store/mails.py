"""The mails that were made of reports: one row for each that differs, only ever added to (mails.toml)."""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.store import FORMAT, read_rows
from pbem.store.layout import MAILS
from pbem.store.transaction import Put
from pbem.store.writing import dumps


class MailRow(NamedTuple):
    """One mail: for whom, after which step, and what tells it from the one before."""

    step: int
    role: str
    undone: int  # how many steps of the game had been taken back: after an undo the same report is sent anew
    digest: str


def read_mails(directory: str) -> tuple[MailRow, ...]:
    """All that were made; none if there is no file."""
    kinds = {"step": int, "role": str, "undone": int, "digest": str}
    return tuple(MailRow(*row) for row in read_rows(os.path.join(directory, MAILS), "mail", kinds))


def with_mail(rows: tuple[MailRow, ...], new: MailRow) -> tuple[MailRow, ...]:
    """The rows with one more, unless the last mail for this reader after this step was the same.

    One that came before the last is not the same: whoever got another in between must get this one too.
    """
    made = _made(rows, new.step, new.role)
    return rows if made and made[-1] == new else (*rows, new)


def edition(rows: tuple[MailRow, ...], step: int, role: str) -> int:
    """How often the mail for a reader after a step was made anew."""
    return max(0, len(_made(rows, step, role)) - 1)


def _made(rows: tuple[MailRow, ...], step: int, role: str) -> list[MailRow]:
    return [row for row in rows if (row.step, row.role) == (step, role)]


def mails_part(rows: tuple[MailRow, ...]) -> Put:
    """The part of a change that keeps them."""
    return Put(MAILS, dumps({"format": FORMAT, "mail": [row._asdict() for row in rows]}))
