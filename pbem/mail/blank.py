"""A sheet held against the one that was sent to its writer: untouched, or filled in behind the sign of a remark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core import Diagnostic
from pbem.core.sheets import CLOSING, HEADING, parsed

SIGNS = str.maketrans("“”„‘’‚", "\"\"\"'''")
REMARK = re.compile(r"^\s*#(.*)$", re.MULTILINE)
ORDER = re.compile(r"\s*(?:\"[^\"]*\"|[\w.-]+\s*=|[^\"=]*\w\s*>\s*\w)")
ENTRY = re.compile(r"\s*(?:[a-z][\w-]*\s*=\s*(?:[\d\"'\[{+-]|true\b|false\b)|\"[^\"]*\"\s*,?\s*(?:#|$))")
FREED = re.compile(r"#\s*(?:\"[^\"]*\"|[\w.-]+\s*=)")
TABLE = re.compile(r"\s*(#?)\s*(\[{1,2}\s*[A-Za-z][\w.-]*\s*\]{1,2})\s*(?:#|$)")
STEM = re.compile(r"[\s\"'“”„\[]*([\w.-]+\s*=?)")
NAME = re.compile(r"\"([^\W\d_]\w+) (?:[>+]|stays)|^#?\s*([a-z][\w-]+)\s*=", re.MULTILINE)
# Where a piece is told to go: the sign of an order, or a word in its place.
TOLD = (
    r"\b({names})\b(?:\s*\+\s*\w+)*[\"']?\s*"
    r"(?:>|\b(?:to|into|nach|zu|verso|vers|hacia|do|à|ad)\b|\ba(?=\s(?-i:[^\W\d_a-z])))\s*\w"
)
COMMON = frozenset((*HEADING, "do", "own", "enemy", "to", "when", "card", "for"))


def squeezed(text: str) -> str:
    """A text without blanks, line ends, signs of quoting and kinds of quotes: what no mail program changes."""
    return re.sub(r"[\s>]+", "", text.translate(SIGNS)).lower()


def data_of(text: str) -> dict[str, Any]:
    """A text as TOML; nothing if it is none."""
    data = parsed(text)
    return data if isinstance(data, dict) else {}


def is_within(part: Any, whole: Any) -> bool:
    """Whether a value says nothing that the other does not say: the same, or cut off somewhere."""
    if isinstance(part, Mapping) and isinstance(whole, Mapping):
        return all(key in whole and is_within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) <= len(whole) and all(is_within(a, b) for a, b in zip(part, whole, strict=False))
    return bool(part == whole) and type(part) is type(whole)


def is_blank(text: str, data: Mapping[str, Any], template: str, sent: bool) -> bool:
    """Whether a sheet out of a mail is the one that was sent, with nothing of its own.

    A sheet that its writer typed line by line says what it says, though the default be the same; but an empty one
    says nothing.
    """
    body = {key: value for key, value in data.items() if key not in HEADING}
    if not template:
        return not body and "status" not in data and "ok" not in data
    if not is_within(data, data_of(template)):
        return False
    return sent or not body or bool(_remarks(text) & _remarks(template))


def is_copy(text: str, template: str) -> bool:
    """Whether a text that is no TOML any more is the sheet that was sent, or its beginning."""
    one, other = squeezed(text), squeezed(template)
    return bool(one and other) and (one.startswith(other) or other.startswith(one))


def is_echo(text: str, earlier: str) -> bool:
    """Whether a sheet with the orders of an earlier one has no remark that the earlier one had not.

    What was sent back may have been cut off, so the beginning of a remark is none of its own.
    """
    known = _all_remarks(earlier)
    return all(any(whole.startswith(remark) for whole in known) for remark in _all_remarks(text))


def _all_remarks(text: str) -> set[str]:
    """The remarks of a sheet, those behind its orders too, without its closing line."""
    lines = (re.sub(r"\"[^\"]*\"", "", line).partition("#")[2] for line in text.split("\n"))
    return {squeezed(line) for line in lines} - {"", squeezed(CLOSING.removeprefix("#"))}


def says_nothing(body: Any) -> bool:
    """Whether a body has keys but nothing behind them."""
    if isinstance(body, Mapping):
        return all(says_nothing(value) for value in body.values())
    return isinstance(body, list) and not body


def filled_remarks(text: str, template: str) -> Iterator[tuple[int, str]]:
    """The lines, with their numbers, that are filled in and are remarks still: those to fill in, and new ones.

    Of a line with an order of its own it is the remark behind that.
    """
    known, own = _remarks(template), _remarks(text)
    waiting = {_stem(line) for line in _orders(template) if squeezed(line) not in own}
    given = {_stem(line) for line in text.split("\n") if not line.lstrip().startswith("#")}
    tables, told = tables_behind_sign(text), Told(text, template)
    for number, line in enumerate(text.split("\n"), 1):
        found = REMARK.match(line)
        if found is None:
            if told.is_order(remark := _behind(line)):
                yield number, f"#{remark}".strip()
            continue
        body = found[1].lstrip(" \t#")
        if squeezed(found[1]) in known or squeezed(body) in known:
            continue
        stem = _stem(body)
        # Orders ahead have the keys of the sheet itself, so the same key above says nothing of them.
        is_new = stem not in given or tables[number - 1] == "[[ahead]]"
        is_filled = (ORDER.match(body) and (stem in waiting or ENTRY.match(body))) or told.is_longer(found[1])
        if told.is_order(body) or (is_new and is_filled):
            yield number, line.strip()


class Told:
    """Orders that somebody wrote in words among remarks: for a piece of the sheet to which nothing else is ordered."""

    def __init__(self, text: str, template: str) -> None:
        pieces = {row[0] for row in NAME.findall(template) if row[0]}
        self._ordered = {word for line in text.split("\n") for word in re.findall(r"\w+", _before(line).lower())}
        self._known = {squeezed(part) for line in REMARK.findall(template) for part in (line, _behind(line))} - {""}
        names = "|".join(map(re.escape, sorted(pieces)))
        self._pattern = re.compile(TOLD.format(names=names), re.IGNORECASE) if names else None

    def is_order(self, remark: str) -> bool:
        """Whether a remark tells a piece to go somewhere."""
        if self._pattern is None or squeezed(remark) in self._known:
            return False
        return any(found[1].lower() not in self._ordered for found in self._pattern.finditer(remark))

    def is_longer(self, remark: str) -> bool:
        """Whether something was written behind the colon of a remark that was sent, such as the place of a piece."""
        start, colon, rest = remark.rpartition(":")
        return bool(colon and re.search(r"\w", rest)) and squeezed(start + colon) in self._known


def _before(line: str) -> str:
    """A line up to its remark; quoted texts may have the sign too."""
    return line[: _sign(line)]


def _behind(line: str) -> str:
    """The remark of a line, without its sign."""
    return line[_sign(line) + 1 :]


def _sign(line: str) -> int:
    found = re.sub(r"\"[^\"]*\"", lambda part: "x" * len(part[0]), line).find("#")
    return found if found >= 0 else len(line)


class Behind(NamedTuple):
    """A remark that is filled in."""

    number: int  # of its line
    text: str
    table: str  # it belongs to, if that is a remark as well
    is_order: bool  # without its sign; else it is written in words, or behind another order


def behind_signs(text: str, template: str) -> Iterator[Behind]:
    """What is filled in and is a remark still."""
    tables, lines = tables_behind_sign(text), text.split("\n")
    for number, line in filled_remarks(text, template):
        is_order = lines[number - 1].strip() == line and bool(FREED.match(line))
        yield Behind(number, line, tables[number - 1], is_order)


def tables_behind_sign(text: str) -> list[str]:
    """For each line the table that an entry on it belongs to, if that stands behind the sign of a remark as well."""
    tables, current = [], ""
    for line in text.split("\n"):
        if found := TABLE.match(line):
            current = found[2] if found[1] else ""
        tables.append(current if re.match(r"\s*#\s*[\w-]+\s*=", line) else "")
    return tables


def table_behind_sign(text: str, key: str) -> str:
    """The table that still stands behind the sign of a remark, above the line that gives a key; empty if none does.

    Whoever frees an entry and not its table has written a key of the sheet itself.
    """
    current, entry = "", re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", re.IGNORECASE)
    for line in text.split("\n"):
        if found := TABLE.match(line):
            current = found[2] if found[1] else ""
        elif entry.match(line):
            return current
    return ""


def names_in(template: str) -> frozenset[str]:
    """Names of pieces and keys in a sheet, by which an order is known even outside of one."""
    found = {word.lower() for row in NAME.findall(template) for word in row if word}
    return frozenset(found - COMMON)


def _remarks(text: str) -> set[str]:
    return {squeezed(found) for found in REMARK.findall(text)} - {""}


def _orders(template: str) -> list[str]:
    return [line for line in REMARK.findall(template) if ORDER.match(line)]


def _stem(line: str) -> str:
    found = STEM.match(line)
    return re.sub(r"\s", "", found[1].lower()) if found else ""


def with_tables(text: str, found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Complaints about keys, told better where the table they belong to still stands behind the sign of a remark."""
    from pbem.core.codes import UNKNOWN_KEY  # not for check: a sheet that can be read does without it

    told = []
    for item in found:
        table = table_behind_sign(text, str(item.at.path[0])) if item.code is UNKNOWN_KEY and item.at.path else ""
        told.append(item._replace(facts={**item.facts, "table": table, "form": "table"}) if table else item)
    return tuple(told)
