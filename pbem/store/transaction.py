"""A change of several files that happens whole or not at all.

What is to be done is written to one file, `.change.tmp`; its renaming to `.change` is the moment it has happened. Then
it is carried out, and the file removed. Whoever takes the lock next finishes what was cut off in between: every part of
it can be done twice without harm.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from errno import EDQUOT, ENOSPC
from typing import Any

from pbem.core import Code, Form, sha256
from pbem.store import GameFault, disk, layout, read_bytes
from pbem.store.layout import CHANGE, CHANGE_BEGUN, half_written

CANNOT_WRITE = Code(
    "PB517",
    "cannot-write",
    "the file cannot be written: {why}",
    hint="Look at the free space and the permissions; the game is as it was before.",
    about="The operating system refused the write. The game stands where it stood.",
    forms={
        "folder": Form("the file cannot be written: a folder stands in its place", "Move the folder away."),
        "no-folder": Form("this cannot be written into: it is not a folder", "Move the file away."),
        "full": Form(
            "the disk is full, and this was not written",
            "Make room and run the command again; the game is as it was before.",
        ),
        "no-file": Form(
            "this cannot be written over: it is no regular file, but a pipe, a device or the like",
            "Name another file; what is there was not touched.",
        ),
        "named": Form(
            "the file cannot be written: {why}",
            "Look at its folder and the permissions, or name another file.",
        ),
        "named-full": Form(
            "the disk is full, and this was not written",
            "Make room, or name a file elsewhere, and run the command again.",
        ),
        "games-full": Form(
            "the disk is full, and the last of the games was not written",
            "Make room and run the command again: the games that are in the file are not played again.",
        ),
        "output": Form(
            "the disk is full, and what the command says was not written to its end",
            "Make room. What the command does to a game is done; `pbem next` tells how the game stands.",
        ),
    },
)
UNFINISHED = Code(
    "PB527",
    "unfinished",
    "the change has happened, but could not be written to its end: {why}",
    hint="Make room or mend the disk; the next command on this game finishes it. Do not repeat this one.",
    about="A change of several files is first written down as a whole. From that moment on it has happened; the files"
    " follow, and if they cannot be written now, the next command writes them.",
    forms={
        "full": Form(
            "the change has happened, but the disk is full, and not all of its files are written",
            "Make room; the next command on this game writes the rest. Do not repeat this one.",
        )
    },
)


def why_unwritten(error: OSError) -> dict[str, Any]:
    """The facts of a fault about what could not be written: a full disk has a sentence of its own."""
    return {"form": "full"} if error.errno in FULL else {"why": error.strerror}


def why_named(error: OSError) -> dict[str, Any]:
    """The same of a file that somebody named, which is no part of a game."""
    return {"form": "named-full"} if error.errno in FULL else {"form": "named", "why": error.strerror}


FULL = (ENOSPC, EDQUOT)
CHANGE_DAMAGED = Code(
    "PB528",
    "change-damaged",
    "a change that was cut off cannot be finished: the file is damaged",
    hint="Bring the game back from a backup; nothing was done with the file.",
    about="The file `.change` holds a change that has happened but was not written to its end. It carries a digest, and"
    " that does not fit; or it speaks of files that no game has, or that lie outside of it, and so it was written by"
    " somebody else.",
)

_FIRST, NEWLINE = b"pbem change 1", b"\n"
LIMIT = 256 * 1024 * 1024  # bytes: all reports of a long game at once are less
# What a game or an archive can have; a change that speaks of anything else was not written by the program.
_AT_TOP = (*layout.TABLES, *layout.PAGES)
_BELOW = rf"({'|'.join(layout.FOLDERS)})(/[A-Za-z0-9][A-Za-z0-9_.-]*){{1,4}}"


# Plain classes: four named tuples would cost a twentieth of a millisecond each at every start.


class Put:
    """A file is there with these bytes."""

    __slots__ = __match_args__ = ("name", "data", "mode")

    def __init__(self, name: str, data: bytes, mode: int = disk.PRIVATE) -> None:
        self.name = name  # inside the directory, with / between folders
        self.data, self.mode = data, mode


class Append:
    """A file goes on with these bytes from that place on."""

    __slots__ = __match_args__ = ("name", "start", "data", "mode")

    def __init__(self, name: str, start: int, data: bytes, mode: int = disk.PRIVATE) -> None:
        self.name, self.start, self.data, self.mode = name, start, data, mode


class Move:
    """A file or folder has another name."""

    __slots__ = __match_args__ = ("name", "target")

    def __init__(self, name: str, target: str) -> None:
        self.name, self.target = name, target


class Remove:
    """A file is not there any more."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


Part = Put | Append | Move | Remove


def commit(directory: str, parts: Sequence[Part]) -> None:
    """Let all of it happen; the lock of the directory is held."""
    if not parts:
        return
    for part in parts:
        _check_room(directory, part)
    temporary, change = os.path.join(directory, CHANGE_BEGUN), os.path.join(directory, CHANGE)
    try:
        disk.write(temporary, _written(parts), disk.PRIVATE)
        disk.rename(temporary, change)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, directory, **why_unwritten(error)) from None
    try:
        disk.sync_folder(directory)
        _carry_out(directory, parts)
    except OSError as error:
        raise GameFault(UNFINISHED, directory, **why_unwritten(error)) from None


def _check_room(directory: str, part: Part) -> None:
    """Whether nothing stands in the way of a part: what has happened must also be possible to carry out."""
    if isinstance(part, Remove):
        return
    name = part.target if isinstance(part, Move) else part.name
    *folders, _ = name.split("/")
    path = directory
    for folder in folders:
        path = os.path.join(path, folder)
        if os.path.lexists(path) and not os.path.isdir(path):
            raise GameFault(CANNOT_WRITE, path, form="no-folder")
    goal = layout.path(directory, name)
    if os.path.isdir(goal):
        raise GameFault(CANNOT_WRITE, goal, form="folder")


def changed(files: Mapping[str, bytes], parts: Sequence[Part]) -> dict[str, bytes]:
    """The files of a directory as they will be after a change that puts files there or goes on with them."""
    found = dict(files)
    for part in parts:
        match part:
            case Put(name, data, _):
                found[name] = data
            case Append(name, start, data, _):
                found[name] = found.get(name, b"")[:start] + data
            case Move() | Remove():
                raise NotImplementedError(part.name)  # no command that asks has one
    return found


def planned(directory: str, name: str) -> bytes | None:
    """What a change that was cut off will put into a file, if it touches it."""
    change = os.path.join(directory, CHANGE)
    if not os.path.lexists(change):
        return None
    parts = _read(_content(change), change)
    return next((part.data for part in parts if isinstance(part, Put) and part.name == name), None)


def finish(directory: str) -> None:
    """Finish what a command that was cut off left; the lock of the directory is held."""
    temporary, change = os.path.join(directory, CHANGE_BEGUN), os.path.join(directory, CHANGE)
    try:
        if os.path.lexists(change):
            parts = tuple(_read(_content(change), change))
            _check_links(directory, parts, change)
            disk.sync_folder(directory)
            _carry_out(directory, parts, again=True)
        if os.path.lexists(temporary):
            disk.unlink(temporary)
    except OSError as error:
        if os.path.lexists(change):
            raise GameFault(UNFINISHED, directory, **why_unwritten(error)) from None
        raise GameFault(CANNOT_WRITE, directory, **why_unwritten(error)) from None


def _content(change: str) -> bytes:
    return read_bytes(change, LIMIT)


def _carry_out(directory: str, parts: Sequence[Part], again: bool = False) -> None:
    """Do every part, let all of it last, and only then forget the change.

    ``again``: a command was cut off in the middle; it may have made folders and files whose names do not last yet.
    """
    touched: dict[str, None] = {}
    for part in parts:
        touched.update(dict.fromkeys(_done(directory, part)))
        if again:
            touched.update(dict.fromkeys(_above(directory, part)))
    for folder in touched:
        disk.sync_folder(folder)
    disk.unlink(os.path.join(directory, CHANGE))


def _above(directory: str, part: Part) -> Iterator[str]:
    """All folders in which a part may have changed names, up to the directory."""
    for name in (part.name, part.target) if isinstance(part, Move) else (part.name,):
        folders = name.split("/")[:-1]
        yield from (os.path.join(directory, *folders[:count]) for count in range(len(folders) + 1))


def _done(directory: str, part: Part) -> Iterator[str]:
    """Do one part, and name the folders in which it changed names."""
    path = layout.path(directory, part.name)
    match part:
        case Put(_, data, mode):
            yield from _made_folders(path, mode)
            temporary = os.path.join(os.path.dirname(path), half_written(os.path.basename(path)))
            disk.write(temporary, data, mode)
            disk.rename(temporary, path)
            yield os.path.dirname(path)
        case Append(_, start, data, mode):
            if not os.path.lexists(path):  # else it has its name for good already
                yield from (*_made_folders(path, mode), os.path.dirname(path))
            disk.write_at(path, start, data, mode)
        case Move(_, target):
            goal = layout.path(directory, target)
            if os.path.lexists(path):
                yield from _made_folders(goal, disk.PRIVATE)
                disk.rename(path, goal)
            yield from (os.path.dirname(path), os.path.dirname(goal))
        case Remove():
            disk.unlink(path)
            yield os.path.dirname(path)


def _made_folders(path: str, mode: int) -> list[str]:
    """Make the folder of a file and those above it that are missing; the folders in which they are new."""
    folder = os.path.dirname(path)
    return disk.mkdir(folder, folder_mode(mode)) if folder else []


def folder_mode(mode: int) -> int:
    """The mode of a folder for files of that mode."""
    return 0o700 if mode == disk.PRIVATE else 0o777


# the file of a change: a line for each part, with its bytes behind it, and the digest of all of it


def _written(parts: Sequence[Part]) -> bytes:
    found = [_FIRST]
    for part in parts:
        match part:
            case Put(name, data, mode):
                found += [f"put {mode} {len(data)} {name}".encode(), data]
            case Append(name, start, data, mode):
                found += [f"append {mode} {start} {len(data)} {name}".encode(), data]
            case Move(name, target):
                found.append(f"move {name}\t{target}".encode())
            case Remove(name):
                found.append(f"remove {name}".encode())
    body = b"\n".join(found) + b"\n"
    return body + f"end {sha256(body).hex()}\n".encode()


def _read(data: bytes, path: str) -> Iterator[Part]:
    body, _, end = data.removesuffix(b"\n").rpartition(b"\n")
    if end != f"end {sha256(body + NEWLINE).hex()}".encode() or not body.startswith(_FIRST):
        raise GameFault(CHANGE_DAMAGED, path)
    at, whole = len(_FIRST) + 1, body + b"\n"
    try:
        while at < len(whole):
            stop = whole.index(b"\n", at)
            part, at = _part(whole, whole[at:stop].decode(), stop + 1)
            _check_names(part)
            yield part
    except ValueError:  # whoever reckoned the digest of such a file, it was not the program
        raise GameFault(CHANGE_DAMAGED, path) from None


def _part(whole: bytes, line: str, at: int) -> tuple[Part, int]:
    """The part that a line begins, and where the next line is."""
    match line.split(" "):  # no name of ours has a space
        case ["put", mode, length, name]:
            data = _bytes_at(whole, at, int(length))
            return Put(name, data, _mode(mode)), at + len(data) + 1
        case ["append", mode, start, length, name] if int(start) >= 0:
            data = _bytes_at(whole, at, int(length))
            return Append(name, int(start), data, _mode(mode)), at + len(data) + 1
        case ["move", names]:
            name, target = names.split("\t")
            return Move(name, target), at
        case ["remove", name]:
            return Remove(name), at
    raise ValueError(line)


def _bytes_at(whole: bytes, at: int, length: int) -> bytes:
    """So many bytes from a place on, with the end of their line behind them."""
    if length < 0 or whole[at + length : at + length + 1] != NEWLINE:
        raise ValueError(length)
    return whole[at : at + length]


def _mode(word: str) -> int:
    if int(word) not in (disk.PRIVATE, disk.PUBLIC):
        raise ValueError(word)
    return int(word)


def _check_names(part: Part) -> None:
    """Whether a part speaks of files that a game or an archive can have, and so of none outside of it."""
    for name in (part.name, part.target) if isinstance(part, Move) else (part.name,):
        if name not in _AT_TOP and not re.fullmatch(_BELOW, name, re.ASCII):
            raise ValueError(name)


def _check_links(directory: str, parts: Sequence[Part], path: str) -> None:
    """Whether no folder on the way is a link, which could lead out of the directory."""
    names = [name for part in parts for name in ((part.name, part.target) if isinstance(part, Move) else (part.name,))]
    folders = {"/".join(name.split("/")[:depth]) for name in names for depth in range(1, name.count("/") + 1)}
    for folder in sorted(folders):
        if os.path.islink(layout.path(directory, folder)):
            raise GameFault(CHANGE_DAMAGED, path)
