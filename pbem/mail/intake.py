"""The text of a sheet out of what arrived: a bare TOML file, or a mail with the sheet in it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pbem.core.sheets import BESIDE as PRESS_OR_VOTE
from pbem.mail.blank import data_of, names_in, squeezed
from pbem.mail.bounds import beyond_bounds, text_beyond_bounds
from pbem.mail.choice import (
    ATTACHED,
    QUOTED,
    Found,
    Places,
    Taken,
    Template,
    Unreadable,
    chosen,
    looks_like_sheet,
    sheets_in,
    typed_in,
)
from pbem.mail.clean import HEAD, headless, mended, orders_in
from pbem.mail.codes import (
    BROKEN_MAIL,
    BY_MACHINE,
    HTML_ONLY,
    NO_SHEET,
    NOT_TEXT,
    NOT_UTF8,
    SHEET_TOO_LARGE,
    SHEETS_DIFFER,
    UNTOUCHED,
)
from pbem.mail.letters import has_receipt
from pbem.mail.signs import charset_of, is_known, is_utf_8, plain, text_of
from pbem.mail.words import BESIDE, STRUCK, in_words, short

if TYPE_CHECKING:
    from email.message import Message

LIMIT = 1_000_000
HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:|From ")
MAIL_HEADER = re.compile(
    rb"^(from|to|subject|date|received|return-path|delivered-to|message-id|mime-version|content-type):",
    re.IGNORECASE | re.MULTILINE,
)
CODED = re.compile(r"=\?([^?*]*)")  # the character set of a coded name
UNREAD = "the attached file {file} was not read"
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


def unknown(role: str) -> str:
    """What is said where the sheet that was sent is not known."""
    return ""


def taken_from(data: bytes, template: Template = unknown, own: Sequence[str] = (), places: Places = tuple) -> Taken:
    """The one sheet in a file or a mail, with what is to be said about the letter around it.

    ``template`` gives the sheet that was sent to a role, ``own`` are the addresses the program writes from, ``places``
    gives the names on the map.
    """
    if len(data) > LIMIT:
        raise Unreadable(SHEET_TOO_LARGE, size=len(data), limit=LIMIT)
    if not is_mail(data):
        return _from_text(decoded(data, "utf-8"), template, places)
    try:
        return _from_mail(data, template, own, places)
    except Unreadable:
        raise
    except Exception as fault:  # the email package fails in many ways on mail that breaks its rules
        raise Unreadable(BROKEN_MAIL, form="rules", fault=type(fault).__name__) from fault


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


def _from_text(text: str, template: Template, places: Places) -> Taken:
    """A sheet out of a text that is no mail; one that is TOML is taken as it stands, untouched or not."""
    visible, changed = plain(text)
    notes = (INVISIBLE,) if changed else ()
    if data_of(visible):
        whole = mended(visible)
        return Taken(whole.text, (*notes, *whole.notes))
    if beyond := text_beyond_bounds(visible):
        raise Unreadable(BROKEN_MAIL, **beyond)
    found = sheets_in(visible, template)
    if not found:
        return Taken(visible, notes)
    taken = chosen(found, template, places)
    return taken._replace(notes=(*notes, *taken.notes))


def _from_mail(data: bytes, template: Template, own: Sequence[str], places: Places) -> Taken:
    from email import message_from_bytes  # not for check

    from pbem.mail.machines import is_doubtful, kind_of_machine

    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if beyond := beyond_bounds(data):
        raise Unreadable(BROKEN_MAIL, **beyond)
    message = message_from_bytes(data)
    if machine := kind_of_machine(message, own):
        raise Unreadable(BY_MACHINE, form="" if machine == "answer" else machine)
    parts = _parts(message)
    unread = _unread(message, parts)
    written, html = (_written(parts, template, html) for html in (False, True))
    files = [sheet for part in parts if part.place for sheet in _sheets(part, template)]
    if not _orders(written) and (_orders(html) or not written):
        written, html = html, []
    if not _orders(written):
        files = [_beside_file(sheet, parts, template) for sheet in files]
    is_odd = is_doubtful(message) or _is_reaction(parts)
    if _is_ticket(parts) or (is_odd and not _is_typed([*written, *files], parts)):
        raise Unreadable(BY_MACHINE)
    if not written and not files:
        return Taken(_broken_file(parts, unread))
    taken = _chosen([*written, *files], template, unread, places)
    _check_forms(taken.text, html)
    return taken


def texts_in(data: bytes) -> tuple[Part, ...]:
    """The texts of a letter, whatever they are; none of one that cannot be read."""
    from email import message_from_bytes  # not for check

    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if len(data) > LIMIT or not is_mail(data) or beyond_bounds(data):
        return ()
    try:
        return tuple(_parts(message_from_bytes(data)))
    except Exception:  # as above: whoever reads the letter for its sheet says what is wrong with it
        return ()


def _is_typed(found: Sequence[Found], parts: Sequence[Part]) -> bool:
    """Whether somebody typed or attached a sheet; a machine only sends back what it got, quoted."""
    return any(sheet.place != QUOTED and not sheet.blank for sheet in found) or (
        not found and any(part.name.endswith(".toml") for part in parts)
    )


def _is_ticket(parts: Sequence[Part]) -> bool:
    """Whether a ticket system wrote the letter: the sheet in it is an older one of a player, sent back."""
    from pbem.mail.machines import is_ticket  # not for check

    return any(is_ticket(typed_in(part.text), HEAD.match) for part in parts if not part.place)


def _is_reaction(parts: Sequence[Part]) -> bool:
    """Whether a mail program wrote the letter, which tells of a little picture."""
    from pbem.mail.machines import is_reaction  # not for check

    return any(is_reaction(typed_in(part.text)) for part in parts if not part.place)


def _written(parts: Sequence[Part], template: Template, html: bool) -> list[Found]:
    """The sheets in what was written, in one of its forms."""
    return [sheet for part in parts if not part.place and part.html == html for sheet in _sheets(part, template)]


def _sheets(part: Part, template: Template) -> list[Found]:
    found = sheets_in(part.text, template, part.name, part.place)
    return [sheet._replace(notes=(*part.notes, *sheet.notes)) for sheet in found if not _is_view(sheet)]


def _is_view(sheet: Found) -> bool:
    """A view file sent back is not the orders, though it names game, step, role and key."""
    return "state" in sheet.data and "ruleset" in sheet.data


def _orders(found: Sequence[Found]) -> list[Found]:
    return [sheet for sheet in found if sheet.data and not sheet.blank]


def _check_forms(text: str, html: Sequence[Found]) -> None:
    """A mail in two forms must say the same in both, or it is not sure what its writer saw."""
    data = data_of(text)
    orders = {key: value for key, value in data.items() if key not in PRESS_OR_VOTE}  # it may stand above the sheet
    others = [_signs(sheet.data) for sheet in _orders(html) if sheet.about == _about(text)]
    if data and others and _signs(data) not in others and _signs(orders) not in others:
        raise Unreadable(SHEETS_DIFFER, form="html")


def _about(text: str) -> tuple[str, ...]:
    data = data_of(text)
    return tuple(str(data.get(key, "")).strip().lower() for key in ("game", "step", "role"))


def _signs(data: object) -> str:
    """What data say, without blanks: HTML does not keep them."""
    return "".join(repr(data).split())


def _beside_file(sheet: Found, parts: Sequence[Part], template: Template) -> Found:
    """An attached sheet with the words of the mail: orders typed there would be lost."""
    texts = [part for part in parts if not part.place]
    form = any(part.html for part in texts) and all(part.html for part in texts)
    known = template(str(sheet.about[2]))
    left_there = {squeezed(line) for line in known.split("\n")}  # the sheet that was sent, still in the text
    typed = (line for part in texts if part.html == form for line in typed_in(part.text))
    words = tuple(line for line in typed if squeezed(line) not in left_there)
    beside = orders_in(words, names_in(known))
    notes = (*sheet.notes, BESIDE.format(words=said)) if (said := in_words(words)) else sheet.notes
    return sheet._replace(words=words, beside=sheet.beside or beside, notes=notes)


def _chosen(found: Sequence[Found], template: Template, unread: Sequence[str], places: Places) -> Taken:
    """The sheet that is meant; a file that was not read may have been the one."""
    try:
        taken = chosen(found, template, places)
    except Unreadable as fault:
        if unread and fault.diagnostic.code is UNTOUCHED and not fault.diagnostic.facts:
            raise Unreadable(UNTOUCHED, form="file", file=unread[0]) from fault
        raise
    return taken._replace(notes=(*taken.notes, *(UNREAD.format(file=name) for name in unread[:3])))


def _broken_file(parts: Sequence[Part], unread: Sequence[str]) -> str:
    """A file that is named as a sheet and looks like none: the reader says what is wrong with it."""
    named = [part for part in parts if part.name.endswith(".toml") and not part.name.endswith("view.toml")]
    if not named and unread:
        raise Unreadable(NO_SHEET, form="file", file=unread[0])
    if not named:
        raise _without_sheet([part for part in parts if not part.place])
    return named[0].text


def _without_sheet(parts: Sequence[Part]) -> Unreadable:
    """Why a letter without a sheet cannot be used; who wrote it is not known, so nothing of the game is told."""
    if any(has_receipt(part.text) for part in parts):
        return Unreadable(NO_SHEET, form="receipt")
    found = (headless(typed_in(part.text)) for part in parts)
    line = next((line for line in found if line), "")
    return Unreadable(NO_SHEET, form="headless", line=short(line)) if line else Unreadable(NO_SHEET)


# the parts of a mail


def _parts(message: Message) -> list[Part]:
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
    if faults and not any(part.name.endswith(".toml") or looks_like_sheet(part.text) for part in found):
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
    return [found] if looks_like_sheet(found.text) else []


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


def _unread(message: Message, parts: Sequence[Part]) -> list[str]:
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
    text = _text_of(part, name)
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
    return Part(visible, QUOTED if inside else ATTACHED if attached else "", name, html, notes, tags)


def _text_of(part: Message, name: str) -> str:
    """The text of a part. A file that does not say in which letters it is may be one as Windows writes it."""
    charset = str(part.get_content_charset() or "").lower()
    if not is_known(charset):  # before the email package decodes it
        raise Unreadable(BROKEN_MAIL, charset=charset[:40])
    data = _payload(part)
    try:
        return decoded(data, charset or ("windows-1252" if name and not is_utf_8(data) else "utf-8"))
    except Unreadable as fault:
        if name and fault.diagnostic.code in (NOT_UTF8, NOT_TEXT):
            facts = {**fault.diagnostic.facts, "form": "file", "file": short(name)}
            raise Unreadable(fault.diagnostic.code, **facts) from fault
        raise


def _payload(part: Message) -> bytes:
    """The bytes of a part, unpacked; base64 that is none is said so, the email package would let it pass."""
    from binascii import Error, a2b_base64  # not for check

    if str(part.get("Content-Transfer-Encoding", "")).strip().lower() == "base64":
        try:
            return a2b_base64(str(part.get_payload()).encode("ascii", "replace"))
        except Error as fault:
            raise Unreadable(BROKEN_MAIL, form="base64") from fault
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
