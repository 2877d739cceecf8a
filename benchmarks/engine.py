#!/usr/bin/env python3
"""How fast the rules alone are: stages of Friedrich a second, as a ratio to random plies of python-chess a second.

usage: engine.py --peer PYTHON [-n ROUNDS] [--games N] [--profile]

Bots play N seeded games first, and every step is recorded: the state and the orders. Then `resolve` alone is timed on
what was recorded, the second time, when every line of orders has been read: without bots, files and invariants. A stage
is what one nation does in a turn. PYTHON is the Python of an environment of its own that has `chess`. Both run in turn,
ROUNDS times, each as a process that tells the processor time of its loop; printed are the medians and the median of the
ratios with its 95 % interval. --profile shows instead where the time goes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time
from typing import Any

import ratio

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.workflow.simulate import play

CHESS = """
import random, sys, time
import chess
dice, plies = random.Random(int(sys.argv[1])), 0
start = time.process_time()
while plies < 30000:
    board = chess.Board()
    while plies < 30000 and not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
        plies += 1
print(plies / (time.process_time() - start))
"""
Recorded = list[tuple[str, Any, dict[str, Any]]]  # seed, state, orders


def recorded(games: int) -> tuple[Recorded, int]:
    """The steps of seeded games, and how many stages they have."""
    rows: Recorded = []
    stages = 0
    for number in range(games):
        seed = f"engine {number}"

        def watch(state: Any, bodies: Any, step: Any, seed: str = seed) -> None:
            nonlocal stages
            rows.append((seed, state, bodies))
            stages += sum(event.kind == "stage" for event in step.events)

        play(RULESET, "4p", {}, seed, watch=watch)
    return rows, stages


def resolved(rows: Recorded) -> None:
    """Everything that was recorded once more."""
    resolve = RULESET.rules.resolve
    for seed, state, bodies in rows:
        resolve(state, bodies, Chance(seed))


def rate(games: int) -> float:
    """Stages a second."""
    rows, stages = recorded(games)
    resolved(rows)
    start = time.process_time()
    resolved(rows)
    return stages / (time.process_time() - start)


def asked(*argv: str) -> float:
    said = subprocess.run(argv, capture_output=True, text=True, check=True, env=ratio.clean_env())
    return float(said.stdout.split()[-1])


def profile(games: int) -> None:
    import cProfile
    import pstats

    rows, stages = recorded(games)
    resolved(rows)
    watched = cProfile.Profile()
    watched.runcall(resolved, rows)
    found = pstats.Stats(watched)
    print(f"{stages} stages, {len(rows)} steps, {found.total_calls / stages:.0f} calls a stage")  # type: ignore[attr-defined]
    found.sort_stats("tottime").print_stats(45)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer")
    parser.add_argument("-n", type=int, default=15)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rate", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--profile", action="store_true")
    wished = parser.parse_args()
    if wished.rate:
        print(rate(wished.games))
        return
    if wished.profile or not wished.peer:
        profile(wished.games)
        return
    rows = []
    for number in range(wished.n):
        own = asked(sys.executable, __file__, "--rate", "--games", str(wished.games))
        rows.append((own, asked(wished.peer, "-c", CHESS, str(number))))
    ratios = [own / peer for own, peer in rows]
    low, high = ratio.boot(ratios, random.Random(1))
    own, peer = (statistics.median(row[at] for row in rows) for at in (0, 1))
    print(f"{own:.0f} stages a second, {peer:.0f} plies a second")
    print(f"ratio {statistics.median(ratios):.4f} ({low:.4f} to {high:.4f}), {wished.n} rounds")


if __name__ == "__main__":
    main()
