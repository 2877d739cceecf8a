"""An event tells what happened, with an audience: who sees all of it, who a part, who nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

Facts = Mapping[str, Any]
NOTHING: Facts = MappingProxyType({})


class Event(NamedTuple):
    """Public facts, and what single roles know besides.

    ``to`` names the roles that learn of the event at all; None means everybody, spectators included.
    ``private`` adds facts for a role; a role not named there sees the public facts only.
    """

    kind: str
    facts: Facts = NOTHING
    private: Mapping[str, Facts] = NOTHING
    to: tuple[str, ...] | None = None

    def seen_by(self, role: str | None) -> Event | None:
        """The event as a role knows it (None: the public), or None if the role knows nothing of it."""
        if self.to is not None and role not in self.to:
            return None
        own = self.private.get(role, {}) if role is not None else {}
        return Event(self.kind, {**self.facts, **own})


def seen_by(events: Iterable[Event], role: str | None) -> tuple[Event, ...]:
    """The events of a step as a role knows them."""
    return tuple(twin for event in events if (twin := event.seen_by(role)) is not None)
