"""Steps taken back: each in a folder of its own under undone/, with the reason, kept for ever."""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.store import CANNOT_WRITE, GameFault
from pbem.store.inbox import PHRASE, inbox_of
from pbem.store.reading import StepFile, parse, read_bytes, wanted
from pbem.store.writing import dumps, make_folder, sync_folder, write_file


class Undone(NamedTuple):
    """One step taken back."""

    step: int
    label: str
    reason: str


def _folders(directory: str) -> list[str]:
    """The folders of completed undos: those that hold the step itself."""
    top = os.path.join(directory, "undone")
    names = sorted(name for name in os.listdir(top) if name.isdigit()) if os.path.isdir(top) else []
    paths = [os.path.join(top, name) for name in names]
    return [path for path in paths if any(name[:4].isdigit() for name in os.listdir(path))]


def undone_steps(directory: str) -> list[Undone]:
    """All steps ever taken back, in the order in which it happened."""
    found = []
    for folder in _folders(directory):
        path = os.path.join(folder, "undo.toml")
        table = parse(read_bytes(path), path)
        step, label, reason = (
            wanted(table, key, kind, path) for key, kind in (("step", int), ("label", str), ("reason", str))
        )
        found.append(Undone(step, label, reason))
    return found


def take_back(directory: str, step: StepFile, reason: str) -> str:
    """Move the step into a folder under undone/; the rename of the step file is the moment it happens."""
    folder = os.path.join(directory, "undone", f"{len(_folders(directory)) + 1:02}")
    make_folder(folder)
    record = {"step": step.number, "label": step.label, "reason": reason}
    write_file(os.path.join(folder, "undo.toml"), dumps(record))
    _move(step.file, os.path.join(folder, os.path.basename(step.file)))
    move_leftovers(directory, step.number)
    _move_phrases(directory, step.number, folder)
    _move(os.path.join(directory, "reports", f"{step.number:04}"), os.path.join(folder, "reports"))
    return folder


def move_leftovers(directory: str, under_way: int) -> None:
    """Put sheets for a step that was taken back beside it; also after an undo killed half way."""
    inbox = inbox_of(directory, under_way + 1)
    if os.path.isdir(inbox):
        _move(inbox, os.path.join(_folders(directory)[-1], "inbox"))


def _move_phrases(directory: str, number: int, folder: str) -> None:
    """Phrases of the step taken back go with it: its sheets may be exchanged again until new ones come."""
    inbox = inbox_of(directory, number)
    for name in os.listdir(inbox) if os.path.isdir(inbox) else ():
        if name.endswith(PHRASE):
            _move(os.path.join(inbox, name), os.path.join(folder, name))


def _move(source: str, target: str) -> None:
    try:
        if os.path.lexists(source):
            os.replace(source, target)
            sync_folder(os.path.dirname(source))
            sync_folder(os.path.dirname(target))
    except OSError as error:
        raise GameFault(CANNOT_WRITE, target, why=error.strerror) from None
