"""One lock for all systems the program runs on: it keeps two commands apart and dies with the process that holds it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EACCES, EDEADLK
from importlib import import_module
from time import monotonic, sleep
from typing import Any

from pbem.core import Code, Form, Record
from pbem.store import FILE_UNREADABLE, GameFault
from pbem.store.layout import LOCK

BUSY = Code(
    "PB516",
    "busy",
    "another command is at work on this game",
    hint="Wait until it has finished, then run this one again.",
    forms={"file": Form("another command is at work on this file")},
    about="Only one command at a time writes to a game, or to a file of simulated games.",
)
NO_LOCK = Code(
    "PB525",
    "no-lock",
    "the game cannot be locked here: {why}",
    hint="Nothing was written. Keep the game on a disk of this computer, and run the program with a whole Python.",
    about="Only one command at a time writes to a game. Where the system or the disk has no locks that could be relied"
    " upon (some network folders), nothing is written at all.",
    forms={"python": Form("the game cannot be locked here: Python has neither fcntl nor msvcrt")},
)

PATIENCE = 10.0  # seconds to wait for another command on the same game


class Way(Record):
    """How a system locks: what is opened for it, one try that says whether it was taken, and letting go."""

    opened: Callable[[str], int]
    taken: Callable[[int], bool]
    freed: Callable[[int], None]
    needs: str = ""  # the file that is made for it; whoever only reads makes none


def check_lock(directory: str) -> None:
    """Refuse where Python knows no lock, before anything is written for a folder that is not there yet."""
    _way(directory)


@contextmanager
def held(directory: str, reading: bool = False) -> Iterator[None]:
    """Hold a directory; other commands wait for it a while. Without a lock nothing is done at all.

    With ``reading`` nothing is made for the lock: where its file is not there, no command has ever written.
    """
    way = _way(directory)
    if reading and way.needs and not os.path.lexists(os.path.join(directory, way.needs)):
        yield
        return
    try:
        descriptor = way.opened(directory)
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, directory, why=error.strerror) from None
    try:
        _take(way, descriptor, directory)
        try:
            yield
        finally:
            way.freed(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def held_file(path: str, patience: float | None = None) -> Iterator[None]:
    """Hold a single file, which is made if it is not there; for so many seconds it is waited for."""
    way = _way(path)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, path, why=error.strerror) from None
    try:
        os.lseek(descriptor, FAR, os.SEEK_SET)  # Windows locks bytes, and those that are written must be free
        _take(way, descriptor, path, "file", patience)
        yield
    finally:
        os.close(descriptor)  # which lets go of it, on every system


FAR = 2**40


def _take(way: Way, descriptor: int, directory: str, form: str = "", patience: float | None = None) -> None:
    until = monotonic() + (PATIENCE if patience is None else patience)
    while not _tried(way, descriptor, directory):
        if monotonic() > until:
            raise GameFault(BUSY, directory, form=form)
        sleep(0.02)


def _tried(way: Way, descriptor: int, directory: str) -> bool:
    try:
        return way.taken(descriptor)
    except OSError as error:  # a file system that cannot lock
        raise GameFault(NO_LOCK, directory, why=error.strerror) from None


def _way(directory: str) -> Way:
    for known in (_by_fcntl, _by_msvcrt):
        try:
            return known()
        except ImportError:
            continue
    raise GameFault(NO_LOCK, directory, form="python")


def _by_fcntl() -> Way:
    """Linux, macOS: the folder itself is locked, and let go when it is closed."""
    from fcntl import LOCK_EX, LOCK_NB, flock

    def taken(descriptor: int) -> bool:
        try:
            flock(descriptor, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return False
        return True

    return Way(lambda directory: os.open(directory, os.O_RDONLY), taken, lambda descriptor: None)


def _by_msvcrt() -> Way:
    """Windows: the first byte of a file in the folder is locked."""
    msvcrt: Any = import_module("msvcrt")  # its names are known to type checkers on Windows only

    def taken(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (EACCES, EDEADLK):
                return False
            raise
        return True

    def freed(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

    def opened(directory: str) -> int:
        return os.open(os.path.join(directory, LOCK), os.O_RDWR | os.O_CREAT, 0o600)

    return Way(opened, taken, freed, LOCK)
