"""Twins: states with other secrets that look the same to a role, made from the table of what is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.core.events import Secrecy, Secret, rebuilt, view_by


class Part(NamedTuple):
    """A secret as it stands in a state: the record and the field it is in, the key of the item, and what it is."""

    record: Any
    field: str
    key: Any
    value: Any


Other = Callable[[Any, Sequence[Part], Chance], Iterable[Any]]


def twin_by(table: Secrecy, state: Any, role: str | None, chance: Chance) -> Any:
    """The state with all that the role may not know exchanged; nothing else is touched, so its view is the same.

    A part that would look otherwise, or of which a role would know more in a twin, is a fault of the table and raises.
    """
    twin = state
    for other in makers(table):
        own = made_by(other, table)
        parts = unknown(own, twin, role)  # of the twin as it is by now: who may know it may hang on what was exchanged
        if parts:
            twin = exchanged(own, twin, role, parts, other, chance)
    twin = extended(table, twin, state, role)
    if view_by(table, twin, role) != view_by(table, state, role):
        raise ValueError(f"who may know a secret of this {type(state).__name__} hangs on a secret")
    return twin


def extended(table: Secrecy, twin: Any, state: Any, role: str | None) -> Any:
    """The twin with entries of those who had none: that somebody said nothing is a secret too."""
    lines = {name: line for name, line in table[type(state)].items() if isinstance(line, Secret) and line.more}
    added = {name: (*getattr(twin, name), *line.more(state, role)) for name, line in lines.items() if line.more}
    return twin._replace(**added) if added else twin


def makers(table: Secrecy) -> tuple[Other, ...]:
    """The functions that make others, in the order of the table."""
    lines = [line for lines in table.values() for line in lines.values()]
    return tuple(dict.fromkeys(line.other for line in lines if isinstance(line, Secret)))


def made_by(other: Other, table: Secrecy) -> Secrecy:
    """The table with those secrets alone that are exchanged together: nothing else is looked at for them."""
    return {
        kind: {name: line for name, line in lines.items() if not isinstance(line, Secret) or line.other == other}
        for kind, lines in table.items()
    }


def unknown(table: Secrecy, state: Any, role: str | None) -> list[Part]:
    """All parts that a role may not know, in the order of the table."""
    return [*_unknown(table, state, state, role)]


def _unknown(table: Secrecy, state: Any, record: Any, role: str | None) -> Iterator[Part]:
    """The same of a record of the state."""
    for field, line in table[type(record)].items():
        value = getattr(record, field)
        if not isinstance(line, Secret):
            for inner in value:
                yield from _unknown(table, state, inner, role)
            continue
        for key, part in line.parts(value):
            if not line.knows(state, record, key, role):
                yield Part(record, field, key, part)


def exchanged(table: Secrecy, state: Any, role: str | None, parts: Sequence[Part], other: Other, chance: Chance) -> Any:
    """The state with those secrets exchanged that are exchanged together, of which alone the table tells."""
    values = iter([*zip(parts, other(state, parts, chance), strict=True)])

    def change(secret: Secret, record: Any, field: str, key: Any, part: Any) -> Any:
        return part if secret.knows(state, record, key, role) else alike(secret, *next(values))

    return rebuilt(table, state, change)


def alike(secret: Secret, part: Part, value: Any) -> Any:
    """The other value, if nobody who may not know it can tell it from the one that is there."""
    if secret.hidden(value) != secret.hidden(part.value):
        raise ValueError(f"{type(part.record).__name__}.{part.field} looks otherwise when it is exchanged")
    return value
