"""The groups of a ruleset, looked into: what the contract asks of each, and a ruleset with other functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from pbem.core import ruleset as contract
from pbem.core import ruleset_groups
from pbem.core.ruleset import Ruleset


def kinds() -> dict[str, Any]:
    """The protocol of every group, by its name in the ruleset."""
    hints = get_type_hints(Ruleset, localns={**vars(contract), **vars(ruleset_groups)})
    found = {name: [kind for kind in (hint, *get_args(hint)) if _is_protocol(kind)] for name, hint in hints.items()}
    return {name: kinds[0] for name, kinds in found.items() if kinds}


def _is_protocol(kind: Any) -> bool:
    return isinstance(kind, type) and getattr(kind, "_is_protocol", False)


def functions(kind: Any) -> dict[str, Any]:
    """The functions of a protocol, by name."""
    return {name: thing for name, thing in vars(kind).items() if callable(thing) and not name.startswith("_")}


def values(kind: Any) -> tuple[str, ...]:
    """The names of what a protocol has besides functions."""
    return tuple(name for name, thing in vars(kind).items() if isinstance(thing, property))


def given(ruleset: Ruleset) -> Iterator[tuple[str, Any, Any]]:
    """Every group that a ruleset has: its name, its protocol, and the group itself."""
    for name, kind in kinds().items():
        if (group := getattr(ruleset, name)) is not None:
            yield name, kind, group


class _Altered:
    """A group with some of its functions in the place of others."""

    def __init__(self, group: Any, changes: dict[str, Any]) -> None:
        self._group = group
        vars(self).update(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._group, name)


def altered(ruleset: Ruleset, **changes: Any) -> Ruleset:
    """The ruleset with some functions put in the place of its own, whatever group they are in: to see a check fail."""
    for name, kind in kinds().items():
        mine = {key: changes.pop(key) for key in [*functions(kind), *values(kind)] if key in changes}
        if mine:
            changes[name] = _Altered(getattr(ruleset, name), mine)
    return ruleset._replace(**changes)
