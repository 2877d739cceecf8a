"""What was told of the decision under way, held against what the present rules say of it.

A step keeps who was awaited in it. What is owed for the step under way, and what happens if nothing comes, was told in
the reports of the last step and nowhere else; so the text reports are read. Where there is none, nobody was told.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pbem.core.ruleset import Owed
from pbem.store import layout, read_bytes
from pbem.workflow import Table

OWED, NOTHING_OWED = "YOU OWE", ("WAITED FOR", "You owe nothing now.")  # as the templates of text reports have it
OTHERWISE, BY = " Otherwise: ", ", by "


class Asked(NamedTuple):
    """Something that a role was told of the step under way, and that is not so any more."""

    role: str
    key: str  # "what" it owes, or the "default" that is taken if nothing comes
    was: str  # empty if it owed nothing
    now: str


def asked_otherwise(table: Table) -> tuple[Asked, ...]:
    """What each role was told that it owes, where that is another thing now."""
    return tuple(row for role in table.game.players for row in _of_role(table, role))


def _of_role(table: Table, role: str) -> Iterator[Asked]:
    told = told_to(table, role)
    if told is None:
        return
    now = [owed for owed in table.awaiting if owed.role == role]
    for was, owed in zip_longest(told, now):
        if was is None or owed is None or not _is_same(was, owed):
            yield Asked(role, "what", _head(was) if was else "", owed.what if owed else "")
        elif OTHERWISE in was and (default := was.rpartition(OTHERWISE)[2]) != _plain(owed.default):
            yield Asked(role, "default", default, owed.default)


def _is_same(was: str, owed: Owed) -> bool:
    """Whether a role was told just this; behind it come the deadline, the default, or what answers already."""
    what = _plain(owed.what)
    return was == what or was.startswith((f"{what}{BY}", f"{what} "))


def _head(was: str) -> str:
    return was.partition(OTHERWISE)[0].partition(BY)[0]


def _plain(text: str) -> str:
    return " ".join(text.split())


def told_to(table: Table, role: str) -> list[str] | None:
    """What a role was told that it owes, an item each with all that is said of it; None if that is not known."""
    name = f"{layout.reports(table.last.number)}/{layout.report_name(role, 'txt')}"
    path = layout.path(table.game.directory, name)
    if not os.path.isfile(path):
        return None
    lines = read_bytes(path).decode("utf-8", "replace").splitlines()
    if OWED in lines:
        return _items(lines[lines.index(OWED) + 2 :])
    return [] if any(line in lines for line in NOTHING_OWED) else None


def _items(lines: Sequence[str]) -> list[str]:
    """The items of a list up to the next blank line, each as one line."""
    found: list[str] = []
    for line in lines[: lines.index("") if "" in lines else None]:
        if line.startswith("- "):
            found.append(line[2:])
        elif found:
            found[-1] += f" {line.strip()}"
    return [_plain(item) for item in found]
