"""What an event speaks of, and what differs between two positions."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class About(NamedTuple):
    """The ids an event speaks of, in the words of ``core.picture``; ``round`` is its number where it begins one."""

    nations: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    round: int | None = None


class Change(NamedTuple):
    """One difference: under which title it is told, its kind, the sentence, and the ids and numbers in it."""

    title: str
    kind: str
    text: str
    facts: Mapping[str, Any]
