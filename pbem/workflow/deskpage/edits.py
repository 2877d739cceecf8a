"""Changes to a sheet as text: what is not changed stays as it was written, remarks and all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import tomli_w

from pbem.core.scan import Scanner, Statement
from pbem.core.sheets import CLOSING


class Span(NamedTuple):
    """A part of a text in which one key of the sheet is told."""

    start: int
    end: int


def rewritten(text: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The text of a sheet with the body before, changed so that it has the body after."""
    text = f"{text}\n" if text and not text.endswith("\n") else text
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            text = _with_key(text, key, after.get(key))
    return text


def _with_key(text: str, key: str, value: Any) -> str:
    """A sheet in which one key of its first level has another value, or none."""
    spans = [*_spans(text, key)]
    written = "" if value is None else as_toml(key, value)
    is_table = written.startswith("[")
    at = spans[0].start if spans and _fits(text, spans[0].start, is_table) else None
    for span in reversed(spans):
        text = text[: span.start] + text[span.end :]
    if not written:
        return text
    if at is None:
        at = _place(text, is_table)
        if is_table and not text[:at].endswith("\n\n"):
            written = f"\n{written}"
    return text[:at] + written + text[at:]


def as_toml(key: str, value: Any) -> str:
    """A key with its value as lines of a sheet."""
    return tomli_w.dumps({key: value}, multiline_strings=True, indent=2)


def _statements(text: str) -> list[tuple[int, Statement]]:
    """All statements of a sheet with the places where they begin."""
    scanner = Scanner(text)
    found = [*scanner.statements()]
    return [*zip(scanner.starts, found, strict=True)]


def _spans(text: str, key: str) -> Iterator[Span]:
    """Where a key of the first level is told: as ``key = ``, and in tables with all that is in them."""
    inside, start, end = False, 0, 0
    for at, row in _statements(text):
        if row.value is None:
            if inside:
                yield Span(start, end)
            inside, start, end = row.key[0].name == key, at, _line_end(text, at)
        elif inside:
            end = _line_end(text, row.value.end)
        elif row.key[0].name == key and not _is_in_table(text, at):
            yield Span(at, _line_end(text, row.value.end))
    if inside:
        yield Span(start, end)


def _is_in_table(text: str, place: int) -> bool:
    return any(row.value is None and at < place for at, row in _statements(text))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _first_table(text: str) -> int | None:
    return next((at for at, row in _statements(text) if row.value is None), None)


def _fits(text: str, at: int, is_table: bool) -> bool:
    """Whether something can be told at a place: a key must not come after a table, and a table not before a key."""
    table = _first_table(text)
    if not is_table:
        return table is None or at <= table
    return table is not None and at >= table


def _place(text: str, is_table: bool) -> int:
    """Where something new goes: a key below the other keys, a table at the end of the sheet."""
    rows = _statements(text)
    if not is_table:
        keys = [row.value.end for at, row in rows if row.value is not None and not _is_in_table(text, at)]
        return _line_end(text, keys[-1]) if keys else 0
    closing = text.rfind(CLOSING)
    last = max((row.value.end if row.value else at for at, row in rows), default=0)
    return closing if closing > last else len(text)
