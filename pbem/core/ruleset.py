"""The contract between a game's rules and the rest of the program. Whoever adds a game begins to read here.

A ruleset is one value, ``Ruleset`` at the end of this page: facts about the title, and its functions in groups. The
protocols above it say what each function is given and what it gives back; `python -m pbem.testing NAME` holds a
ruleset to all of it, and docs/adding-a-game.md makes a small game from nothing.

All functions are pure: the same values in, the same values out, and nothing given is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar, cast

from pbem.core import Code, Diagnostic, Record, Where
from pbem.core.events import Event

if TYPE_CHECKING:  # what a check does without
    from pbem.core.board import Pack, Source
    from pbem.core.chance import Chance
    from pbem.core.changes import About, Change
    from pbem.core.charts import Chart
    from pbem.core.picture import Picture, Stroke

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


class Map(Protocol):
    """A board of cities and roads, which ``svgmap`` draws."""

    def picture(self, view: State, role: str | None) -> Picture:
        """The board and what stands on it."""

    def strokes(self, event: Event) -> tuple[Stroke, ...]:
        """An event as its reader sees it, as lines over the map."""


class Painting(Protocol):
    """A picture of the title's own, for whom cities and roads are no use."""

    def svg(self, view: State, role: str | None) -> str:
        """The finished SVG."""


class Story(Protocol):
    """A report told in chapters; without it, event follows event."""

    @property
    def chapters(self) -> tuple[str, ...]:
        """The kinds of event that open one."""

    def narrate(
        self, earlier: Sequence[Event], events: Sequence[Event], tell: Callable[[Event], list[str]]
    ) -> list[dict[str, Any]]:
        """The chapters; ``earlier`` are the events back to the last that opened one."""


class History(Protocol):
    """What the log is searched by, and steps are compared by."""

    def about(self, event: Event) -> About:
        """What an event speaks of."""

    def changes(self, before: State, after: State, role: str | None, events: Iterable[Event]) -> list[Change]:
        """What differs between two views, and how it came about."""


class Score(Protocol):
    """What wins the game can be counted."""

    def section(self, view: State, role: str | None) -> Section:
        """Who has how much of it."""


class Figures(Protocol):
    """What can be counted of a game, for statistics and plots."""

    @property
    def by_turn(self) -> tuple[Chart, ...]:
        """What there is at the end of a round."""

    @property
    def by_event(self) -> tuple[Chart, ...]:
        """What happens again and again, to be added up over a game."""

    def counted(self, view: State, role: str | None) -> Mapping[str, Mapping[str, int]]:
        """How much there is now: by chart, and by line. What the view does not tell is left out."""

    def tallied(self, event: Event) -> Iterable[tuple[str, str, int]]:
        """What an event, as its reader sees it, adds: to which chart, which line, and how much."""


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


class Ahead(Protocol):
    """Decisions can be answered before they are asked for."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of a sheet that answer a decision which can be ordered; all others hold at once, and for good."""

    @property
    def needed(self) -> tuple[str, ...]:
        """Those of them without any of which nothing is ordered; the first is the one that orders are written under."""

    def answered(self, state: State) -> tuple[str, ...]:
        """The roles whose owed decision was, by the ruleset's own means (standing bids), for the host alone."""

    def spoken(self, view: State, role: str) -> Body | None:
        """What they say for a role in place of a sheet, by its view: nothing if beside one; None if they do not."""

    def parts(self, view: State, role: str, body: Body) -> tuple[str, ...]:
        """Where a decision has parts: those that they answer beside a sheet with that body, as they are called."""

    def coming(self, view: State, role: str) -> tuple[Coming, ...]:
        """The next decision of each kind that a role will have and can order now; what it owes now is not one."""

    def asked(self, state: State, role: str) -> str:
        """The id of the decision that a role owes now, if it could have been ordered ahead; else empty."""

    def supposed(self, view: State, role: str, decision: str) -> State:
        """The view as it would be if a coming decision were asked now, so that ``take`` can judge orders for it."""

    def with_standing(self, view: State, role: str, body: Body) -> State:
        """The view with what the sheet of a role says for all times to come: its orders ahead are judged with it."""

    def written(self, decision: str, body: Body) -> tuple[str, ...]:
        """What orders for a decision say besides the lines under the first key, as understood."""

    def hangs_on(self, complaint: Diagnostic) -> str:
        """What a complaint about such orders hangs on, as a sentence; empty if it holds whatever happens till then."""

    def read_brake(self, text: str, where: Where, decision: str, say: Callable[[Diagnostic], None]) -> str:
        """A line of ``unless`` as it is kept and shown; empty after a complaint."""

    def sample(self, view: State, role: str, chance: Chance, temperament: str) -> Body:
        """What a bot says ahead, as keys of a sheet: ``ahead``, and whatever else the title takes in advance."""

    def repeat(self, view: State, role: str, ordered: Mapping[str, int], later: Sequence[Said]) -> Body:
        """What a role will say, as it can be said now: the decisions that can be ordered stand at these places."""

    def braked(self, brake: str, decision: str, view: State, events: Iterable[Event]) -> bool:
        """Whether a brake that was read holds: by the public view now, or by the public events since it was sent."""


class Battles(Protocol):
    """Battles long enough to be told in short, and worth a rehearsal at home."""

    def condense(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The events of a step with each battle as one event."""

    def rehearse(
        self, view: State, role: str, body: Body, chance: Chance, wishes: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """The battles of a sheet fought many times, as plain data; a wish that makes no sense is a ValueError."""


class Foreseen(Record):
    """What a sheet would do, in a sentence, and how sure that is."""

    what: str
    sure: Literal["certain", "depends", "chance"] = "certain"
    on: str = ""  # if it depends: on what, to be read after "depends on"


class Foresight(Protocol):
    """What a sheet would do can be told before it is carried out."""

    def foresee(self, view: State, role: str, body: Body) -> tuple[Foreseen, ...]:
        """What a sheet that ``take`` accepts would do by itself, as far as its writer's view goes, by the code that
        adjudicates; what is told as certain happens if it is carried out."""


class Reasons(Protocol):
    """What is behind an event, so that a ruling can be understood and disputed."""

    def rules_behind(self, event: Event) -> tuple[str, ...]:
        """The numbers of the rules behind it, as the reference of the title has them; at least one."""

    def orders_behind(self, event: Event, earlier: Sequence[Event], role: str, body: Body) -> tuple[str, ...]:
        """Those orders of a role's sheet that led to it, as they were written; ``earlier`` are the events before it."""

    def kept_behind(
        self, event: Event, earlier: Sequence[Event], role: str, sheets: Iterable[Body]
    ) -> Iterator[tuple[int, str]]:
        """What in all sheets of a role, the newest first, held till then and led to it, with the place of its sheet."""


class Brief(Protocol):
    """A sheet judged where nobody reads what is said of it: when a step is adjudicated, it was answered before."""

    def judge(self, state: State, role: str, body: Body) -> Taken:
        """As ``Rules.take``: the same errors, state and events, without warnings that take long to find."""


class Boards(Protocol):
    """A title whose board is a pack of tables (`pbem.boards`), so that it can be played on a board of one's own."""

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of board it can be played on."""

    @property
    def usual(self) -> tuple[str, ...]:
        """Name and digest of the board that its own modules hold, where games say on which board they are played;
        empty where a game on the board of the title says nothing of it."""

    def modules(self, pack: Pack) -> dict[str, dict[str, Any]]:
        """The modules that hold the tables of the board, named below the title's own: plain values, by name."""

    def unfit(self, pack: Pack) -> Iterable[tuple[str, Source, Mapping[str, Any]]]:
        """What the rules name and the board has not, as a form of BD310, a place and the facts of the case."""


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
    reference: str = ""  # where its rules are, for `pbem rules`: "package:rules.md"; those of our titles come with pbem

    def mode(self, id_: str) -> Mode:
        """The mode of that id."""
        return {mode.id: mode for mode in self.modes}[id_]

    @property
    def has_picture(self) -> bool:
        """Whether a game of this title can be drawn."""
        return self.map is not None or self.painting is not None
