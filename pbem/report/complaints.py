"""Complaints as text for people, as JSON for programs, as annotations for a forge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.core import Diagnostic, Where, harmless
from pbem.core.sheets import KEY

SEVERITIES = ("error", "warning", "note")


class Place(NamedTuple):
    """Line and column, both from 1, where a fault begins, and where it ends on its last line."""

    line: int
    column: int
    end_line: int
    end_column: int


MOST = 25  # complaints that are shown; nobody reads more of them at once
WHOLE = Place(1, 1, 1, 1)  # where a complaint about the whole sheet stands


def render(diagnostics: Sequence[Diagnostic], text: str, filename: str, format: str = "text", width: int = 100) -> str:
    """All complaints about a sheet in the order of their places; nothing when there are none.

    A line of the sheet that is longer than ``width`` is shown in part.
    """
    text = text.replace("\r\n", "\n").encode("utf-8", "replace").decode()
    found = [*zip(_places(diagnostics, text), diagnostics, strict=True)]
    found.sort(key=lambda pair: (pair[0], SEVERITIES.index(pair[1].code.severity), pair[1].code.id))
    if format == "json":
        return _as_json(found, filename)
    if format == "github":
        return "\n".join(_annotation(place, item, filename) for place, item in found)
    if not found:
        return ""
    lines = text.split("\n")
    paragraphs = [_paragraph(place, item, lines, filename, width) for place, item in found[:MOST]]
    paragraphs += [f"... and {len(found) - MOST} more, not shown here"] if len(found) > MOST else []
    return _without_keys("\n\n".join([*paragraphs, count(diagnostics)]), text)


def _without_keys(said: str, sheet: str) -> str:
    """What is said without the key of the sheet, which is a secret of its writer wherever a receipt may travel."""
    for key in re.findall(r"(?im)^[ \t>]*[\"']?key[\"']?[ \t]*=[ \t]*[\"'“”„]?([\w-]{4,})", sheet):
        first, dash, rest = key.partition("-")
        said = said.replace(key, f"{first}{dash}{re.sub('[^-]', '*', rest)}" if dash else "*" * len(key))
    return said


def count(diagnostics: Sequence[Diagnostic]) -> str:
    """``2 errors, 1 warning``."""
    numbers = {name: sum(item.code.severity == name for item in diagnostics) for name in SEVERITIES}
    said = [f"{n} {name}{'s' if n > 1 else ''}" for name, n in numbers.items() if n]
    return ", ".join(said) or "no complaints"


def _places(diagnostics: Sequence[Diagnostic], text: str) -> list[Place]:
    """The place of each complaint; the text is searched only if one of them needs it."""
    if all(_is_position(item.at) or not item.at.path for item in diagnostics):
        return [_position(item.at, text) for item in diagnostics]
    from pbem.report.places import Places  # not for check

    places = Places(text)
    return [
        _position(item.at, text) if _is_position(item.at) else _place(text, *places.find(item.at))
        for item in diagnostics
    ]


def _is_position(at: Where) -> bool:
    """Whether a place names line and column itself, as ``sheets.at_position`` makes it."""
    return at.path[:1] == ("@",) and [*map(type, at.path)] == [str, int, int] and at.start != KEY


def _position(at: Where, text: str) -> Place:
    if not _is_position(at):
        return WHOLE
    lines = text.split("\n")
    line = min(max(int(at.path[1]), 1), len(lines))
    column = min(max(int(at.path[2]), 1), len(lines[line - 1]) + 1)
    return Place(line, column, line, column)


def _place(text: str, start: int, end: int) -> Place:
    line, last = text.count("\n", 0, start), text.count("\n", 0, end)
    column, end_column = start - text.rfind("\n", 0, start), end - text.rfind("\n", 0, end)
    return Place(line + 1, column, last + 1, end_column)


def _paragraph(place: Place, item: Diagnostic, lines: Sequence[str], filename: str, width: int) -> str:
    code = item.code
    head = f"{filename}:{place.line}:{place.column} {code.severity}[{code.id}] {code.name}"
    out = [_clean(f"{head}: {item.message}")]
    if place != WHOLE or _is_position(item.at):
        out += _excerpt(place, lines[place.line - 1], width)
    if item.rule:
        out.append(f"   = rule {item.rule}")
    if item.hint:
        out.append(f"   = hint: {_clean(item.hint)}")
    out += [f"     {_clean(line)}" for line in item.stub]
    return "\n".join(out)


def _excerpt(place: Place, line: str, width: int) -> list[str]:
    """The line at fault, and below it the part at fault underlined."""
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line else len(line.rstrip())
    line, start, end = _cut(line, start, max(end, start + 1), width)
    before = "".join("\t" if sign == "\t" else " " * _width(sign) for sign in line[:start])
    under = "^" * max(1, sum(map(_width, line[start:end])))
    shown = "".join(sign if sign == harmless(sign) else "\ufffd" for sign in line)  # one for one, above its marks
    return [f"{place.line:4} | {shown}".rstrip(), f"     | {before}{under}"]


def _cut(line: str, start: int, end: int, width: int) -> tuple[str, int, int]:
    """A long line cut to the part around the span."""
    if len(line) <= width:
        return line, start, end
    first = max(0, min(start - width // 3, len(line) - width))
    last = first + width
    shown = ("…" if first else "") + line[first:last] + ("…" if last < len(line) else "")
    shift = first - (1 if first else 0)
    return shown, start - shift, min(end, last) - shift


def _width(sign: str) -> int:
    """How many columns a character takes on a terminal."""
    if sign.isascii():
        return 1
    from unicodedata import combining, east_asian_width  # not for check

    return 0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1


def _clean(text: str) -> str:
    """The text on one line, without signs that would act on a terminal."""
    return harmless(text.replace("\n", " "))


def _as_json(found: Sequence[tuple[Place, Diagnostic]], filename: str) -> str:
    from json import dumps  # not for check

    rows = [
        {
            "file": filename,
            "line": place.line,
            "column": place.column,
            "end_line": place.end_line,
            "end_column": place.end_column,
            "severity": item.code.severity,
            "code": item.code.id,
            "name": item.code.name,
            "message": item.message,
            "hint": item.hint,
            "rule": item.rule,
            **({"stub": list(item.stub)} if item.stub else {}),
        }
        for place, item in found
    ]
    return dumps(rows, indent=2)


def _annotation(place: Place, item: Diagnostic, filename: str) -> str:
    """A workflow command as GitHub reads it from the output of a job."""
    kind = {"note": "notice"}.get(item.code.severity, item.code.severity)
    facts = {"file": filename, "line": place.line, "endLine": place.end_line, "col": place.column}
    if place.end_line == place.line:
        facts["endColumn"] = place.end_column
    facts["title"] = f"{item.code.id} {item.code.name}"
    head = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in facts.items())
    rule = f"rule {item.rule}" if item.rule else ""
    body = "\n".join(part for part in (item.message, rule, item.hint, *item.stub) if part)
    return f"::{kind} {head}::{_escaped(body)}"


def _escaped(text: str, more: str = "") -> str:
    text = harmless(text)
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
