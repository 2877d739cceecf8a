"""Letters out of files, a Maildir, an mbox or standard input: as they lie there, changed in nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from mailbox import mbox
from typing import NamedTuple

from pbem.store import FILE_MISSING, FILE_UNREADABLE, GameFault, read_bytes, why_of

LIMIT = 25_000_000  # bytes of one letter that are read; what is longer is kept up to there
MAILDIR = ("new", "cur")


class Incoming(NamedTuple):
    """A letter, where it was found, and when it came if that is known otherwise than by its head."""

    data: bytes
    place: str
    received: str = ""


def letters_from(source: str) -> Iterator[Incoming]:
    """The letters of a source: ``-`` for standard input, a file, an mbox, a Maildir, a folder of .eml files."""
    if source == "-":
        yield Incoming(sys.stdin.buffer.read(LIMIT + 1), "stdin")
    elif os.path.isdir(source):
        yield from _in_folder(source)
    elif not os.path.lexists(source):
        raise GameFault(FILE_MISSING, source, form="named")
    else:
        yield from _in_file(source)


def _in_folder(folder: str) -> Iterator[Incoming]:
    """All letters of a Maildir, read or unread, or all files of a folder; by name, which in a Maildir is by time."""
    inside = [os.path.join(folder, name) for name in MAILDIR]
    folders = inside if all(map(os.path.isdir, inside)) else [folder]
    paths = [os.path.join(top, name) for top in folders for name in _names(top) if not name.startswith(".")]
    for path in sorted(paths, key=os.path.basename):
        if os.path.isfile(path):
            yield Incoming(read_bytes(path, LIMIT, "named"), os.path.basename(path))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, folder, why=why_of(error)) from None


def _in_file(path: str) -> Iterator[Incoming]:
    """A letter, or the letters of an mbox, which begins with the line of the first."""
    if read_bytes(path, 5, "named")[:5] != b"From ":
        yield Incoming(read_bytes(path, LIMIT, "named"), os.path.basename(path))
        return
    box = mbox(path, create=False)
    try:
        for number, key in enumerate(box.keys(), 1):
            yield Incoming(box.get_bytes(key)[: LIMIT + 1], f"{os.path.basename(path)}, letter {number}")
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, path, why=why_of(error)) from None
    finally:
        box.close()
