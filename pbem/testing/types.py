"""The types of a function held against those of the contract: what it is given fits, and what it gives back."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints


def misfits(wanted: Callable[..., Any], found: Any) -> Iterator[str]:
    """What is wrong with the types of a function, in words; what it does not declare is not held against it."""
    contract, own = hints_of(wanted), hints_of(found)
    for name, type_ in contract.items():
        if name == "return" or name not in own:
            continue
        if not fits(type_, own[name]):
            yield f"takes {name} as {shown(own[name])}, and is given {shown(type_)}"
    if "return" in own and not fits(own["return"], contract["return"]):
        yield f"gives back {shown(own['return'])}, and not {shown(contract['return'])}"


def hints_of(function: Any) -> dict[str, Any]:
    """The declared types of a function, by parameter; none of a thing that is called and declares nothing."""
    plain = inspect.unwrap(function.func if isinstance(function, partial) else function)
    if not (inspect.isroutine(plain) or inspect.isclass(plain)):
        plain = type(plain).__call__
    if not hasattr(plain, "__globals__"):
        return {}
    return get_type_hints(plain, localns={**for_checkers(inspect.getmodule(plain)), **plain.__globals__})


def for_checkers(module: Any) -> dict[str, Any]:
    """What a module imports for type checkers alone, and so does not have while it runs."""
    if module is None or not getattr(module, "__file__", None):
        return {}
    found: dict[str, Any] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for line in node.body:
                if isinstance(line, ast.ImportFrom):
                    home = import_module(line.module or "")
                    found |= {name.asname or name.name: getattr(home, name.name) for name in line.names}
    return found


def fits(given: Any, wanted: Any) -> bool:
    """Whether a value of one type can stand where another is wanted; what cannot be told passes."""
    given, wanted = plain_of(given), plain_of(wanted)
    if Any in (given, wanted) or given == wanted or isinstance(given, TypeVar) or isinstance(wanted, TypeVar):
        return True
    if is_union(given):
        return all(fits(part, wanted) for part in get_args(given))
    if is_union(wanted):
        return any(fits(given, part) for part in get_args(wanted))
    kinds = get_origin(given) or given, get_origin(wanted) or wanted
    if not all(isinstance(kind, type) for kind in kinds) or getattr(kinds[1], "_is_protocol", False):
        return True
    return issubclass(*kinds) and parts_fit(kinds[1], get_args(given), get_args(wanted))


def is_of(value: Any, wanted: Any) -> bool:
    """Whether a value is of a type, with what is in it where that is a tuple."""
    if get_origin(wanted) is tuple and get_args(wanted)[1:] == (Ellipsis,):
        return type(value) is tuple and all(isinstance(part, get_args(wanted)[0]) for part in value)
    return fits(type(value), wanted)


def plain_of(type_: Any) -> Any:
    """A type without what only annotates it; a text of a few is a text."""
    if get_origin(type_) is Annotated:
        return plain_of(get_args(type_)[0])
    if get_origin(type_) is Literal:
        return Union[tuple(type(value) for value in get_args(type_))]  # noqa: UP007 of as many as there are
    return NoneType if type_ is None else type_


def is_union(type_: Any) -> bool:
    """Whether a type is one of several, written with a stroke or otherwise."""
    return get_origin(type_) in (Union, UnionType)


def parts_fit(kind: type, given: tuple[Any, ...], wanted: tuple[Any, ...]) -> bool:
    """Whether what is in a list, table or tuple fits; of a function what it takes, the other way round."""
    if not given or not wanted:
        return True
    if kind is get_origin(Callable[..., Any]):
        return callable_fits(given, wanted)
    if kind is tuple and wanted[-1] is Ellipsis:
        return all(fits(part, wanted[0]) for part in given if part is not Ellipsis)
    if kind is not tuple and len(given) != len(wanted):  # a class of its own, with parts of its own
        return True
    return len(given) == len(wanted) and Ellipsis not in given and all(map(fits, given, wanted))


def callable_fits(given: tuple[Any, ...], wanted: tuple[Any, ...]) -> bool:
    """Whether a function can stand where another is wanted."""
    takes, asked = given[0], wanted[0]
    open_ = Ellipsis in (takes, asked)
    return fits(given[-1], wanted[-1]) and (open_ or (len(takes) == len(asked) and all(map(fits, asked, takes))))


def shown(type_: Any) -> str:
    """A type as people write it."""
    if type_ in (None, NoneType):
        return "None"
    return type_.__name__ if isinstance(type_, type) and not get_args(type_) else str(type_).replace("typing.", "")
