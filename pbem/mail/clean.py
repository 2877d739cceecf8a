"""A sheet as a mail program leaves it, made whole again where that is safe."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.core.codes import NOT_TOML
from pbem.core.sheets import parsed

INVISIBLE = {0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: None, 0x2060: None, 0xFEFF: None}
DOUBLE_QUOTES = dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F), '"')
ALL_QUOTES = DOUBLE_QUOTES | dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B), "'")
QUOTES_DEEP = 10
CURLY = "curly quotes were made plain"

_HEADING = re.compile(r"^[> \t]*(game|step|role|key)[ \t]*=", re.MULTILINE)
_LIKE_TOML = re.compile(r"\s*(#|\[|[\w.\"'-]+\s*=)")
_QUOTED = re.compile(r"> ?")
_FENCE = re.compile(r"\s*(```|~~~)")
_SCISSORS = re.compile(r"-{2,} 8< -{2,}")
_SIGNATURE = re.compile(r"(--\s*|sent from my .*|von meinem .* gesendet)", re.IGNORECASE)


class Cleaned(NamedTuple):
    """A text and what was done to it, in words for its writer."""

    text: str
    notes: tuple[str, ...] = ()


class Several(Exception):
    """A text holds more than one sheet; the first argument says how many."""


def looks_like_sheet(text: str) -> bool:
    """Whether a text has at least two different lines of a heading."""
    return len({found[1] for found in _HEADING.finditer(text)}) > 1


def cleaned(text: str, flowed: bool = False) -> Cleaned:
    """The sheet inside a text; a text that is TOML already is left alone but for invisible signs.

    ``flowed`` says that the mail breaks long lines behind a space (RFC 3676).
    """
    whole = _unix_lines(text.removeprefix("\ufeff"))
    visible = whole.translate(INVISIBLE)
    notes = () if visible == whole else ("invisible signs were made plain",)
    found = Cleaned(visible, notes)
    if _fault(found.text) is None:
        return found
    for step in (_unquoted, _below_scissors, _unfenced, _unsigned, _without_preamble):
        found = _applied(found, step)
    if flowed:
        found = _tried(found, _joined, "lines that the mail had broken were joined")
    found = _tried(found, lambda text: text.translate(DOUBLE_QUOTES), CURLY)
    return _tried(found, lambda text: text.translate(ALL_QUOTES), CURLY)


def _unix_lines(text: str) -> str:
    text = text.replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")


def _fault(text: str) -> tuple[int, int] | None:
    """Where the text stops being TOML; None if it does not, or not for a reason that cleaning could mend."""
    data = parsed(text)
    if isinstance(data, dict) or data[0].code is not NOT_TOML or not data[0].at.path:
        return None
    _, line, column = data[0].at.path
    return int(line), int(column)


def _applied(found: Cleaned, step: Callable[[Sequence[str]], tuple[list[str], str]]) -> Cleaned:
    """One step of cleaning on the lines of a text that is not TOML; one that does nothing leaves no note."""
    if _fault(found.text) is None:
        return found
    lines, note = step(found.text.split("\n"))
    return Cleaned("\n".join(lines), (*found.notes, note)) if note else found


def _tried(found: Cleaned, change: Callable[[str], str], note: str) -> Cleaned:
    """A change that is kept only if the text can be read further than without it."""
    before = _fault(found.text)
    text = change(found.text)
    if before is None or text == found.text:
        return found
    after = _fault(text)
    if after is not None and after <= before:
        return found
    return Cleaned(text, (*found.notes, *(() if note in found.notes else (note,))))


def _unquoted(lines: Sequence[str]) -> tuple[list[str], str]:
    """The sheet above an older mail, or a sheet that is itself quoted: ``> game = ...``.

    Lines without the sign between quoted ones stay: they may be the orders filled in.
    """
    own = [line for line in lines if not line.startswith(">")]
    if len(own) == len(lines):
        return list(lines), ""
    if looks_like_sheet("\n".join(own)):
        return _without_attribution(lines), "the quoted lines of an older mail were left out"
    bare = [*lines]
    for _ in range(QUOTES_DEEP):
        if not any(line.startswith(">") and _HEADING.match(line) for line in bare):
            break
        bare = [_QUOTED.sub("", line, count=1) if line.startswith(">") else line for line in bare]
    return bare, "the signs of quoting (>) were taken away" if bare != lines else ""


def _without_attribution(lines: Sequence[str]) -> list[str]:
    """The lines that are not quoted, without the ``On Monday ... wrote:`` before the first that is."""
    first = next(at for at, line in enumerate(lines) if line.startswith(">"))
    kept = [*lines[:first]]
    while kept and not kept[-1].strip():
        kept.pop()
    if kept and kept[-1].rstrip().endswith(":"):
        while kept and kept[-1].strip() and not _LIKE_TOML.match(kept[-1]):
            kept.pop()
    return [*kept, *(line for line in lines[first:] if not line.startswith(">"))]


def _below_scissors(lines: Sequence[str]) -> tuple[list[str], str]:
    """What follows the line with which a report sets off its sheet."""
    marks = [at for at, line in enumerate(lines) if _SCISSORS.match(line)]
    if not marks:
        return list(lines), ""
    return [*lines[marks[-1] + 1 :]], "the report above the sheet was left out"


def _unfenced(lines: Sequence[str]) -> tuple[list[str], str]:
    """The one fenced block that is a sheet."""
    blocks: list[list[str]] = []
    outside: list[str] = []
    inside = False
    for line in lines:
        if _FENCE.match(line):
            inside = not inside
            blocks += [[]] if inside else []
        else:
            (blocks[-1] if inside else outside).append(line)
    sheets = [block for block in blocks if looks_like_sheet("\n".join(block))]
    if not sheets:
        return list(lines), ""
    count = len({"\n".join(block).strip() for block in sheets}) + looks_like_sheet("\n".join(outside))
    if count > 1:
        raise Several(count)
    return sheets[0], "the text around the fenced sheet was left out"


def _unsigned(lines: Sequence[str]) -> tuple[list[str], str]:
    """What stands above the signature."""
    for at, line in enumerate(lines):
        if _SIGNATURE.fullmatch(line.strip()):
            return [*lines[:at]], "the signature was left out"
    return list(lines), ""


def _without_preamble(lines: Sequence[str]) -> tuple[list[str], str]:
    """The lines from the first one on that could be TOML."""
    first = next((at for at, line in enumerate(lines) if _LIKE_TOML.match(line)), 0)
    if not any(line.strip() for line in lines[:first]):
        return list(lines), ""
    return [*lines[first:]], "the words before the sheet were left out"


def _joined(text: str) -> str:
    """Lines that end in a space go on in the next one."""
    return re.sub(r"(?<=\S) \n", " ", text)
