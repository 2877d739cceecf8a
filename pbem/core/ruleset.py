"""The contract between a game's rules and the rest of the program. Whoever adds a game begins to read here.

A ruleset is one value, ``Ruleset`` at the end of this page: facts about the title, and its functions in groups. The
protocols above it say what each function is given and what it gives back, those of `core/ruleset_groups.py` the same of
the groups that not every title has; `python -m pbem.testing NAME` holds a ruleset to all of it, and
docs/adding-a-game.md makes a small game from nothing.

All functions are pure: the same values in, the same values out, and nothing given is changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar, cast

from pbem.core import Code, Diagnostic, Record
from pbem.core.events import Event

if TYPE_CHECKING:  # what a check does without
    from pbem.core.chance import Chance
    from pbem.core.ruleset_groups import Ahead as Ahead
    from pbem.core.ruleset_groups import Battles as Battles
    from pbem.core.ruleset_groups import Boards as Boards
    from pbem.core.ruleset_groups import Brief as Brief
    from pbem.core.ruleset_groups import Figures as Figures
    from pbem.core.ruleset_groups import Foresight as Foresight
    from pbem.core.ruleset_groups import History as History
    from pbem.core.ruleset_groups import Map as Map
    from pbem.core.ruleset_groups import Offers as Offers
    from pbem.core.ruleset_groups import Painting as Painting
    from pbem.core.ruleset_groups import Pointing as Pointing
    from pbem.core.ruleset_groups import Reasons as Reasons
    from pbem.core.ruleset_groups import Score as Score
    from pbem.core.ruleset_groups import Story as Story
else:  # a group is whatever has the functions; what they are is read by people, type checkers and `pbem.testing`
    Ahead = Battles = Boards = Brief = Figures = Foresight = History = object
    Map = Offers = Painting = Pointing = Reasons = Score = Story = object

CONTRACT = 1  # one more whenever a ruleset written for this page as it was would no longer do

State = Any  # each ruleset has its own; the program only hands it around
Body = Mapping[str, Any]  # a sheet without its heading (game, step, role, key, status, word)
Section = Mapping[str, Any]  # a part of a report: its title, and lines, or a table of columns and rows


class Role(Record):
    """A place at the table: one player, one inbox, one view."""

    id: str
    title: str
    about: str = ""


class Mode(Record):
    """A way to play the title: how many, by which rules."""

    id: str
    title: str
    roles: tuple[Role, ...]


class Option(Record):
    """A choice made when the game is set up."""

    id: str
    about: str
    choices: tuple[str, ...]
    default: str


class Owed(NamedTuple):
    """What the game waits for from one role."""

    role: str
    kind: str  # one word, stable: "movement", "bid"
    what: str  # the same for people: "the moves of the north", public
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


class Result(Record):
    """How a game ended: the roles that won, and why in one sentence."""

    winners: tuple[str, ...]
    reason: str

    @property
    def sentence(self) -> str:
        """Why, with a capital and a full stop, which a title may leave out."""
        return f"{self.reason[:1].upper()}{self.reason[1:].removesuffix('.')}."


Group = TypeVar("Group")


class Lazy:
    """A group whose functions are imported when they are first asked for."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._places = {name: place for name, place in given.items() if isinstance(place, str)}
        vars(self).update((name, thing) for name, thing in given.items() if name not in self._places)

    def __getattr__(self, name: str) -> Any:
        if name not in vars(self).get("_places", ()):
            raise AttributeError(f"nothing was given for {name}")
        module, _, function = self._places[name].partition(":")
        found = getattr(import_module(module), function or name)
        setattr(self, name, found)  # so this is asked once
        return found


def lazy(kind: type[Group], **given: Any) -> Group:
    """A group of that kind. A text names the module of a function, with ``:function`` where it is called otherwise.

    So a command loads only the chapters it needs. Whatever is no text is the thing itself.
    """
    return cast(Group, Lazy(given))


class Rules(Protocol):
    """What may be ordered, and what comes of it. Nothing here knows files, the clock or chance but what is given."""

    def set_up(self, mode: str, options: Mapping[str, str]) -> State:
        """The beginning, in a mode, with a choice for every option. Nothing is dealt yet: that is for ``resolve``."""

    def awaiting(self, state: State) -> tuple[Owed, ...]:
        """Who owes what now. Empty when the game is over, or when it can go on without anybody."""

    def take(self, state: State, role: str, body: Body) -> Taken:
        """One role's sheet, read and carried out. Given a view it is the check; ``resolve`` may use it on the state."""

    def resolve(self, state: State, bodies: Mapping[str, Body], chance: Chance) -> Step:
        """The next state, from sheets that ``take`` accepted; for a role without one, what ``Owed.default`` says."""

    def result(self, state: State) -> Result | None:
        """How the game ended, or None while it runs."""

    def invariants(self, state: State, before: State | None = None) -> list[str]:
        """What is broken in a state that should never be, in words; with the state before it, also in the step."""

    def codes(self) -> dict[str, Code]:
        """Every complaint that ``take`` can make, by id."""


class Secrets(Protocol):
    """What a role may know; the role None is the public.

    Both are made from one table that says of every field of the state whether it is secret: ``Secret`` in core.events.
    """

    def view_of(self, state: State, role: str | None) -> State:
        """The state with HIDDEN in place of all that the role may not know."""

    def twin_of(self, state: State, role: str | None, chance: Chance) -> State:
        """A state with other secrets and the same view: whoever can tell the two apart has seen a secret."""


class Files(Protocol):
    """A state or a view as plain data (tables, lists, texts, whole numbers, truth values), for files and back."""

    def encode(self, state: State) -> dict[str, Any]:
        """The data; the same state gives the same data in the same order."""

    def decode(self, data: Mapping[str, Any]) -> State:
        """The state again; data that make no sense are a ValueError that names the key."""

    def position(self, data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> State:
        """Any position at all, from what a person wrote or ``encode`` made; what is not given is as at the set-up."""


class Telling(Protocol):
    """The game in words. What is given a view may tell all it finds there."""

    def label(self, state: State) -> str:
        """Where the game stands, for file names: ``t02-north``, a letter, the number of the round, and what is on.

        Before the first round and after the last there is no number: ``setup-birds``, ``end``.
        """

    def heading(self, state: State) -> str:
        """The same for people: ``Turn 2, north: movement``."""

    def tell(self, event: Event) -> list[str]:
        """An event as its reader sees it, in sentences."""

    def summary(self, view: State, role: str | None) -> dict[str, Any]:
        """How things stand, as ``{"sections": [...]}``."""

    def sheet(self, view: State, role: str) -> str:
        """The body of the sheet now due, commented, in TOML that ``take`` accepts as it is."""


class Bots(Protocol):
    """Players for demonstrations and tests."""

    @property
    def temperaments(self) -> tuple[str, ...]:
        """Ways to play; the first is the most sensible."""

    def sample(self, view: State, role: str, chance: Chance, temperament: str) -> Body:
        """A legal sheet, made from what the role knows."""


class Coming(Record):
    """A decision that a role will have to make, and can order already."""

    id: str  # one word, as sheets name it: "north"
    what: str  # the same for people: "the north's moves"


class Said(Record):
    """What a role said in a game that was played: in which round of the title and position, for which decision."""

    turn: int
    seen: State  # by the public
    decision: str  # the id of what could have been ordered ahead, or empty
    body: Body


class Foreseen(Record):
    """What a sheet would do, in a sentence, and how sure that is."""

    what: str
    sure: Literal["certain", "depends", "chance"] = "certain"
    on: str = ""  # if it depends: on what, to be read after "depends on"


def round_of(label: str) -> int:
    """The number of the round in a label (``Telling.label``); 0 where it has none."""
    return int(digits) if (digits := label.partition("-")[0][1:]).isdecimal() else 0


class Ruleset(Record):
    """The rules of a title: a few facts, and its functions in groups.

    A group is whatever has the functions of its protocol: a module, or ``lazy``. Those below the line are for titles
    that have such a thing; None says that this one has not.
    """

    contract: int  # the CONTRACT it was written for
    name: str  # as hosts write it, and in every file
    title: str  # as people read it
    revision: int  # of its rules; one more whenever the same orders can lead to something else
    modes: tuple[Mode, ...]  # the first is the usual one
    options: tuple[Option, ...]
    round: str  # what its rules call one: "Turn"
    sheet_keys: tuple[str, ...]  # what a sheet may hold besides its heading
    rules: Rules
    secrets: Secrets
    files: Files
    telling: Telling
    bots: Bots
    # ----
    map: Map | None = None
    painting: Painting | None = None
    pointing: Pointing | None = None
    story: Story | None = None
    history: History | None = None
    score: Score | None = None
    figures: Figures | None = None
    ahead: Ahead | None = None
    battles: Battles | None = None
    foresight: Foresight | None = None
    reasons: Reasons | None = None
    brief: Brief | None = None
    boards: Boards | None = None
    offers: Offers | None = None
    talk: tuple[str, str] = ("", "")  # the option, and its choice, under which players may write to all only
    reference: str = ""  # where its rules are, for `pbem rules`: "package:rules.md"; those of our titles come with pbem

    def mode(self, id_: str) -> Mode:
        """The mode of that id."""
        return {mode.id: mode for mode in self.modes}[id_]

    @property
    def has_picture(self) -> bool:
        """Whether a game of this title can be drawn."""
        return self.map is not None or self.painting is not None
