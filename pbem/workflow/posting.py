"""Mails entering the outbox: composed once, with their number, id, date and place in the thread fixed for ever."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from email.utils import format_datetime
from html import escape
from textwrap import fill
from typing import NamedTuple

from pbem.core import harmless
from pbem.mail.outgoing import Attached, Mail, composed, id_of, is_address, one_line
from pbem.store.manifest import digest
from pbem.store.outbox import Outbox, OutgoingRow

COUNTED = (
    "This is mail {number} to you. If an earlier one is missing, answer with your key and the word report,"
    " and you get the last report again."
)
ASKED = "This is mail {number} to you. If an earlier one is missing, ask the moderator for it."
OBSERVER = "observer-"  # how the names of readers begin who have no key

WIDTH = 72  # columns of a mail


class Origin(NamedTuple):
    """Who writes: a game and its moderator, or the post of many games."""

    name: str  # of the game; part of every id
    mark: str  # what keeps two games of one name apart
    sender: tuple[str, str]  # name and address
    reply_to: str = ""  # where answers go, if not to the sender


class Draft(NamedTuple):
    """What a mail says, before it enters the outbox."""

    to: str  # a role, or another reader; part of a file name
    name: str
    address: str
    kind: str
    subject: str
    text: str
    html: str = ""
    attached: Sequence[Attached] = ()
    step: int = 0
    letter: int = 0  # the number of the letter that it answers
    references: Sequence[str] = ()  # ids of its thread, the oldest first; the last is the one it answers
    counted: bool = True  # whether its reader is told the sequence number


def posted(outbox: Outbox, origin: Origin, draft: Draft, when: str) -> Outbox:
    """The outbox with one more mail; ``when``: the time, like 2026-03-12T18:00:00+00:00."""
    if not is_address(draft.address):  # nobody can send it but by hand; the round names the slip in game.toml
        draft = draft._replace(address="")
    number, sequence = outbox.next_number, outbox.next_sequence(draft.to, draft.address)
    text, html = _counted(draft, sequence)
    # What it says is part of the id: two mails that differ never share one, not even after a backup was restored. Its
    # number among all mails is not: it would tell how often others wrote.
    said = digest("\n".join((draft.to, draft.address, draft.subject, when, text, html)).encode())[:12]
    id_ = id_of(origin.name, origin.mark, f"{sequence:04}", draft.to, said)
    subject = harmless(" ".join(draft.subject.split()))
    row = OutgoingRow(
        number, draft.to, draft.address, sequence, draft.kind, id_, when, subject, draft.step, draft.letter
    )
    mail = Mail(
        sender=origin.sender,
        to=(one_line(draft.name), draft.address),
        subject=subject,
        id=id_,
        references=draft.references,
        date=format_datetime(datetime.fromisoformat(when)),
        text=text,
        html=html,
        attached=draft.attached,
        reply_to=origin.reply_to,
        sequence=sequence if draft.counted else 0,
        answers=draft.letter > 0,
    )
    return outbox.with_mail(row, composed(mail))


def _counted(draft: Draft, sequence: int) -> tuple[str, str]:
    """Text and HTML with the number of the mail, below the line that mail programs leave out of answers."""
    if not draft.counted:
        return draft.text, draft.html
    said = fill((ASKED if draft.to.startswith(OBSERVER) else COUNTED).format(number=sequence), WIDTH)
    body, end, rest = draft.html.rpartition("</body>")
    html = f"{body}<p>{escape(said)}</p>{end}{rest}" if end else draft.html
    return f"{draft.text.rstrip()}\n\n-- \n{said}\n", html
