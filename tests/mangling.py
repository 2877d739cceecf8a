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


def mutated_values(data: dict[str, Any], seed: str, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """A table with one value changed to another of the same type, as often as wished; where it was changed."""
    places = [*_leaves(data)]
    texts = [value for _, value in places if isinstance(value, str)]
    dice = Random(seed)
    cases = [(path, other) for path, value in places for other in _others(value, dice.sample(texts, min(3, len(texts))))
             if other != value]  # fmt: skip
    for path, other in dice.sample(cases, min(count, len(cases))):
        whole: Any = copy.deepcopy(data)
        inner = whole
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = other
        yield f"{'.'.join(map(str, path))} = {other!r}", whole


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, (*path, key))
        return
    yield path, value
    for at, part in enumerate(value) if isinstance(value, list) else ():
        yield from _leaves(part, (*path, at))


def _others(value: Any, texts: list[str]) -> list[Any]:
    """Values of the same type that mean something else, or nothing."""
    match value:
        case bool():
            return [not value]
        case int():
            return [-1, 0, 1, 2, 99, 1_000_000]
        case str():
            return ["", "?", "-", f"{value} {value}", value[:-1], value[::-1], value.upper(), *texts]
        case list():
            return [[], value * 2, value[::-1], value[1:]]
        case _:
            return []
