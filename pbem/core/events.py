"""What is seen of the game: events with an audience, and HIDDEN where a reader may not know a fact."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeVar, dataclass_transform, get_args

Facts = Mapping[str, Any]
NOTHING: Facts = MappingProxyType({})
T = TypeVar("T")
Own = Annotated[T | None, "own"]  # a fact that only some readers know; None for the others


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


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Happening:
    """What happened, typed: a title has a class of its own for every kind of its events, and a union of them all.

    A class is named after its kind (``CutOff`` is ``cut-off``) and has a field for every fact (``from_`` is ``from``),
    in the order of the files. A fact that may be absent is None then. These are plain classes because `pbem check`
    makes them at every start; ``pbem.core.recall`` reads them from events again.
    """

    kind: "ClassVar[str]"

    def __init_subclass__(cls) -> None:
        cls.kind = "".join(["-" + sign.lower() if sign.isupper() else sign for sign in cls.__name__])[1:]

    def __init__(self, **facts: Any) -> None:
        if not facts.keys() <= (fields := type(self).__annotations__).keys():
            raise TypeError(f"{self.kind} has no fact {', '.join(sorted(facts.keys() - fields.keys()))}")
        self.__dict__.update(facts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of an event stays as it is")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.told() == other.told()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.told().items())})"

    def told(self) -> dict[str, Any]:
        """The facts by their keys, in the order of the fields; those that are absent are left out."""
        fields = type(self).__annotations__
        return {name.rstrip("_"): value for name in fields if (value := getattr(self, name)) is not None}

    def event(self, own: str | None = None, to: tuple[str, ...] | None = None) -> Event:
        """The event; if a role is named as ``own``, it alone learns the facts that are ``Own``."""
        return Event(self.kind, self.told(), NOTHING, to) if own is None else told_apart({own: self})


def told_apart(versions: Mapping[str, Happening]) -> Event:
    """One event of which each role knows its own version: facts that are ``Own`` are private, all others public."""
    private: dict[str, Facts] = {}
    public: dict[str, Any] = {}
    for role, version in versions.items():
        hidden, public = own_facts(type(version)), version.told()
        private[role] = {key: public.pop(key) for key in hidden if key in public}
    return Event(next(iter(versions.values())).kind, public, private)


def own_facts(kind: type[Happening]) -> list[str]:
    """The facts of a kind of event that only some readers know."""
    return [name.rstrip("_") for name, type_ in kind.__annotations__.items() if _is_own(type_)]


def _is_own(type_: Any) -> bool:
    """Whether a field is declared so, in a module that leaves its annotations as they are written or in another."""
    return type_.startswith("Own[") if isinstance(type_, str) else "own" in getattr(type_, "__metadata__", ())


def kinds_of(union: Any) -> dict[str, type[Happening]]:
    """The classes of a union by the kinds of their events."""
    return {class_.kind: class_ for class_ in get_args(union)}


class Undone(Happening):
    """The moderator took a step back."""

    step: int
    label: str
    reason: str
    reopened: bool | None = None  # its envelopes may be exchanged


class Revised(Happening):
    """From here on the game is adjudicated under a newer revision of its rules."""

    title: str
    from_: int
    to: int


OfTheProgram = Undone | Revised  # no ruleset makes them, and workflow.journal tells them
