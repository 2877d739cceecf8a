"""Words beside a sheet: shown to their writer, and warned of where they speak of one of the pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from pbem.mail.blank import data_of

SHOWN = 100  # characters of words that were left out
LINE = 60  # characters of a line that is shown
LOOKED_AT = 400  # characters of a line of words; nobody writes longer ones about a piece
BEFORE = "the words before the sheet were left out: {words}"
BELOW = "the words below the sheet were left out: {words}"
AGREED = "OK above the quoted sheet was read as its answer: the sheet as it was sent"
BESIDE = "the words of the mail itself were left out: {words}"
STRUCK = "struck-out words were left out: {words}"
PIECE = re.compile(r"\"([^\W\d_]\w*) (?:[>+]|stays)|^#?\s*own\s*=\s*\"([^\W\d_]\w*)\"", re.MULTILINE)

# Verbs by which people take back what they sent: English, German, French, Spanish, Italian, Polish and Dutch.
TAKES_BACK = re.compile(
    r"\b(?:ignor(?!an)\w*|zignor\w*|withdr[ae]w\w*|disregard\w*|retract\w*|cancel\w*|revok\w*|rescind\w*|take back"
    r"|zieh\w*\b.{0,60}\bzur[üu]ck|nehm\w*\b.{0,60}\bzur[üu]ck|zur[üu]ck(?:zu)?(?:zieh|nehm)\w*|zur[üu]ckge(?:zog|nomm)\w*"
    r"|widerruf\w*|stornier\w*|ann?ul\w*|hinf[äa]llig|nicht (?:zu )?beacht\w*"
    r"|je retire|retirer|retirez|pas (?:tenir )?compte|plus (?:tenir )?compte|retir[oa]\b|retirar|hag\w+ caso omiso"
    r"|ritir\w+|non (?:considera|tenere conto)\w*|wycof\w+|odwo[łl]\w+"
    r"|neg(?:eer|eren)|trek\b.{0,60}\bin\b|intrek\w*|herroep\w*)",
    re.IGNORECASE,
)
ASSENT = re.compile(r"\W*(?:o\.?k\.?|okay)\W*", re.IGNORECASE)  # with or without quotes, full stops, a smiley
DISCLAIMER = re.compile(
    r"confidential|recipient|in error|vertraulich|irrt[üu]m|empf[äa]nger|confidentiel|destinat|par erreur|por error"
    r"|per errore|poufn|adresat|vertrouwelijk|geadresseerde",
    re.IGNORECASE,
)


def that_take_back(lines: Sequence[str]) -> str:
    """The first line of words by which orders are taken back; empty if there is none.

    What companies hang below every mail is not meant, nor what a signature says.
    """
    for paragraph in _paragraphs(lines):
        if not DISCLAIMER.search(" ".join(line[:LOOKED_AT] for line in paragraph)):
            for line in paragraph:
                if TAKES_BACK.search(line[:LOOKED_AT]):
                    return line.strip()
    return ""


def assents(lines: Sequence[str], ends: Callable[[str], bool]) -> bool:
    """Whether somebody typed OK and nothing else; below a line that ends what is typed a signature may follow."""
    typed = list(takewhile(lambda line: not ends(line), (line.strip() for line in lines if line.strip())))
    return len(typed) == 1 and bool(ASSENT.fullmatch(typed[0][:LINE]))


def begins_with_assent(lines: Sequence[str]) -> bool:
    """Whether the first word that somebody typed is OK."""
    first = next((line.strip()[:LINE] for line in lines if line.strip()), "")
    return bool(re.match(r"\W*(?:ok|okay|o\.k\.)(?!\w)", first, re.IGNORECASE))


def _paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines between empty ones, up to a signature."""
    found: list[str] = []
    for line in lines:
        if line.rstrip() == "--":
            break
        if line.strip():
            found.append(line)
        elif found:
            yield found
            found = []
    if found:
        yield found


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
