"""Files read by their rows: TOML as the program writes it, for whoever reads many files.

A row is a plain text, a whole number, true or false, a list of them, the head of a table, a remark. What is written so
means to `tomllib` what it means here (`tests/store/test_plain_reading.py`), and is read in a fifth of the time; the
rest is left to it. To be ready for that takes as long as reading five files, and so a command about one game goes
without, unless it reads all steps of a long one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from pbem.core.sheets import quick

_TEXT, _NUMBER, _REMARK = r'"[^"\\\x00-\x1f\x7f]*"', "(?:0|-?[1-9][0-9]{0,17})", r"(?:[ ]*#[^\x00-\x1f\x7f]*)?\n"
_NAME = "[A-Za-z0-9_-]+"
_SIMPLE = rf"(?:{_TEXT}|{_NUMBER}|true|false|\[\])"
_INLINE = rf"{{ {_NAME} = {_SIMPLE}(?:, {_NAME} = {_SIMPLE})* }}"
_VALUE = rf"(?:{_SIMPLE}|{_INLINE})"
_NESTED = rf"{{ {_NAME} = {_VALUE}(?:, {_NAME} = {_VALUE})* }}"
_LIST = rf"\[\n((?: +(?:{_TEXT}|{_NUMBER}|{{[^\n]+}}),\n)+) *\]"
_ROW = re.compile(rf"({_NAME}) += ({_SIMPLE}|{_LIST}){_REMARK}")
_HEAD = re.compile(rf"\[(\[?)({_NAME}(?:\.{_NAME})*)\](\]?){_REMARK}")
_BLANK = re.compile(rf"(?:{_REMARK})+")


@cache  # a millisecond, for whoever meets a table within a list
def _inner() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A table in a row of a list, and what stands in it."""
    return re.compile(_NESTED), re.compile(rf"({_NAME}) = ({_VALUE})")


def plainly(text: str) -> dict[str, Any] | None:
    """The table of a text that is written so; None if it is not, for others to judge."""
    table: dict[str, Any] = {}
    into, at, rows = table, 0, list[Any]()  # the lists of tables: a list that stands in a row has no heads
    while at < len(text):
        if found := _ROW.match(text, at):
            value = [_item(row.strip(" ")[:-1]) for row in found[3].split("\n")[:-1]] if found[3] else _simple(found[2])
            if found[1] in into or (found[3] and None in value):
                return None
            into[found[1]] = value
        elif found := _HEAD.match(text, at):
            below = (
                _below(table, found[2].split("."), bool(found[1]), rows) if bool(found[1]) == bool(found[3]) else None
            )
            if below is None:
                return None
            into = below
        elif not (found := _BLANK.match(text, at)):
            return None
        at = found.end()
    return table


def _simple(text: str) -> Any:
    """A text, a whole number, true, false, or a list with nothing in it."""
    if text[0] == '"':
        return text[1:-1]
    return {"true": True, "false": False}[text] if text[0] in "tf" else [] if text == "[]" else int(text)


def _item(text: str) -> Any:
    """What stands in a row of a list; None for a table that is written otherwise, or has a key twice."""
    if text[0] != "{":
        return _simple(text)
    form, pair = _inner()
    if not form.fullmatch(text):
        return None
    pairs = pair.findall(text[1:])
    found = {key: _item(value) for key, value in pairs}
    return found if len(found) == len(pairs) and None not in found.values() else None


def _below(table: dict[str, Any], path: list[str], listed: bool, rows: list[Any]) -> dict[str, Any] | None:
    """The new table that a head begins; None if something of its name is there, or stands in its way."""
    for name in path[:-1]:
        found = table.setdefault(name, {})
        if type(found) is list:
            found = found[-1] if any(found is one for one in rows) else None
        if type(found) is not dict:
            return None
        table = found
    last, new = path[-1], dict[str, Any]()
    if not listed and last not in table:
        table[last] = new
        return new
    if listed and last not in table:
        rows.append(table.setdefault(last, []))
    if not listed or not any(table[last] is one for one in rows):
        return None
    table[last].append(new)
    return new


def read_by_rows() -> None:
    """From now on files are read so where they are written so."""
    if plainly not in quick:
        quick.append(plainly)
