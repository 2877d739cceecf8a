"""One command for many games, a folder of them or several: one that is broken does not stop the rest."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pbem.core import Record
from pbem.store import GameFault
from pbem.store.layout import is_game, is_leftover, was_game

if TYPE_CHECKING:
    from concurrent.futures import Future


class Told(Record):
    """What a command has to say of one game."""

    directory: str
    text: str = ""  # for people
    data: Mapping[str, Any] = {}  # for programs
    sort: str = "done"  # under which the summary counts it
    code: int = 0  # the exit code for this game alone
    fault: str = ""  # why nothing could be done with it


Work = Callable[[str], Told]


def is_many(paths: Sequence[str]) -> bool:
    """Whether a command line names several games, or a folder that is none but holds some."""
    return len(paths) != 1 or bool(games_in(paths[0]))


def games_in(path: str) -> list[str]:
    """The games and archives in a folder, by name; none if it is a game itself, or no folder.

    One that has lost its game.toml is among them: it is broken, and that must be told.
    """
    if is_game(path) or not os.path.isdir(path):
        return []
    inside = (os.path.join(path, name) for name in sorted(os.listdir(path)) if not is_leftover(name))
    return [found for found in inside if is_game(found) or was_game(found)]


def games_of(paths: Sequence[str]) -> list[str]:
    """All games that a command line names, each once, in its order; what is no game is complained of in its place."""
    return list(dict.fromkeys(found for path in paths for found in games_in(path) or [path]))


def each(work: Work, directories: Sequence[str], jobs: int = 1) -> Iterator[Told]:
    """Do it with one game after the other, or with several at once; what is told comes in the order of the games."""
    jobs = min(jobs or cores(), len(directories))
    if len(directories) > FEW:
        work = partial(_by_rows, work)
    if jobs < 2:
        yield from (done(work, directory) for directory in directories)
    else:
        yield from _at_once(work, directories, jobs)


def cores() -> int:
    """How many processes this machine can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _at_once(work: Work, directories: Sequence[str], jobs: int) -> Iterator[Told]:
    """Several games at once. Where a process is killed, all that were not done yet are done again one by one."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    pool = ProcessPoolExecutor(jobs)  # processes that stay, and so are warm after their first game
    coming: dict[str, Future[Told]] = {}
    try:
        with suppress(BrokenExecutor):
            for directory in directories:
                coming[directory] = pool.submit(done, work, directory)
        for directory in directories:
            try:
                yield coming[directory].result()
            except (BrokenExecutor, KeyError):
                yield done(partial(by_itself, work), directory)
    finally:
        pool.shutdown(cancel_futures=True)


def by_itself(work: Work, directory: str) -> Told:
    """One game in a process of its own, which takes no other with it if it is killed."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    try:
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(done, work, directory).result()
    except BrokenExecutor:
        from pbem.workflow.simulation_codes import NO_WORKERS  # not for next

        raise GameFault(NO_WORKERS, directory, form="killed") from None


FEW = 6  # games, for which it does not pay to prepare for many


def _by_rows(work: Work, directory: str) -> Told:
    """The work in a process that reads many files, also if it was started anew."""
    from pbem.store.rows import read_by_rows  # not for next

    read_by_rows()
    return work(directory)


def done(work: Work, directory: str) -> Told:
    """What is told of a game, also if nothing can be done with it."""
    try:
        return work(directory)
    except GameFault as fault:
        row = {"directory": directory, "code": fault.code.id, "fault": fault.message, "hint": fault.hint}
        return Told(directory, "", row, FAILED, 2, f"{fault.message}\n   = hint: {fault.hint}")
    except Exception as error:  # a fault of the program, which is no fault of the other games
        said = " ".join(f"{directory}: a fault of the program: {type(error).__name__}: {error}".split())[:300]
        return Told(directory, "", {"directory": directory, "code": "", "fault": said, "hint": ""}, FAILED, 2, said)


def row_of(told: Told) -> dict[str, Any]:
    """One game for programs: whether all is well with it, the code and sentence of what went wrong, and the rest."""
    first = {"directory": told.directory, "ok": told.code == 0, "sort": told.sort, "code": "", "fault": "", "hint": ""}
    return {**first, **told.data}


FAILED = "failed"
# What a summary says of each sort of games, in the order in which it says it.
SORTS = {
    "done": "done",
    "waits": "waiting for sheets",
    "ready": "to be adjudicated or gathered",
    "over": "over",
    "handed": "handed over to another moderator",
    "sound": "as they were written",
    "older": "with steps of older rules, which are not played again",
    "same": "unchanged under this version",
    "changes": "that would change under this version",
    "changed": "not as they were written",
    FAILED: "failed",
}


def summary(rows: Sequence[Told]) -> str:
    """How many games there are of each sort."""
    count = Counter(row.sort for row in rows)
    return "; ".join(
        [f"games: {len(rows)}", *(f"{said}: {count[sort]}" for sort, said in SORTS.items() if count[sort])]
    )


def exit_code(rows: Sequence[Told]) -> int:
    """2 if something could not be done with a game, else 1 if a game has faults, else 3 if one has older rules."""
    codes = {row.code for row in rows}
    return next((code for code in (2, 1, 3) if code in codes), 0)


def namesakes(directories: Sequence[str]) -> list[str]:
    """The names that several of the games have: what is written of each goes into a folder of its name."""
    count = Counter(name_of(directory) for directory in directories)
    return [name for name, number in count.items() if number > 1]


def name_of(directory: str) -> str:
    return os.path.basename(os.path.abspath(directory))
