"""Remarks in what a tap writes anew: those of the player stay, those that came with the sheet have done their work."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import tomli_w

from pbem.core.scan import Statement, Value
from pbem.mail.blank import squeezed

# Texts of TOML, in which the sign of a remark is none, and remarks.
_REMARK = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}' r"|'''.*?'{3,5}" r'|"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'|(#[^\n]*)", re.DOTALL
)
Known = frozenset[str]


class Row(NamedTuple):
    """An entry of a list as it is written: the remarks above it, itself, and the remark behind it."""

    above: list[str]
    text: str
    behind: str = ""


def remarks_in(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, str]]:
    """The remarks of a part of a sheet with the places where they begin."""
    for found in _REMARK.finditer(text, start, len(text) if end is None else end):
        if found[1]:
            yield found.start(), found[1].rstrip()


def known_in(sent: str) -> Known:
    """The remarks of a sheet as it was sent."""
    return frozenset(squeezed(remark) for _, remark in remarks_in(sent))


def own_in(text: str, known: Known) -> list[str]:
    """The remarks of a part of a sheet that did not come with it."""
    return [remark for _, remark in remarks_in(text) if squeezed(remark) not in known]


def is_plain(value: Any) -> bool:
    """Whether a value is a list of texts and numbers, whose entries can stand one below the other."""
    return isinstance(value, list) and all(isinstance(entry, str | int | float) for entry in value)


def listed_anew(text: str, row: Statement, before: Sequence[Any], after: Sequence[Any], known: Known) -> str:
    """The statement of a list with other entries; entries that stay keep their remarks."""
    assert row.value is not None
    rows, rest = _rows(text, row.value, known)
    made = list[str]()
    for what, old, old_end, new, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            for kept in rows[old:old_end]:
                made += [*kept.above, f"{kept.text},{'  ' if kept.behind else ''}{kept.behind}"]
            continue
        made += [remark for gone in rows[old:old_end] for remark in gone.above]
        made += [] if rows else rest  # of a list without entries the remarks stand above the first
        made += [f"{_written(entry)}," for entry in after[new:new_end]]
    made += rest if rows or not after else []
    lines = "".join(f"  {line}\n" for line in made)
    return f"{text[row.key[0].start : row.value.start]}[\n{lines}]\n"


def _rows(text: str, value: Value, known: Known) -> tuple[list[Row], list[str]]:
    """The entries of a list, and the remarks after the last of them."""
    rows, above, ends = list[Row](), list[str](), [item.end for item in value.items]
    marks = [row for row in remarks_in(text, value.start, value.end) if squeezed(row[1]) not in known]
    for number, item in enumerate(value.items):
        above = [remark for at, remark in marks if (ends[number - 1] if number else 0) < at < item.start]
        if number and above and _is_behind(text, ends[number - 1], marks):
            rows[-1] = rows[-1]._replace(behind=above.pop(0))
        rows.append(Row(above, text[item.start : item.end]))
    rest = [remark for at, remark in marks if at > (ends[-1] if ends else 0)]
    if rows and rest and _is_behind(text, ends[-1], marks):
        rows[-1] = rows[-1]._replace(behind=rest.pop(0))
    return rows, rest


def _is_behind(text: str, end: int, marks: Sequence[tuple[int, str]]) -> bool:
    """Whether the first remark after an entry stands on its line."""
    return "\n" not in text[end : next(at for at, _ in marks if at > end)]


def _written(entry: Any) -> str:
    return tomli_w.dumps({"x": entry}).removeprefix("x = ").rstrip("\n")
