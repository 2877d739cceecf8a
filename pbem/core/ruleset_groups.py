"""What a title can have besides its rules: the optional groups of the contract in `core/ruleset.py`, one protocol each.

A ruleset that has no such thing leaves the group out. Nothing here is loaded to check a sheet: a group is whatever has
its functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pbem.core import Diagnostic, Where
from pbem.core.events import Event
from pbem.core.ruleset import Body, Coming, Foreseen, Said, Section, State, Taken

if TYPE_CHECKING:
    from pbem.core import offers as offered
    from pbem.core.board import Pack, Source
    from pbem.core.chance import Chance
    from pbem.core.changes import About, Change
    from pbem.core.charts import Chart
    from pbem.core.picture import Picture, Spots, Stroke


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


class Pointing(Protocol):
    """A painting can be pointed at, so that a tap on it is understood; without it, all is tapped beside it."""

    def spots(self, view: State, role: str | None) -> Spots:
        """The places and pieces of the painting, by the ids that offers have for them."""


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

    def brakes(self, view: State, decision: str) -> tuple[str, ...]:
        """Lines that orders for a decision may well have under ``unless`` as things stand, as they are kept."""

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
        """What a role had given for all times to come and led to it, as understood, and the place of its sheet, of
        which all up to then are given, the newest first; the events are those that the role knows."""


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


class Offers(Protocol):
    """What may be done next can be asked, so that a page or a command shows it without knowing the title."""

    def offers(self, view: State, role: str, body: Body) -> offered.Offers:
        """Everything that a role may say now, given what its sheet already says; made by the code that checks.

        An offer taken up adds no complaint, so that a sheet which ``take`` accepts stays one; but it can be that more
        must be said then, which is offered next as ``needed``.
        """
