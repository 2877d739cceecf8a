"""Events as typed values again: the class of its kind, with every fact held to the type its field is declared with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

from pbem.core.events import Event, Happening

H = TypeVar("H", bound=Happening)
NONE = type(None)
WORDS = {str: ("a text", "texts"), int: ("a whole number", "whole numbers"), bool: ("true or false", "truth values")}


class Misfit(ValueError):
    """An event of a kind that the game does not have, or with a fact that is missing or of another type."""


class Field(NamedTuple):
    """A fact of a kind of event: its key, the name of its field, its type, and whether it may be absent."""

    key: str
    name: str
    type: Any
    may_lack: bool


def recalled(event: Event, union: Any) -> Any:
    """The event as a value of its class, one of the union; a Misfit says what is wrong with it."""
    kinds = kinds_of(union)
    if event.kind not in kinds:
        raise Misfit(f"there is no event {event.kind[:60]!r}")
    return fitted(kinds[event.kind], event.facts)


@cache
def kinds_of(union: Any) -> dict[str, type[Happening]]:
    """The classes of a union by the kinds of their events."""
    return {class_.kind: class_ for class_ in get_args(union)}


def fitted(kind: type[H], facts: Mapping[str, Any]) -> H:
    """The facts as a value of that class; facts that it does not have are none of its business."""
    values = {}
    for key, name, type_, may_lack in fields_of(kind):
        value = facts.get(key)
        if value is not None and fits(value, type_):
            values[name] = value
        elif value is not None or not may_lack:
            lacks = f"the event {kind.kind!r} has no fact {key!r}"
            raise Misfit(lacks if value is None else f"{key!r} of the event {kind.kind!r} must be {words(type_)}")
    return kind(**values)


_FIELDS: dict[type[Happening], tuple[Field, ...]] = {}


def fields_of(kind: type[Happening]) -> tuple[Field, ...]:
    """The facts of a kind of event, in the order of the files; found once."""
    if kind not in _FIELDS:
        types = get_type_hints(kind)
        _FIELDS[kind] = tuple(
            Field(name.rstrip("_"), name, _known(types[name]), NONE in get_args(types[name]))
            for name in kind.__annotations__
        )
    return _FIELDS[kind]


def _known(type_: Any) -> Any:
    """The type of a fact that is there, of one that may be absent."""
    return next(part for part in get_args(type_) if part is not NONE) if NONE in get_args(type_) else type_


def fits(value: object, type_: Any) -> bool:
    """Whether a value as it stands in a file is of a type: a text, a number, a truth value, a list or a table."""
    if is_typeddict(type_):
        wanted = get_type_hints(type_).items()
        return isinstance(value, dict) and all(key in value and fits(value[key], part) for key, part in wanted)
    origin, parts = get_origin(type_), get_args(type_)
    if type_ is Any or origin is None:
        return type_ is Any or type(value) is type_
    if not isinstance(value, origin):
        return False
    inner = value.values() if isinstance(value, dict) else value
    return all(fits(item, parts[-1]) for item in inner)


def words(type_: Any) -> str:
    """``a list of texts``, for the complaint that a fact is none."""
    return WORDS[type_][0] if type_ in WORDS else f"a {_group(type_)} of {_many(get_args(type_)[-1])}"


def _group(type_: Any) -> str:
    return "list" if get_origin(type_) is list else "table"


def _many(type_: Any) -> str:
    if type_ in WORDS:
        return WORDS[type_][1]
    if is_typeddict(type_):
        return f"tables of {', '.join(get_type_hints(type_))}"
    return "facts" if type_ is Any else f"{_group(type_)}s of {_many(get_args(type_)[-1])}"
