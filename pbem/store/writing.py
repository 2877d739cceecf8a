"""Writing to a game directory: every file whole or not at all, one command at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pbem.core.chance import sha256
from pbem.core.events import Event
from pbem.store import CANNOT_WRITE, NOT_A_GAME, GameFault, safe_name
from pbem.store.locking import held
from pbem.store.reading import FORMAT, Awaited, step_file_name

_BINARY = getattr(os, "O_BINARY", 0)  # Windows would end lines in its own way without it


@contextmanager
def locked(directory: str) -> Iterator[None]:
    """Hold the game for writing; the system lets go of it whatever becomes of this process."""
    if not os.path.lexists(os.path.join(directory, "game.toml")):
        raise GameFault(NOT_A_GAME, directory)
    with held(directory):
        yield


def is_leftover(name: str) -> bool:
    """Whether a file is what a killed command left half written."""
    return name.startswith(".") and name.endswith(".tmp")


def write_file(path: str, data: bytes, *, mode: int = 0o666, sync: bool = True) -> None:
    """Put the file there whole: a temporary file, fsync, rename, fsync of the folder.

    Without ``sync`` a power cut may lose it: for what can be made again.
    """
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.tmp")
    try:
        _write_all(temporary, data, mode, sync)
        os.replace(temporary, path)
        if sync:
            sync_folder(folder or ".")
    except OSError as error:
        _drop(temporary)
        raise GameFault(CANNOT_WRITE, path, why=error.strerror) from None


def _write_all(path: str, data: bytes, mode: int, sync: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        if sync:
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _drop(path: str) -> None:
    from contextlib import suppress

    with suppress(OSError):
        os.unlink(path)


def sync_folder(folder: str) -> None:
    """Make the names in a folder last, where the system can: Windows opens no folders, and writes names at once."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(path: str) -> None:
    """The folder and those above it."""
    if os.path.isdir(path):
        return
    try:
        os.makedirs(path, exist_ok=True)
        sync_folder(os.path.dirname(path) or ".")
    except OSError as error:
        raise GameFault(CANNOT_WRITE, path, why=error.strerror) from None


def clean(folder: str) -> None:
    """Remove what a killed command left half written in a folder."""
    if not os.path.isdir(folder):
        return
    for name in os.listdir(folder):
        if is_leftover(name):
            _drop(os.path.join(folder, name))


def dumps(table: Mapping[str, Any]) -> bytes:
    """A table as TOML, keys in the order given."""
    import tomli_w

    return tomli_w.dumps(table).encode()


def ordered(value: Any) -> Any:
    """The value with the keys of all its tables sorted: the canonical form that is hashed."""
    if isinstance(value, Mapping):
        return {key: ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [ordered(item) for item in value]
    return value


def digest_of(table: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical form of a table."""
    return sha256(dumps(ordered(table))).hex()


def fingerprint(body: Mapping[str, Any]) -> str:
    """A short hash of a sheet's body that people can compare: ``3f2a-91bc-07de``."""
    digest = digest_of(body)
    return f"{digest[:4]}-{digest[4:8]}-{digest[8:12]}"


class NewStep(dict[str, Any]):
    """What goes into a step file, in the order of its keys."""


def new_step(
    *,
    number: int,
    label: str,
    heading: Mapping[str, Any],
    previous: str,
    words: Mapping[str, str],
    undone: int,
    awaited: Sequence[Awaited],
    orders: Mapping[str, Mapping[str, Any]],
    events: Sequence[Event],
    state: Mapping[str, Any],
) -> NewStep:
    """A step file's table; the heading holds ruleset, revision, mode and options."""
    heading = dict(heading)
    options = heading.pop("options")
    return NewStep(
        format=FORMAT,
        step=number,
        label=label,
        **heading,
        previous=previous,
        orders_digest=digest_of({"orders": orders}),
        undone=undone,
        options=options,
        words=dict(words),
        awaited=[row._asdict() for row in awaited],
        orders=dict(orders),
        events=[event_table(event) for event in events],
        state=state,
    )


def event_table(event: Event) -> dict[str, Any]:
    """An event as it stands in a step file."""
    table: dict[str, Any] = {"kind": event.kind}
    if event.to is not None:
        table["to"] = list(event.to)
    if event.facts:
        table["facts"] = event.facts
    if event.private:
        table["private"] = event.private
    return table


def write_step(directory: str, step: NewStep) -> str:
    """Write the step with its digest in the first line; the path of the file."""
    folder = os.path.join(directory, "steps")
    label = safe_name(step["label"], folder)
    rest = dumps(step)
    path = os.path.join(folder, step_file_name(step["step"], label))
    write_file(path, f'digest = "{sha256(rest).hex()}"\n'.encode() + rest)
    return path
