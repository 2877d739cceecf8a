"""The leak gate: before anything goes out, what its reader may not know is exchanged and it is made once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.store import LEAK, GameFault
from pbem.store.reading import Player, Secret
from pbem.workflow import Table


class _Moderator(str):
    """A name that no role can have: what counts is which object it is, not how it is spelt."""

    __slots__ = ()


MODERATOR: str = _Moderator("moderator")  # the one reader who may know everything
TWINS = 3  # one exchange can leave a single number as it was; three hardly ever do
ELSEWHERE = "exchanged@example.invalid"

Made = TypeVar("Made", str, bytes)


def guarded(table: Table, role: str | None, render: Callable[[Table], Made], name: str = "") -> Made:
    """What ``render`` makes of the table for a role (None: the public), if no secret changes a byte of it.

    ``name`` is the file it is meant for; a leak is a GameFault that names the line or the field.
    """
    made = render(table)
    if role is MODERATOR:
        return made
    for number in range(TWINS):
        _compare(made, _again(render, twin(table, role, number), role, name), role, name)
    return made


def _again(render: Callable[[Table], Made], table: Table, role: str | None, name: str) -> Made:
    """The same for exchanged secrets; what cannot be made without them uses them."""
    try:
        return render(table)
    except GameFault:
        raise
    except Exception as error:
        place = f"{type(error).__name__} when secrets are exchanged"
        raise GameFault(LEAK, name or reader_of(role), reader=reader_of(role), place=place) from error


def _compare(made: str | bytes, again: str | bytes, role: str | None, name: str) -> None:
    if made != again:
        place = difference(_text(made), _text(again), name)
        raise GameFault(LEAK, name or reader_of(role), reader=reader_of(role), place=place)


def _text(made: str | bytes) -> str:
    return made if isinstance(made, str) else made.decode("utf-8", "replace")


def reader_of(role: str | None) -> str:
    """A reader in words."""
    return role or "the public"


def twin(table: Table, role: str | None, number: int = 0) -> Table:
    """The table with other secrets: a reader who sees a difference sees what is hidden."""
    state = table.ruleset.secrets.twin_of(table.state, role, Chance(f"leak gate {number}"))
    last = table.last._replace(
        digest="exchanged",  # it hashes the secrets, so it would confirm a guess
        previous="exchanged",
        orders={name: body for name, body in table.last.orders.items() if name == role},
        events=known_to(table.last.events, role),
        state=table.ruleset.files.encode(state),
    )
    seats = table.game.players.items()
    players = {name: seat if name == role else Player(seat.name, ELSEWHERE) for name, seat in seats}
    game = table.game._replace(players=players)
    return table._replace(game=game, last=last, state=state, earlier=known_to(table.earlier, role))


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


def difference(made: str, again: str, name: str = "") -> str:
    """Where two versions part: the key of a table, else the line with what both have of it."""
    if name.endswith((".toml", ".json")):
        path = _differing_key(_data(made, name), _data(again, name))
        if path:
            return f"key {'.'.join(path)}"
    lines, others = made.split("\n"), again.split("\n")
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


def _data(text: str, name: str) -> Any:
    if name.endswith(".json"):
        from json import loads

        return loads(text)
    from tomllib import loads as read

    return read(text)


def _differing_key(one: Any, other: Any) -> tuple[str, ...]:
    """The path to the first value that differs."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in (*one, *(key for key in other if key not in one)):
            if key not in one or key not in other:
                return (str(key),)
            if one[key] != other[key]:
                return (str(key), *_differing_key(one[key], other[key]))
    elif _is_list(one) and _is_list(other):
        for at, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return (str(at), *_differing_key(a, b))
        return (str(min(len(one), len(other))),)
    return ()


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
