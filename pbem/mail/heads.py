"""The head of a letter: who wrote it, when, in which thread, and whether a machine did."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses, parsedate_to_datetime
from typing import NamedTuple

from pbem.mail.authentic import is_forged
from pbem.mail.bounds import HEAD_BYTES, beyond_bounds
from pbem.mail.machines import is_doubtful, kind_of_machine, subject_of
from pbem.mail.outgoing import is_address

_ID = re.compile(r"<([!-;=?-~]{1,250})>")  # printable signs without angle brackets
MOST_IDS = 20  # of a thread: the last ones
LISTS = ("List-Id", "List-Post", "List-Unsubscribe")


class Head(NamedTuple):
    """What the head of a letter says; times in UTC, like 2026-03-12T18:00:00+00:00, empty where there is none."""

    sender: str = ""  # the one address in From, in small letters; empty if there is none, or more than one
    name: str = ""
    id: str = ""  # without angle brackets
    references: tuple[str, ...] = ()  # the thread, the oldest first, the letter that it answers last
    date: str = ""
    received: str = ""  # when the last server took it in
    subject: str = ""
    doubtful: bool = False  # whether its subject or sender are such as machines have
    forged: bool = False  # whether the own server says that its sender is not who it says
    machine: str = ""  # "own", "failed", "answer", "list", or empty for the letter of a person


def head_of(data: bytes, own: Sequence[str] = (), authserv: str = "") -> Head:
    """The head of a letter; one beyond all bounds, or that breaks the rules of mail, has an empty one.

    ``authserv``: the name under which the own server says what it has found out about the sender.
    """
    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    head = re.split(rb"\r?\n\r?\n", data[: 2 * HEAD_BYTES], maxsplit=1)[0]
    if beyond_bounds(head):
        return Head()
    try:
        return _head(BytesHeaderParser().parsebytes(head + b"\n\n"), own, authserv)
    except Exception:  # the email package fails in many ways on heads that break its rules
        return Head()


def _head(message: Message, own: Sequence[str], authserv: str) -> Head:
    name, sender = _sender(message)
    listed = any(message.get(header) is not None for header in LISTS) or (
        str(message.get("Precedence", "")).strip().lower() == "list"
    )
    return Head(
        sender=sender,
        name=name,
        id=next(iter(_ids(message, "Message-ID")), ""),
        references=_thread(message),
        date=_time(str(message.get("Date", ""))),
        received=_time(str(next(iter(message.get_all("Received", ())), "")).rpartition(";")[2]),
        subject=" ".join(subject_of(message).split())[:300],
        doubtful=is_doubtful(message),
        forged=bool(authserv) and is_forged(message, authserv),
        machine=kind_of_machine(message, own) or ("list" if listed else ""),
    )


def _sender(message: Message) -> tuple[str, str]:
    """Name and address of whoever wrote it; two writers are none."""
    rows = message.get_all("From", ())
    found = getaddresses([str(row) for row in rows])
    if len(rows) != 1 or len(found) != 1 or not is_address(found[0][1]):
        return "", ""
    return found[0][0][:100], found[0][1].lower()


def _ids(message: Message, header: str) -> list[str]:
    return _ID.findall(str(message.get(header, ""))[:8000])


def _thread(message: Message) -> tuple[str, ...]:
    """The ids that an answer points back to, each once."""
    found = [*_ids(message, "References"), *_ids(message, "In-Reply-To")[:1]]
    latest = dict.fromkeys(reversed(found))  # where one stands twice, the last place counts
    return tuple(reversed([*latest][:MOST_IDS]))


def _time(text: str) -> str:
    try:
        found = parsedate_to_datetime(text.strip()[:100])
        aware = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
        return instant(aware)
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def instant(when: datetime) -> str:
    """A time as the files of the post have it: texts that sort as the times do."""
    return when.astimezone(UTC).replace(microsecond=0).isoformat()
