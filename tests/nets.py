"""Small invented nets of roads, drawn as text: a city is a letter, ``-`` a road, ``=`` a main road."""

from __future__ import annotations

import re

from pbem.rulesets.common.roads import Roads


def net(*rows: str) -> Roads:
    """The roads of rows such as ``a-b=c``; the cities are numbered by the alphabet."""
    near: dict[int, set[int]] = {}
    main: dict[int, int] = {}
    for row in rows:
        for a, kind, b in re.findall(r"(?=(\w)([-=])(\w))", row):
            for one, other in ((number(a), number(b)), (number(b), number(a))):
                near.setdefault(one, set()).add(other)
                main[one] = main.get(one, 0) | (kind == "=") << other
    size = max(near) + 1
    return Roads(tuple(tuple(sorted(near.get(c, ()))) for c in range(size)), tuple(main.get(c, 0) for c in range(size)))


def number(letter: str) -> int:
    return ord(letter) - ord("a")


def board(letters: str) -> int:
    """A set of cities."""
    return sum(1 << number(letter) for letter in letters)


def way(letters: str) -> tuple[int, ...]:
    return tuple(number(letter) for letter in letters)


def letters(board_: int) -> str:
    """The cities of a set, in order."""
    return "".join(chr(ord("a") + city) for city in range(26) if board_ >> city & 1)
