"""The commands in which bots play: loaded when one of them is called."""

from __future__ import annotations

import gc
from typing import Any

import click

from pbem.cli import cli, echo, json_text, pairs, with_bar


@cli.command()
@click.argument("ruleset", default="")
@click.option("--mode", default="", help="The way to play; the ruleset's first if left out.")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", default="pbem", show_default=True)
@click.option("--jobs", type=click.IntRange(0, 1024), default=1, show_default=True,
              help="Games at a time; 0 for as many as the machine has cores.")  # fmt: skip
@click.option("--cluster", default="", metavar="ADDRESS",
              help="Play on this Dask cluster, like tcp://10.0.0.7:8786; with the extra pbem[cluster].")  # fmt: skip
@click.option("--board", default="", metavar="NAME|DIR", help="Play on this board instead of that of the title.")
@click.option("--option", "options", multiple=True, callback=pairs, metavar="NAME=CHOICE")
@click.option("--temper", "temperaments", multiple=True, callback=pairs, metavar="ROLE=NAME")
@click.option("--out", default="", metavar="FILE",
              help="Keep the games in this file, a line each, and play only those that are missing there.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["text", "json", "csv"]), default="text")
def simulate(out: str, form: str, **order: Any) -> int:
    """Let bots play games in memory. Every invariant is looked at after every step.

    \b
    Example:
      pbem simulate --mode 4p --games 100 --jobs 2
      pbem simulate --mode 4p --games 10000 --jobs 0 --out games.jsonl
      pbem simulate --board boards/ours --games 100
    """
    from pbem.workflow import known_ruleset
    from pbem.workflow import statistics as work
    from pbem.workflow.results import simulated
    from pbem.workflow.simulate import ordered

    gc.enable()
    wanted = ordered(**order)
    found = work.statistics(known_ruleset(wanted.ruleset, "simulate"), wanted.mode, simulated(wanted, out, with_bar))
    echo(json_text(work.as_data(found)) if form == "json" else {"text": work.as_text, "csv": work.as_csv}[form](found))
    return 1 if found.faults else 0


@cli.command()
@click.argument("directory", default="demo-game")
@click.option("--ruleset", default="", help="The title; the first the program knows if left out.")
@click.option("--mode", default="", help="The way to play; the ruleset's first if left out.")
@click.option("--seed", default="winter", show_default=True)
@click.option("--turns", "--rounds", "turns", type=click.IntRange(0), default=0,
              help="Stop after this many turns or rounds.")  # fmt: skip
@click.option("--force", is_flag=True, help="Write over an earlier demonstration.")
def demo(**plan: Any) -> None:
    """Play a demonstration game with bots. It goes through the same steps as people do.

    \b
    Example:
      pbem demo --turns 3
    """
    from pbem.workflow.demo import Demo
    from pbem.workflow.demo import demo as play

    gc.enable()
    play(Demo(**plan), echo)
