"""Words in place of a sheet: a letter that says one of a few words, and which key and game its texts name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from pbem.mail.beside import BARE_KEY
from pbem.mail.choice import typed_in
from pbem.mail.clean import HEAD, SIGNATURE, orders_in
from pbem.mail.letters import QUOTE
from pbem.mail.parts import Part

# Each word, and how it is likely to be said in German, French, Italian and Spanish; without accents.
WORDS = {
    "report": ("report", "bericht", "rapport", "rapporto", "informe", "reporte"),
    "status": ("status", "stand", "statut", "etat", "stato", "estado"),
    "orders": ("orders", "befehle", "ordres", "ordini", "ordenes"),
    "wait": ("wait", "warten", "warte", "attendre", "attendez", "attendere", "aspetta", "esperar", "espera"),
    "absent": ("absent", "abwesend", "absente", "assente", "ausente", "away"),
    "withdraw": ("withdraw", "zuruckziehen", "zurueckziehen", "retirer", "ritirare", "ritira", "retirar"),
    "help": ("help", "hilfe", "aide", "aiuto", "ayuda"),
}  # fmt: skip
ASKED = ("report", "status", "orders", "help")  # they change nothing, and may be said as questions
POLITE = ("please", "bitte", "svp", "favor", "por", "favore", "per")  # beside a word
BETWEEN = ("from", "to", "until", "till", "von", "vom", "bis", "du", "de", "au", "dal", "al", "del", "hasta", "-", "–")
CONFIRM = "confirm"
LOOKED_AT = 200_000  # bytes of a letter that cannot be read
MEANT = {said: word for word, known in WORDS.items() for said in known}
MOST_LINES = 8  # that somebody types around a word; more of them are a letter to a person
KEY = re.compile(r"(?i)\bkey\b\s*[=:]?\s*[\"'“”„«]?\s*([\w-]{3,60})")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
DOTTED = re.compile(r"^(\d{1,2})\.(\d{1,2})\.(20\d{2})$")
NAMED = re.compile(r"(?mi)^[> \t|]*[\"']?game[\"']?[ \t]*=[ \t]*[\"'“”„«]?[ \t]*([A-Za-z0-9][\w-]{0,59})")
SUBJECT = re.compile(r"\[([A-Za-z0-9][\w-]{0,59}) \d{1,6}\]")


class Said(NamedTuple):
    """A word that a letter says, and what stands behind it."""

    word: str
    rest: tuple[str, ...] = ()


def command_in(parts: Sequence[Part]) -> Said | None:
    """The one word that the writer of a letter typed; None if it is no such letter, or says two of them."""
    typed = typed_lines(parts)
    if len(typed) > MOST_LINES or any(part.place == "attached" and part.name.endswith(".toml") for part in parts):
        return None
    if orders_in(typed):  # a sheet, or part of one, goes before a word beside it
        return None
    found = {said for line in typed if (said := _said(line)) is not None}
    return found.pop() if len(found) == 1 else None


def words_beside(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines beside a sheet that are words for the program; ``Orders:`` above it is its heading."""
    typed = [line.strip() for line in takewhile(lambda line: not _ends(line.strip()), lines) if line.strip()]
    words = [line for line in typed if (said := _said(line)) is not None and said.word not in ("orders", CONFIRM)]
    return tuple(words) if len(typed) <= MOST_LINES else ()


def typed_lines(parts: Sequence[Part]) -> list[str]:
    """What the writer of a letter typed above a signature, without the heading of a sheet."""
    texts = [part for part in parts if not part.place]
    return [*_typed(part.text for part in texts if not part.html)] or [*_typed(part.text for part in texts)]


def _typed(texts: Iterable[str]) -> Iterator[str]:
    """The lines that somebody typed above a signature, without the heading of a sheet."""
    for text in texts:
        lines = (line.strip() for line in typed_in(text))
        yield from (line for line in takewhile(lambda line: not _ends(line), lines) if line and not HEAD.match(line))


def _ends(line: str) -> bool:
    return SIGNATURE.fullmatch(line) is not None


def _said(line: str) -> Said | None:
    """The word that a line says, a key before or behind it left out."""
    words = [part for part in re.split(r"[\s,;]+", _bare(line)[:200]) if part]
    words = [part for part in (word.strip(".!:\"'()<>*_") for word in words) if part and not BARE_KEY.fullmatch(part)]
    if len(words) > 1 and words[0] == "key":
        words = words[2:]
    asks = _bare(line).rstrip().endswith("?")
    words = [word for part in words if (word := part.rstrip("?")) and word not in POLITE]
    if not words:
        return None
    if words[0].startswith(f"{CONFIRM}-") and len(words) == 1 and not asks:
        return Said(CONFIRM, (words[0],))
    word = MEANT.get(words[0], "")
    if not word or (len(words) > 1 and word != "absent") or len(words) > 5 or (asks and word not in ASKED):
        return None
    return Said(word, tuple(DOTTED.sub(_as_day, part) for part in words[1:]))


def _as_day(found: re.Match[str]) -> str:
    """A day as it is written with dots, 1.12.2026, which is the first of December everywhere."""
    return f"{found[3]}-{int(found[2]):02}-{int(found[1]):02}"


def is_span(said: Said) -> bool:
    """Whether two days stand behind a word, and nothing else."""
    return len(said.rest) == 2 and all(map(DAY.fullmatch, said.rest))


def span_in(said: Said) -> tuple[str, ...]:
    """What stands behind a word, without the small words between two days: ``from 2027-08-01 to 2027-08-14``."""
    return tuple(part for part in said.rest if part not in BETWEEN)


def _bare(line: str) -> str:
    """A line in small letters without accents; what is quoted in it too."""
    flat = unicodedata.normalize("NFKD", QUOTE.sub("", line, count=1).lower())
    return "".join(sign for sign in flat if not unicodedata.combining(sign))


def keys_in(parts: Sequence[Part]) -> list[str]:
    """What may be keys in the texts of a letter, quoted or not, in small letters."""
    texts = [part.text.lower() for part in parts]
    found = [match for text in texts for match in (*KEY.findall(text), *BARE_KEY.findall(text))]
    return list(dict.fromkeys(found))[:100]


def keys_behind(data: bytes) -> list[str]:
    """What may be keys in a letter that cannot be read: its writer is to be told what is wrong with it."""
    body = re.split(rb"\r?\n\r?\n", data, maxsplit=1)[-1][:LOOKED_AT]
    return list(dict.fromkeys(BARE_KEY.findall(body.decode("latin-1").lower())))[:100]


def games_named(parts: Sequence[Part], subject: str) -> list[str]:
    """The names of games in a letter: first those of headings, typed before quoted, then the one in the subject."""
    typed = [name for part in parts for name in NAMED.findall("\n".join(typed_in(part.text)))]
    quoted = [name for part in parts for name in NAMED.findall(part.text)]
    return list(dict.fromkeys((*typed, *quoted, *SUBJECT.findall(subject))))[:20]
