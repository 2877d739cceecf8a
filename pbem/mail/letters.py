"""What of a letter its writer typed, and what of it was sent to them: quoted with ``>`` or set below a separator."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

QUOTE = re.compile(r"[ \t]{0,3}(?:[A-Za-z]{0,3}>|\|(?=[ >|]|$))(?:[ \t]?(?:>|\|(?=[ >|]|$)))*[ \t]?")
SCISSORS = re.compile(r"#? ?-{2,} 8< -{2,}")
PGP = re.compile(
    r"(?ms)^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[\w-]+:[^\n]*\n)*\n(.*?)\n-----BEGIN PGP SIGNATURE-----.*?"
    r"^-----END PGP SIGNATURE-----$"
)
SIGNED, SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
SIGNED_END = "-----END PGP SIGNATURE-----"
MOST_SIGNED = 12
LONGEST = 1_000  # characters of a line that may set off a quotation
# ----- Original Message -----, -------- Weitergeleitete Nachricht --------, ________________
RULE = re.compile(r"[\s*]*(?:[-=_]{2,}\s?(?!8<|BEGIN|END)[^\W\d_][^\"=\[\]#]{2,70}?\s?[-=_]{2,}|_{5,}|={20,})[\s*]*")
LABEL = re.compile(r"[\s*|]*[^\W\d_][\w .'/-]{0,24}[*\s]?:[*\s]*(?P<value>\S[^=\[\]]*)$")
DATED = re.compile(r"@|\b\d{1,2}[:.h]\d{2}\b|\b20\d\d\b")
WROTE = re.compile(
    r"\b(?:wrote|writes|schr(?:ie|ei)b|schreef|(?:a )?[ée]crit|ha scritto|scrive|escribi[óo]|escreveu|napisa\w*|pisze"
    r"|skrev|skrifa\w*|kirjoitti|napsal\w*|p[íi]še|[íi]rta|a scris|yazd\w*|пис\w*|пиш\w*|forwarded message|message"
    r" transf[ée]r[ée]|weitergeleitete nachricht|sent:|gesendet:)\b",
    re.IGNORECASE,
)
REPORT = re.compile(r"[^=\[\"]{1,80}, step \d+\s*")
RECEIPT = re.compile(r"Receipt: [^=\[\"]{1,80}, step \d+(?:, [^=\[\"]{0,60})?\s*")
BELOW_REPORT = re.compile(r"={20,}|For [A-Z]|Public report")


class Line(NamedTuple):
    """A line of a letter without its signs of quoting."""

    number: int  # in the letter, from 1
    text: str
    depth: int  # how often it is quoted
    sent: bool  # whether it was sent to the writer; else it was typed


def lines_of(text: str) -> list[Line]:
    """The lines of a letter, each typed or sent."""
    # More than a few signatures without their ends would be looked for again and again.
    is_signed = SIGNED_END in text and text.count(SIGNED) <= MOST_SIGNED and text.count(SIGNATURE) <= MOST_SIGNED
    found = _unquoted((PGP.sub(_unsigned, text) if is_signed else text).split("\n"))
    below, cited = _separated(found)
    return [
        line._replace(sent=line.depth > 0 or at >= below or at in cited)
        for at, line in enumerate(found)
    ]  # fmt: skip


def _unsigned(found: re.Match[str]) -> str:
    """What was signed, without the dashes that PGP puts before dashes."""
    return re.sub(r"(?m)^- ", "", found[1])


def _unquoted(texts: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    for text in texts:
        sign = QUOTE.match(text)
        depth = 0 if sign is None else sign[0].count(">") + sign[0].count("|")
        line = Line(len(lines) + 1, text if sign is None else text[sign.end() :], depth, False)
        if lines and _goes_on(lines[-1], line):
            before = lines.pop()
            line = before._replace(text=f"{before.text.rstrip()} > {line.text.strip()}")
        lines.append(line)
    return lines


def _goes_on(before: Line, line: Line) -> bool:
    """Whether a ``>`` at the start of a line stands between two cities: the line was broken inside an order.

    If the line above is quoted too, the sign may be one of quoting; not, if a city would be left without its sign.
    """
    if before.text.count('"') % 2 == 0 or line.text.count('"') % 2 == 0:
        return False
    if line.depth == before.depth + 1:
        return True
    move = before.text.rpartition('"')[2]
    return line.depth == before.depth > 0 and bool(re.search(r">.*\w\s*$", move)) and bool(re.match(r"\w", line.text))


def _separated(lines: Sequence[Line]) -> tuple[int, set[int]]:
    """From which line on everything was sent, and which lines besides only introduce a quotation."""
    cited: set[int] = set()
    for at, line in enumerate(lines):
        if line.depth or not line.text.strip() or at in cited or len(line.text) > LONGEST:
            continue
        if RULE.fullmatch(line.text) or _is_header(lines, at) or _is_report(lines, at):
            return at, cited
        last = _attribution(lines, at)
        if last < 0:
            continue
        cited |= set(range(at, last + 1))
        if not _is_quoted_below(lines, last) and WROTE.search(_joined(lines[at : last + 1])):
            return at, cited
    return len(lines), cited


def _is_header(lines: Sequence[Line], at: int) -> bool:
    """Three lines or more as Outlook repeats them: From, Sent, To, Subject, in any language."""
    rows: list[str] = []
    for line in lines[at : at + 10]:
        if line.depth or (line.text.strip() and not LABEL.match(line.text)):
            break
        rows += [line.text] if line.text.strip() else []
    return len(rows) > 2 and any(DATED.search(row) for row in rows[:4])


def _is_report(lines: Sequence[Line], at: int) -> bool:
    """The first lines of a report or a receipt, whatever stood above them."""
    text = lines[at].text
    return bool(REPORT.fullmatch(text) or RECEIPT.fullmatch(text)) and any(
        BELOW_REPORT.match(line.text) for line in lines[at + 1 : at + 8]
    )


def has_receipt(text: str) -> bool:
    """Whether a text holds a receipt of the game, quoted or not."""
    lines = _unquoted(text.split("\n"))
    return any(RECEIPT.fullmatch(line.text) and _is_report(lines, at) for at, line in enumerate(lines))


def _attribution(lines: Sequence[Line], at: int) -> int:
    """The last line of ``On Monday ... wrote:`` if one begins here, else -1."""
    if at and lines[at - 1].text.strip() and not lines[at - 1].depth:
        return -1
    for last in range(at, min(at + 4, len(lines))):
        text = lines[last].text.strip()
        if not text or lines[last].depth:
            break
        if text.endswith(":"):
            whole = _joined(lines[at : last + 1])
            return last if DATED.search(whole) or WROTE.search(whole) else -1
    return -1


def _joined(lines: Sequence[Line]) -> str:
    return " ".join(line.text.strip() for line in lines)


def _is_quoted_below(lines: Sequence[Line], last: int) -> bool:
    """Whether the next line that is not empty is quoted."""
    following = next((line for line in lines[last + 1 :] if line.depth or line.text.strip()), None)
    return following is not None and following.depth > 0
