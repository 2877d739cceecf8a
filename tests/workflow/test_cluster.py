"""Games played by a cluster: the table is the very same, also where a machine of it dies in the middle."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from unittest import mock

import pytest
from clusters import library

from games import START
from pbem.core import VERSION
from pbem.rulesets import ruleset_of
from pbem.store import GameFault
from pbem.workflow.engines import batches, there
from pbem.workflow.simulate import ordered, simulate
from pbem.workflow.statistics import as_text, statistics

# The program, which halts before it writes the seventh line until it is told to go on: a line takes four operations.
HALTED = f"""{START}
from pbem.store import disk
operations = []
def watcher(what, path):
    operations.append(what)
    if len(operations) == 4 * 6 + 1:
        print("halted", flush=True)
        sys.stdin.readline()
disk.watcher = watcher
if __name__ == "__main__":
    main()
"""
SIMULATE = [sys.executable, "-c", HALTED, *"simulate fredericus --mode 2p --games 24 --seed cluster".split()]
WORKER = "--no-nanny --no-dashboard --nthreads 1 --host 127.0.0.1 --death-timeout 60".split()


def begun(name: str, *words: str, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as file:
        return subprocess.Popen([sys.executable, "-m", f"distributed.cli.{name}", *words], stdout=file, stderr=file)


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, place: Path) -> None:
        self.file, self.place = place / "scheduler.json", place
        words = ("--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self.file))
        self.parts = [begun("dask_scheduler", *words, log=place / "scheduler.log")]
        self.workers = [
            begun("dask_worker", *WORKER, "--scheduler-file", str(self.file), log=place / f"worker{at}.log")
            for at in range(2)
        ]

    @property
    def address(self) -> str:
        while not self.file.exists() or not self.file.read_text():
            assert self.parts[0].poll() is None, (self.place / "scheduler.log").read_text()
            time.sleep(0.05)
        return str(json.loads(self.file.read_text())["address"])

    def end(self) -> None:
        for part in (*self.workers, *self.parts):
            part.kill()
            part.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    made = Cluster(tmp_path)
    yield made
    made.end()


def test_a_worker_that_dies_in_the_middle_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    argv = [*SIMULATE, "--cluster", cluster.address, "--out", str(out)]
    playing = subprocess.Popen(argv, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
    assert playing.stdout is not None
    assert "halted\n" == playing.stdout.readline()
    there = out.read_bytes().count(b"\n")
    cluster.workers[0].kill()
    alone = statistics(ruleset_of("fredericus"), "2p", simulate(ordered("fredericus", "2p", games=24, seed="cluster")))
    said, faults = playing.communicate("go on\n")

    assert 0 == playing.returncode, faults
    assert 6 == there
    assert as_text(alone) == said.rstrip("\n")
    assert {0} == {line.count(b'broken":["') for line in out.read_bytes().splitlines()}


@pytest.mark.parametrize(
    ("found", "said"),
    [(OSError("timed out"), "tcp://127.0.0.1:9 cannot be reached: OSError: timed out"),
     (ModuleNotFoundError("No module named 'pbem'"), "could not play the games: ModuleNotFoundError: No module"),
     ("0.0.1", "a worker of the cluster has pbem 0.0.1")],
)  # fmt: skip
def test_what_goes_wrong_on_a_cluster_is_told(found: object, said: str) -> None:
    wanted = ordered("fredericus", games=3, cluster="tcp://127.0.0.1:9")
    with mock.patch.dict(sys.modules, distributed=library(found)), pytest.raises(GameFault, match="PB562") as caught:
        list(simulate(wanted))

    assert said in caught.value.message


def test_a_worker_of_another_version_plays_nothing() -> None:
    assert VERSION == there(lambda numbers: list(numbers), "0.0.1", [1, 2])
    assert [1, 2] == there(lambda numbers: list(numbers), VERSION, [1, 2])


def test_without_the_library_it_is_told_what_to_install() -> None:
    with mock.patch.dict(sys.modules, distributed=None), pytest.raises(GameFault, match="PB562") as caught:
        list(simulate(ordered("fredericus", games=3, cluster="tcp://127.0.0.1:9")))

    assert "pip install 'pbem[cluster]'" in caught.value.hint


@pytest.mark.parametrize(("games", "workers", "most"), [(1, 2, 4), (7, 2, 4), (100, 2, 4), (1000, 64, 10)])
def test_batches_hold_every_game_once(games: int, workers: int, most: int) -> None:
    parts = batches(range(games), workers, most)

    assert list(range(games)) == [number for part in parts for number in part]
    assert max(map(len, parts)) <= most
    assert len(parts) >= min(games, 4 * workers)
