"""Sending again: the very same bytes of a report, as they were written and as the ledger stands for them."""

from __future__ import annotations

import os

from pbem.store import GameFault, layout, read_bytes
from pbem.store.manifest import digest, read_manifest
from pbem.store.writing import make_folder, write_named
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, open_game, reads
from pbem.workflow.desk_codes import NOT_AS_SENT, NOTHING_SENT

File = tuple[str, bytes]


@reads
def sent_again(directory: str, role: str = "", step: int | None = None) -> list[File]:
    """The files of a report: of a role, or of all readers; of a step, or of the last that has reports."""
    table = open_game(directory, told=False)
    if role:
        chosen(role, ("public", *table.game.players), "role", directory)
    number = _last_told(table) if step is None else step
    if not 0 <= number <= table.last.number:
        raise GameFault(UNKNOWN_CHOICE, directory, form="step", found=number, last=table.last.number)
    folder = layout.path(directory, layout.reports(number))
    names = [name for name in read_manifest(folder) if not role or name.partition(".")[0] == role]
    if not names:
        raise GameFault(NOTHING_SENT, folder, step=number, form="role" if role else "", role=role)
    return [_as_sent(folder, name) for name in names]


def _last_told(table: Table) -> int:
    """The last step that has reports."""
    folders = (layout.path(table.game.directory, layout.reports(n)) for n in range(table.last.number, -1, -1))
    found = (table.last.number - at for at, folder in enumerate(folders) if os.path.isdir(folder))
    return next(found, table.last.number)


def _as_sent(folder: str, name: str) -> File:
    """A file with the bytes that were sent; one that somebody has changed is not sent as if it were the same."""
    path = layout.path(folder, name)
    data = read_bytes(path)
    if digest(data) != read_manifest(folder)[name]:
        raise GameFault(NOT_AS_SENT, path)
    return name, data


def write_again(files: list[File], folder: str) -> list[str]:
    """Write them into a folder; the paths."""
    make_folder(folder)
    paths = [os.path.join(folder, name) for name, _ in files]
    for path, (_, data) in zip(paths, files, strict=True):
        write_named(path, data)
    return paths


def printed(files: list[File]) -> bytes:
    """The report as text, to be printed; where there is none, the first file."""
    texts = [data for name, data in files if name.endswith(".txt") and not name.endswith(layout.notice_name(""))]
    return (texts or [data for _, data in files])[0]
