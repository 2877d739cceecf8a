"""Lots that a bot draws, each under a label of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pbem.core.chance import Chance

T = TypeVar("T")


class Dice:
    """Chance with labels that count themselves."""

    def __init__(self, chance: Chance, label: str) -> None:
        self.chance, self.label, self.number = chance, label, 0

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        self.number += 1
        return self.chance.below(limit, f"{self.label} {self.number}")

    def percent(self, share: int) -> bool:
        """True in so many cases of a hundred."""
        return self.below(100) < share

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[self.below(len(things))]

    def some(self, things: Sequence[T], share: int) -> list[T]:
        """Each of them in so many cases of a hundred."""
        return [thing for thing in things if self.percent(share)]
