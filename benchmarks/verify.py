#!/usr/bin/env python3
"""What `pbem verify` costs: as a ratio to `python -c "import click"`, and step by step against playing it in memory.

usage: verify.py [-n RUNS] [--steps STEPS] [--keep DIR]

Bots play a game of Friedrich through the store, ledger and all, up to that step (130 if nothing is said). Then the
command is measured between runs of the floor; and in one warm process, interleaved, the whole of `verify` is measured
against the replay of the same steps in memory: the rules alone, on orders that are read already, and the same with the
step written to bytes at the end, as an adjudication does. The calls of functions are counted too, which other work on
the machine does not disturb. Run it in a clean virtual environment with pbem installed (not editable).
"""

from __future__ import annotations

import argparse
import cProfile
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import ratio  # noqa: E402

from pbem.core.chance import Chance, game_seed  # noqa: E402
from pbem.core.events import Event  # noqa: E402
from pbem.store.reading import Game, StepFile, read_secret, read_step, step_names  # noqa: E402
from pbem.store.writing import NewStep, new_step, step_part, write_file  # noqa: E402
from pbem.workflow import open_game  # noqa: E402
from pbem.workflow.adjudicate import adjudicate, heading_of, resolved, spoken_now  # noqa: E402
from pbem.workflow.new import Plan, new  # noqa: E402
from pbem.workflow.sheet import filled_sheet  # noqa: E402
from pbem.workflow.simulate import sampled  # noqa: E402
from pbem.workflow.submit import submit  # noqa: E402
from pbem.workflow.verify import verify  # noqa: E402

SEED = "b3"  # its game is not over at step 130
PBEM = os.path.join(os.path.dirname(sys.executable), "pbem")


def played(game: str, ruleset: str, steps: int, seed: str = SEED, mode: str = "") -> str:
    """A game that bots have played up to that step, or to its end if that comes first."""
    sync, os.fsync = os.fsync, lambda descriptor: None  # nobody waits for the disk here
    new(Plan(game, ruleset, mode, seed=seed))
    while (table := open_game(game)).last.number < steps and table.ruleset.rules.result(table.state) is None:
        keys = read_secret(table.game).keys
        for role, body in sampled(table.ruleset, table.state, seed, table.last.number, {}).items():
            text = filled_sheet(table.game.name, table.under_way, role, keys[role], body)
            path = os.path.join(game, "orders.txt")
            write_file(path, text.encode(), sync=False)
            if submit(path, game).answer.is_refused:
                raise SystemExit(f"a bot wrote a faulty sheet for step {table.under_way} of {game}: {role}")
            os.unlink(path)
        adjudicate(game, ["all"])
    os.fsync = sync
    return game


class Spent(NamedTuple):
    """Seconds of CPU."""

    rules: float
    written: float  # the rules, and the step as bytes


def replay(game: str) -> Spent:
    """What the steps of a game take in memory."""
    table = open_game(game)
    seed, rules = read_secret(table.game).seed, table.ruleset
    steps = [read_step(table.game, name) for name in step_names(game)]
    state, spent, written = rules.files.decode(steps[0].state), 0.0, 0.0
    for step in steps[1:]:
        chance, bodies = Chance(game_seed(seed, step.words, step.beacon)), spoken_now(step.orders)
        begun = time.process_time()
        done = resolved(rules, state, bodies, chance)
        spent += time.process_time() - begun
        step_part(_as_new(table.game, step, done.events, rules.files.encode(done.state)), game)
        written += time.process_time() - begun
        state = done.state
    return Spent(spent, written)


def _as_new(game: Game, step: StepFile, events: tuple[Event, ...], state: Mapping[str, Any]) -> NewStep:
    return new_step(
        number=step.number, label=step.label, heading=heading_of(game, step.revision), previous=step.previous,
        words=step.words, beacon=step.beacon, undone=step.undone, awaited=step.awaited, orders=step.orders,
        events=events, state=state, ahead=step.ahead, run=step.run,
    )  # fmt: skip


def spent(game: str) -> tuple[float, Spent]:
    """What verifying takes, and what playing again takes."""
    begun = time.process_time()
    done = verify(game)
    whole = time.process_time() - begun
    if done.findings:
        raise SystemExit(f"the game is not as it was written: {done.findings[0]}")
    return whole, replay(game)


def against_replay(game: str, runs: int) -> str:
    """Verifying against playing again, in one process that is warm."""
    steps = len(step_names(game))
    rows = [(whole, *alone) for whole, alone in (spent(game) for _ in range(runs + 1))]
    whole, rules, written = zip(*rows[1:], strict=True)
    lines = [f"verify: {statistics.median(whole) / steps * 1e3:.3f} ms a step"]
    for name, alone in (("the rules alone", rules), ("the rules, and the step written", written)):
        ratios = [one / other for one, other in zip(whole, alone, strict=True)]
        low, high = ratio.boot(ratios, random.Random(1))
        took = f"{statistics.median(alone) / steps * 1e3:.3f} ms a step"
        lines.append(f"{name}: {took}; verify is {statistics.median(ratios):.2f} times that ({low:.2f}–{high:.2f})")
    return "\n".join(lines)


def calls(work: Callable[[], object]) -> int:
    """How many functions are called."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(row.callcount for row in profile.getstats())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=40)
    parser.add_argument("--steps", type=int, default=130)
    parser.add_argument("--keep", default="", help="Play the game here, and use it again if it is there.")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        game = wish.keep or os.path.join(top, "bench")
        if not os.path.isdir(game):
            played(game, "friedrich", wish.steps)
        floor = ("import click", [sys.executable, "-c", "import click"])
        with ratio.Noise() as noise:
            rows = ratio.run([floor, ("verify", [PBEM, "verify", game])], wish.n)
        print(f"{ratio.table(rows)}\n\n{wish.n} interleaved runs; {noise}\n", flush=True)
        print(against_replay(game, max(5, wish.n // 4)))
        print(f"functions called by verify, warm: {calls(lambda: verify(game)):,}")


if __name__ == "__main__":
    main()
