"""One command for many games, a folder of them or several: one that is broken does not stop the rest."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pbem.core import Record
from pbem.store import GameFault
from pbem.store.layout import GAME, is_game


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
    """The games and archives in a folder, by name; none if it is a game itself, or no folder."""
    if is_game(path) or not os.path.isdir(path):
        return []
    inside = (os.path.join(path, name) for name in sorted(os.listdir(path)))
    return [found for found in inside if os.path.isfile(os.path.join(found, GAME))]


def games_of(paths: Sequence[str]) -> list[str]:
    """All games that a command line names, each once, in its order; what is no game is complained of in its place."""
    return list(dict.fromkeys(found for path in paths for found in games_in(path) or [path]))


def each(work: Work, directories: Sequence[str], jobs: int = 1) -> Iterator[Told]:
    """Do it with one game after the other, or with several at once; what is told comes in the order of the games."""
    jobs = min(jobs or os.cpu_count() or 1, len(directories))
    if len(directories) > FEW:
        work = partial(_by_rows, work)
    if jobs < 2:
        yield from (done(work, directory) for directory in directories)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:  # processes that stay, and so are warm after their first game
        yield from pool.map(partial(done, work), directories)


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


FAILED = "failed"
# What a summary says of each sort of games, in the order in which it says it.
SORTS = {
    "done": "done",
    "waits": "waiting for sheets",
    "ready": "to be adjudicated or gathered",
    "over": "over",
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
