"""The parts of a mail that may be sheets, as texts: unpacked, decoded and in plain signs."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pbem.mail.bounds import beyond_bounds, text_beyond_bounds
from pbem.mail.choice import ATTACHED, QUOTED, Unreadable, looks_like_sheet
from pbem.mail.codes import BROKEN_MAIL, HTML_ONLY, NOT_TEXT, NOT_UTF8
from pbem.mail.signs import charset_of, is_known, is_utf_8, plain, text_of
from pbem.mail.words import STRUCK, in_words, short

if TYPE_CHECKING:
    from email.message import Message

HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:|From ")
MAIL_HEADER = re.compile(
    rb"^(from|to|subject|date|received|return-path|delivered-to|message-id|mime-version|content-type):",
    re.IGNORECASE | re.MULTILINE,
)
NOT_BASE64 = re.compile(r"[^\w+/=\s]")
CODED = re.compile(r"=\?([^?*]*)")  # the character set of a coded name
# Pictures and signatures are nobody's orders.
NO_ORDERS = ("image/", "application/pgp-", "application/pkcs7-", "application/x-pkcs7-", "text/x-vcard", "text/vcard")
TEXTS = (".md", ".markdown", ".text", ".html", ".htm")  # names of files that are texts, though no sheets as such
MOST_FILES = 40  # parts of a mail beyond which no attached mail is opened
INVISIBLE = "invisible signs were made plain"
FROM_ZIP = "the sheet was read from the file {file} of an archive"
FROM_HTML = "the sheet was read from the HTML of the mail"


class Part(NamedTuple):
    """A part of a mail that may be a sheet."""

    text: str
    place: str  # "attached", "quoted" for a mail within the mail, or empty
    name: str
    html: bool
    notes: tuple[str, ...]
    tags: int = 0  # of its HTML
    guessed: Unreadable | None = None  # what is wrong with it, where it was read in another character set than its own


def is_mail(data: bytes) -> bool:
    """Whether data begin with the header lines of a mail; no TOML begins so."""
    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    head = re.split(rb"\r?\n\r?\n|\r\r", data, maxsplit=1)[0]
    return bool(HEADER.match(data) and MAIL_HEADER.search(head.replace(b"\r", b"\n")))


def decoded(data: bytes, charset: str) -> str:
    """The bytes as text in the character set named, or in UTF-8 or UTF-16 where the bytes show it."""
    try:
        text = text_of(data, charset)
    except (UnicodeDecodeError, UnicodeEncodeError) as fault:
        named = charset_of(data, charset).upper()
        raise Unreadable(NOT_UTF8, charset=named, place=fault.start + 1) from fault
    except (LookupError, ValueError) as fault:
        raise Unreadable(BROKEN_MAIL, charset=charset[:40]) from fault
    if "\0" in text:
        raise Unreadable(NOT_TEXT)
    return text


def parts_of(message: Message) -> list[Part]:
    """The parts of a mail that may be sheets; a part that cannot be read counts only if no other can."""
    found: list[Part] = []
    faults: list[Unreadable] = []
    for part, inside in _walked(message):
        if _may_be_sheet(part):
            try:
                found.append(_part(part, inside, sum(other.tags for other in found)))
            except Unreadable as fault:
                faults.append(fault)
        elif _may_be_text(part):
            found += _bare_file(part, inside)
        elif _is_archive(part):
            try:
                found += _unzipped(part, inside)
            except Unreadable as fault:
                faults.append(fault)
    sure = [part for part in found if part.guessed is None]
    if any(part.name.endswith(".toml") or looks_like_sheet(part.text) for part in sure):
        return sure
    if faults:
        raise faults[0]
    return found


def _walked(message: Message) -> list[tuple[Message, bool]]:
    """All parts in their order, each with whether it belongs to another mail sent along."""
    found: list[tuple[Message, bool]] = []
    agenda = [(message, False)]
    while agenda:
        part, inside = agenda.pop()
        if len(found) < MOST_FILES and not inside and _filename(part).endswith(".eml") and not part.is_multipart():
            part, inside = _opened(part)
        found.append((part, inside))
        if part.is_multipart():
            below = inside or part.get_content_maintype() == "message"
            parts = part.get_payload()
            assert isinstance(parts, list)
            agenda += [(each, below) for each in reversed(parts) if not isinstance(each, str)]
    return found


def _opened(part: Message) -> tuple[Message, bool]:
    """A mail that was attached as a file, and whether it is one; else the file."""
    from email import message_from_bytes  # not for check

    data = part.get_payload(decode=True)
    if not isinstance(data, bytes) or not is_mail(data) or beyond_bounds(data):
        return part, False
    return message_from_bytes(data), True


def _may_be_sheet(part: Message) -> bool:
    name = _filename(part)
    kind = part.get_content_type()
    return not part.is_multipart() and (
        kind == "text/plain"
        or "toml" in kind
        or name.endswith((".toml", ".txt"))
        or (kind == "text/html" and not name and part.get_content_disposition() != "attachment")
    )


def _may_be_text(part: Message) -> bool:
    name = _filename(part)
    return bool(name) and ("." not in name or name.endswith(TEXTS)) and not part.is_multipart()


def _bare_file(part: Message, inside: bool) -> list[Part]:
    """A file whose name does not say that it is a sheet, if it is text and looks like one."""
    if part.get_content_type().startswith(NO_ORDERS):
        return []
    try:
        found = _part(part, inside)
    except Unreadable:
        return []
    return [found] if found.guessed is None and looks_like_sheet(found.text) else []


def _is_archive(part: Message) -> bool:
    kinds = ("application/zip", "application/x-zip-compressed", "application/x-zip")
    return not part.is_multipart() and (_filename(part).endswith(".zip") or part.get_content_type() in kinds)


def _unzipped(part: Message, inside: bool) -> list[Part]:
    """The texts in an attached archive that may be sheets; the archive itself counts as read."""
    from pbem.mail.zipped import files_in  # not for check

    name = _filename(part) or "archive.zip"
    found = [Part("", ATTACHED, name, False, ())]
    for file, data in files_in(_payload(part), short(name)):
        visible, changed = plain(decoded(data, "utf-8"))
        if beyond := text_beyond_bounds(visible):
            raise Unreadable(BROKEN_MAIL, **beyond)
        notes = (FROM_ZIP.format(file=short(file)), *((INVISIBLE,) if changed else ()))
        found.append(Part(visible, QUOTED if inside else ATTACHED, file, False, notes))
    return found


def unread_in(message: Message, parts: Sequence[Part]) -> list[str]:
    """The names of the files of a mail in which no sheet was looked for."""
    known = {part.name for part in parts}
    named = [
        _filename(part)
        for part, _ in _walked(message)
        if not part.is_multipart() and not part.get_content_type().startswith(NO_ORDERS)
    ]
    return [short(name) for name in named if name and name not in known and not name.endswith((".asc", ".p7s", ".vcf"))]


def _filename(part: Message) -> str:
    """The name of an attached file in small letters; some programs write it as they write subjects (RFC 2047)."""
    name = str(part.get_filename() or "")
    if "=?" in name and all(is_known(charset.lower()) for charset in CODED.findall(name)):
        from email.header import decode_header, make_header  # not for check

        try:
            name = str(make_header(decode_header(name)))
        except (LookupError, ValueError):
            return name.strip().lower()
    return name.strip().lower()


def _part(part: Message, inside: bool, before: int = 0) -> Part:
    """One part as text; ``before`` is how many tags the parts before it had."""
    name, struck, tags = _filename(part), "", 0
    attached = bool(name) or part.get_content_disposition() == "attachment"
    html = part.get_content_type() == "text/html" or name.endswith((".html", ".htm"))
    text, guessed = _text(part, name)
    if html:
        from pbem.mail import markup  # not for check

        if len(text) > markup.LIMIT:
            raise Unreadable(HTML_ONLY, size=len(text), limit=markup.LIMIT)
        if before + (tags := text.count("<")) > markup.TAGS:
            raise Unreadable(HTML_ONLY, size=before + tags, limit=markup.TAGS, form="tags")
        text, left_out = markup.text_of_html(text)
        struck = in_words(["".join(left_out)])
    if beyond := text_beyond_bounds(text):
        raise Unreadable(BROKEN_MAIL, **beyond)
    visible, changed = plain(text)
    if beyond := text_beyond_bounds(visible):  # there are more signs than one that end a line
        raise Unreadable(BROKEN_MAIL, **beyond)
    notes = ((INVISIBLE,) if changed and not html else ()) + ((FROM_HTML,) if html else ())
    notes += (STRUCK.format(words=struck),) if struck else ()
    return Part(visible, QUOTED if inside else ATTACHED if attached else "", name, html, notes, tags, guessed)


def _text(part: Message, name: str) -> tuple[str, Unreadable | None]:
    """The text of a part; one that is not in the character set it names as far as it is plain letters, and the fault.

    Old programs write the letters of Windows without a word of it, or call them UTF-8. A file that does not say in
    which letters it is may be one as Windows writes it.
    """
    named = str(part.get_content_charset() or "").lower()
    if not is_known(named):  # before the email package decodes it
        raise Unreadable(BROKEN_MAIL, charset=named[:40])
    data = _payload(part)
    charset = named or ("windows-1252" if name and not is_utf_8(data) else "utf-8")
    try:
        return decoded(data, charset), None
    except Unreadable as fault:
        if _is_base64(part) and NOT_BASE64.search(str(part.get_payload())):
            raise Unreadable(BROKEN_MAIL, form="base64") from fault
        if fault.diagnostic.code is not NOT_UTF8 or b"\0" in data or charset_of(data, charset) != "utf-8":
            raise in_file(fault, name) from fault
        return text_of(data, "cp1252"), in_file(fault, name)


def in_file(fault: Unreadable, name: str) -> Unreadable:
    """What is wrong with the letters of a part, which is named if it is a file."""
    code = fault.diagnostic.code
    if not name or code not in (NOT_UTF8, NOT_TEXT):
        return fault
    return Unreadable(code, **{**fault.diagnostic.facts, "form": "file", "file": short(name)})


def _is_base64(part: Message) -> bool:
    return str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64"


def _payload(part: Message) -> bytes:
    """The bytes of a part, unpacked; base64 that is none is said so, the email package would let it pass."""
    from binascii import Error, a2b_base64  # not for check

    if _is_base64(part):
        try:
            return a2b_base64(str(part.get_payload()).encode("ascii", "replace"))
        except Error as fault:
            raise Unreadable(BROKEN_MAIL, form="base64") from fault
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
