"""Words beside a sheet: shown to their writer, and warned of where they speak of one of the pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbem.mail.blank import data_of

SHOWN = 100  # characters of words that were left out
LINE = 60  # characters of a line that is shown
LOOKED_AT = 400  # characters of a line of words; nobody writes longer ones about a piece
BEFORE = "the words before the sheet were left out: {words}"
BELOW = "the words below the sheet were left out: {words}"
BESIDE = "the words of the mail itself were left out: {words}"
STRUCK = "struck-out words were left out: {words}"
PIECE = re.compile(r"\"([^\W\d_]\w*) (?:[>+]|stays)|^#?\s*own\s*=\s*\"([^\W\d_]\w*)\"", re.MULTILINE)


def pieces_in(template: str) -> frozenset[str]:
    """The names of the writer's own pieces in the sheet that was sent: those it moves, bids for or counts."""
    named = {word.lower() for row in PIECE.findall(template) for word in row if word}
    tables = [value for value in data_of(template).values() if isinstance(value, dict)]
    return frozenset(named.union(key.lower() for table in tables for key in table))


def in_words(lines: Sequence[str]) -> str:
    """Lines as one text in quotes, its beginning if it is long; empty if they are."""
    text = " ".join(_visible(" ".join(lines)[: SHOWN * 20]).split()).strip('",')
    if not text:
        return ""
    return f'"{text}"' if len(text) <= SHOWN else f'"{text[: SHOWN - 1].rstrip()}…"'


def short(line: str) -> str:
    """A line as it is shown, without the comma at its end."""
    line = _visible(line.strip()).rstrip(",")
    return line if len(line) <= LINE else f"{line[: LINE - 1]}…"


def about_pieces(lines: Sequence[str], pieces: frozenset[str]) -> Iterator[str]:
    """The lines of words that name a piece and say something about it; a name alone is a signature."""
    for line in lines:
        if line.rstrip() == "--":  # a signature follows; generals have namesakes
            return
        words = re.findall(r"\w+", line[:LOOKED_AT].lower())
        if len(words) > 1 and any(word in pieces or word.removesuffix("s") in pieces for word in words):
            yield line.strip()


def _visible(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text)
