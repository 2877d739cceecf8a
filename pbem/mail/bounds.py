"""Bounds of a mail, checked line by line before it is taken apart: its headers and parts cost time beyond measure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

HEAD_BYTES, HEAD_LINES, HEADER_BYTES = 100_000, 1_000, 8_000
CONTENT_BYTES, SEMICOLONS, QUOTES = 2_000, 40, 80  # of a header that describes a part
PARTS = 60
BOXES = 30  # parts that hold parts, side by side or in each other: every line of a mail is held against each
LINES = 30_000  # of a whole mail
TEXT_SIGNS, TEXT_LINES = 400_000, 10_000  # of one text of a mail: months of letters quoted below each other
RULES = 1_000  # lines of dashes alone: a boundary may be one, but so is the ornament of a text

Beyond = dict[str, Any]  # the form of the complaint and its numbers; empty if everything is within bounds

_BOX = re.compile(rb"content-type:\s*(multipart|message)\s*/", re.IGNORECASE)


def beyond_bounds(data: bytes) -> Beyond:
    """What about a mail is more than any mail program writes."""
    lines = data.splitlines()
    if len(lines) > LINES:
        return _more("mail-lines", len(lines), LINES)
    end = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    return _head(lines[:end]) or _contents(lines) or _parts(data, lines)


def _head(lines: list[bytes]) -> Beyond:
    if len(lines) > HEAD_LINES:
        return _more("head-lines", len(lines), HEAD_LINES)
    size = sum(len(line) for line in lines)
    if size > HEAD_BYTES:
        return _more("head", size, HEAD_BYTES)
    longest = max((len(header) for header in _unfolded(lines)), default=0)
    return _more("header", longest, HEADER_BYTES) if longest > HEADER_BYTES else {}


def text_beyond_bounds(text: str) -> Beyond:
    """What is too much about a text in which a sheet is looked for."""
    if len(text) > TEXT_SIGNS:
        return _more("text", len(text), TEXT_SIGNS)
    lines = text.count("\n") + 1
    return _more("lines", lines, TEXT_LINES) if lines > TEXT_LINES else {}


def _more(form: str, size: int, limit: int) -> Beyond:
    return {"form": form, "size": size, "limit": limit}


def _unfolded(lines: list[bytes], start: bytes = b"") -> Iterator[bytes]:
    """The headers that begin so, each with the lines that go on with it."""
    found: list[bytes] = []
    for line in lines:
        if found and line[:1] in (b" ", b"\t"):
            found.append(line)
            continue
        if found:
            yield b"\n".join(found)
        found = [line] if line[: len(start)].lower() == start else []
    if found:
        yield b"\n".join(found)


def _contents(lines: list[bytes]) -> Beyond:
    """What is wrong with the headers that describe parts; a line of a text may look like one, but is as short."""
    count = boxes = 0
    for header in _unfolded(lines, b"content-"):
        count += header[:13].lower() == b"content-type:"
        boxes += header[:13].lower() == b"content-type:" and _BOX.match(header) is not None
        if len(header) > CONTENT_BYTES:
            return _more("part", len(header), CONTENT_BYTES)
        if header.count(b";") > SEMICOLONS or header.count(b'"') + header.count(b"\\") > QUOTES:
            return {"form": "entries", "limit": SEMICOLONS, "quotes": QUOTES}
    if boxes > BOXES:
        return _more("boxes", boxes, BOXES)
    return _more("parts", count, PARTS) if count > 2 * PARTS else {}


def _parts(data: bytes, lines: list[bytes]) -> Beyond:
    """Too many lines that may part the mail: all alike, and beginning with two dashes."""
    if b"multipart" not in data.lower():
        return {}
    found = Counter(line.rstrip() for line in lines if line[:2] == b"--")
    for mark, count in found.items():
        if count > (PARTS if mark.strip(b"-") else RULES):
            return _more("parts", count, PARTS)
    return {}
