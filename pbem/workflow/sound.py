"""Positions and views that people can have edited: what is accepted means something, and the same when read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.ruleset import Ruleset
from pbem.store import GameFault
from pbem.workflow import STATE_UNREADABLE, without_labels


def check_same(data: Any, again: Any, file: str) -> None:
    """Whether what was read is what stands in the file: a value that is dropped or turned into another is named."""
    where = differing(data, again)
    if where:
        raise GameFault(STATE_UNREADABLE, file, form="odd", where=where)


def differing(data: Any, again: Any, where: str = "") -> str:
    """The first key whose value is lost or changed on the way through the program; keys may be left out."""
    if isinstance(data, Mapping) and isinstance(again, Mapping):
        for key, value in data.items():
            here = f"{where}.{key}" if where else f"{key}"
            if key not in again:
                return here
            if found := differing(value, again[key], here):
                return found
        return ""
    if isinstance(data, list | tuple) and isinstance(again, list | tuple) and len(data) == len(again):
        pairs = enumerate(zip(data, again, strict=True))
        return next((found for at, (a, b) in pairs if (found := differing(a, b, f"{where}[{at}]"))), "")
    return "" if type(data) is type(again) and data == again else where


def check_sound(ruleset: Ruleset, state: Any, roles: Iterable[str], file: str) -> None:
    """Whether a game can go on from a state: it can be written, read, seen, told and asked about."""
    try:
        facts = _unsound(ruleset, state, roles)
    except Exception as error:  # whatever the rules stumble over lies in the file
        raise GameFault(STATE_UNREADABLE, file, form="stuck", fault=fault_in(error)) from error
    if facts:
        raise GameFault(STATE_UNREADABLE, file, **facts)


def fault_in(error: Exception) -> str:
    """What the rules stumbled over, for whoever mends the file."""
    return f"{type(error).__name__}: {error}"[:260]


def _unsound(ruleset: Ruleset, state: Any, roles: Iterable[str]) -> dict[str, str]:
    """The facts of what is wrong with it, or an exception from wherever it does not work."""
    if ruleset.files.decode(ruleset.files.encode(state)) != state:
        return {"form": "other"}
    if broken := ruleset.rules.invariants(state):
        return {"why": without_labels("; ".join(broken))}
    ruleset.telling.label(state), ruleset.telling.heading(state), ruleset.rules.result(state)
    for role in (None, *roles):
        view = ruleset.secrets.view_of(state, role)
        if differing(
            ruleset.files.encode(view), ruleset.files.encode(ruleset.files.decode(ruleset.files.encode(view)))
        ):
            return {"form": "view"}
        ruleset.telling.summary(view, role)
    for owed in ruleset.rules.awaiting(state):
        ruleset.telling.sheet(ruleset.secrets.view_of(state, owed.role), owed.role)
    return {}
