"""What is seen of the game: events with an audience, and the state with HIDDEN where a reader may not know a fact."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, NoReturn, TypeVar, dataclass_transform

Facts = Mapping[str, Any]
NOTHING: Facts = MappingProxyType({})

if TYPE_CHECKING:
    T = TypeVar("T")
    Own = Annotated[T | None, "own"]
else:

    class Own:
        """``Own[str]``: a fact that only some readers know; None for the others. Made when somebody asks for types."""

        def __class_getitem__(cls, type_: Any) -> Any:
            return Annotated[type_ | None, "own"]


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
GONE: Any = object()  # in place of an entry that is left out: not even its number is known

# What is secret, declared once for a title: of every record of its state (a named tuple) each field is public, a
# Secret, or holds further records. Views are made from the table here, twins in core.twins.


class Secret:
    """A field that not everybody may know, or each of its items.

    ``knows(state, record, key, role)`` says who may: None is the public, ``key`` that of an item. ``hidden(part)`` is
    how it looks to all others. ``other(state, parts, chance)`` gives as many parts that look the same; secrets of one
    ``other`` are exchanged together, in the order of the table, so that what hangs on cards comes after them. Of a list
    of the state in which hidden entries are left out, ``more(state, role)`` are entries of those who have none.
    """

    __slots__ = ("hidden", "items", "knows", "more", "other")

    def __init__(
        self,
        knows: Callable[..., bool],
        hidden: Callable[[Any], Any],
        other: Callable[..., Any],
        items: str = "",
        more: Callable[..., tuple[Any, ...]] | None = None,
    ) -> None:
        self.knows, self.hidden, self.other, self.items, self.more = knows, hidden, other, items, more

    def parts(self, value: Any) -> Iterable[tuple[Any, Any]]:
        """The parts that are known or hidden one by one, with their keys."""
        if not self.items:
            return ((None, value),)
        if self.items == "pairs":
            return tuple(value)
        return enumerate(value) if isinstance(value, tuple) else value.items()

    def joined(self, value: Any, parts: list[tuple[Any, Any]]) -> Any:
        """A field like ``value`` of other parts."""
        if not self.items:
            return parts[0][1]
        kept = [(key, part) for key, part in parts if part is not GONE]
        if self.items == "pairs":
            return tuple(kept)
        return tuple([part for _, part in kept]) if isinstance(value, tuple) else dict(kept)


PUBLIC, RECORDS = "public", "records"
Lines = Mapping[str, Secret | str]
Secrecy = Mapping[Any, Lines]  # by record: each field that is no public one


def public(*fields: str) -> dict[str, Secret | str]:
    """Fields that everybody may know, with all that is in them."""
    return dict.fromkeys(fields, PUBLIC)


def declared(table: Secrecy) -> Secrecy:
    """The table, if it says of every field of its records whether it is secret; whoever adds a field must decide."""
    for kind, lines in table.items():
        if odd := {*kind._fields} ^ {*lines}:
            raise TypeError(f"{kind.__name__}: {', '.join(sorted(odd))} must be declared public or secret, and exist")
        for field, line in lines.items():
            if isinstance(line, Secret) and line.items not in ("", "each", "pairs"):
                raise TypeError(f"{kind.__name__}: {field} has its parts by {line.items!r}, not by each or pairs")
    return {kind: {field: line for field, line in lines.items() if line != PUBLIC} for kind, lines in table.items()}


def view_by(table: Secrecy, state: Any, role: str | None) -> Any:
    """The state with every secret that the role may not know as it looks to others; None is the public."""
    return rebuilt(
        table, state,
        lambda secret, record, _, key, part: part if secret.knows(state, record, key, role) else secret.hidden(part),
    )  # fmt: skip


def rebuilt(table: Secrecy, record: Any, change: Callable[[Secret, Any, str, Any, Any], Any]) -> Any:
    """A record with every secret part of it as ``change(secret, record, field, key, part)`` gives it."""
    if type(record) not in table:
        raise TypeError(f"{type(record).__name__} is not in the table of what is secret")
    changes: dict[str, Any] = {}
    for field, line in table[type(record)].items():
        value = getattr(record, field)
        if isinstance(line, Secret):
            parts = [(key, change(line, record, field, key, part)) for key, part in line.parts(value)]
            changes[field] = line.joined(value, parts)
        else:
            changes[field] = tuple([rebuilt(table, inner, change) for inner in value])
    return record._replace(**changes) if changes else record


def nobody(state: Any, record: Any, key: Any, role: str | None) -> bool:
    """Who knows what lies face-down."""
    return False


def unseen(part: Any) -> Any:
    """Nothing is seen of it, not even whether it is there."""
    return HIDDEN


def left_out(part: Any) -> Any:
    """An entry that is as if it were not."""
    return GONE


def others_empty(state: Any, parts: Sequence[Any], chance: Any) -> list[Any]:
    """In place of lists that are unseen: empty ones."""
    return [()] * len(parts)


def others_gone(state: Any, parts: Sequence[Any], chance: Any) -> list[Any]:
    """In place of entries that are left out: none."""
    return [GONE] * len(parts)


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


class Kind:
    """The kind of a class of events, found in its name when somebody asks for it: there are many, and few are asked."""

    def __get__(self, _: object, class_: "type[Happening]") -> str:
        kind = "".join(["-" + sign.lower() if sign.isupper() else sign for sign in class_.__name__])[1:]
        if class_ is not Happening:  # whose classes would all be of its kind
            class_.kind = kind
        return kind


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Happening:
    """What happened, typed: a title has a class of its own for every kind of its events, and a union of them all.

    A class is named after its kind (``CutOff`` is ``cut-off``) and has a field for every fact (``from_`` is ``from``),
    in the order of the files. A fact that may be absent is None then. These are plain classes because `pbem check`
    makes them at every start; ``pbem.core.recall`` reads them from events again.
    """

    kind: "ClassVar[str]" = Kind()  # type: ignore[assignment]  # a text as soon as it is asked for

    def __init__(self, **facts: Any) -> None:
        self.__dict__.update(facts)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of an event stays as it is")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.told() == other.told()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.told().items())})"

    def told(self) -> dict[str, Any]:
        """The facts by their keys, in the order of the fields; those that are absent are left out."""
        keys = SHAPES[type(self)][0]
        facts = {key: value for name, key in keys if (value := getattr(self, name)) is not None}
        if len(facts) < len(self.__dict__) and (odd := sorted(self.__dict__.keys() - dict(keys))):
            raise TypeError(f"{self.kind} has no fact {', '.join(odd)}")
        return facts

    def event(self, own: str | None = None, to: tuple[str, ...] | None = None, shown: bool = False) -> Event:
        """The event. The role named as ``own`` alone learns what is ``Own``; all do if it is ``shown``."""
        facts, hidden = self.told(), SHAPES[type(self)][1]
        if not hidden or shown or to is not None:
            return Event(self.kind, facts, NOTHING, to)
        private = {key: facts.pop(key) for key in hidden if key in facts}
        if own is None and private:
            raise TypeError(f"{', '.join(private)} of {self.kind} is not for all: say whose it is, or that it is shown")
        return Event(self.kind, facts, NOTHING if own is None else {own: private})


Shape = tuple[
    list[tuple[str, str]], list[str]
]  # fields in their order with the keys of their facts; those that are Own


class Shapes(dict[type[Happening], Shape]):
    """The shapes of the kinds of events, each found when an event of it is first made."""

    def __missing__(self, kind: type[Happening]) -> Shape:
        keys = [(name, name.rstrip("_")) for name in kind.__annotations__]
        self[kind] = keys, [key for name, key in keys if _is_own(kind.__annotations__[name])]
        return self[kind]


SHAPES = Shapes()


def _is_own(type_: Any) -> bool:
    """Whether a field is declared so, in a module that leaves its annotations as they are written or in another."""
    return "Own[" in type_ if isinstance(type_, str) else "own" in getattr(type_, "__metadata__", ())


def told_apart(versions: Mapping[str, Happening]) -> Event:
    """One event of which each role knows its own version: facts that are ``Own`` are private, all others public."""
    events = [version.event(own=role) for role, version in versions.items()]
    return events[-1]._replace(private={role: own for event in events for role, own in event.private.items()})


class Undone(Happening):
    """The moderator took a step back."""

    step: int
    label: str
    reason: str
    reopened: bool | None = None  # its envelopes may be exchanged
    sheet: Own[int] = None  # the step for which the reader had sent a sheet that went with it


class Revised(Happening):
    """From here on the game is adjudicated under a newer revision of its rules."""

    title: str
    from_: int
    to: int


class OrdersAhead(Happening):
    """What became of orders that a role had given for a coming decision; told to that role alone."""

    became: str  # "used", "braked", "unfit", "unopened", "replaced", "late" or "gone"
    what: str
    why: list[str] | None = None  # the brakes that hold, or the complaints


class EnvelopeLeft(Happening):
    """An envelope of a role was left aside, for it could not be used or opened; told to that role alone."""

    code: str  # of the reason


class AtTheDesk(Happening):
    """What the moderator did, and what players said besides their orders; each kind of it is a class of its own."""


class Ruled(AtTheDesk):
    """The moderator set facts of the position; each reader is told them as the own view has them."""

    reason: str
    now: list[str]  # facts as they are seen now
    unseen: list[str]  # what was set, and is not for the reader to see
    sheet: Own[int] = None  # the step for which the reader had sent a sheet that was set aside


class Replaced(AtTheDesk):
    """Somebody else plays a role from a step on."""

    title: str  # of the role
    name: str  # of who plays it now; empty if nobody told it
    first: int


class Proxied(AtTheDesk):
    """Somebody plays a role for its player, for a while."""

    title: str  # of the role
    name: str  # of the proxy; empty if nobody told it
    until: str | None = None  # the last day of it; absent if none was said


class ProxyEnded(AtTheDesk):
    """The player of a role plays it again, and no proxy."""

    title: str
    name: str


class Ended(AtTheDesk):
    """The game is over, and not by its rules."""

    how: str  # "resigned", "draw", "conceded" or "abandoned"
    title: str | None = None  # of who resigned or is conceded the victory
    reason: str | None = None


class Offered(AtTheDesk):
    """An end of the game is offered, and put to the vote."""

    how: str  # "draw" or "conceded"
    title: str | None = None  # of who is to win
    by: str | None = None  # until when votes are taken


class Counted(AtTheDesk):
    """The votes about an offer were counted; who voted what is not told."""

    how: str
    passed: bool
    title: str | None = None


class Press(AtTheDesk):
    """What a player, or the moderator, says to all."""

    lines: list[str]
    title: str | None = None  # of who says it; absent if that is not to be known


class HandedOver(AtTheDesk):
    """Somebody else runs the game, and envelopes are sealed for another key."""

    name: str
    key: str


# No ruleset makes them, and workflow.journal tells them.
OfTheProgram = (
    Undone | Revised | OrdersAhead | EnvelopeLeft | Ruled | Replaced | Proxied | ProxyEnded | Ended | Offered | Counted
    | Press | HandedOver
)  # fmt: skip
AT_THE_DESK = tuple(
    what.kind for what in (Ruled, Replaced, Proxied, ProxyEnded, Ended, Offered, Counted, Press, HandedOver)
)
OF_THE_PROGRAM = (Undone.kind, Revised.kind, OrdersAhead.kind, EnvelopeLeft.kind, *AT_THE_DESK)
