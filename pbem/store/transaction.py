"""A change of several files that happens whole or not at all.

What is to be done is written to one file, `.change.tmp`; its renaming to `.change` is the moment it has happened. Then
it is carried out, and the file removed. Whoever takes the lock next finishes what was cut off in between: every part of
it can be done twice without harm.
"""

import os
from collections.abc import Iterator, Sequence

from pbem.core import sha256
from pbem.store import CANNOT_WRITE, CHANGE_DAMAGED, UNFINISHED, GameFault, disk

NAME = ".change"
TEMPORARY = ".change.tmp"
_FIRST = b"pbem change 1"


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
    temporary, change = os.path.join(directory, TEMPORARY), os.path.join(directory, NAME)
    try:
        disk.write(temporary, _written(parts), disk.PRIVATE)
        disk.rename(temporary, change)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, directory, why=error.strerror) from None
    try:
        disk.sync_folder(directory)
        _carry_out(directory, parts)
    except OSError as error:
        raise GameFault(UNFINISHED, directory, why=error.strerror) from None


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
    goal = os.path.join(directory, *name.split("/"))
    if os.path.isdir(goal):
        raise GameFault(CANNOT_WRITE, goal, form="folder")


def planned(directory: str, name: str) -> bytes | None:
    """What a change that was cut off will put into a file, if it touches it."""
    change = os.path.join(directory, NAME)
    if not os.path.lexists(change):
        return None
    parts = _read(_content(change), change)
    return next((part.data for part in parts if isinstance(part, Put) and part.name == name), None)


def finish(directory: str) -> None:
    """Finish what a command that was cut off left; the lock of the directory is held."""
    temporary, change = os.path.join(directory, TEMPORARY), os.path.join(directory, NAME)
    try:
        if os.path.lexists(change):
            parts = tuple(_read(_content(change), change))
            disk.sync_folder(directory)
            _carry_out(directory, parts, again=True)
        if os.path.lexists(temporary):
            disk.unlink(temporary)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, directory, why=error.strerror) from None


def _content(change: str) -> bytes:
    with open(change, "rb") as file:  # larger than any one file of a game may be
        return file.read()


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
    disk.unlink(os.path.join(directory, NAME))


def _above(directory: str, part: Part) -> Iterator[str]:
    """All folders in which a part may have changed names, up to the directory."""
    for name in (part.name, part.target) if isinstance(part, Move) else (part.name,):
        folders = name.split("/")[:-1]
        yield from (os.path.join(directory, *folders[:count]) for count in range(len(folders) + 1))


def _done(directory: str, part: Part) -> Iterator[str]:
    """Do one part, and name the folders in which it changed names."""
    path = os.path.join(directory, *part.name.split("/"))
    match part:
        case Put(_, data, mode):
            yield from _made_folders(path, mode)
            temporary = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.tmp")
            disk.write(temporary, data, mode)
            disk.rename(temporary, path)
            yield os.path.dirname(path)
        case Append(_, start, data, mode):
            if not os.path.lexists(path):  # else it has its name for good already
                yield from (*_made_folders(path, mode), os.path.dirname(path))
            disk.write_at(path, start, data, mode)
        case Move(_, target):
            goal = os.path.join(directory, *target.split("/"))
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
    if end != f"end {sha256(body + chr(10).encode()).hex()}".encode() or not body.startswith(_FIRST):
        raise GameFault(CHANGE_DAMAGED, path)
    at, whole = len(_FIRST) + 1, body + b"\n"
    while at < len(whole):
        line, _, _ = whole[at:].partition(b"\n")
        at += len(line) + 1
        kind, _, rest = line.decode().partition(" ")
        if kind == "move":
            yield Move(*rest.split("\t"))
        elif kind == "remove":
            yield Remove(rest)
        else:
            *numbers, name = rest.split(" ", 2 if kind == "put" else 3)
            length = int(numbers[-1])
            content, at = whole[at : at + length], at + length + 1
            mode = int(numbers[0])
            yield Put(name, content, mode) if kind == "put" else Append(name, int(numbers[1]), content, mode)
