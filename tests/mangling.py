"""Good files made bad, one change at a time: values of another kind, keys taken away, added, or written in capitals."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

VALUES: tuple[Any, ...] = (
    [], ["x"], [[1]], {}, {"x": 1}, 0, 1, -1, 2**62, -(2**62), 1.5, True, False, "", "x", "?", "diamonds", "x" * 300,
    "D", ["D"], "1", "\x1b[2J", "13S", "berlin", "berlin 99", "off", "a",
)  # fmt: skip
Path = tuple[Any, ...]


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """Every place in a table, from the outside in."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in pairs:
        yield (*here, key)
        yield from paths(item, (*here, key))


def mutant(table: dict[str, Any], random: Random) -> tuple[dict[str, Any], str]:
    """The table with one change, and what it is."""
    made = copy.deepcopy(table)
    *above, key = random.choice(list(paths(made)))
    inside: Any = made
    for name in above:
        inside = inside[name]
    way = random.randrange(10)
    if way == 0:
        del inside[key]
        return made, f"{[*above, key]} removed"
    if way == 1 and isinstance(inside, dict):
        other = random.choice((key.upper(), f"{key}x", f" {key}"))
        inside[other] = copy.deepcopy(inside[key])
        return made, f"{[*above, other]} added"
    if way == 2 and isinstance(inside, list):
        inside.append(copy.deepcopy(inside[key]))
        return made, f"{[*above, key]} twice"
    value = random.choice(VALUES)
    inside[key] = copy.deepcopy(value)
    return made, f"{[*above, key]} = {value!r:.40}"
