"""Notices of failure: which of our own mails did not arrive, known by the id that it was sent under."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message

from pbem.mail import DOMAIN
from pbem.mail.bounds import beyond_bounds

_OURS = re.compile(rb"<([!-;=?-~]{1,240}@" + re.escape(DOMAIN).encode() + rb")>")
_ACTION = re.compile(rb"(?mi)^action:[ \t]*(\w+)")
MOST = 20  # ids looked at: a notice is about one mail, and its thread


def ids_in(data: bytes) -> list[str]:
    """The ids of mails of ours in a letter, wherever they stand in it."""
    found = [match.decode() for text in _texts(data) for match in _OURS.findall(text)]
    return list(dict.fromkeys(found))[:MOST]


def is_only_late(data: bytes) -> bool:
    """Whether a notice says that a mail is late, and not that it is lost."""
    return b"delayed" in (actions := _actions(data)) and actions <= {b"delayed", *_ARRIVED}


def has_arrived(data: bytes) -> bool:
    """Whether a notice says that all is well with a mail (RFC 3464): it was delivered, or handed on."""
    return bool(actions := _actions(data)) and actions <= _ARRIVED


_ARRIVED = {b"delivered", b"relayed", b"expanded"}


def _actions(data: bytes) -> set[bytes]:
    return {action.lower() for text in _texts(data) for action in _ACTION.findall(text)}


def _texts(data: bytes) -> list[bytes]:
    """A letter as it is, and the parts of it that are packed."""
    if beyond_bounds(data):
        return [data[:100_000]]
    try:
        packed = [part for part in message_from_bytes(data).walk() if _is_packed(part)]
        return [data, *(payload for part in packed if isinstance(payload := part.get_payload(decode=True), bytes))]
    except Exception:  # a notice that breaks the rules of mail is looked at as it is
        return [data]


def _is_packed(part: Message) -> bool:
    how = str(part.get("Content-Transfer-Encoding", "")).strip().lower()
    return not part.is_multipart() and how in ("base64", "quoted-printable")
