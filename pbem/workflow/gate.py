"""The leak gate: before anything goes out, what its reader may not know is exchanged and it is made once more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from tomllib import loads as read
from typing import Any, TypeVar

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.recall import Misfit
from pbem.store import GameFault
from pbem.store.reading import Kept, Player, Secret
from pbem.workflow import STATE_UNREADABLE, Table
from pbem.workflow.codes import LEAK


class _Moderator(str):
    """A name that no role can have: what counts is which object it is, not how it is spelt."""

    __slots__ = ()


MODERATOR: str = _Moderator("moderator")  # the one reader who may know everything
TWINS = 3  # one exchange can leave a single number as it was; three hardly ever do
ELSEWHERE = "exchanged@example.invalid"

Made = TypeVar("Made")
Make = Callable[[Table], Made]


class Gate:
    """The way out to one reader (None: the public): the twins of the table are made once for all that goes out.

    What passes is plain data, from which a text is laid out once: whoever lays it out has no table. Where that is in
    doubt, the text is laid out from the data of the twins too. What is no data is compared as the text or bytes it is.
    """

    def __init__(self, table: Table, role: str | None) -> None:
        self.table, self.role = table, role
        self._twins: list[Table] = []

    def passed(self, make: Make[Made], name: str = "") -> Made:
        """What ``make`` makes of the table, if no secret changes a byte of it.

        ``name`` is the file it is meant for; a leak is a GameFault that names the line or the field.
        """
        with telling_of(self.table.game.directory):
            made = make(self.table)
        self.hold(made, make, name)
        return made

    def hold(self, made: Made, make: Make[Made], name: str = "") -> None:
        """Hold what was made of the table against what comes of it with other secrets."""
        if self.role is MODERATOR:
            return
        is_same = like(made)
        for number in range(TWINS):
            if number == len(self._twins):
                self._twins.append(twin(self.table, self.role, number))
            again = self._again(make, self._twins[number], name)
            if not is_same(again):
                raise self._leak(name, difference(made, again, name))

    def laid_out(self, data: Made, make: Make[Made], lay_out: Callable[[Made], str], name: str, sure: bool) -> str:
        """A text from data of ``make`` that have passed.

        Unless it is sure that ``lay_out`` knows nothing but its data, the text itself is held against the twins'.
        """
        return lay_out(data) if sure else self.passed(lambda table: lay_out(make(table)), name)

    def _again(self, make: Make[Made], table: Table, name: str) -> Made:
        """The same for exchanged secrets; what cannot be made without them uses them."""
        try:
            return make(table)
        except GameFault:
            raise
        except Exception as error:
            raise self._leak(name, f"{type(error).__name__} when secrets are exchanged") from error

    def _leak(self, name: str, place: str) -> GameFault:
        reader = self.role or "the public"
        return GameFault(LEAK, name or reader, reader=reader, place=place)


@contextmanager
def telling_of(file: str) -> Iterator[None]:
    """Events out of that file or game are told; one that makes no sense is a fault of it."""
    try:
        yield
    except Misfit as error:
        raise GameFault(STATE_UNREADABLE, file, form="event", why=str(error)) from None


def guarded(table: Table, role: str | None, make: Make[Made], name: str = "") -> Made:
    """One thing that goes out to a reader, through a gate of its own."""
    return Gate(table, role).passed(make, name)


def like(made: object) -> Callable[[object], bool]:
    """Whether another value is the ``same`` as this one, which is written out once for all that are held against it."""
    if isinstance(made, (str, bytes, tuple)):
        return partial(same, made)
    text = repr(made)
    return lambda other: type(other) is type(made) and repr(other) == text


def same(one: object, other: object) -> bool:
    """Whether no template could tell two values apart: kinds, lengths and the order of keys count too."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, (str, bytes)):
        return one == other
    if isinstance(one, tuple) and isinstance(other, tuple):  # pictures: most of it is one and the same object
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other)


def _text(made: object) -> str:
    """What is shown of a difference: text as it is; of data everything, the order of keys too."""
    if isinstance(made, bytes):
        return made.decode("utf-8", "backslashreplace")
    return made if isinstance(made, str) else repr(made)


def twin(table: Table, role: str | None, number: int = 0) -> Table:
    """The table with other secrets: a reader who sees a difference sees what is hidden."""
    state = table.ruleset.secrets.twin_of(table.state, role, Chance(f"leak gate {number}"))
    last = table.last._replace(
        digest="exchanged",  # it hashes the secrets, so it would confirm a guess
        previous="exchanged",
        orders={name: body for name, body in table.last.orders.items() if name == role},
        events=known_to(table.last.events, role),
        state=table.ruleset.files.encode(state),
        ahead=other_orders(table, role, number),
    )
    seats = table.game.players.items()
    players = {name: seat if name == role else Player(seat.name, ELSEWHERE) for name, seat in seats}
    game = table.game._replace(players=players)
    news = known_to(table.news, role)
    return table._replace(game=game, last=last, state=state, earlier=known_to(table.earlier, role), news=news)


def other_orders(table: Table, role: str | None, number: int) -> tuple[Kept, ...]:
    """Orders ahead: a role's own, and of the others none or, in every second twin, some that nobody gave."""
    own = tuple(item for item in table.kept if item.role == role)
    others = [name for name in table.game.players if name != role] if number % 2 else []
    return (*own, *(Kept(name, "exchanged", "exchanged", {}) for name in others))


def known_to(events: Iterable[Event], role: str | None) -> tuple[Event, ...]:
    """The events a role learns of, without what only others know of them."""
    return tuple(
        event._replace(private={name: facts for name, facts in event.private.items() if name == role})
        for event in events
        if event.to is None or role in event.to
    )


def own_secret(secret: Secret, role: str | None) -> Secret:
    """No more of secret.toml than a reader's own key: what is not handed on cannot be told."""
    return Secret("", {role: secret.keys[role]} if role in secret.keys else {})


def difference(made: object, again: object, name: str = "") -> str:
    """Where two versions part: the key of a table, else the line with what both have of it."""
    path = _differing_key(_data(made, name), _data(again, name))
    if path:
        return f"key {'.'.join(path)}"
    lines, others = _text(made).split("\n"), _text(again).split("\n")
    pairs = zip(lines, others, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(lines), len(others)))
    line, other = (rows[at] if at < len(rows) else "" for rows in (lines, others))
    return f"line {at + 1}: {_common(line, other)!r} and then what is hidden"


def _common(line: str, other: str) -> str:
    """What two lines begin with, or its end if it is long."""
    same = 0
    while same < min(len(line), len(other)) and line[same] == other[same]:
        same += 1
    return line[:same][-60:]


def _data(made: object, name: str) -> Any:
    """What has keys: data, or a text of TOML or JSON."""
    if not isinstance(made, (str, bytes)):
        return made
    if name.endswith(".json"):
        return json.loads(made)
    if not name.endswith(".toml"):
        return None
    return read(_text(made))


def _differing_key(one: Any, other: Any) -> tuple[str, ...]:
    """The path to the first value that differs."""
    if hasattr(one, "_asdict") and type(one) is type(other):
        one, other = one._asdict(), other._asdict()
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in (*one, *(key for key in other if key not in one)):
            if key not in one or key not in other:
                return (str(key),)
            if not same(one[key], other[key]):
                return (str(key), *_differing_key(one[key], other[key]))
    elif _is_list(one) and _is_list(other):
        for at, (a, b) in enumerate(zip(one, other, strict=False)):
            if not same(a, b):
                return (str(at), *_differing_key(a, b))
        return (str(min(len(one), len(other))),)
    return ()


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
