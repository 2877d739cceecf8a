"""Geometry (R2): eight towers in a ring, each with its row, guard post and sector of the courtyard."""

from __future__ import annotations

TOWERS = range(1, 9)
HAND, COURT = 0, 9  # in place of a tower: where else a token can be (R7.1)


def wrapped(tower: int) -> int:
    """R2.2: numbers wrap: 0 is 8 and 9 is 1."""
    return (tower - 1) % 8 + 1


def neighbours(tower: int) -> tuple[int, int]:
    """R2.2: the towers on both sides, the lower number first except at the wrap."""
    return wrapped(tower - 1), wrapped(tower + 1)


def are_adjacent(tower: int, other: int) -> bool:
    """R2.2: whether two towers, posts or rows are next to each other."""
    return other in neighbours(tower)


def opposite(tower: int) -> int:
    """R2.2: the tower on the other side of the castle."""
    return wrapped(tower + 4)
