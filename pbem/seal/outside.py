"""What can be said of an envelope or a phrase from outside: whose it is, and whether it came to the right place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pbem.core import Diagnostic
from pbem.core.sheets import Expected, Reading, Sheet, check_heading, read
from pbem.seal import Envelope, Phrase, envelope_in

CLOSED = "a sealed sheet; it is opened when all sheets of the step are in, and not before"
HELD = "a held sheet; keep its phrase until you have the notice that all envelopes are gathered, and have checked it"


class Seen(NamedTuple):
    """An envelope or a phrase with its heading checked; without a heading there are only complaints."""

    sheet: Sheet | None
    diagnostics: tuple[Diagnostic, ...]
    understood: tuple[str, ...] = ()
    closed: Envelope | Phrase | None = None


def seen_closed(text: str, expected: Callable[[str], Expected], beside: Iterable[str] = ()) -> Seen:
    """An envelope or a phrase, held against what is expected of the role that it names.

    ``beside``: the keys of a sheet that a phrase may bring along.
    """
    found = envelope_in(text)
    if found is None:
        return _seen_phrase(text, expected, beside)
    if isinstance(found, Reading):
        return Seen(None, found.diagnostics)
    return seen_again(found.sheet, found, expected)


def seen_again(sheet: Sheet, closed: Envelope | Phrase, expected: Callable[[str], Expected]) -> Seen:
    """The same of what was read already."""
    wrong = check_heading(sheet, expected(sheet.role))
    if isinstance(closed, Phrase):
        return Seen(sheet, wrong, closed=closed)
    return Seen(sheet, wrong, () if wrong else (HELD if closed.held else CLOSED,), closed)


def _seen_phrase(text: str, expected: Callable[[str], Expected], beside: Iterable[str]) -> Seen:
    reading = read(text, ("phrase", *beside))
    if reading.sheet is None:
        return Seen(None, reading.diagnostics)
    phrase = reading.sheet.body.get("phrase")
    return seen_again(reading.sheet, Phrase(phrase if isinstance(phrase, str) else ""), expected)
