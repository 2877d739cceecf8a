"""Writing to a game directory: every file whole or not at all, one command at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from pbem.core.chance import sha256
from pbem.core.events import Event
from pbem.store import FORMAT, GameFault, disk, layout, safe_name
from pbem.store.disk import PRIVATE
from pbem.store.layout import half_written
from pbem.store.locking import held
from pbem.store.plain import toml
from pbem.store.reading import Awaited, Game, Kept, Secret, no_game
from pbem.store.transaction import CANNOT_WRITE, Put, finish, folder_mode, why_named, why_unwritten


@contextmanager
def locked(directory: str, rests: bool = False) -> Iterator[None]:
    """Hold the game for writing; the system lets go of it whatever becomes of this process.

    What a command that was cut off has left is finished first. A game that was handed over is refused, but to those
    who may change one that ``rests``.
    """
    if not layout.is_game(directory):
        raise no_game(directory)
    with held(directory):
        finish(directory)
        if not rests and os.path.lexists(os.path.join(directory, layout.HANDED)):
            from pbem.store.handed import check_awake  # not for submit: of a game that was handed over

            check_awake(directory)
        yield


def write_file(path: str, data: bytes, *, mode: int = PRIVATE, sync: bool = True) -> None:
    """Put the file there whole: a temporary file, fsync, rename, fsync of the folder.

    Without ``sync`` a power cut may lose it: for what can be made again.
    """
    try:
        _put(path, data, mode, sync)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, path, **why_unwritten(error)) from None


def _put(path: str, data: bytes, mode: int, sync: bool) -> None:
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, half_written(name))
    try:
        disk.write(temporary, data, mode, sync)
        disk.rename(temporary, path)
        if sync:
            disk.sync_folder(folder)
    except OSError:
        _drop(temporary)
        raise


def _drop(path: str) -> None:
    with suppress(OSError):
        disk.unlink(path)


def write_named(path: str, data: bytes, *, mode: int = PRIVATE, sync: bool = True) -> None:
    """Write a file that somebody named, and which is no part of a game; a link is followed."""
    check_named(path)
    try:
        _put(os.path.realpath(path), data, mode, sync)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, path, **why_named(error)) from None


@contextmanager
def put_named(path: str, data: bytes) -> Iterator[None]:
    """Write a file that somebody named beside its place; it gets its name when all that is done meanwhile is done."""
    check_named(path)
    goal = os.path.realpath(path)
    temporary = os.path.join(os.path.dirname(goal), half_written(os.path.basename(goal)))
    try:
        disk.write(temporary, data, PRIVATE)
        yield
        disk.rename(temporary, goal)
        disk.sync_folder(os.path.dirname(goal))
    except OSError as error:
        _drop(temporary)
        raise GameFault(CANNOT_WRITE, path, **why_named(error)) from None
    except GameFault:
        _drop(temporary)
        raise


def check_named(path: str) -> None:
    """Whether a file may be put there: a pipe or a device is not replaced, whoever wishes it and by whatever force."""
    target = os.path.realpath(path)
    if os.path.lexists(target) and not os.path.isfile(target):
        raise GameFault(CANNOT_WRITE, path, form="folder" if os.path.isdir(target) else "no-file")


def make_folder(path: str, mode: int = PRIVATE) -> None:
    """The folder and those above it, for files of that mode."""
    if os.path.isdir(path):
        return
    try:
        for touched in disk.mkdir(path, folder_mode(mode)):
            disk.sync_folder(touched)
    except OSError as error:
        raise GameFault(CANNOT_WRITE, path, **why_unwritten(error)) from None


def dumps(table: Mapping[str, Any]) -> bytes:
    """A table as TOML, keys in the order given."""
    return toml(table).encode()


def secret_data(secret: Secret) -> bytes:
    """What secret.toml says."""
    private = {"seal_identity": secret.identity} if secret.identity else {}
    private |= {"former_identities": list(secret.former)} if secret.former else {}  # type: ignore[dict-item]
    people = {"coming": secret.coming} if secret.coming else {}
    people |= {"proxies": secret.proxies} if secret.proxies else {}
    people |= {"renewed": list(secret.renewed)} if secret.renewed else {}  # type: ignore[dict-item]
    return dumps({"format": FORMAT, "seed": secret.seed, **private, "keys": secret.keys, **people})


def revealed_data(game: Game, step: int, seed: str) -> bytes:
    """What revealed.toml says, once the seed is open to all after a step."""
    return dumps({"format": FORMAT, "game": game.name, "step": step, "seed": seed})


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
    beacon: str,
    undone: int,
    awaited: Sequence[Awaited],
    orders: Mapping[str, Mapping[str, Any]],
    events: Sequence[Event],
    state: Mapping[str, Any],
    ahead: Sequence[Kept] = (),
    run: int = 0,
    desk: Mapping[str, Any] | None = None,
) -> NewStep:
    """A step file's table; the heading holds ruleset, revision, mode and options.

    What few steps have is there only if they have it: orders ahead, the first step of a run if it is another, and what
    the moderator did in place of orders.
    """
    heading = dict(heading)
    options = heading.pop("options")
    more: dict[str, Any] = {"ahead": [item.data for item in ahead]} if ahead else {}
    return NewStep(
        format=FORMAT,
        step=number,
        label=label,
        **heading,
        previous=previous,
        orders_digest=digest_of({"orders": orders}),
        undone=undone,
        beacon=beacon,
        **({"run": run} if 0 < run < number else {}),
        options=options,
        words=dict(words),
        awaited=[row._asdict() for row in awaited],
        orders=dict(orders),
        **({"desk": desk} if desk else {}),
        events=[event_table(event) for event in events],
        **more,
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


def step_part(step: NewStep, directory: str) -> tuple[Put, str]:
    """The step as the part of a change, with its digest in the first line; the digest."""
    label = safe_name(step["label"], os.path.join(directory, layout.STEPS))
    rest = dumps(step)
    digest = sha256(rest).hex()
    name = layout.step(step["step"], label)
    return Put(name, f'digest = "{digest}"\n'.encode() + rest), digest
