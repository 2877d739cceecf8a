"""Where a state, a view of it and a twin part: whatever is hidden is exchanged in some twin, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core.events import HIDDEN


class Leaf(NamedTuple):
    """A place where a state, its view or its twin differ; one in the same field of the same record has its name."""

    name: str  # "Battle.used", or "State.agenda (Stage)" for a record that is seen as a whole
    hidden: bool  # the view has not what the state has
    exchanged: bool  # the twin has not
    filled: bool  # there is something to exchange
    silent: bool = False  # a list to which the twin adds: what others said in it is left out of views


class Sight(NamedTuple):
    """A state as one reader sees it, and a twin of it."""

    where: str
    state: Any
    view: Any
    twin: Any


def parted(sights: Iterable[Sight]) -> Iterator[str]:
    """What is wrong with views and twins: what is exchanged must be hidden, and what is hidden exchanged somewhere."""
    hidden: dict[str, str] = {}
    exchanged: set[str] = set()
    for sight in sights:
        for leaf in leaves(type(sight.state).__name__, sight.state, sight.view, sight.twin):
            if leaf.exchanged and not leaf.hidden and not leaf.silent:
                yield f"{sight.where}: {leaf.name} is another one in the twin, and the view shows it"
            if leaf.hidden and leaf.filled:
                hidden.setdefault(leaf.name, sight.where)
            exchanged |= {leaf.name} if leaf.exchanged else set()
    for name, where in hidden.items():
        if name not in exchanged:
            yield f"{where}: {name} is hidden, and the same in every twin of the game"


def leaves(name: str, state: Any, view: Any, twin: Any) -> Iterator[Leaf]:
    """The places where the three part."""
    if state is view is twin:
        return
    inner = list(_inner(name, state, view, twin))
    if inner:
        for place, *three in inner:
            yield from leaves(place, *three)
    elif view != state or twin != state:
        name = f"{name} ({type(state).__name__})" if hasattr(state, "_fields") else name
        silent = isinstance(state, tuple) and type(twin) is tuple and state == view == twin[: len(state)]
        yield Leaf(name, view != state, twin != state, bool(state), silent)


def _inner(name: str, state: Any, view: Any, twin: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """What all three hold in the same place; nothing if they are not built alike."""
    if not type(state) is type(view) is type(twin):
        return
    if hasattr(state, "_fields"):
        if name == type(state).__name__ or holds_hidden(view):  # else it is a card or the like, seen as a whole
            kind = type(state).__name__
            yield from (
                (f"{kind}.{key}", *(getattr(each, key) for each in (state, view, twin))) for key in state._fields
            )
    elif isinstance(state, Mapping):
        if state.keys() == view.keys() == twin.keys():
            yield from ((name, state[key], view[key], twin[key]) for key in state)
    elif isinstance(state, list | tuple) and len(state) == len(view) == len(twin):
        yield from ((name, *three) for three in zip(state, view, twin, strict=True))


def holds_hidden(value: Any) -> bool:
    """Whether HIDDEN stands anywhere in a value."""
    if isinstance(value, Mapping):
        return any(map(holds_hidden, value.values()))
    return any(map(holds_hidden, value)) if isinstance(value, list | tuple) else value is HIDDEN
