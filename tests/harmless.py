"""What may be changed by hand in a game or an archive: the section of that name in docs/formats.md as a function."""

from __future__ import annotations

import tomllib
from typing import Any, NamedTuple

OWN = ("templates", "outbox", "mails.toml", "clock.toml")  # what of a game is its moderator's own, or counts nothing
# The folders of a game that are not.
OF_THE_PROGRAM = ("steps", "inbox", "opened", "undone", "reports", "board", "press", "votes")


class Change(NamedTuple):
    """One change of one file: what stood in it and what stands in it now; None is a file that is not there."""

    kind: str
    before: bytes | None
    after: bytes | None
    archive: bool = False  # whether the directory is an archive


def is_harmless(path: str, change: Change) -> bool:
    """Whether the change of the file at that path inside the directory is one that docs/formats.md allows."""
    parts = path.split("/")
    if path == ".gitattributes" and change.archive:
        return change.before == change.after
    if change.before == change.after or any(part.startswith(".") for part in parts):
        return True
    if len(parts) == 1 and change.before is None:
        return not path.endswith(".toml")
    if change.archive:
        return False
    if path == "game.toml" and change.before is not None and change.after is not None:
        return bool(_fixed(change.before) == _fixed(change.after))
    if len(parts) == 1:
        return path in OWN or not path.endswith(".toml")
    return parts[0] in OWN or parts[0] not in OF_THE_PROGRAM


def _fixed(data: bytes) -> Any:
    """What game.toml says but for people: their names and addresses, and the table of the moderator."""
    try:
        table = tomllib.loads(data.decode())
        people = [table.pop("moderator", {}), *table["roles"].values()]
        for person in people:
            for key in ("name", "player", "address") if person is people[0] else ("player", "address"):
                if isinstance(person.get(key, ""), str):
                    person.pop(key, None)
        return table, people[0]
    except (ValueError, KeyError, AttributeError, TypeError):
        return object()  # it cannot be read, and is the same as nothing
