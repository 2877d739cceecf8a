#!/usr/bin/env python3
"""The whole table of goals: what is meant, what was measured, and whether it is kept. Written to docs/performance.md.

usage: table.py [-n RUNS] [--count] [--only WORD ...] [--no-page]

Each row is the median of its samples with a 95 % bootstrap interval; a size or a count has one sample and none. A goal
is kept if the whole interval is within it, missed if all of it is beyond, else open. `--only` runs the measuring
functions whose names hold a word (`checks`, `engines`, ...) and writes no page. Instructions are counted by `perf`;
where it cannot, `--count` lets valgrind do it, which takes thirty times as long as the command. Run it in an
environment with pbem installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import ratio
from goals import GOALS, MEASURES, Bench, Goal, Samples, Skipped

PAGE = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
HEAD = (
    "| what | goal | first version | result | 95 % | instructions then | now | verdict |\n"
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
)
TEXT = """# Performance

What the program is meant to cost, and what it does. This page is written by `python benchmarks/table.py`, which
measures everything anew; single rows are looked into with the other scripts in `benchmarks/`.

{table}

## How it is measured

Times are CPU time (user and system) of whole processes, from their start to their end, as multiples of a floor that is
run in the same round: `python -c "import click"`, which every command pays, or `import click, jinja2` where reports are
laid out. So a fast and a slow machine tell nearly the same, and other work on the machine disturbs both alike. A result
is the median of its samples, with the 95 % bootstrap interval of that median: kept if all of the interval is within the
goal, missed if all of it is beyond, else open. What the first version took was measured once, by CPU time and as
multiples of the same floors; its worst sheets had no bound.

Instructions, as multiples of those of the same floor, are shown where they can be counted (`perf stat`, or valgrind
with `--count`). Those then are of version 0.1.0 (commit 48eeab6a), installed in an environment of its own with the same
Python, Click and Jinja, and counted with valgrind by `benchmarks/counts.py`, which runs on every version: the same
commands, with sets in one order (`PYTHONHASHSEED=0`) and with modules and templates compiled before. The sheet is the
same; the long game is the one that each version's bots play in 130 steps from the same seed. What the system does for a
program is in no such count, so its multiples are not those of CPU time: then and now are to be held against each other.

- The full sheet is `benchmarks/prussia.toml`: the first turn of Prussia, with troops. Long games are played by bots
  through the store, ledger and all.
- The rules alone are the orders of ten games of bots, adjudicated again in memory: stages (what a nation does in a
  turn) and steps a second, by the plies a second of random games of python-chess, run in turns with them, and by the
  phases a second of random orders in the package diplomacy. A stage has about 1.7 steps, for its battles and retreats.
- `verify` of a step is that of a whole game by its steps, in a process that is warm, against the rules alone on the
  same orders when they are read.
- One more step is what `publish` and `site` take when all pages of a long game lie there but those of its last step.
- Retreats are counted from every side of every stack at the ends of the turns of two games, as multiples of a search of
  three steps from the same cities.
- The worst sheets are those of `tests/heavy.py`, and for Maria those of `tests/heavy_maria.py`, which are as large as
  the bounds allow: all are tried, and for each command the dearest is measured again. It is the worst of those that
  somebody thought of.

## Where the rest of the time goes

What was looked into and left as it is, because less time would cost clarity; shares are of the instructions or of a
profile of the whole command.

- `check`: nine tenths of what it takes beyond `import click` are imports. Of 62 classes of named tuples, 0.06 to 0.2 ms
  each, half are records of our own (`core.Record`), which take a sixth of that; those that the rules make by the
  thousand are not, for a value of them takes several times as long. `tomllib` itself is an eighth.
- `adjudicate`: two thirds are imports, those of a check and those of the ledger and of the change on disk; an eighth is
  TOML read, a twentieth the sheet judged twice, for the check and for the step.
- The rules alone: a flat profile of 2,100 calls a stage. Nothing in it is more than a twentieth; one part in eight are
  new states (`_replace`, 22 a step), one in ten bids read out of sheets, one in twelve who is awaited, one in twenty
  events. What is left to gain would be states that change in place, or steps that skip judging what was judged.
- `report` as text: four tenths are imports, most of them the floor's; a sixth are the reports of 15 twins, a tenth the
  twins themselves, a tenth the templates.
- `report` with maps: of what the maps take, nearly six tenths are the search for places of pieces and labels, done once
  for all readers, and more than half of that is for the few labels for which pieces must make way. The readers' own
  numbers are a tenth, ground and layers as text a sixth, the data of the maps of 15 twins an eighth.
- An archive: a quarter of a step is its map, a seventh the step itself; the rest is its report in four forms, each of
  which tells the whole position, so that every page can be read alone.
- `verify`: a sixth are imports; of the rest three tenths are the game played again, three tenths the positions and
  events as plain data and as the bytes that are compared, a tenth the sheets in the inbox, an eighth the lines of the
  ledger, read, hashed and held against each other. A step costs three times what the rules alone take: to write it
  takes four fifths of them, so twice is out of reach while every byte is proved; against playing and writing, as an
  adjudication does, it is 1.7.
- `status` of 200 games: a quarter is TOML read (game, secrets and last step of each), a fifth the position made of it,
  a sixth the sheets in the inbox, a tenth imports; the rest is the search for files in 200 folders.

Measured on {machine}, {runs} rounds; {noise}.
"""


def verdict(goal: Goal, samples: Sequence[float]) -> str:
    """Kept, missed, or open where the interval has the goal in it."""
    if goal.limit is None:
        return ""
    low, high = interval(samples)
    if goal.least:
        low, high, limit = -high, -low, -goal.limit
    else:
        limit = goal.limit
    return "kept" if high <= limit else "missed" if low > limit else "open"


def interval(samples: Sequence[float]) -> tuple[float, float]:
    """The bootstrap interval of the median; a single sample is its own."""
    return ratio.boot(list(samples), random.Random(1)) if len(samples) > 1 else (samples[0], samples[0])


def row_of(goal: Goal, samples: Sequence[float] | None, counted: float | None = None) -> str:
    """A row of the table."""
    limit = "" if goal.limit is None else f"{'≥' if goal.least else '≤'} {goal.limit:g}"
    if not samples:
        return f"| {goal.what} | {limit} | {goal.before} | | | {goal.counted} | | not measured |"
    low, high = interval(samples)
    told = f"{low:.2f} to {high:.2f}" if len(samples) > 1 else ""
    result = f"{statistics.median(samples):.2f} {goal.unit}"
    counts = (goal.counted, f"{counted:.2f}" if counted else "")
    cells = (goal.what, limit, goal.before, result, told, *counts, verdict(goal, samples))
    return f"| {' | '.join(cells)} |"


def measured(bench: Bench, words: Sequence[str]) -> Samples:
    """The samples of all goals; what cannot be measured is told."""
    found = Samples()
    for measure in MEASURES:
        if words and not any(word in measure.__name__ for word in words):
            continue
        print(f"{measure.__name__} ...", file=sys.stderr, flush=True)
        try:
            found |= measure(bench)
        except Skipped as skipped:
            print(f"{measure.__name__}: {skipped}", file=sys.stderr, flush=True)
    return found


def machine() -> str:
    """The machine in words."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.system()} on {platform.machine()} with {cores} cores, Python {platform.python_version()}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=31)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--no-page", action="store_true")
    wished = parser.parse_args()
    with tempfile.TemporaryDirectory() as top, ratio.Noise() as noise:
        bench = Bench(Path(top), wished.n, wished.count)
        found = measured(bench, wished.only)
    shown = [goal for goal in GOALS if goal.id in found or not wished.only]
    table = "\n".join([HEAD, *(row_of(goal, found.get(goal.id), bench.instructions.get(goal.id)) for goal in shown)])
    print(table)
    if not wished.only and not wished.no_page:
        text = TEXT.format(table=table, machine=machine(), runs=wished.n, noise=noise)
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
