"""The text of a sheet out of what arrived: a bare TOML file, or a mail with the sheet in it."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core.codes import (
    BROKEN_MAIL,
    HTML_ONLY,
    NO_SHEET,
    NOT_TEXT,
    NOT_UTF8,
    SEVERAL_SHEETS,
    SHEET_TOO_LARGE,
)
from pbem.core.diagnostics import SHEET, Code, Diagnostic
from pbem.mail.clean import Cleaned, Several, cleaned, looks_like_sheet

if TYPE_CHECKING:
    from email.message import Message

LIMIT = 1_000_000
HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:|From ")
MAIL_HEADER = re.compile(
    rb"^(from|to|subject|date|received|return-path|delivered-to|message-id|mime-version|content-type):",
    re.IGNORECASE | re.MULTILINE,
)


class Unreadable(Exception):
    """What arrived holds no sheet that can be read; the diagnostic says why."""

    def __init__(self, code: Code, **facts: Any) -> None:
        self.diagnostic: Diagnostic = code(SHEET, **facts)
        super().__init__(self.diagnostic.message)


class Part(NamedTuple):
    """A part of a mail that may be a sheet."""

    text: str
    attached: bool
    named_so: bool  # its file name ends in .toml
    flowed: bool


def sheet_text(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of the one sheet in a file or a mail, and notes on what was cleaned."""
    if len(data) > LIMIT:
        raise Unreadable(SHEET_TOO_LARGE, size=len(data), limit=LIMIT)
    if not is_mail(data):
        return _cleaned(decoded(data, "utf-8"))
    try:
        return _chosen(_parts(data))
    except Unreadable:
        raise
    except Exception as fault:  # the email package fails in many ways on mail that breaks its rules
        raise Unreadable(BROKEN_MAIL, what=f"it breaks the rules of mail ({type(fault).__name__})") from fault


def is_mail(data: bytes) -> bool:
    """Whether data begin with the header lines of a mail; no TOML begins so."""
    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    head = re.split(rb"\r?\n\r?\n|\r\r", data, maxsplit=1)[0]
    return bool(HEADER.match(data) and MAIL_HEADER.search(head.replace(b"\r", b"\n")))


def decoded(data: bytes, charset: str) -> str:
    """The bytes as text in the character set named, or in UTF-8 or UTF-16 where the bytes show it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        charset = "utf-16"
    elif data.startswith(codecs.BOM_UTF8) or charset in ("us-ascii", "ascii", "unknown-8bit"):
        charset = "utf-8"
    try:
        text = data.decode(charset)
        text.encode()
    except (UnicodeDecodeError, UnicodeEncodeError) as fault:
        raise Unreadable(NOT_UTF8, charset=charset.upper(), place=fault.start + 1) from fault
    except (LookupError, ValueError) as fault:
        raise Unreadable(BROKEN_MAIL, what=f"its character set {charset[:40]} is unknown") from fault
    if "\0" in text:
        raise Unreadable(NOT_TEXT)
    return text


def _cleaned(text: str, flowed: bool = False) -> tuple[str, tuple[str, ...]]:
    try:
        found: Cleaned = cleaned(text, flowed)
    except Several as fault:
        raise Unreadable(SEVERAL_SHEETS, count=fault.args[0]) from fault
    return found.text, found.notes


def _parts(data: bytes) -> list[Part]:
    """The parts of a mail that may be sheets; a part that cannot be read counts only if no other can."""
    from email import message_from_bytes

    found: list[Part] = []
    faults: list[Unreadable] = []
    html = False
    for part in message_from_bytes(data.removeprefix(codecs.BOM_UTF8).lstrip()).walk():
        html = html or part.get_content_type() == "text/html"
        if _may_be_sheet(part):
            try:
                found.append(_part(part))
            except Unreadable as fault:
                faults.append(fault)
    if faults and not any(part.named_so or looks_like_sheet(part.text) for part in found):
        raise faults[0]
    if html and not any(part.text.strip() for part in found):
        raise Unreadable(HTML_ONLY)
    return found


def _may_be_sheet(part: Message) -> bool:
    name = _filename(part)
    kind = part.get_content_type()
    return not part.is_multipart() and (
        kind == "text/plain" or "toml" in kind or name.endswith((".toml", ".txt"))
    )


def _filename(part: Message) -> str:
    return str(part.get_filename() or "").strip().lower()


def _part(part: Message) -> Part:
    return Part(
        text=decoded(_payload(part), str(part.get_content_charset() or "utf-8").lower()),
        attached=part.get_content_disposition() == "attachment" or bool(_filename(part)),
        named_so=_filename(part).endswith(".toml"),
        flowed=str(part.get_param("format") or "").lower() == "flowed",
    )


def _payload(part: Message) -> bytes:
    """The bytes of a part, unpacked; base64 that is none is said so, the email package would let it pass."""
    from binascii import Error, a2b_base64

    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64":
        try:
            return a2b_base64(str(part.get_payload()).encode("ascii", "replace"))
        except Error as fault:
            raise Unreadable(BROKEN_MAIL, what="a part of it is not the base64 it claims to be") from fault
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _chosen(parts: list[Part]) -> tuple[str, tuple[str, ...]]:
    """The one sheet: an attachment that looks like one, else the text, else a file named like one."""
    attached = [part for part in parts if part.attached and looks_like_sheet(part.text)]
    written = [part for part in parts if not part.attached and looks_like_sheet(part.text)]
    named = [part for part in parts if part.named_so]
    sheets = attached or written or named
    if not sheets:
        raise Unreadable(NO_SHEET)
    found = {
        text.strip(): (text, notes) for text, notes in (_cleaned(part.text, part.flowed) for part in sheets)
    }
    if len(found) > 1:
        raise Unreadable(SEVERAL_SHEETS, count=len(found))
    return next(iter(found.values()))
