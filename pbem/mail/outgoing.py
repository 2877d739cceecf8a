"""A report as a mail: text with an HTML alternative and files attached, the same bytes for the same report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import message_from_bytes
from email.headerregistry import Address, Group
from email.message import EmailMessage
from email.policy import SMTP
from typing import NamedTuple

from pbem.core import harmless, sha256
from pbem.mail import DOMAIN


class Attached(NamedTuple):
    """A file that goes with a mail."""

    name: str
    kind: str  # "image/svg+xml"
    data: bytes
    inside: bool = False  # a picture in the HTML, which calls it ``cid:`` and its name


class Mail(NamedTuple):
    """What a mail is made of; ids are given without angle brackets, a date as a mail has it or not at all."""

    sender: tuple[str, str]  # name and address
    to: tuple[str, str]
    subject: str
    id: str
    references: Sequence[str]  # the oldest first
    date: str
    text: str
    html: str  # empty: none
    attached: Sequence[Attached] = ()
    reply_to: str = ""  # the address that answers go to, where it is not the sender's
    sequence: int = 0  # among the mails to its reader; 0: it is not counted
    answers: bool = False  # whether it answers a letter


def id_of(*parts: str) -> str:
    """The id of a mail, made from what it is about."""
    return f"{'.'.join(parts)}@{DOMAIN}"


_WORD = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"{_WORD}(\.{_WORD})*@{_LABEL}(\.{_LABEL})*")


def is_address(text: str) -> bool:
    """Whether a mail can be sent there, as far as the spelling tells."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def one_line(name: str) -> str:
    """A name as it can stand in the head of a mail."""
    return harmless(" ".join(name.split()))[:100]


def composed(mail: Mail) -> bytes:
    """The mail, as it is sent and as a file for any mail program."""
    message = EmailMessage(policy=SMTP)
    _set_headers(message, mail)
    message.set_content(mail.text, cte="quoted-printable")
    if mail.html:
        _add_html(message, mail)
    for part in (part for part in mail.attached if not part.inside):
        main, _, sub = part.kind.partition("/")
        message.add_attachment(part.data, maintype=main, subtype=sub, filename=part.name)
    for number, part_ in enumerate(part for part in message.walk() if part.is_multipart()):
        part_.set_boundary(f"=_{sha256(f'{mail.id} {number}'.encode()).hex()[:32]}")
    return message.as_bytes()


_HEADERS = re.compile(rb"(?m)^(To|Message-ID):[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*")


def readdressed(data: bytes, address: str, id: str) -> bytes:
    """A mail that was composed, to another address or under another id; not a word of it is another one."""
    head, gap, body = data.partition(b"\r\n\r\n")
    name = message_from_bytes(head + gap, policy=SMTP)["To"].addresses
    to = EmailMessage(policy=SMTP)
    to["To"] = _address(name[0].display_name if name else "", address) if address else Group("player", ())
    lines = {b"To": bytes(to).partition(b"\r\n\r\n")[0].rstrip(), b"Message-ID": f"Message-ID: <{id}>".encode()}
    return _HEADERS.sub(lambda found: lines[found[1]], head) + gap + body


def _add_html(message: EmailMessage, mail: Mail) -> None:
    """The HTML, with the pictures that are inside it; their ids are those of no other mail."""
    html, inside = mail.html, [part for part in mail.attached if part.inside]
    for part in inside:
        html = html.replace(f'"cid:{part.name}"', f'"cid:{part.name}.{mail.id}"')
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    for part in inside:
        body = message.get_body(("html",))
        assert isinstance(body, EmailMessage)
        main, _, sub = part.kind.partition("/")
        body.add_related(part.data, maintype=main, subtype=sub, cid=f"<{part.name}.{mail.id}>", filename=part.name,
                         disposition="inline")  # fmt: skip


def _set_headers(message: EmailMessage, mail: Mail) -> None:
    if mail.sender[1]:
        message["From"] = _address(*mail.sender)
    # A player without an address gets a group without members: the mail can be read, not sent by mistake.
    message["To"] = _address(*mail.to) if mail.to[1] else Group(mail.to[0] or "player", ())
    message["Subject"] = mail.subject
    if mail.date:
        message["Date"] = mail.date
    message["Message-ID"] = f"<{mail.id}>"
    if mail.references:
        message["In-Reply-To"] = f"<{mail.references[-1]}>"
        message["References"] = " ".join(f"<{id_}>" for id_ in mail.references)
    if mail.reply_to:
        message["Reply-To"] = Address(addr_spec=mail.reply_to)
    if mail.sequence:
        message["X-Pbem-Mail"] = str(mail.sequence)
    message["Auto-Submitted"] = "auto-replied" if mail.answers else "auto-generated"


def _address(name: str, address: str) -> Address:
    return Address(display_name=name, addr_spec=address)
