"""The inbox: every version of every sheet for the step under way."""

from __future__ import annotations

import os

from pbem.core import Record
from pbem.store import FILE_UNREADABLE, GameFault, layout, safe_name
from pbem.store.transaction import Put


class Version(Record):
    """One sheet in the inbox."""

    role: str
    number: int
    path: str


def inbox_of(directory: str, step: int) -> str:
    """The folder of the sheets for a step."""
    return layout.path(directory, layout.inbox(step))


def versions(directory: str, step: int) -> dict[str, list[Version]]:
    """All sheets for a step by role, the newest first."""
    folder = inbox_of(directory, step)
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise GameFault(FILE_UNREADABLE, folder, why=error.strerror) from None
    found: dict[str, list[Version]] = {}
    for name in names:
        if (known := layout.version_in(name)) is not None:
            found.setdefault(known[0], []).append(Version(*known, os.path.join(folder, name)))
    return {role: sorted(rows, key=lambda row: -row.number) for role, rows in sorted(found.items())}


def phrase_path(version: Version) -> str:
    """Where the phrase of an envelope is kept."""
    return version.path.removesuffix(layout.TABLE) + layout.PHRASE


def kept(step: int, role: str, number: int, text: str, end: str = layout.TABLE) -> Put:
    """The part of a change that puts a sheet into the inbox as that version, or the phrase that opens it."""
    return Put(layout.sheet(step, safe_name(role, layout.inbox(step)), number, end), text.encode())
