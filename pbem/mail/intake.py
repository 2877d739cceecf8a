"""The text of a sheet out of what arrived: a bare TOML file, or a mail with the sheet in it."""

from __future__ import annotations

import codecs
from collections.abc import Sequence

from pbem.core.sheets import BESIDE as PRESS_OR_VOTE
from pbem.mail.blank import data_of, names_in, squeezed
from pbem.mail.bounds import beyond_bounds, text_beyond_bounds
from pbem.mail.choice import (
    QUOTED,
    Found,
    Places,
    Taken,
    Template,
    Unreadable,
    chosen,
    sheets_in,
    typed_in,
)
from pbem.mail.clean import HEAD, headless, mended, orders_in
from pbem.mail.codes import (
    BROKEN_MAIL,
    BY_MACHINE,
    NO_SHEET,
    SHEET_TOO_LARGE,
    SHEETS_DIFFER,
    UNTOUCHED,
)
from pbem.mail.commands import words_beside
from pbem.mail.letters import has_receipt
from pbem.mail.parts import INVISIBLE, Part, decoded, is_mail, parts_of, unread_in
from pbem.mail.signs import plain
from pbem.mail.words import BESIDE, in_words, short

LIMIT = 1_000_000
UNREAD = "the attached file {file} was not read"
GUESSED = "the mail is not in the character set that it names; its sheet was read as plain letters"


def unknown(role: str) -> str:
    """What is said where the sheet that was sent is not known."""
    return ""


def taken_from(
    data: bytes, template: Template = unknown, own: Sequence[str] = (), places: Places = tuple, words: bool = False
) -> Taken:  # fmt: skip
    """The one sheet in a file or a mail, with what is to be said about the letter around it.

    ``template`` gives the sheet that was sent to a role, ``own`` are the addresses the program writes from, ``places``
    gives the names on the map; ``words``: whoever asks reads the words for the program that stand beside the sheet.
    """
    if len(data) > LIMIT:
        raise Unreadable(SHEET_TOO_LARGE, size=len(data), limit=LIMIT)
    if not is_mail(data):
        return _from_text(decoded(data, "utf-8"), template, places)
    try:
        return _from_mail(data, template, own, places, words)
    except Unreadable:
        raise
    except Exception as fault:  # the email package fails in many ways on mail that breaks its rules
        raise Unreadable(BROKEN_MAIL, form="rules", fault=type(fault).__name__) from fault


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


def _from_mail(data: bytes, template: Template, own: Sequence[str], places: Places, words: bool) -> Taken:
    from email import message_from_bytes  # not for check

    from pbem.mail.machines import is_doubtful, kind_of_machine

    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if beyond := beyond_bounds(data):
        raise Unreadable(BROKEN_MAIL, **beyond)
    message = message_from_bytes(data)
    if machine := kind_of_machine(message, own):
        raise Unreadable(BY_MACHINE, form="" if machine == "answer" else machine)
    parts = parts_of(message)
    unread = unread_in(message, parts)
    written, html = (_written(parts, template, html) for html in (False, True))
    files = [sheet for part in parts if part.place for sheet in _sheets(part, template)]
    if not _orders(written) and (_orders(html) or not written):
        written, html = html, []
    if not _orders(written):
        files = [_beside_file(sheet, parts, template) for sheet in files]
    is_odd = is_doubtful(message) or _is_reaction(parts)
    if _is_ticket(parts) or (is_odd and not _is_typed([*written, *files], parts)):
        raise Unreadable(BY_MACHINE)
    guessed = next((part.guessed for part in parts if part.guessed is not None), None)
    if not written and not files:
        raise_if(guessed)
        return Taken(_broken_file(parts, unread))
    found = [*written, *files]
    said = tuple(dict.fromkeys(line for sheet in found for line in words_beside(sheet.words))) if words else ()
    found = [sheet._replace(words=tuple(line for line in sheet.words if line.strip() not in said)) for sheet in found]
    taken = _chosen(found, template, unread, places)._replace(said=said)
    _check_forms(taken.text, html)
    if not is_plain(taken.text):
        raise_if(guessed)
    return taken if guessed is None else taken._replace(notes=(*taken.notes, GUESSED))


def raise_if(fault: Unreadable | None) -> None:
    """Refuse a letter, if there is a fault."""
    if fault is not None:
        raise fault


def is_plain(text: str) -> bool:
    """Whether all that counts in a sheet is in plain letters: they are the same in whatever character set."""
    data = data_of(text)
    return text.isascii() if not data else repr(data).isascii()


def texts_in(data: bytes) -> tuple[Part, ...]:
    """The texts of a letter, whatever they are; none of one that cannot be read."""
    from email import message_from_bytes  # not for check

    data = data.removeprefix(codecs.BOM_UTF8).lstrip()
    if len(data) > LIMIT or not is_mail(data) or beyond_bounds(data):
        return ()
    try:
        return tuple(parts_of(message_from_bytes(data)))
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
