"""The one door to the disk: whatever changes a file or a folder goes through here, one operation at a time.

Tests put a watcher before the door: it sees every operation before it is done and can make it fail, cut it short, or
end the process, as a bad disk, a full one or a power cut would.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

PRIVATE, PUBLIC = 0o600, 0o666  # what belongs to the moderator alone, and what is meant for others
# Windows would end lines in its own way without the first; no link is followed, and no pipe waited for.
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

# The name of the operation and its path; what it returns is how many bytes a write may write.
watcher: Callable[[str, str], int | None] | None = None


def _before(what: str, path: str) -> int | None:
    return watcher(what, path) if watcher is not None else None


def write(path: str, data: bytes, mode: int, sync: bool = True) -> None:
    """Make a file with these bytes, or write over it."""
    _before("open", path)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode)
    try:
        _write_all(descriptor, path, data)
        if sync:
            _sync(descriptor, path)
    finally:
        os.close(descriptor)


def write_at(path: str, start: int, data: bytes, mode: int) -> None:
    """Let a file end with these bytes from that place on; it is made if it is not there."""
    _before("open", path)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, mode)
    try:
        _before("truncate", path)
        os.ftruncate(descriptor, start)
        os.lseek(descriptor, start, os.SEEK_SET)
        _write_all(descriptor, path, data)
        _sync(descriptor, path)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, path: str, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        most = _before("write", path)
        rest = rest[os.write(descriptor, rest if most is None else rest[:most]) :]


def _sync(descriptor: int, path: str) -> None:
    _before("sync", path)
    os.fsync(descriptor)


def rename(source: str, target: str) -> None:
    """Give a file or folder another name; a file of that name gives way."""
    _before("rename", target)
    os.replace(source, target)


def unlink(path: str) -> None:
    """Remove a file, if it is there."""
    _before("unlink", path)
    with suppress(FileNotFoundError):
        os.unlink(path)


def rmdir(path: str) -> None:
    """Remove an empty folder."""
    _before("rmdir", path)
    os.rmdir(path)


def mkdir(path: str, mode: int) -> list[str]:
    """Make a folder and those above it; the folders in which they are new, whose names last when they are synced."""
    if os.path.isdir(path):
        return []
    parent = os.path.dirname(path)
    touched = mkdir(parent, mode) if parent else []
    _before("mkdir", path)
    if not os.path.isdir(path):
        os.mkdir(path, mode)
    return [*touched, parent]


def rmtree(path: str) -> None:
    """Remove a folder with all that is in it, as far as it can be removed."""
    from shutil import rmtree as remove  # not for adjudicate

    _before("rmtree", path)
    remove(path, ignore_errors=True)


def sync_folder(folder: str) -> None:
    """Make the names in a folder last, where the system can: Windows opens no folders, and writes names at once."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    _before("sync folder", folder)
    descriptor = os.open(folder or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
