"""Chance that can be proved: everything random comes from SHA-256 of a seed, a label and a counter."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from pbem.core import commitment, sha256

__all__ = ["Chance", "commitment", "game_seed", "sha256"]

T = TypeVar("T")


class Chance(NamedTuple):
    """The chance of one game."""

    seed: str

    def below(self, limit: int, label: str) -> int:
        """A fair whole number from 0 to limit - 1."""
        return next(self._numbers(label, [limit]))

    def shuffled(self, cards: Sequence[T], label: str) -> tuple[T, ...]:
        """The cards in a fair random order, the same for the same seed and label on every machine."""
        pile = list(cards)
        places = range(len(pile) - 1, 0, -1)
        for last, at in zip(places, self._numbers(label, [last + 1 for last in places]), strict=True):
            pile[last], pile[at] = pile[at], pile[last]
        return tuple(pile)

    def pick(self, cards: Sequence[T], label: str) -> T:
        """One of the cards, each with the same chance."""
        return cards[self.below(len(cards), label)]

    def _numbers(self, label: str, limits: Sequence[int]) -> Iterator[int]:
        """One number below each limit; a draw that would favour small numbers is thrown away."""
        counter = 0
        stock = b""
        for limit in limits:
            fair = (1 << 32) // limit * limit
            while True:
                if not stock:
                    stock = sha256(f"{self.seed}\n{label}\n{counter}".encode())
                    counter += 1
                number, stock = int.from_bytes(stock[:4], "big"), stock[4:]
                if number < fair:
                    break
            yield number % limit


def game_seed(seed: str, words: Mapping[str, str], beacon: str = "") -> str:
    """The moderator's seed mixed with the players' words, in the order of their roles, and a number of the world."""
    if not words and not beacon:
        return seed
    spoken = [f"{role}\t{words[role]}" for role in sorted(words)]
    told = [f"beacon {beacon}"] if beacon else []
    return sha256("\n".join(["pbem game", seed, *spoken, *told]).encode()).hex()
