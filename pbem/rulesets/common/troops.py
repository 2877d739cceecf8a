"""Troops after a phase of moves: which numbers the stacks of the end can come to.

A stack of the start is a source of troops; it splits into the parts that moved apart; parts and generals who came back
meet in the stacks of the end. A purchase is a further source. Finding the numbers is shifting single troops between
stacks of the end: between parts of one source, and of a purchase to wherever it may go. Every general has at least one
troop and at most so many.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

Limits = Mapping[int, tuple[int, int]]  # by city: the fewest and the most troops the stack may have


def spread(
    stored: Sequence[int], members: Sequence[int], total: int, most: int, first: Sequence[int] = ()
) -> dict[int, int]:
    """How the stored numbers of a stack follow when its sum becomes ``total`` without an order; ``members`` by rank.

    Gains go to ``first``, then to the highest rank that has room; losses come off ``first``, then off the lowest rank
    that has more than one troop.
    """
    numbers = {p: max(1, min(most, stored[p])) for p in members}
    named = [p for p in first if p in numbers]
    while (gap := total - sum(numbers.values())) > 0:
        piece = next(p for p in (*named, *members) if numbers[p] < most)
        numbers[piece] += min(gap, most - numbers[piece])
    while (gap := sum(numbers.values()) - total) > 0:
        piece = next(p for p in (*named, *reversed(members)) if numbers[p] > 1)
        numbers[piece] -= min(gap, numbers[piece] - 1)
    return numbers


class Part(NamedTuple):
    """Generals of one stack of the start who stayed together: they carry a share of its troops."""

    source: int  # the city of the start
    city: int  # of the end
    generals: int
    share: int


class Gift(NamedTuple):
    """The troops of a purchase: where they stand without an order, the least that must be there, who may receive."""

    shares: Mapping[int, int]
    least: Mapping[int, int]
    takers: frozenset[int]


class Pool:
    """The shares of all parts and gifts, as they are shifted; ``sizes`` are the generals of the stacks of the end."""

    def __init__(self, sizes: Mapping[int, int], parts: Sequence[Part], gifts: Sequence[Gift], most: int) -> None:
        self.sizes, self.parts, self.gifts, self.most = sizes, parts, gifts, most
        self.shares = [part.share for part in parts]
        self.given = [dict(gift.shares) for gift in gifts]

    def total(self, city: int) -> int:
        """The troops of a stack of the end."""
        shares = sum(share for part, share in zip(self.parts, self.shares, strict=True) if part.city == city)
        return shares + sum(given.get(city, 0) for given in self.given)

    def reach(self, limits: Limits) -> Iterator[int]:
        """Shift troops until every stack is within its limits; yields the cities where that is impossible."""
        for city, (low, high) in limits.items():
            while self.total(city) > high or self.total(city) < low:
                if not self.push(city, limits, out=self.total(city) > high):
                    yield city
                    break

    def range_of(self, city: int) -> tuple[int, int]:
        """The least and the most troops the stack could have at all."""
        free = {c: (size, self.most * size) for c, size in self.sizes.items()}
        ends = []
        for out in (True, False):
            trial = Pool(self.sizes, self.parts, self.gifts, self.most)
            edge = free[city][0] if out else free[city][1]
            while trial.total(city) != edge and trial.push(city, free, out):
                pass
            ends.append(trial.total(city))
        return ends[0], ends[1]

    def push(self, city: int, limits: Limits, out: bool) -> bool:
        """Move one troop out of (or into) a stack, to where the limits leave room; False if there is no way."""
        totals = {c: self.total(c) for c in self.sizes}
        needy = {c: (totals[c] < limits[c][0]) if out else (totals[c] > limits[c][1]) for c in totals}
        roomy = {c: (totals[c] < limits[c][1]) if out else (totals[c] > limits[c][0]) for c in totals}
        chain = self.chain(city, needy, not out) or self.chain(city, roomy, not out)
        if chain is None:
            return False
        for source, goal in pairwise(chain):
            self.shift(source, goal, carry_out=True)
        return True

    def chain(self, start: int, is_goal: Mapping[int, bool], backwards: bool) -> list[int] | None:
        """The shortest chain of shifts from (or, backwards, to) a stack."""
        before: dict[int, int] = {start: start}
        queue = [start]
        for here in queue:
            if here != start and is_goal[here]:
                chain = [here]
                while chain[-1] != start:
                    chain.append(before[chain[-1]])
                return chain if backwards else chain[::-1]
            for city in self.sizes:
                pair = (city, here) if backwards else (here, city)
                if city not in before and self.shift(*pair, carry_out=False):
                    before[city] = here
                    queue.append(city)
        return None

    def shift(self, source: int, goal: int, carry_out: bool) -> bool:
        """Whether one troop can go straight from one stack of the end to another; do it if asked."""
        for gift, given in zip(self.gifts, self.given, strict=True):
            if given.get(source, 0) > gift.least.get(source, 0) and goal in gift.takers:
                if carry_out:
                    given[source] -= 1
                    given[goal] = given.get(goal, 0) + 1
                return True
        for giver, part in enumerate(self.parts):
            if part.city != source or self.shares[giver] <= part.generals:
                continue
            for taker, other in enumerate(self.parts):
                if (other.source, other.city) == (part.source, goal) and self.shares[
                    taker
                ] < self.most * other.generals:
                    if carry_out:
                        self.shares[giver] -= 1
                        self.shares[taker] += 1
                    return True
        return False
