"""Press or a vote typed above a quoted sheet, whose heading says what they are for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.core.sheets import BESIDE
from pbem.mail.blank import data_of
from pbem.mail.clean import HEAD, mended, orders_in

BEGINS = re.compile(r"[\s#]*(?:\[{1,2}\s*press\s*\]{1,2}\s*(?:#.*)?$|(?:vote|press)\s*=)", re.IGNORECASE)
BARE_KEY = re.compile(r"\b[a-z]{3,10}-[a-z]{2,10}-[0-9a-z]{4}-[0-9a-z]{4}\b")
BARE_VOTE = re.compile(r"(?im)^([ \t]*vote[ \t]*=[ \t]*)(yes|no|draw|concede)[ \t]*$")  # without quotes
TABLE = re.compile(r"\s*\[")


class Typed(NamedTuple):
    """What somebody typed without a heading, none of it orders."""

    text: str
    data: dict[str, Any]
    notes: tuple[str, ...]  # on what was cleaned
    words: tuple[str, ...]  # the lines around it

    def under(self, sheet: str) -> str:
        """The heading of a sheet that was sent, with this below it."""
        heads = dict.fromkeys(line for line in sheet.split("\n") if HEAD.match(line))
        return "\n".join([*heads, self.text])

    def within(self, sheet: str) -> str:
        """A sheet that was filled in, with this in it: entries come above its tables, and tables below them."""
        lines = self.text.rstrip().split("\n")
        at = next((row for row, line in enumerate(lines) if TABLE.match(line)), len(lines))
        return "\n".join([*lines[:at], sheet.rstrip(), *lines[at:], ""])


def is_beside(line: str) -> bool:
    """Whether a line begins press or a vote, behind the sign of a remark or not."""
    return bool(BEGINS.match(line))


def typed_beside(lines: Sequence[str], names: frozenset[str]) -> Typed | None:
    """The press and the vote among the lines that somebody typed; None if there are none, or orders beside them."""
    at = next((row for row, line in enumerate(lines) if is_beside(line)), len(lines))
    found = mended(BARE_VOTE.sub(r'\1"\2"', "\n".join(lines[at:])).rstrip() + "\n")
    data = data_of(found.text)
    words = (*lines[:at], *found.tail)
    if not data or not {*data} <= {*BESIDE} or orders_in(words, names):
        return None
    return Typed(found.text, data, found.notes, words)
