"""The state of a game of Fredericus, and the few verbs with which the rules change it (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbem.core.events import Event
from pbem.rulesets import common
from pbem.rulesets.fredericus.geometry import COURT, neighbours

FALCON, GOSHAWK = 0, 1
BIRD_NAMES = ("falcon", "goshawk")
BIRD_LETTERS = "FG"
ROLES = ("a", "b", "c", "d")
SEATS = "ABCD"
PLAYERS = {"4p": 4, "3p": 3, "2p": 2}
NOBODY = "nobody"
EIGHT = 8  # creatures (R10.1b)
# R10.1: what can start the last round; "given" is a position that says no more than that it has begun.
ENDINGS = ("eighth", "tower", "courtyard", "row", "discard", "refill", "given")


class Options(NamedTuple):
    """R12: the options of a game, and how birds and tokens are placed at its beginning."""

    shift3: bool = False  # O1
    display: int = 0  # O2: how many open cards
    stops: bool = False  # O3
    together: bool = False
    keeper: bool = False  # O4


class Bird(NamedTuple):
    """A bird on a guard post, or hooded in the sector inside it (R5.3c); post 0 before it is placed."""

    post: int
    hooded: bool = False


class Placing(NamedTuple):
    """The seats that have still to place their ``birds`` (R3.2) or ``bets`` (R3.8)."""

    what: str
    seats: tuple[int, ...]


class Deal(NamedTuple):
    """Cards are dealt (R3.3-R3.7); in a position only an objective deck that was not given is shuffled."""

    whole: bool = True


class Turn(NamedTuple):
    """A turn (R4): the basic actions made so far, and the special actions that come once."""

    seat: int
    used: int = 0
    turned: bool = False
    hunted: tuple[bool, bool] = (False, False)
    shifted: bool = False


class Due(NamedTuple):
    """An objective to be drawn (R9.2), for what, and what the drawer would like of the display (O2b)."""

    seat: int
    cause: str
    wish: Any = ()


class Close(NamedTuple):
    """What follows on a turn: the deck keeper's discard (R8.3), the end of the game (R10.2) or the next turn."""

    seat: int


Task = Placing | Deal | Turn | Due | Close


class State(NamedTuple):
    """Everything there is. A view is the same record with HIDDEN in it."""

    mode: str
    options: Options
    round: int
    rows: tuple[str, ...]  # by tower, near end first, one letter a card
    birds: tuple[tuple[Bird, Bird], ...]  # by seat: falcon, goshawk
    tokens: tuple[tuple[int, ...], ...]  # by seat: a tower, HAND or COURT
    creatures: tuple[str, ...]  # by seat, one letter a card
    hands: tuple[tuple[Any, ...], ...]  # by seat: objectives only the owner has seen
    shown: tuple[tuple[str, ...], ...]  # by seat: objectives taken from the display (O2g)
    prefer: tuple[Any, ...]  # by seat: the kinds wanted of the display, in order
    deck: tuple[Any, ...]  # objectives, top first
    display: tuple[str, ...]
    discards: tuple[str, ...]
    fredericus: str  # "" in the deck, a role, or NOBODY
    seals_out: int
    ending: str  # what started the last round; "" before it
    house: bool  # a position that does not have the cards of the boxed game
    agenda: tuple[Task, ...]  # what is going on, the current task last
    winners: tuple[str, ...]
    reason: str

    # questions

    @property
    def task(self) -> Task:
        return self.agenda[-1]

    @property
    def turn(self) -> Turn:
        """The turn under way."""
        task = self.agenda[-1]
        assert isinstance(task, Turn), f"no turn is under way but {task!r}"
        return task

    @property
    def players(self) -> int:
        return PLAYERS[self.mode]

    @property
    def keeper(self) -> int:
        """R3.5: the seat of the deck keeper, the last."""
        return self.players - 1

    def end(self, tower: int) -> str:
        """R2.3, R2.4: the card at the far end of a row, its last; an empty text for an empty row (R2.6)."""
        return self.rows[tower - 1][-1:]

    def ends_beside(self, tower: int) -> tuple[str, str]:
        """The cards at the ends of the two neighbouring rows."""
        before, after = neighbours(tower)
        return self.end(before), self.end(after)

    def hooded(self, seat: int) -> int | None:
        """The hooded bird of a seat; there is never more than one (R5.3e)."""
        return next((at for at, bird in enumerate(self.birds[seat]) if bird.hooded), None)

    def stands_at(self, seat: int, post: int) -> bool:
        """Whether a seat has a bird on a post that is not hooded."""
        return any(bird.post == post and not bird.hooded for bird in self.birds[seat])

    def court(self) -> int | None:
        """R2.8: the seat whose token lies in the courtyard."""
        return next((seat for seat, tokens in enumerate(self.tokens) if COURT in tokens), None)

    def objectives(self, seat: int) -> tuple[Any, ...]:
        """All objectives a seat holds, seen by others or not."""
        return (*self.hands[seat], *self.shown[seat])

    # verbs

    def with_row(self, tower: int, cards: str) -> State:
        """A row with other cards."""
        return self._replace(rows=(*self.rows[: tower - 1], cards, *self.rows[tower:]))

    def with_bird(self, seat: int, which: int, bird: Bird) -> State:
        """A bird somewhere else, or hooded, or not."""
        falcon, goshawk = self.birds[seat]
        pair = (bird, goshawk) if which == FALCON else (falcon, bird)
        return self._replace(birds=replaced(self.birds, seat, pair))

    def with_token(self, seat: int, token: int, place: int) -> State:
        """A token on a tower, in the courtyard or in hand."""
        return self._replace(tokens=replaced(self.tokens, seat, replaced(self.tokens[seat], token, place)))

    def pushed(self, *tasks: Task) -> State:
        """The agenda with further tasks, the last one first to be done."""
        return common.pushed(self, *tasks)

    def popped(self) -> State:
        """The agenda without its current task."""
        return common.popped(self)

    def now(self, *tasks: Task) -> State:
        """The agenda with other tasks in place of the current one."""
        return common.now(self, *tasks)


News = tuple[State, tuple[Event, ...]]


def replaced(items: tuple[Any, ...], at: int, item: Any) -> tuple[Any, ...]:
    """A tuple with one item changed."""
    return (*items[:at], item, *items[at + 1 :])


def seat_of(state: State, role: str | None) -> int | None:
    """The seat of a role; None for the public."""
    return ROLES.index(role) if role in ROLES[: state.players] else None


def mandatory(state: State, seat: int) -> int:
    """R4.4, R4.5: how many basic actions a turn must have."""
    return (2, 3, 4, 4)[seat] if state.round == 1 else 4


def allowed(state: State) -> int:
    """R4.6: the most basic actions the turn under way may have as it stands."""
    turn = state.turn
    return mandatory(state, turn.seat) + 2 * turn.turned


def others(state: State, seat: int) -> Iterator[int]:
    """R7.2: the opponents, clockwise from the left of a seat."""
    for step in range(1, state.players):
        yield (seat + step) % state.players


def birds_on(state: State, post: int) -> list[tuple[int, int]]:
    """R2.7: the birds on a post that are not hooded, as (seat, bird); there may be any number."""
    return [
        (seat, at)
        for seat, pair in enumerate(state.birds)
        for at, bird in enumerate(pair)
        if bird.post == post and not bird.hooded
    ]
