"""Everything that can happen in a game of Maria: a class for each kind of event, with its facts in their order.

Whoever tells, draws, searches or narrates events names each of them in a ``match`` that ends in ``assert_never``: mypy
finds the place that forgot a new one. Powers, pieces, cities, roles and cards are given by their ids. In the events of
battles, which all titles of the family share, ``nation`` is a power.
"""

from __future__ import annotations

from pbem.core.events import AtTheDesk as AtTheDesk
from pbem.core.events import EnvelopeLeft as EnvelopeLeft
from pbem.core.events import Event, Happening, OfTheProgram, Own
from pbem.core.events import OrdersAhead as OrdersAhead
from pbem.core.events import Revised as Revised
from pbem.core.events import Undone as Undone
from pbem.core.recall import recalled
from pbem.rulesets.common import Asked as Asked
from pbem.rulesets.common import Battle as Battle
from pbem.rulesets.common import BattleEvent
from pbem.rulesets.common import CutOff as CutOff
from pbem.rulesets.common import Defeated as Defeated
from pbem.rulesets.common import Fought as Fought
from pbem.rulesets.common import Played as Played
from pbem.rulesets.common import Retreated as Retreated
from pbem.rulesets.common import Tied as Tied
from pbem.rulesets.maria.political_events import AimsKept as AimsKept
from pbem.rulesets.maria.political_events import AimsLowered as AimsLowered
from pbem.rulesets.maria.political_events import AsideReturned as AsideReturned
from pbem.rulesets.maria.political_events import BoxEmptied as BoxEmptied
from pbem.rulesets.maria.political_events import BoxFilled as BoxFilled
from pbem.rulesets.maria.political_events import CardsDropped as CardsDropped
from pbem.rulesets.maria.political_events import CardsTurned as CardsTurned
from pbem.rulesets.maria.political_events import ChangedHands as ChangedHands
from pbem.rulesets.maria.political_events import ContractEnded as ContractEnded
from pbem.rulesets.maria.political_events import ContractMade as ContractMade
from pbem.rulesets.maria.political_events import CorpsReturned as CorpsReturned
from pbem.rulesets.maria.political_events import CorpsSent as CorpsSent
from pbem.rulesets.maria.political_events import CrowdedOut as CrowdedOut
from pbem.rulesets.maria.political_events import Elected as Elected
from pbem.rulesets.maria.political_events import ElectionDue as ElectionDue
from pbem.rulesets.maria.political_events import HeldCards as HeldCards
from pbem.rulesets.maria.political_events import Influence as Influence
from pbem.rulesets.maria.political_events import LevyRaised as LevyRaised
from pbem.rulesets.maria.political_events import MarkersCleared as MarkersCleared
from pbem.rulesets.maria.political_events import MoveAnnounced as MoveAnnounced
from pbem.rulesets.maria.political_events import PeaceMade as PeaceMade
from pbem.rulesets.maria.political_events import PeaceOffered as PeaceOffered
from pbem.rulesets.maria.political_events import PeaceOver as PeaceOver
from pbem.rulesets.maria.political_events import PeaceRefused as PeaceRefused
from pbem.rulesets.maria.political_events import Placed as Placed
from pbem.rulesets.maria.political_events import PointsLost as PointsLost
from pbem.rulesets.maria.political_events import PointsWon as PointsWon
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.political_events import Revealed as Revealed
from pbem.rulesets.maria.political_events import SaxonyChanged as SaxonyChanged
from pbem.rulesets.maria.political_events import Selected as Selected
from pbem.rulesets.maria.political_events import SteppedAside as SteppedAside
from pbem.rulesets.maria.political_events import SuitNamed as SuitNamed
from pbem.rulesets.maria.political_events import TakenBack as TakenBack
from pbem.rulesets.maria.political_events import TrackMoved as TrackMoved
from pbem.rulesets.maria.political_events import TreatyBroken as TreatyBroken
from pbem.rulesets.maria.political_events import TreatyTold as TreatyTold
from pbem.rulesets.maria.political_events import Voted as Voted

# the turn (M5)


class Turn(Happening):
    """M5.1: a turn begins."""

    turn: int


class Stage(Happening):
    """M5.2: the stage of a group of powers begins; the one that leads it comes first."""

    turn: int
    powers: list[str]


class Winter(Happening):
    """M5.3: a winter begins, after a turn."""

    turn: int


class Defaulted(Happening):
    """No sheet came from a role, and what it owed was done for it."""

    role: str
    what: str
    default: str


# cards (M8)


class Drew(Happening):
    """M8.1, M4.6: a power draws; which cards is known to its owner."""

    power: str
    number: int
    decks: list[int]
    cards: Own[list[str]] = None


class Subsidy(Happening):
    """M8.2, M20.3: a card just drawn is handed over unseen; which is known to the receiver."""

    giver: str
    taker: str
    deck: int
    card: Own[str] = None


class CapitalLost(Happening):
    """M8.5: a minor power draws nothing, for an enemy controls its major fortress."""

    power: str
    city: str


class Opened(Happening):
    """M8.9: the next deck is opened and shuffled."""

    decks: list[int]
    cards: int


class Reshuffled(Happening):
    """M8.9: the used cards of two decks are shuffled together."""

    decks: list[int]
    cards: int


class SubsidyChanged(Happening):
    """M8.2, D10: from now on France pays Bavaria, or pays it no longer (introductory game)."""

    pays: bool


# hussars (M7)


class HussarPlaced(Happening):
    """M7.1: Austria places a hussar; from where, if it stood somewhere."""

    city: str
    from_: str | None = None


class HussarSwept(Happening):
    """M7.3: a piece takes a hussar off the board."""

    power: str
    city: str


# supply (M9)


class SupplyPaid(Happening):
    """M9.6: a general buys his supply past hussars."""

    power: str
    general: str
    city: str
    cost: int
    cards: list[str]


class HandShown(Happening):
    """M9.8: a power shows its hand, which is not worth enough to pay."""

    power: str
    general: str
    cost: int
    cards: list[str]


class Resupplied(Happening):
    """M9.5: a face-down general is in supply again."""

    power: str
    general: str
    city: str


class Unsupplied(Happening):
    """M9.5: a general is out of supply: face-down, and he loses troops."""

    power: str
    general: str
    city: str
    lost: int
    again: bool


class Starved(Happening):
    """M9.5, M6.6: a general is removed for want of supply."""

    power: str
    general: str
    city: str


class TroopsLeft(Happening):
    """M6.8: the sum of troops of a power after losses."""

    power: str
    lost: int
    total: int


# movement and conquest (M10, M12)


class Moved(Happening):
    """M10.1: pieces go their way; M10.7: by a force march."""

    power: str
    pieces: list[str]
    way: list[str]
    force: bool | None = None


class Stacked(Happening):
    """M6.1, M10.4: generals share a city; the supreme commander comes first."""

    generals: list[str]
    city: str


class Captured(Happening):
    """M10.5, M13.5: an enemy train is eliminated."""

    power: str
    train: str
    city: str


class TrainOff(Happening):
    """M10.20: a train is taken off the map, to come back at once."""

    power: str
    train: str
    city: str


class TrainBack(Happening):
    """M10.20: a train comes back."""

    power: str
    train: str
    city: str
    paid: list[str]


class Conquered(Happening):
    """M10.35: a fortress changes hands.

    ``marker`` is the power whose victory marker is placed, ``taken`` that of the one that was taken off.
    """

    power: str
    city: str
    marker: str | None = None
    taken: str | None = None


class ElectorTurned(Happening):
    """M10.35: a two-sided elector marker is turned over."""

    power: str
    city: str
    side: str


class Marked(Happening):
    """M10.34: a fortress is protected and gets a question mark of that power."""

    power: str
    city: str


class Held(Happening):
    """M12.1: a fortress with a question mark is still protected, or no longer an enemy's (A55)."""

    power: str
    city: str


class Consented(Happening):
    """M10.10, D16: Austria or the Pragmatic Army lets the other stack with its generals, or no longer."""

    power: str
    allows: bool


class Disputed(Happening):
    """M10.11, D17: the order of moves on Flanders is in dispute, or no longer."""

    power: str
    calls: bool


# troops (M6) and winter (M13)


class Troops(Happening):
    """M6.5: the numbers of the generals that changed; their owner alone knows of it."""

    power: str
    troops: dict[str, int]


class Recruited(Happening):
    """M13.2, M19.35: troops are bought, and generals come back; who got the troops is not told."""

    power: str
    troops: int
    generals: list[str]
    cities: list[str]
    paid: list[str]
    total: int


class WinterScored(Happening):
    """M13.7: the points of the great powers, few is good. Ruling: A19."""

    turn: int
    scores: dict[str, int]


# battles (M11), besides those of all titles


class StoodIn(Happening):
    """A standing bid answers for a battle; its owner alone knows of it."""

    name: str
    own: str
    enemy: str


class Lapsed(Happening):
    """A standing bid has lapsed with its last turn; its owner alone knows of it."""

    name: str


class Answered(Happening):
    """A standing answer was taken; its owner alone knows of it."""

    orders: list[str]


class WishUnfit(Happening):
    """D20: what was wished in vain for the retreat of the beaten; told to who wished it."""

    generals: list[str]
    cities: list[str] | None = None
    wishes: list[str] | None = None
    answers: list[str] | None = None


class Stopped(Happening):
    """A side stops in a rehearsal. No step has it."""

    nation: str
    score: int


# the end (M14.2, M23, M24)


class ScoresShown(Happening):
    """M23.3: the winter scores are added up."""

    scores: dict[str, list[int]]


class Won(Happening):
    """M14.2, M23: the game is over; nobody has won if no role is named (M24.1)."""

    roles: list[str]
    powers: list[str]
    reason: str
    turn: int


MariaEvent = (
    OfTheProgram | BattleEvent | Fought
    | Turn | Stage | Winter | Defaulted
    | Drew | Subsidy | CapitalLost | Opened | Reshuffled | SubsidyChanged
    | HussarPlaced | HussarSwept
    | SupplyPaid | HandShown | Resupplied | Unsupplied | Starved | TroopsLeft
    | Moved | Stacked | Captured | TrainOff | TrainBack | Conquered | ElectorTurned | Marked | Held | Consented
    | Disputed
    | Troops | Recruited | WinterScored
    | StoodIn | Lapsed | Answered | WishUnfit | Stopped
    | PoliticalEvent
    | ScoresShown | Won
)  # fmt: skip


def read(event: Event) -> MariaEvent:
    """The event typed again; a Misfit says what is wrong with one that is none of these."""

    found: MariaEvent = recalled(event, MariaEvent)
    return found
