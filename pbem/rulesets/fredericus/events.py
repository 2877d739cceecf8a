"""Everything that can happen in a game of Fredericus: a class for each kind of event, with its facts in their order.

Whoever tells, searches or narrates events names each of them in a ``match`` that ends in ``assert_never``: mypy finds
the place that forgot a new one. Falconers are given by their roles, cards by their letters, birds by their names.
"""

from __future__ import annotations

from typing import TypedDict

from pbem.core.events import AtTheDesk as AtTheDesk
from pbem.core.events import EnvelopeLeft as EnvelopeLeft
from pbem.core.events import Event, Happening, OfTheProgram, Own
from pbem.core.events import OrdersAhead as OrdersAhead
from pbem.core.events import Revised as Revised
from pbem.core.events import Undone as Undone


class Place(TypedDict):
    """What a falconer has at the end, and the points for it."""

    role: str
    creatures: int
    objectives: int
    fredericus: int
    pairs: int
    for_pairs: int
    points: int
    hand: list[str]


# set-up (R3)


class BirdsPlaced(Happening):
    """R3.2: a falconer puts the two birds on opposite posts."""

    role: str
    falcon: int
    goshawk: int


class Dealt(Happening):
    """R3.3-R3.7, O2a: the cards are dealt; each falconer alone knows the own objective."""

    length: int
    discards: list[str]
    display: list[str]
    objective: Own[str] = None


# the turn (R4, R8, R10)


class Defaulted(Happening):
    """No sheet came from a falconer, and what was owed was done for him."""

    role: str
    what: str
    default: str


class Turn(Happening):
    """R4.1: the turn of a falconer begins, with so many basic actions."""

    round: int
    role: str
    actions: int


class Unhooded(Happening):
    """R8.1: a hooded bird returns to its post."""

    role: str
    bird: str
    post: int


class Bet(Happening):
    """R8.2: a token is put somewhere; its number is 0 where a falconer has one only."""

    role: str
    token: int
    from_: int
    to: int


class LastRound(Happening):
    """R10.1: the round that has begun is the last; the role is that of whoever brought it about, or empty."""

    cause: str
    role: str
    round: int


class Over(Happening):
    """R10, R11: the game is over; the places are those of all falconers, the winner first."""

    round: int
    cause: str
    places: list[Place]


# basic and special actions (R5, R6)


class Moved(Happening):
    """R5.1: a card goes from the far end of a row to that of another."""

    role: str
    card: str
    from_: int
    to: int


class Flew(Happening):
    """R5.2: a bird flies from post to post."""

    role: str
    bird: str
    from_: int
    to: int


class Hooded(Happening):
    """R5.3: birds are hooded, each named with its falconer."""

    role: str
    post: int
    birds: list[str]


class Hunted(Happening):
    """R6.4: a bird captures a creature."""

    role: str
    bird: str
    post: int
    creature: str


class Turned(Happening):
    """R6.3: a row is turned over, and a seal leaves the game."""

    role: str
    row: int
    seal: int


class Shifted(Happening):
    """O1: three like cards go to the near end of their row."""

    role: str
    row: int
    card: str


# bets and objectives (R7, R9)


class BetWon(Happening):
    """R7.2: tokens on the tower of a hunt come back with an objective."""

    role: str
    tower: int
    tokens: int


class BetLost(Happening):
    """R7.3: a token in the courtyard comes back with nothing."""

    role: str


class CourtyardWon(Happening):
    """R7.4: nothing was captured since a token was put into the courtyard."""

    role: str


class Drew(Happening):
    """R9.3: an objective is drawn; its drawer alone knows which."""

    role: str
    cause: str
    card: Own[str] = None


class DrewFredericus(Happening):
    """R9.3: Fredericus is drawn, shown and kept."""

    role: str
    cause: str


class Took(Happening):
    """O2b: an open objective is taken."""

    role: str
    cause: str
    card: str


class Refilled(Happening):
    """O2c: the next card of the deck is laid open, or aside if it is Fredericus."""

    card: str


class NoCard(Happening):
    """R9.4, O3: there is no objective for a falconer any more."""

    role: str
    cause: str
    why: str


class Discarded(Happening):
    """R8.3: the deck keeper discards the top of the deck; a role gets the points if it was Fredericus."""

    card: str
    role: str | None = None


class Wished(Happening):
    """O2b: what a falconer wants to draw; he alone knows of it."""

    role: str
    kinds: list[str]


FredericusEvent = (
    OfTheProgram
    | BirdsPlaced | Dealt
    | Defaulted | Turn | Unhooded | Bet | LastRound | Over
    | Moved | Flew | Hooded | Hunted | Turned | Shifted
    | BetWon | BetLost | CourtyardWon | Drew | DrewFredericus | Took | Refilled | NoCard | Discarded | Wished
)  # fmt: skip


def read(event: Event) -> FredericusEvent:
    """The event typed again; a Misfit says what is wrong with one that is none of these."""
    from pbem.core.recall import recalled  # not for check

    found: FredericusEvent = recalled(event, FredericusEvent)
    return found
