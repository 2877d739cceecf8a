"""The contract between a game's rules and the rest of the program: a ruleset is one value made of functions."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pbem.core.diagnostics import Code, Diagnostic
from pbem.core.events import Event

State = Any  # each ruleset has its own; the program only hands it around
Body = Mapping[str, Any]  # a sheet without its heading (game, step, role, key, status, word)


class Role(NamedTuple):
    """A place at the table: one player, one inbox, one view."""

    id: str
    title: str
    about: str = ""


class Mode(NamedTuple):
    """A way to play the title: how many, by which rules."""

    id: str
    title: str
    roles: tuple[Role, ...]


class Option(NamedTuple):
    """A choice made when the game is set up."""

    id: str
    about: str
    choices: tuple[str, ...]
    default: str


class Owed(NamedTuple):
    """What the game waits for from one role."""

    role: str
    kind: str  # one word, stable: "movement", "bid"
    what: str  # the same for people: "Austria's moves", public
    default: str  # what happens when the deadline passes, public


class Taken(NamedTuple):
    """A sheet taken in: the complaints, the orders as understood, and the state and events they lead to."""

    state: State
    events: tuple[Event, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    understood: tuple[str, ...] = ()


class Step(NamedTuple):
    """A new state and what happened on the way to it."""

    state: State
    events: tuple[Event, ...] = ()


class Result(NamedTuple):
    """How a game ended: the roles that won, and why in one sentence."""

    winners: tuple[str, ...]
    reason: str


class Lazy:
    """A function that is imported when it is first called: a command loads only the chapters it needs."""

    __slots__ = ("_found", "_function", "_module")

    def __init__(self, module: str, function: str) -> None:
        self._module, self._function = module, function
        self._found: Callable[..., Any] | None = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._found is None:
            from importlib import import_module

            self._found = getattr(import_module(self._module), self._function)
        return self._found(*args, **kwargs)


def nothing(*_: Any) -> Any:
    """What a ruleset gives that has no map, or no words of its own for something."""
    return None


def nobody(*_: Any) -> tuple[str, ...]:
    """What a ruleset gives in which nothing can be answered ahead."""
    return ()


def unchanged(value: Any) -> Any:
    """What a ruleset gives that has no short form of its events."""
    return value


class Ruleset(NamedTuple):
    """The rules of a title."""

    name: str
    title: str
    revision: int
    modes: tuple[Mode, ...]
    options: tuple[Option, ...]
    sheet_keys: tuple[str, ...]
    set_up: Callable[[str, Mapping[str, str]], State]  # (mode, options)
    awaiting: Callable[[State], tuple[Owed, ...]]  # empty only when the game is over
    take: Callable[[State, str, Body], Taken]  # on a view: check; on the state: part of resolve
    resolve: Callable[..., Step]  # (state, {role: body}, chance); a role without a body takes the default
    view: Callable[[State, str | None], State]
    exchange: Callable[..., State]  # (state, role, chance): other secrets, the same view
    encode: Callable[[State], dict[str, Any]]
    decode: Callable[[Mapping[str, Any]], State]  # raises ValueError naming the key that is wrong
    position: Callable[..., State]  # (data, mode, options): any position at all, from what a person wrote
    label: Callable[[State], str]  # where the game stands, fit for a file name: "t02-austria"
    heading: Callable[[State], str]  # the same for people: "Turn 2, Austria: movement"
    result: Callable[[State], Result | None]
    summary: Callable[[State, str | None], dict[str, Any]]  # the view as plain data for a report
    tell: Callable[[Event], list[str]]  # an event as a reader sees it, in sentences
    sheet: Callable[[State, str], str]  # the body of the sheet now due, commented
    sample: Callable[..., Body]  # (view, role, chance, temperament): a legal sheet
    temperaments: tuple[str, ...]
    invariants: Callable[..., list[str]]  # (state, before): what is broken, in words
    codes: Callable[[], dict[str, Code]]
    picture: Callable[..., Any] = nothing  # (view, role): a core.picture.Picture, a finished SVG, or None
    strokes: Callable[[Event], Any] = nothing  # an event as a reader sees it, as core.picture.Stroke on the map
    about: Callable[[Event], Any] = nothing  # the core.changes.About of an event, to look for it in the log
    changes: Callable[..., Any] = nothing  # (before, after, role, events): the core.changes.Change between two views
    narrate: Callable[..., Any] = nothing  # (earlier, events, tell): the chapters of a story, or None: plain lines
    answered: Callable[[State], Any] = nobody  # the roles whose owed decision was answered ahead, for the host alone
    rehearse: Callable[..., Any] = nothing  # (view, role, body, chance, wishes): a battle rehearsed, as plain data
    condense: Callable[..., Any] = unchanged  # the events of a step with each battle as one event
    score: Callable[..., Any] = nothing  # (view, role): who has how much of what wins, as a section like a summary's
    chapters: tuple[str, ...] = ()  # the kinds of event that open a chapter: a story looks back to the last one

    def mode(self, id_: str) -> Mode:
        """The mode of that id."""
        for mode in self.modes:
            if mode.id == id_:
                return mode
        raise KeyError(id_)
