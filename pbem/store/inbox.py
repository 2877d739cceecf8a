"""The inbox: every version of every sheet for the step under way."""

import os
from typing import NamedTuple

from pbem.store import FILE_UNREADABLE, GameFault, safe_name
from pbem.store.transaction import Put

PHRASE = ".phrase"


class Version(NamedTuple):
    """One sheet in the inbox."""

    role: str
    number: int
    path: str


def inbox_of(directory: str, step: int) -> str:
    """The folder of the sheets for a step."""
    return os.path.join(directory, "inbox", f"{step:04}")


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
        role, _, number = name.removesuffix(".toml").rpartition("-")
        if name.endswith(".toml") and role and number.isascii() and number.isdigit():
            found.setdefault(role, []).append(Version(role, int(number), os.path.join(folder, name)))
    return {role: sorted(rows, key=lambda row: -row.number) for role, rows in sorted(found.items())}


def phrase_path(version: Version) -> str:
    """Where the phrase of an envelope is kept."""
    return version.path.removesuffix(".toml") + PHRASE


def kept(step: int, role: str, number: int, text: str, end: str = ".toml") -> Put:
    """The part of a change that puts a sheet into the inbox as that version, or the phrase that opens it."""
    folder = f"inbox/{step:04}"
    return Put(f"{folder}/{safe_name(role, folder)}-{number:02}{end}", text.encode())
