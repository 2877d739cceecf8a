"""Who plays the games of a simulation: the cores of this machine, or those of a cluster.

A number makes a game, so it is all the same who plays it and when. Games are handed out in batches, and come back in
whatever order they are over.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from threading import Thread, active_count
from time import sleep
from typing import Any, TypeVar

from pbem.core import VERSION
from pbem.store import GameFault
from pbem.workflow.simulation_codes import NO_WORKERS

T = TypeVar("T")
Play = Callable[[Sequence[int]], list[T]]
PATIENCE = 30  # seconds to wait for a cluster and its first worker
MOST_AT_ONCE = 10  # games of a batch that goes to another machine
WARM = 2  # games after which nearly all tables are built
AT_ONCE = 4  # games of a batch: few enough that little is lost with a process, and many to one message


def batches(numbers: Sequence[int], workers: int, most: int = AT_ONCE) -> list[Sequence[int]]:
    """The numbers in equal parts, small enough that the last of them keeps nobody waiting."""
    size = max(1, min(most, len(numbers) // (4 * workers)))
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def on_cores(play: Play[T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """The games of some numbers, on so many cores.

    The first ones are played here: what they load and build is then there for all processes that part from this one.
    """
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed

    first = min(WARM, max(1, len(numbers) // (2 * jobs)))
    yield from play(numbers[:first])
    gc.freeze()  # so that no process touches, and so copies, what all share
    pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_leave_with, initargs=(os.getpid(),))
    try:
        for ready in as_completed([pool.submit(play, batch) for batch in batches(numbers[first:], jobs)]):
            yield from ready.result()
    except BrokenExecutor:
        raise GameFault(NO_WORKERS, "simulate", form="died") from None
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()


def on_cluster(play: Play[T], numbers: Sequence[int], address: str) -> Iterator[T]:
    """The games of some numbers, on the workers of a Dask cluster; what a worker had that dies, another plays again."""
    try:
        dask: Any = import_module("distributed")  # it has no types of its own
    except ImportError:
        raise GameFault(NO_WORKERS, "simulate", form="library") from None
    try:
        client = dask.Client(address, timeout=PATIENCE)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError) as error:  # OSError: also where nobody answers in time
        raise GameFault(NO_WORKERS, "simulate", address=address, why=_line(error)) from None
    with client:
        parts = batches(numbers, sum(client.nthreads().values()), MOST_AT_ONCE)
        for ready in dask.as_completed(client.map(partial(there, play, VERSION), parts, pure=False, retries=3)):
            yield from _fetched(ready, address)
            ready.release()


def there(play: Play[T], version: str, numbers: Sequence[int]) -> list[T] | str:
    """On a worker: the games, or its version of the program if that is another one."""
    return play(numbers) if version == VERSION else VERSION


def _fetched(ready: Any, address: str) -> Any:
    """What a worker sent back; whatever went wrong there is a fault with a code."""
    try:
        games = ready.result()
    except Exception as error:  # of the library, of the network, or of a worker without the program
        raise GameFault(NO_WORKERS, "simulate", form="lost", address=address, why=_line(error)) from error
    if isinstance(games, str):
        raise GameFault(NO_WORKERS, "simulate", form="version", found=games, known=VERSION)
    return games


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def _context() -> Any:
    """How processes are begun: parted from this one where that is safe, else anew.

    macOS has libraries that fail in a process so made, and no thread may be cut off in the middle of its work.
    """
    from multiprocessing import get_context

    return get_context("fork" if sys.platform == "linux" and active_count() == 1 else "spawn")


def _leave_with(parent: int) -> None:
    """In a process that plays: leave when the one that began it was killed, instead of waiting for ever."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
