#!/usr/bin/env python3
"""What a retreat costs by its length: the mean and the worst at each distance, as ratios to a reach of three steps.

usage: retreats.py [-n GAMES] [--length N]

Bots play GAMES seeded games of Friedrich. At the end of every turn each stack on the map retreats, for every length,
from each city beside it as its victor, on the map as it is occupied. Counted are steps (`Roads.around`: cities whose
roads are followed) and processor time, the least of three runs. The unit is the mean of `Roads.reached` over three
steps from the same cities.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pbem.rulesets.common import retreats, roads
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import ROADS
from pbem.rulesets.friedrich.state import State
from pbem.workflow.simulate import play

REACH = 3
Case = tuple[int, int, int]  # the victor's city, the beaten stack's, the cities that are occupied


class Cost(NamedTuple):
    """What one retreat takes."""

    steps: int
    seconds: float


def positions(games: int) -> Iterator[State]:
    """The positions at the ends of the turns of seeded games."""
    for number in range(games):
        found: dict[int, State] = {}
        seed, last = f"retreats {number}", found.__setitem__
        play(RULESET, "4p", {}, seed, watch=lambda state, bodies, step, last=last: last(state.turn, state))
        yield from found.values()


def cases_of(state: State) -> Iterator[Case]:
    """Every stack beaten from every side."""
    for start in sorted({city for city in state.place if city >= 0}):
        stack = state.stack(start)
        for victor in ROADS.near[start] if stack else ():
            yield victor, start, state.occupied(stack) | 1 << victor


def reach(victor: int, start: int, occupied: int) -> int:
    """The unit: where three steps lead over free cities."""
    return ROADS.reached(1 << start, ROADS.all & ~occupied | 1 << start, REACH)


class Counter:
    """Counts the cities whose roads are followed."""

    def __init__(self) -> None:
        self.steps = 0
        self.around = roads.Roads.around

    def __call__(self, board: roads.Roads, cities: int) -> int:
        self.steps += cities.bit_count()
        return self.around(board, cities)


def steps_of(work: Callable[[], object]) -> int:
    counter = Counter()
    roads.Roads.around = lambda self, board: counter(self, board)  # type: ignore[method-assign]
    try:
        work()
    finally:
        roads.Roads.around = counter.around  # type: ignore[method-assign]
    return counter.steps


def cost_of(work: Callable[[], object]) -> Cost:
    seconds = []
    for _ in range(3):
        start = time.process_time_ns()
        work()
        seconds.append((time.process_time_ns() - start) / 1e9)
    return Cost(steps_of(work), min(seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=4)
    parser.add_argument("--length", type=int, default=0, help="only this one")
    wished = parser.parse_args()
    cases = sorted({case for state in positions(wished.n) for case in cases_of(state)})
    for victor, start, occupied in cases:  # what the board never changes is known
        retreats.destinations(ROADS, victor, start, 1, occupied)
    unit = [cost_of(partial(reach, *case)) for case in cases]
    steps, seconds = (statistics.mean(row[at] for row in unit) for at in (0, 1))
    print(f"{len(cases)} cases; a reach of {REACH}: {steps:.1f} steps, {seconds * 1e6:.1f} µs\n")
    print("| length | mean steps | worst steps | mean time | worst time |\n| ---: | ---: | ---: | ---: | ---: |")
    for length in [wished.length] if wished.length else [1, 2, 3, 4, 6, 8, 12, 16, 23]:
        found = [cost_of(partial(retreats.destinations, ROADS, case[0], case[1], length, case[2])) for case in cases]
        rows = ([row.steps / steps for row in found], [row.seconds / seconds for row in found])
        cells = (f"{kind(row):.1f}" for row in rows for kind in (statistics.mean, max))
        print(f"| {length} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
