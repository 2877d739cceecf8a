"""Changes to a sheet as text: what is not changed stays as it was written, remarks and all.

In a list that is changed, entries that stay keep their remarks; those in a table that is changed stand above it then.
Remarks that came with the sheet go with what they speak of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import tomli_w

from pbem.core.scan import Scanner, Statement
from pbem.core.sheets import CLOSING
from pbem.workflow.deskpage.remarks import Known, is_plain, known_in, listed_anew, own_in


class Span(NamedTuple):
    """A part of a text in which one key of the sheet is told."""

    start: int
    end: int


def rewritten(text: str, before: Mapping[str, Any], after: Mapping[str, Any], sent: str = "") -> str:
    """The text of a sheet with the body before, changed so that it has the body after; ``sent`` is how it came."""
    known = known_in(sent)
    text = f"{text}\n" if text and not text.endswith("\n") else text
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            text = _with_key(text, key, before.get(key), after.get(key), known)
    return text


def _with_key(text: str, key: str, old: Any, value: Any, known: Known) -> str:
    """A sheet in which one key of its first level has another value, or none."""
    if (parts := _elements(text, key, old)) and is_tables(value):
        return _with_tables(text, key, parts, old, value, known)
    spans = [*_spans(text, key)]
    written = "" if value is None else as_toml(key, value)
    is_table = written.startswith("[")
    own = [remark for span in spans for remark in own_in(text[span.start : span.end], known)]
    if own and is_plain(old) and is_plain(value):
        start = spans[0].start
        row = next(row for at, row in _statements(text) if at == start)
        return text[:start] + listed_anew(text, row, old, value, known) + text[spans[0].end :]
    if own:
        remarks = "".join(f"{remark}\n" for remark in own)
        text, spans = _above(text, spans, remarks)
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


def _above(text: str, spans: list[Span], remarks: str) -> tuple[str, list[Span]]:
    """A sheet in which remarks stand above the first of some spans, and where those are then."""
    at = spans[0].start
    moved = [Span(span.start + len(remarks), span.end + len(remarks)) for span in spans]
    return text[:at] + remarks + text[at:], moved


def is_tables(value: Any) -> bool:
    """Whether a value is a list of tables, and not an empty one."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _elements(text: str, key: str, old: Any) -> list[Span]:
    """Where each table of a list stands, if they follow one another; none where they are written otherwise."""
    if not is_tables(old):
        return []
    spans = [*_spans(text, key)]
    heads = [row for at, row in _statements(text) if row.value is None and at in {span.start for span in spans}]
    is_simple = len(spans) == len(old) == len(heads) and all(row.repeated and len(row.key) == 1 for row in heads)
    return spans if is_simple else []


def _with_tables(text: str, key: str, parts: list[Span], old: list[Any], value: list[Any], known: Known) -> str:
    """A sheet in which some tables of a list are others; those that stay are not touched."""
    was, becomes = ([_as_table(key, row) for row in rows] for rows in (old, value))
    for what, start, end, new, new_end in reversed(SequenceMatcher(None, was, becomes, autojunk=False).get_opcodes()):
        if what == "equal":
            continue
        first, last = (parts[start].start, parts[end - 1].end) if end > start else (_after(parts, start),) * 2
        own = [remark for span in parts[start:end] for remark in own_in(text[span.start : span.end], known)]
        written = "".join(f"{remark}\n" for remark in own) + "\n".join(becomes[new:new_end])
        gap = "\n" if written and end == start else ""
        text = text[:first] + gap + written + text[last:]
    return text


def _as_table(key: str, row: Any) -> str:
    """A table of a list with its own head; a short one alone would be written in braces."""
    text = as_toml(key, [row, {"long": "x" * 120}])
    return text[: text.rindex("[[")].rstrip("\n") + "\n"


def _after(parts: list[Span], number: int) -> int:
    return parts[number - 1].end if number else parts[0].start


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
