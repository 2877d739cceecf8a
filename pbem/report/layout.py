"""Plain text within the 72 columns of a mail, and Markdown: wrapped lines and tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap as _wrap
from typing import Any

COLUMNS = 72
_SUIT = re.compile(r"(?<=[^\W\d_]) (?=[♠♣♥♦])")
GAP = "  "
NARROW = 6  # no column of a table is made narrower than this


def wrapped(text: str, indent: int = 0, width: int = COLUMNS) -> str:
    """The text with its long lines broken; a line keeps its own indent and its rest hangs two below it."""
    lines: list[str] = []
    for line in text.split("\n"):
        bare = unparted(line.strip())
        before = " " * min(indent + len(line) - len(line.lstrip()), width // 2)
        lines += _wrap(
            bare,
            width,
            initial_indent=before,
            subsequent_indent=before + "  ",
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines).replace("\u00a0", " ")


def unparted(text: str) -> str:
    """The text with a name and the suit of its sector held together on one line."""
    return _SUIT.sub("\u00a0", text)


def excerpted(text: str, width: int = COLUMNS) -> str:
    """A complaint with its long lines broken; the line of the sheet it shows stays above its marks."""
    lines = text.split("\n")
    return "\n".join(line if line[4:6] == " |" else wrapped(line, width=width) for line in lines)


def tabled(table: Mapping[str, Any], width: int = COLUMNS) -> str:
    """Columns and rows as text; a cell that is too wide is broken, numbers stand on the right."""
    heads = [str(head) for head in table["columns"]]
    rows = [[_cell(cell) for cell in row] for row in table["rows"]]
    widths = _widths([heads, *rows], width)
    if widths is None:
        return _as_lists(heads, rows, width)
    numeric = [bool(rows) and all(_is_number(row[at]) for row in rows) for at in range(len(heads))]
    head = _row(heads, widths, numeric) if any(heads) else []
    rule = [GAP.join("-" * size for size in widths)] if any(heads) else []
    return "\n".join([*head, *rule, *(line for row in rows for line in _row(row, widths, numeric))])


def _cell(value: Any) -> str:
    """A cell as text on one line: nothing for None."""
    return "" if value is None else " ".join(str(value).split())


def _is_number(cell: str) -> bool:
    return not cell.strip("0123456789+-–? ")


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """The width of each column; the widest gives way until the table fits, None if it never does."""
    widths = [max(1, *map(len, column)) for column in zip(*rows, strict=True)]
    room = width - len(GAP) * (len(widths) - 1)
    while sum(widths) > room:
        widest = max(widths)
        if widest <= NARROW:
            return None
        widths[widths.index(widest)] -= 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> list[str]:
    """One row of a table: as many lines as its highest cell needs."""
    stacks = [
        [cell] if len(cell) <= size else _wrap(cell, size, break_on_hyphens=False)
        for cell, size in zip(cells, widths, strict=True)
    ]
    lines = []
    for at in range(max(map(len, stacks))):
        parts = [stack[at] if at < len(stack) else "" for stack in stacks]
        set_ = [
            part.rjust(size) if right else part.ljust(size)
            for part, size, right in zip(parts, widths, numeric, strict=True)
        ]
        lines.append(GAP.join(set_).rstrip())
    return lines


def _as_lists(heads: Sequence[str], rows: Iterable[Sequence[str]], width: int) -> str:
    """A table of too many columns, row by row."""
    return "\n".join(
        wrapped("; ".join(f"{head}: {cell}" for head, cell in zip(heads, row, strict=True) if cell), width=width)
        for row in rows
    )


# Markdown


def escaped(text: Any) -> str:
    """A text on one line of Markdown, its signs standing for themselves."""
    plain = _signs(text)
    return f"\\{plain}" if plain[:1] in ("#", "+", "-", ">") else plain


def _signs(text: Any) -> str:
    plain = " ".join(str(text).split())
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|" else sign for sign in plain)


def md_table(table: Mapping[str, Any]) -> str:
    """Columns and rows as a table of Markdown."""
    rows = [[_signs(_cell(cell)) for cell in row] for row in (table["columns"], *table["rows"])]
    rule = ["---"] * len(table["columns"])
    return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))
