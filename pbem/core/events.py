"""What is seen of the game: events with an audience, and HIDDEN where a reader may not know a fact."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

Facts = Mapping[str, Any]
NOTHING: Facts = MappingProxyType({})


class Hidden:
    """The one value HIDDEN: it can be compared with itself and stored, and nothing else.

    A rule that would compute with it has touched a secret; that is a fault of the program, so it raises.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"

    def _touched(self, *_: object) -> NoReturn:
        raise TypeError("a hidden fact was used as if it were known")

    __bool__ = __int__ = __index__ = __len__ = __iter__ = _touched
    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _touched


HIDDEN: Any = Hidden()

OF_THE_PROGRAM = ("undone", "revised")  # kinds of event that no ruleset makes, told by workflow.journal


class Event(NamedTuple):
    """Public facts, and what single roles know besides.

    ``to`` names the roles that learn of the event at all; None means everybody, spectators included.
    ``private`` adds facts for a role; a role not named there sees the public facts only.
    """

    kind: str
    facts: Facts = NOTHING
    private: Mapping[str, Facts] = NOTHING
    to: tuple[str, ...] | None = None

    def seen_by(self, role: str | None) -> "Event | None":
        """The event as a role knows it (None: the public), or None if the role knows nothing of it."""
        if self.to is not None and role not in self.to:
            return None
        own = self.private.get(role, {}) if role is not None else {}
        return Event(self.kind, {**self.facts, **own})


def seen_by(events: Iterable[Event], role: str | None) -> tuple[Event, ...]:
    """The events of a step as a role knows them."""
    return tuple(twin for event in events if (twin := event.seen_by(role)) is not None)
