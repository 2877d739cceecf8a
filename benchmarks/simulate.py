#!/usr/bin/env python3
"""What two processes cost that one does not: total CPU of `pbem simulate --jobs 2` by that of `--jobs 1`.

usage: simulate.py [-n RUNS] [--games GAMES]

Both play the same games of Friedrich, in turns; the ratio of each pair is one sample, and the median of them with its
95 % bootstrap interval is the answer. Meant is 1.08 at most.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ratio

PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")
GOAL = 1.08


def samples(runs: int, games: int = 8) -> list[float]:
    """The ratio of the CPU time with two processes to that with one, run by run."""
    devnull, env, found = os.open(os.devnull, os.O_WRONLY), ratio.clean_env(), []
    for at in range(runs):
        # The seed differs from run to run, and the order of the two, so that neither is the first always.
        argv = [PBEM, "simulate", "friedrich", "--games", str(games), "--seed", f"bench-{at}", "--jobs"]
        used = {jobs: ratio.once([*argv, jobs], env, devnull)[1] for jobs in (("1", "2") if at % 2 else ("2", "1"))}
        found.append(used["2"] / used["1"])
    os.close(devnull)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=15)
    parser.add_argument("--games", type=int, default=8)
    wished = parser.parse_args()
    found = samples(wished.n, wished.games)
    low, high = ratio.boot(found, random.Random(1))
    told = f"{statistics.median(found):.3f} ({low:.3f}–{high:.3f})"
    print(f"two processes / one, {wished.games} games: {told}, goal {GOAL}")


if __name__ == "__main__":
    main()
