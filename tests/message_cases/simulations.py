"""Simulations: files of games that are of no use, and nobody to play."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any
from unittest import mock

from clusters import library

from message_cases.common import case
from pbem.rulesets import ruleset_of
from pbem.store import disk
from pbem.workflow import many
from pbem.workflow import simulate as work
from pbem.workflow.mapping import form_of
from pbem.workflow.new import Plan, new
from pbem.workflow.plotting import plot_of
from pbem.workflow.results import simulated
from pbem.workflow.simulate import ordered

OUT = "games.jsonl"


def begun() -> list[str]:
    """The lines of a file with two games."""
    simulated(ordered("fredericus", mode="2p", games=2, seed="winter"), OUT)
    return Path(OUT).read_text(encoding="utf-8").splitlines()


@case("PB560", "games of another seed")
def other_seed() -> Any:
    begun()
    return simulated(ordered("fredericus", mode="2p", games=2, seed="summer"), OUT)


@case("PB560", "games of a program that played otherwise")
def other_game() -> Any:
    lines = begun()
    Path(OUT).write_text("\n".join([lines[0], lines[1].replace('"steps":', '"steps":9'), ""]), encoding="utf-8")
    return simulated(ordered("fredericus", mode="2p", games=2, seed="winter"), OUT)


@case("PB517", "games on a full disk")
def full() -> Any:
    def failing(what: str, path: str) -> None:
        raise OSError(28, "No space left on device")

    disk.watcher = failing
    try:
        return simulated(ordered("fredericus"), OUT)
    finally:
        disk.watcher = None


@case("PB561", "games into a letter")
def no_results() -> Any:
    Path(OUT).write_text("Dear Anna,\n", encoding="utf-8")
    return simulated(ordered("fredericus"), OUT)


@case("PB561", "a line that is no game")
def no_game() -> Any:
    lines = begun()
    Path(OUT).write_text("\n".join([*lines[:2], "?", lines[2], ""]), encoding="utf-8")
    return simulated(ordered("fredericus", mode="2p", games=3, seed="winter"), OUT)


@case("PB561", "a game told in two ways")
def two_games() -> Any:
    lines = begun()
    Path(OUT).write_text("\n".join([*lines, lines[2].replace('"steps":', '"steps":9'), ""]), encoding="utf-8")
    return simulated(ordered("fredericus", mode="2p", games=3, seed="winter"), OUT)


@case("PB516", "two simulations into one file")
def busy_file() -> Any:
    def watch(games: Any, _: int) -> Any:
        simulated(ordered("fredericus"), OUT)

    with mock.patch("pbem.store.locking.PATIENCE", 0.0):
        return simulated(ordered("fredericus"), OUT, watch)


@case("PB519", "a figure that the title does not have")
def no_such_figure() -> Any:
    begun()
    return plot_of(OUT, wanted=("gold",))


@case("PB543", "a plot into a file of no picture")
def no_plot() -> Any:
    return form_of("plot.docx", "plot")


@case("PB563", "a plot of a title that counts nothing")
def no_figures() -> Any:
    castle = ruleset_of("fredericus")
    new(Plan("castle", "fredericus", seed="a"))
    with mock.patch("pbem.rulesets.fredericus.RULESET", castle._replace(figures=None)):
        return plot_of("castle")


def on_cluster(found: Any) -> Any:
    """Games on a cluster whose library gives this."""
    with mock.patch.dict(sys.modules, distributed=found):
        return list(work.simulate(ordered("fredericus", games=3, cluster="tcp://10.0.0.7:8786")))


@case("PB562", "a cluster that does not answer")
def no_cluster() -> Any:
    return on_cluster(library(OSError("Timed out trying to connect to tcp://10.0.0.7:8786 after 30 s")))


@case("PB562", "a cluster without its library")
def no_library() -> Any:
    return on_cluster(None)


@case("PB562", "a worker with an older program")
def older_worker() -> Any:
    return on_cluster(library("0.0.1"))


@case("PB562", "a worker without the program")
def other_worker() -> Any:
    return on_cluster(library(ModuleNotFoundError("No module named 'pbem'")))


def ended(order: Any, numbers: Any) -> Any:
    """In place of a batch: the process is killed, unless it is the first, which all begin from."""
    if 0 not in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return []


@case("PB562", "a process ended from outside")
def died() -> Any:
    with mock.patch.object(work, "play_batch", ended):
        return list(work.simulate(ordered("fredericus", games=3, jobs=2)))


def killed(directory: str) -> Any:
    """In place of work at a game."""
    os.kill(os.getpid(), signal.SIGKILL)


@case("PB562", "a process at one of many games ended from outside, twice")
def killed_twice() -> Any:
    return many.by_itself(killed, "winter")
