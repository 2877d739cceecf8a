"""The rows of a table in CSV: its columns checked, each value read as its column says, each row with its line."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any
from unicodedata import normalize

from pbem.boards import codes
from pbem.boards.complaints import Ear
from pbem.boards.forms import Column, TableForm
from pbem.core import listed
from pbem.core.board import Source

ROWS = 5_000  # of one table
TEXT, LONG_TEXT = 80, 600  # signs of a value
_ID = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")
_WORD = re.compile("[A-Za-z0-9][A-Za-z0-9:._+-]*")
_ARROW = re.compile("(L|R|LR)([12])")
_NUMBER = re.compile("[0-9]{1,6}")
_TYPED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ł": "l"})


class Row:
    """A row: where it stands and its values by the fields they are for."""

    __slots__ = ("source", "values")

    def __init__(self, source: Source, values: Mapping[str, Any]) -> None:
        self.source, self.values = source, values

    def __getitem__(self, field: str) -> Any:
        return self.values[field]


def near_to(word: str, words: Any) -> str:
    """The word most like it, if one is."""
    return next(iter(get_close_matches(word, list(words), n=1, cutoff=0.6)), "")


def rows_of(text: str, form: TableForm, say: Ear) -> list[Row]:
    """The rows of a table; those that cannot be used are left out after a complaint."""
    lines = _lines(text, form.file, say)
    head = next(lines, None)
    if head is None or not any(head[1]):
        say(codes.NOT_CSV, Source(form.file, 1), form="empty", known=listed(form.named))
        return []
    names = _filled([name.strip() for name in head[1]])
    if not _check_columns(names, Source(form.file, head[0]), form, say):
        return []
    return [row for line, values in lines if (row := _row(Source(form.file, line), names, values, form, say))]


def _lines(text: str, file: str, say: Ear) -> Iterator[tuple[int, list[str]]]:
    """The values of each line that is no remark and not blank, with the number of the line it begins in."""
    numbered = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip() and line[0] != "#"]
    for count, (number, line) in enumerate(numbered):
        if count > ROWS:
            say(codes.TABLE_TOO_LARGE, Source(file, number), limit=ROWS, form="rows")
            return
        try:
            yield number, next(csv.reader([line], strict=True))
        except csv.Error:
            say(codes.NOT_CSV, Source(file, number))


def _filled(values: list[str], least: int = 0) -> list[str]:
    """The values without the empty ones at the end, which a spreadsheet adds where a remark has more commas."""
    while len(values) > least and not values[-1].strip():
        values = values[:-1]
    return values


def _check_columns(names: list[str], top: Source, form: TableForm, say: Ear) -> bool:
    """Whether the first line names the columns of the table."""
    known, before = listed(form.named), len(say.heard)
    if len(names) == 1 and re.search("[;\t]", names[0]):
        say(codes.NOT_CSV, top, form="semicolon")
        return False
    for at, name in enumerate(names):
        if not name:
            say(codes.UNKNOWN_COLUMN, top, form="unnamed", column="")
        elif name in names[:at]:
            say(codes.UNKNOWN_COLUMN, top, form="twice", column=name)
        elif name not in form.named:
            near = near_to(name, set(form.named) - set(names))
            say(codes.UNKNOWN_COLUMN, top, form="near" if near else "", column=name, near=near, known=known)
    for column in form.columns:
        if column.name not in names and not column.optional:
            say(codes.COLUMN_MISSING, top, column=column.name, known=known)
    return before == len(say.heard)


def _row(source: Source, names: list[str], values: list[str], form: TableForm, say: Ear) -> Row | None:
    values = _filled(values, len(names))
    if len(values) != len(names):
        say(codes.ROW_LENGTH, source, found=len(values), columns=len(names))
        return None
    given = dict(zip(names, (value.strip() for value in values), strict=True))
    read = {c.field or c.name: _value(c, given.get(c.name, ""), source, say) for c in form.columns}
    return Row(source, read)


def _value(column: Column, text: str, source: Source, say: Ear) -> Any:
    """The value of one cell; what its kind makes of nothing after a complaint."""
    if not text:
        if not column.empty and not column.optional:
            say(codes.WRONG_WORD, source, form="empty", column=column.name)
        return _nothing(column)
    reader = _READERS.get(column.kind, _read_word)
    return reader(column, text, source, say)


def _nothing(column: Column) -> Any:
    return {"number": 0, "yes": False, "powers": (), "pieces": (), "arrow": ("", 0)}.get(column.kind, "")


def _read_number(column: Column, text: str, source: Source, say: Ear) -> int:
    if not _NUMBER.fullmatch(text) or not column.low <= int(text) <= column.high:
        say(codes.WRONG_WORD, source, form="number", column=column.name, found=text[:TEXT], low=column.low,
            high=column.high)  # fmt: skip
        return column.low
    return int(text)


def _read_yes(column: Column, text: str, source: Source, say: Ear) -> bool:
    if text not in ("yes", "no"):
        say(codes.WRONG_WORD, source, form="yes", column=column.name, found=text[:TEXT])
    return text == "yes"


def _read_text(column: Column, text: str, source: Source, say: Ear) -> str:
    limit = LONG_TEXT if column.long else TEXT
    if len(text) > limit:
        say(codes.WRONG_WORD, source, form="long", column=column.name, size=len(text), limit=limit)
    return text[:limit]


def _read_id(column: Column, text: str, source: Source, say: Ear) -> str:
    if not _ID.fullmatch(text) or len(text) > TEXT:
        say(codes.WRONG_WORD, source, form="id", column=column.name, found=text[:TEXT], near=slug(text) or "koeln")
    return text[:TEXT]


def _read_word(column: Column, text: str, source: Source, say: Ear) -> str:
    if column.of and text not in column.of:
        say(codes.WRONG_WORD, source, column=column.name, found=text[:TEXT], known=listed(column.of, "or"))
        return column.of[0]
    if not column.of and (not _WORD.fullmatch(text) or len(text) > TEXT):
        say(codes.WRONG_WORD, source, form="plain", column=column.name, found=text[:TEXT])
    return text[:TEXT]


def _read_list(column: Column, text: str, source: Source, say: Ear) -> tuple[str, ...]:
    if column.none and text == "none":
        return ()
    return tuple(word.strip()[:TEXT] for word in text.split(column.join or ";"))


def _read_arrow(column: Column, text: str, source: Source, say: Ear) -> tuple[str, int]:
    found = _ARROW.fullmatch(text)
    if found is None:
        say(codes.WRONG_WORD, source, form="arrow", column=column.name, found=text[:TEXT])
        return "", 0
    return found[1], int(found[2])


def _read_remark(column: Column, text: str, source: Source, say: Ear) -> str:
    return text


def slug(name: str) -> str:
    """A short name made of a name as people write it: ``koeln`` of Köln."""
    text = name.lower().translate(_TYPED)
    plain = "".join(sign for sign in normalize("NFD", text) if sign.isascii())
    return "-".join(re.findall("[a-z0-9]+", plain))[:TEXT]


_READERS: dict[str, Callable[[Column, str, Source, Ear], Any]] = {
    "number": _read_number, "yes": _read_yes, "text": _read_text, "id": _read_id, "powers": _read_list,
    "pieces": _read_list, "arrow": _read_arrow, "remark": _read_remark,
}  # fmt: skip
