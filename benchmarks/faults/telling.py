"""Telling what became of the faults: the figure with its interval, and every fault that lived, with its reason."""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path
from typing import Any

REASONS = Path(__file__).with_name("same.toml")
LIVED = ("lived", "untested")


def rows_of(path: str) -> list[dict[str, Any]]:
    """The lines of a file of results; none if there is no file, or no name of one."""
    if not Path(path).is_file():
        return []
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


def reasons() -> dict[str, str]:
    """Why some faults change nothing that anybody could see."""
    if not REASONS.exists():
        return {}
    return {row["fault"]: row["reason"] for row in tomllib.loads(REASONS.read_text("utf-8")).get("same", ())}


def wilson(part: int, whole: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    share, square = part / whole, z * z
    middle = (share + square / (2 * whole)) / (1 + square / whole)
    half = z / (1 + square / whole) * math.sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    return middle - half, middle + half


def figure(words: str, part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{words}: {part} of {whole}, {100 * part / whole:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})"


def tell(path: str) -> None:
    """The figure, by kind and by file, and the faults that lived."""
    rows, same = rows_of(path), reasons()
    lived = [row for row in rows if row["result"] in LIVED]
    real = [row for row in lived if row["name"] not in same]
    seen = len(rows) - len(lived)
    print(figure("seen", seen, len(rows)))
    print(figure("seen, of those that change anything", seen, seen + len(real)))
    print(f"ended by their time limit: {sum(row['result'] == 'looped' for row in rows)}")
    for row in sorted(lived, key=lambda row: (row["name"] in same, row["name"], row["line"])):
        print(f"\n{row['name']}\n  line {row['line']}, {row['kind']}, {row['result']}")
        if row["name"] in same:
            print(f"  same: {same[row['name']]}")
