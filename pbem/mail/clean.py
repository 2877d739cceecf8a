"""A sheet as a mail program leaves it, made whole again where that is safe."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.core.codes import NOT_TOML
from pbem.core.sheets import parsed
from pbem.mail.blank import names_in, squeezed
from pbem.mail.signs import ALL_QUOTES, DOUBLE_QUOTES

TRIES = 40  # places mended in one sheet; more of them are no accident of a mail program
LONGEST = 60_000  # characters of a sheet that is worth mending
WORK = 320_000  # characters read for it in all, so that a long one is mended in few places
WIDEST = 1_000  # columns of a line that may be an order
NARROWEST = 56  # columns; no mail program breaks a line before
CURLY = "curly quotes were made plain"
JOINED = "lines that the mail had broken were joined"
CAPITALS = "capital letters in keys were made small"

HEAD = re.compile(r"[ \t]*[\"']?(game|step|role|key)[\"']?[ \t]*=", re.IGNORECASE)
KEY = re.compile(r"(?m)^([ \t]*)([A-Za-z][\w-]*)(?=[ \t]*=[ \t]*(?:[\"'“”„«\[{\d+-]|true|false))")
TABLE = re.compile(r"(?m)^([ \t]*\[{1,2}[ \t]*)([A-Za-z][\w-]*)(?=[ \t]*\])")
LINK = re.compile(
    r"<[^<>\n]{3,}>|\[(?:cid|image|https?|mailto|logo)[^\]\n]*\]|\b\w+://\S+|\bwww\.\S+|\S+@\S+", re.IGNORECASE
)
SIGNATURE = re.compile(
    r"-- ?|(?:sent|send|get|von|gesendet|envoy[ée]|inviat[oa]|enviad[oa]|verzonden|wys[łl]an[eao]|skickat|sendt"
    r"|l[äa]hetetty|odesl[áa]no|diese (?:e-?mail|nachricht) wurde|holen sie sich|laden sie|hol dir|questo messaggio"
    r"|scarica|ottieni|este (?:mensaje|correo)|obt[ée]n(?:er|ga|ez)?|descarg[au]\w*|t[ée]l[ée]charge[rz]?|pobierz"
    r"|ce message|mand[ao]d[ao] desde|spedito da|verstuurd)\b.{0,80}",
    re.IGNORECASE,
)
# Whatever follows these is an order or part of one, in a signature too.
STRICT = re.compile(
    r"\s*[\"']?\w[\w.\"'-]*\s*=\s*(?:[\"'“”„\[{\d+-]|true\b|false\b)|\s*\[{1,2}\s*[A-Za-z_][\w.-]*\s*\]{0,2}\s*(?:#.*)?$"
    r"|.*\w[\"']?\s+>\s*[\"']?[\w.…]|.*[^\W\d_]>\w"
)
LOOSE = re.compile(r"\s*[\"“„].*[\"”“]\s*,?\s*$|\s*[\]}],?\s*$|.*\b(?:[1-9]|1[0-3])[SHDC]\b", re.DOTALL)
# A line that is wrong as TOML and can be nothing else: an entry, a table, a bracket.
SLIP = re.compile(
    r"\s*(?:[\"']?[A-Za-z_][\w.-]*[\"']?\s*=(?!=)|\[{1,2}\s*[A-Za-z_][\w.-]*\s*\]{0,2}\s*(?:#.*)?$|[\]}]+,?\s*$"
    r"|(?:do|own|enemy|plays|accept|keep|forced|limit|otherwise|retreat|answers|withdraw|status|word)\s+[\"'“„\[{\d])"
)
NAMED = re.compile(r"\s*([^\W\d_][\w-]*)\s*(:?\s*\d*)\s*(?:#.*)?$")
ENTRY = re.compile(r"\s*(?:[\w-]+\s*=\s*\d|\[)")  # what stands above an entry of a table of numbers
PHONE = re.compile(
    r"\s*(?:tel|t[ée]l[ée]fon\w*|tele?foon|tele?phone|phone|mob|mobil\w*|m[óo]vil|handy|cell\w*|kom[óo]rka|gsm|fax)"
    r"\.?\s*[=:]\s*\(?\+?[\d(][\d\s()/.–-]{4,}$",
    re.IGNORECASE,
)


class Mended(NamedTuple):
    """A sheet, what was done to it in words for its writer, and the lines that followed it."""

    text: str
    notes: tuple[str, ...] = ()
    tail: tuple[str, ...] = ()


class Known(NamedTuple):
    """What the sheet that was sent tells: the names in it, and its remarks."""

    names: frozenset[str]
    remarks: frozenset[str]


def mended(text: str, template: str = "", closed: bool = False) -> Mended:
    """A sheet with everything undone that can only be a mail program's doing; what is TOML is left as it is.

    ``closed`` says that its closing line stood below it: then nothing in it is a word outside of it.
    """
    found = _small_keys(Mended(text))
    if len(text) > LONGEST:
        return found
    remarks = frozenset(squeezed(_remark_in(line)) for line in template.split("\n"))
    known = Known(names_in(template), remarks)
    before, joined = found, 0  # the sheet before a line was joined with the next, and which line
    for _ in range(min(TRIES, WORK // (len(text) + 1))):
        fault = fault_of(found.text)
        if fault is None:
            return found
        better = _plain_quotes(found, fault)
        if better is None and (better := _whole_lines(found, fault, known)) is not None and joined != fault[0]:
            before, joined = found, fault[0]
        if better is None:
            if joined == fault[0]:  # joining did not mend the line: its writer is shown the line as it is written
                found = before
            return found if closed else _cut(found, fault[0], text, known.names) or found
        found = better
    return found


def fault_of(text: str) -> tuple[int, int] | None:
    """Where the text stops being TOML; None if it does not, or not for a reason that mending could help."""
    data = parsed(text)
    if isinstance(data, dict) or data[0].code is not NOT_TOML or not data[0].facts["stop"]:
        return None
    line, column = data[0].facts["stop"]
    return line, column


def orders_in(lines: Sequence[str], names: frozenset[str] = frozenset()) -> str:
    """The first line among words outside a sheet that looks like an order; empty if none does."""
    signed = False
    for line in lines:
        text = "" if PHONE.match(line) else LINK.sub(" ", line)
        signed = signed or bool(SIGNATURE.fullmatch(text.strip()))
        if STRICT.match(text) or (not signed and (LOOSE.match(text) or _names_piece(text, names))):
            return line.strip()
    return ""


def headless(lines: Sequence[str]) -> str:
    """The first line of a letter without a sheet that looks like an order, also as people write ``3>4``."""
    numbers = next((line for line in lines if re.search(r"\b\d>\d\b", LINK.sub(" ", line[:WIDEST]))), "")
    return orders_in([line[:WIDEST] for line in lines]) or numbers.strip()


def _names_piece(text: str, names: frozenset[str]) -> bool:
    """A name of the game with a number or a sign of orders beside it."""
    words = {word.lower() for word in re.findall(r"\w+", text)}
    return bool(words & names) and bool(re.search(r"\d|[>+:\"]", text)) and len(words) < 12


def _small_keys(found: Mended) -> Mended:
    """``Game = ...`` as a phone writes it at the start of a line."""
    text = found.text
    for pattern in (KEY, TABLE):
        text = pattern.sub(lambda part: part[1] + part[2].lower(), text)
    return found if text == found.text else Mended(text, (*found.notes, CAPITALS))


def _left(text: str, fault: tuple[int, int]) -> int:
    """How many signs come after a fault: the fewer, the further the text can be read."""
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[fault[0] :]) + len(lines[fault[0] - 1]) - fault[1]


def _reads_further(found: Mended, fault: tuple[int, int], text: str, note: str) -> Mended | None:
    """The changed text, if it can be read further than before."""
    if text == found.text:
        return None
    after = fault_of(text)
    if after is not None and _left(text, after) >= _left(found.text, fault):
        return None
    return found._replace(text=text, notes=_noted(found.notes, note))


def _noted(notes: tuple[str, ...], note: str) -> tuple[str, ...]:
    return notes if note in notes else (*notes, note)


def _plain_quotes(found: Mended, fault: tuple[int, int]) -> Mended | None:
    """Typographic quotes made plain in the line at fault, the double ones first."""
    lines = found.text.split("\n")
    at = fault[0] - 1
    for table in (DOUBLE_QUOTES, ALL_QUOTES):
        text = "\n".join([*lines[:at], lines[at].translate(table), *lines[at + 1 :]])
        if (better := _reads_further(found, fault, text, CURLY)) is not None:
            return better
    return None


def _whole_lines(found: Mended, fault: tuple[int, int], known: Known) -> Mended | None:
    """A line joined with the next one if it was broken inside a text, a value or a remark."""
    for join in (_joined_remark(found.text, fault, known), _joined_value(found.text, fault)):
        if join and (better := _reads_further(found, fault, join, JOINED)) is not None:
            return better
    return None


def _joined_value(text: str, fault: tuple[int, int]) -> str:
    """The line at fault and the one after it as one; a remark between them would swallow the second."""
    lines, at = text.split("\n"), fault[0] - 1
    if at + 1 >= len(lines) or not lines[at + 1].strip() or _remark_in(lines[at]):
        return ""
    if not re.search(r"[=\"'\[{]", lines[at]):
        return ""
    return "\n".join([*lines[:at], f"{lines[at].rstrip()} {lines[at + 1].strip()}", *lines[at + 2 :]])


def _joined_remark(text: str, fault: tuple[int, int], known: Known) -> str:
    """The line at fault as the end of the remark before it, if it cannot be anything else.

    It is, if the sheet that was sent has the two together; or if the remark, one of the writer's own, runs to the edge
    of a mail and what follows is like no order.
    """
    lines, at = text.split("\n"), fault[0] - 1
    remark = _remark_in(lines[at - 1]) if at else ""
    if not remark or not lines[at].strip():
        return ""
    first = lines[at].split()[0]
    joined = squeezed(remark + lines[at])
    is_known = joined in known.remarks or (
        len(lines[at - 1]) > NARROWEST // 2 and any(whole.startswith(joined) for whole in known.remarks)
    )
    is_long = len(lines[at - 1].rstrip()) + 1 + len(first) >= NARROWEST and squeezed(remark) not in known.remarks
    is_prose = not re.search(r"[=\"{}\[\]]", lines[at]) and not orders_in([lines[at]], known.names)
    if not is_known and not (is_long and is_prose):
        return ""
    return "\n".join([*lines[: at - 1], f"{lines[at - 1].rstrip()} {lines[at].strip()}", *lines[at + 1 :]])


def _remark_in(line: str) -> str:
    """The remark of a line from its sign on; quoted texts may have the sign too."""
    bare = re.sub(r"\"[^\"]*\"", lambda part: "x" * len(part[0]), line)
    at = bare.find("#")
    return line[at:] if at >= 0 else ""


def _cut(found: Mended, line: int, written: str, names: frozenset[str]) -> Mended | None:
    """The sheet above the line at fault, if it is whole by itself and no part of it comes below.

    A slip of the pen is told as one: a line that is an entry or a table gone wrong ends no sheet, nor does anything in
    its heading.
    """
    lines = found.text.split("\n")
    above, tail = "\n".join(lines[: line - 1]), lines[line - 1 :]
    if line < 2 or any(map(HEAD.match, tail)) or _is_slip(lines[line - 2], tail[0], names):
        return None
    if fault_of(above) is not None:
        return None
    own = {part.lower(): part for part in written.split("\n")}  # as its writer wrote it, capitals and all
    return Mended(f"{above.rstrip()}\n", found.notes, tuple(own.get(part.lower(), part) for part in tail))


def _is_slip(above: str, line: str, names: frozenset[str]) -> bool:
    """Whether a line is one of a sheet, gone wrong; a name alone is one only where its number may have been lost."""
    text = "" if PHONE.match(line) else LINK.sub(" ", line)
    if SLIP.match(text):
        return True
    found = NAMED.match(text)
    if found is None or found[1].lower() not in names:
        return False
    return bool(found[2].strip()) or bool(ENTRY.match(above))
