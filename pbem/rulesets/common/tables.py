"""Read and check the tables of a board, CSV with one fact a line, and write them as a module that loads in no time.

It is run by developers alone: a title's own tables.py says which tables there are and what must be true of them.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pbem.rulesets.common import NOUNS
from pbem.rulesets.common.surveying import board as board
from pbem.rulesets.common.surveying import joined

SUITS = {noun: suit for suit, noun in NOUNS.items()}
Row = dict[str, str]


class TableError(ValueError):
    """A table is wrong; the text says which line and why."""


def rows_of(name: str, folder: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a table, each with its place ``cities.csv:112``."""
    with open(folder / name, encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            yield f"{name}:{number}", row


def number_in(place: str, row: Row, key: str, low: int, high: int) -> int:
    """A whole number within its bounds."""
    text = row.get(key) or ""
    if not text.isdigit() or not low <= int(text) <= high:
        raise TableError(f"{place}: {key} is {text!r}, not a number from {low} to {high}")
    return int(text)


def one_of(place: str, row: Row, key: str, choices: Collection[str]) -> str:
    """A word out of few."""
    if row.get(key) not in choices:
        raise TableError(f"{place}: {key} is {row.get(key)!r}, not one of {', '.join(choices)}")
    return row[key]


class RoadTable(NamedTuple):
    """For every city its neighbours, and its neighbours by main road; and how many roads there are."""

    near: list[list[int]]
    main: list[list[int]]
    roads: int


def read_roads(folder: Path, number: Mapping[str, int]) -> RoadTable:
    """The roads of ``roads.csv``, each once, from the city with the lower number to the other."""
    near: list[list[int]] = [[] for _ in number]
    main: list[list[int]] = [[] for _ in number]
    seen: set[tuple[int, int]] = set()
    for place, row in rows_of("roads.csv", folder):
        a, b = (number[one_of(place, row, end, number)] for end in "ab")
        if a >= b or (a, b) in seen:
            raise TableError(f"{place}: the road {row['a']}-{row['b']} comes twice or is the wrong way round")
        seen.add((a, b))
        for table in (near, main) if one_of(place, row, "class", ("main", "minor")) == "main" else (near,):
            table[a].append(b)
            table[b].append(a)
    return RoadTable([sorted(n) for n in near], [sorted(n) for n in main], len(seen))


def read_boxes(folder: Path) -> list[tuple[str, str, int, int, int, int]]:
    """The rectangles of the sectors of ``sectors.csv``, with lines that almost meet drawn as one."""
    rows = [row for _, row in rows_of("sectors.csv", folder)]
    lines = {axis: joined(int(row[f"{axis}_{end}"]) for row in rows for end in ("min", "max")) for axis in "xy"}
    keys = (("x", "min"), ("y", "min"), ("x", "max"), ("y", "max"))
    boxes = []
    for row in rows:
        x0, y0, x1, y1 = (lines[axis][int(row[f"{axis}_{end}"])] for axis, end in keys)
        boxes.append((row["sector"], SUITS[row["suit"]], x0, y0, x1, y1))
    return sorted(boxes)


def module_text(about: str, values: Mapping[str, Any]) -> str:
    """The text of a module that holds the values."""
    lines = [
        f'"""{about} Written by tables.py; change the tables, not this file."""',
        "# ruff: noqa",
        "from typing import Any",
    ]
    lines += [f"{name}: Any = {value!r}" for name, value in values.items()]
    return "\n".join(lines) + "\n"
