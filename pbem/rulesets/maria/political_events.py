"""What happens in politics, and what is agreed (M15 to M21): a part of the events of the title.

They stand in a module of their own because there are many; ``events`` has them all.
"""

from __future__ import annotations

from pbem.core.events import Happening, Own

# markers and boxes (M15, M16)


class PointsWon(Happening):
    """M16.1, M16.3: a great power wins VP; so many markers go to its battle boxes."""

    power: str
    points: int
    markers: int


class PointsLost(Happening):
    """M16.1 to M16.3: a great power loses VP; so many markers go back to its pool. Why: battle or supply."""

    power: str
    points: int
    markers: int
    why: str


class BoxFilled(Happening):
    """M16.4, M17.16, M18.5, M19.15: a marker goes into a victory box."""

    power: str
    box: str


class BoxEmptied(Happening):
    """M16.4, M17.16: a marker goes back from a victory box to the pool."""

    power: str
    box: str


# politics (M17)


class CardsTurned(Happening):
    """M17.1: political cards are turned up."""

    cards: list[str]


class ElectionDue(Happening):
    """M18.1: the Imperial Election is turned up; it is held at the end of this turn."""

    turn: int


class SuitNamed(Happening):
    """M17.2: the dominant suit: named by a role, or that of the last of the cards turned up."""

    suit: str
    role: str | None = None
    turned: list[str] | None = None


class Placed(Happening):
    """M17.3: a power puts a card face down into its box, or none; which is known to its owner."""

    power: str
    deck: int | None = None
    card: Own[str] = None


class Revealed(Happening):
    """M17.4: the placed cards are turned up; those not of the suit go back to the hand."""

    power: str
    card: str
    stays: bool


class Influence(Happening):
    """M17.5: the order in which powers choose, and their points."""

    powers: list[str]
    points: list[int]


class HeldCards(Happening):
    """M17.7, M17.8: a power holds; its cards stay on the political board. Forced, if no card has its shield."""

    power: str
    forced: bool


class Selected(Happening):
    """M17.7, M17.9: a power selects a political card, with the cards that it gives for it."""

    power: str
    card: str
    cards: list[str]
    executed: bool


class TakenBack(Happening):
    """M17.10: a power takes its cards back from the political board."""

    power: str
    cards: list[str]


class CardsDropped(Happening):
    """M17.11: political cards that nobody selected are discarded."""

    cards: list[str]


class MoveAnnounced(Happening):
    """M17.13: a power announces a move of a marker; steps to the right are positive."""

    power: str
    track: str
    steps: int


class TrackMoved(Happening):
    """M17.13, M19.12, M19.33: a marker moves on its track."""

    track: str
    from_: int
    to: int


class CorpsSent(Happening):
    """M17.15: a general goes into the off-map box; paid are the cards for troops of one who was not on the map."""

    power: str
    general: str
    city: str | None = None
    paid: list[str] | None = None


class CorpsReturned(Happening):
    """M17.15: a general comes back from the off-map box."""

    power: str
    general: str
    city: str


class SteppedAside(Happening):
    """M17.15, M19.14, M19.34, M19.35: pieces are moved out of the way, or to the nearest city."""

    power: str
    pieces: list[str]
    from_: str
    to: str
    why: str


class CrowdedOut(Happening):
    """A22: pieces that must step aside and find no city are taken off the map."""

    power: str
    pieces: list[str]
    city: str


class LevyRaised(Happening):
    """M17.17: troops of a political card; who got them is known to their owner."""

    power: str
    troops: int
    generals: list[str]
    cities: list[str]
    total: int


# election (M18)


class Voted(Happening):
    """M18.4: the vote of an elector."""

    power: str
    city: str
    candidate: str


class Elected(Happening):
    """M18.5: an emperor is elected."""

    candidate: str
    votes: int
    power: str


# political changes (M19)


class PeaceOffered(Happening):
    """M19.10: Prussia offers Austria a peace."""


class PeaceRefused(Happening):
    """M19.10: Austria refuses it."""


class PeaceMade(Happening):
    """M19.10 to M19.16: Austria accepts; Prussia has Silesia and is neutral until its stage of that turn."""

    until: int
    aside: int


class PeaceOver(Happening):
    """M19.16: Prussia is no longer neutral."""


class AimsLowered(Happening):
    """M19.20: France takes its markers in Core-Austria off the board."""

    aside: int
    pool: int


class AimsKept(Happening):
    """M19.20: France declared that it lowers its aims, and other orders of the same step have left nothing to lower."""


class AsideReturned(Happening):
    """M19.17, M19.21: markers set aside return to the pool."""

    power: str
    markers: int


class SaxonyChanged(Happening):
    """M19.34 to M19.36: Saxony's standing changes."""

    standing: str
    from_: str


class ChangedHands(Happening):
    """M19.34: another role plays a power from now on, and alone knows its hand."""

    power: str
    role: str
    from_: str
    hand: Own[list[str]] = None


class MarkersCleared(Happening):
    """M19.13, M19.34: victory markers of a power are taken off fortresses."""

    power: str
    cities: list[str]


# agreements (M20, M21)


class ContractMade(Happening):
    """M20.1: a subsidy contract."""

    giver: str
    taker: str
    turns: int


class ContractEnded(Happening):
    """M20.4, A51: a subsidy contract is over; why: paid, agreed or allies."""

    giver: str
    taker: str
    why: str


class TreatyTold(Happening):
    """M21.3: an agreement is offered, countered, accepted, refused or ended."""

    id: str
    status: str
    powers: list[str]
    first: int
    last: int
    clauses: list[str]
    text: str
    by: str


class TreatyBroken(Happening):
    """M21.3: a clause of an agreement is broken, by an order against a warning, or by what was left undone."""

    id: str
    power: str
    clause: str


PoliticalEvent = (
    PointsWon | PointsLost | BoxFilled | BoxEmptied
    | CardsTurned | ElectionDue | SuitNamed | Placed | Revealed | Influence | HeldCards | Selected | TakenBack
    | CardsDropped | MoveAnnounced | TrackMoved | CorpsSent | CorpsReturned | SteppedAside | CrowdedOut
    | LevyRaised
    | Voted | Elected
    | PeaceOffered | PeaceRefused | PeaceMade | PeaceOver | AimsLowered | AimsKept | AsideReturned | SaxonyChanged
    | ChangedHands | MarkersCleared
    | ContractMade | ContractEnded | TreatyTold | TreatyBroken
)  # fmt: skip
