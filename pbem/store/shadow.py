"""Reading a game whose last change was cut off: a copy is made and the change carried out there, never in the game.

A game directory may come from anybody. Whoever only reads it writes nothing into it, and waits for nothing in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_ISREG

from pbem.core import Code
from pbem.store import LIMIT, GameFault
from pbem.store.layout import CHANGE, is_archive
from pbem.store.locking import held
from pbem.store.transaction import CANNOT_WRITE, finish, why_unwritten
from pbem.store.transaction import LIMIT as CHANGE_LIMIT

CUT_OFF = Code(
    "PB535",
    "publication-cut-off",
    "a publication was cut off, and this archive is half the old one and half the new",
    hint="Publish the game again: that finishes it. Nothing in the archive was looked at, and nothing written.",
    about="The file `.change` holds what a publication had still to write. Only `pbem publish` and `pbem reveal`, which"
    " have the game itself, finish it; whoever reads an archive changes nothing in it.",
)


@contextmanager
def readable(directory: str) -> Iterator[str]:
    """The directory once no command is at work on it; if a change was cut off, a copy in which it is finished."""
    with held(directory, reading=True):
        if not is_cut_off(directory):
            yield directory
            return
        check_archive(directory)
        with seen_finished(directory) as copy:
            yield copy


def is_cut_off(directory: str) -> bool:
    """Whether a change waits to be finished; where no command is at work, it was cut off."""
    return os.path.lexists(os.path.join(directory, CHANGE))


def check_archive(directory: str) -> None:
    """An archive in the middle of a publication is nothing to be read."""
    if is_cut_off(directory) and is_archive(directory):
        raise GameFault(CUT_OFF, os.path.join(directory, CHANGE))


@contextmanager
def seen_finished(directory: str) -> Iterator[str]:
    """A copy of a game in which its last change is finished; faults in it are told of the game itself."""
    from tempfile import TemporaryDirectory  # not for verify: in the rarest of cases only

    with TemporaryDirectory(prefix="pbem-") as top:
        copy = os.path.join(top, os.path.basename(os.path.abspath(directory)))
        try:
            _copy(directory, copy)
            finish(copy)
            yield copy
        except OSError as error:  # of the copy: the game itself is only read
            raise GameFault(CANNOT_WRITE, copy, **why_unwritten(error)) from None
        except GameFault as fault:
            raise GameFault(fault.code, original(fault.file, copy, directory), **fault.facts) from None


def original(file: str, copy: str, directory: str) -> str:
    """The file of the game that one of its copy stands for."""
    return directory + file[len(copy) :] if file == copy or file.startswith(copy + os.sep) else file


def _copy(directory: str, copy: str) -> None:
    """Plain files up to the size a game can have; in place of the rest a link, which is read with the same care."""
    from shutil import copyfile  # not for verify

    for top, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(".")]
        here = os.path.join(copy, os.path.relpath(top, directory))
        os.makedirs(here, 0o700, exist_ok=True)
        for name in (*names, *(name for name in folders if os.path.islink(os.path.join(top, name)))):
            source, target = os.path.join(top, name), os.path.join(here, name)
            found, most = os.lstat(source), CHANGE_LIMIT if name == CHANGE else LIMIT
            if S_ISREG(found.st_mode) and found.st_size <= most:
                copyfile(source, target)
            else:
                with suppress(OSError):
                    os.symlink(os.path.abspath(source), target)
