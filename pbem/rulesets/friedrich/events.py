"""Everything that can happen in a game of Friedrich: a class for each kind of event, with its facts in their order.

Whoever tells, draws, searches or narrates events names each of them in a ``match`` that ends in ``assert_never``: mypy
finds the place that forgot a new one. Nations, pieces, cities, roles and cards are given by their ids.
"""

from __future__ import annotations

from pbem.core.events import AtTheDesk as AtTheDesk
from pbem.core.events import EnvelopeLeft as EnvelopeLeft
from pbem.core.events import Event, Happening, OfTheProgram, Own
from pbem.core.events import OrdersAhead as OrdersAhead
from pbem.core.events import Revised as Revised
from pbem.core.events import Undone as Undone
from pbem.rulesets.common import Asked as Asked
from pbem.rulesets.common import Battle as Battle
from pbem.rulesets.common import BattleEvent
from pbem.rulesets.common import CutOff as CutOff
from pbem.rulesets.common import Defeated as Defeated
from pbem.rulesets.common import Fought as Fought
from pbem.rulesets.common import Played as Played
from pbem.rulesets.common import Retreated as Retreated
from pbem.rulesets.common import Tied as Tied

# the turn (F2)


class Turn(Happening):
    """F2.1: a turn begins."""

    turn: int


class Stage(Happening):
    """F2.3: the stage of a nation begins."""

    turn: int
    nation: str


class Defaulted(Happening):
    """No sheet came from a role, and what it owed was done for it."""

    role: str
    what: str
    default: str


# cards (F3)


class Drew(Happening):
    """F3.1: a nation draws; which cards is known to its owner."""

    nation: str
    number: int
    decks: list[int]
    cards: Own[list[str]] = None


class Opened(Happening):
    """F3.6: the next deck is opened and shuffled."""

    decks: list[int]
    cards: int


class Reshuffled(Happening):
    """F3.7: the discards of two decks are shuffled together."""

    decks: list[int]
    cards: int


class Discarded(Happening):
    """F3.3: a card just drawn is discarded face-down."""

    nation: str
    deck: int
    card: Own[str] = None


# movement (F4) and objectives (F5)


class Moved(Happening):
    """F4.9: pieces go their way."""

    nation: str
    pieces: list[str]
    way: list[str]


class Stepped(Happening):
    """6♠, 12♥: a general is moved by a card of fate."""

    nation: str
    pieces: list[str]
    way: list[str]


class SteppedAside(Happening):
    """8♣: a Prussian stack steps aside from Daun."""

    nation: str
    pieces: list[str]
    way: list[str]


class Captured(Happening):
    """F4.10: a hostile train is taken."""

    nation: str
    train: str
    city: str


class OnAlliedObjective(Happening):
    """F4.13: a piece ended its stage on an objective of an ally."""

    nation: str
    piece: str
    city: str
    ally: str


class Conquered(Happening):
    """F5.2: an objective is conquered."""

    nation: str
    city: str


class Reconquered(Happening):
    """F5.8, F13.3: an objective is taken back."""

    nation: str
    city: str


class Marked(Happening):
    """F5.5: an objective is protected and gets a question mark."""

    nation: str
    city: str


class Held(Happening):
    """F5.9: an objective with a question mark is still protected."""

    city: str


# troops (F6) and recruitment (F10)


class Troops(Happening):
    """F6.4: the numbers of the generals that changed; their owner alone knows of it."""

    nation: str
    troops: dict[str, int]


class Recruited(Happening):
    """F10.4: troops and trains are bought, and pieces enter."""

    nation: str
    troops: int
    trains: int
    pieces: list[str]
    cities: list[str]
    paid: list[str]
    total: int


# battles (F7) and retreats (F8), besides those of all titles


class Mustered(Happening):
    """All strengths of a stage are declared at once (option bidding = "stage")."""

    battles: list[list[str]]
    stacks: list[list[str]]
    troops: list[int]


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
    """F8.5, D16: what was wished in vain for the retreat of the beaten; told to who wished it.

    ``cities`` are none of the farthest; else no city that was left fitted ``wishes`` of a bid or sheet, in words, or
    standing ``answers``.
    """

    generals: list[str]
    cities: list[str] | None = None
    wishes: list[str] | None = None
    answers: list[str] | None = None


class Stopped(Happening):
    """A side stops in a rehearsal. No step has it."""

    nation: str
    score: int


# supply (F9)


class Resupplied(Happening):
    """F9.4: a general is in supply again."""

    nation: str
    general: str
    city: str


class Unsupplied(Happening):
    """F9.4, 9♠, 12♣: a general is turned face-down."""

    nation: str
    general: str
    city: str


class Starved(Happening):
    """F9.4: a general is lost for want of supply."""

    nation: str
    general: str
    city: str


class TroopsLost(Happening):
    """F9.4: what the generals so lost cost their nation."""

    nation: str
    troops: int
    total: int


# the clock of fate (F11)


class Fate(Happening):
    """F11.1: the card of fate of a turn; a stroke has no suit. Idle is one that does nothing, why is the reason."""

    turn: int
    card: str
    suit: str | None = None
    idle: bool | None = None
    why: str | None = None


class DrawsChanged(Happening):
    """F11.8: a nation draws another number of cards from now on."""

    nation: str
    number: int


class Left(Happening):
    """F11.9: a nation leaves the game with its pieces and its hand."""

    nation: str
    cards: int
    decks: list[int]


class Departed(Happening):
    """F15.4: a nation that is no part of the scenario has left the war."""

    nation: str


class Retired(Happening):
    """F6.8, F11.14: a general leaves the game for good."""

    general: str
    nation: str
    lost: int
    total: int


class ChangedHands(Happening):
    """F11.10: another player leads a nation from now on, and alone knows its hand."""

    nation: str
    role: str
    from_: str
    hand: Own[list[str]] = None


class Eased(Happening):
    """F11.13: first-order objectives are enough for a nation from now on."""

    nation: str


class FreeTroop(Happening):
    """F11.6: a general receives a free troop; unless the card names him, his owner alone knows whom."""

    nation: str
    total: int
    general: Own[str] = None


class LostTroop(Happening):
    """F11.7: a general loses a troop; unless the card names him, his owner alone knows who."""

    nation: str
    total: int
    general: Own[str] = None


class Declined(Happening):
    """F11.4: what a card of fate offers is not taken."""

    card: str


class Exchanged(Happening):
    """1♥, 9♦: two nations exchange a card; which is known to them."""

    nations: list[str]
    decks: list[int] | None = None
    gave: Own[str] = None
    got: Own[str] = None


class NotExchanged(Happening):
    """1♥: Austria and Russia do not agree to exchange a card."""


class ChangedCard(Happening):
    """4♥: France discards a card and draws another; which is known to it."""

    nation: str
    deck: int
    drawn: list[int]
    gave: Own[str] = None
    got: Own[str] = None


class TurnedDown(Happening):
    """6♦: Austria turns a Prussian stack face-down."""

    generals: list[str]
    city: str


class SameSuit(Happening):
    """3♥: Soubise stands where he should not have gone; whether he plays if he attacks from there."""

    general: str
    city: str
    suit: str
    plays: bool


# the offensive option (F13) and the end (F12)


class OffensiveTaken(Happening):
    """F13.4.2: Prussia takes the option and sets a card aside."""

    card: str


class OffensiveDeclined(Happening):
    """F13.4.3: Prussia declines it and gives its conquests up."""

    cities: list[str]


class OffensiveCardLost(Happening):
    """F13.4.5: Austria takes the card."""

    card: str


class OffensiveFailed(Happening):
    """F13.4.7: the option has failed."""

    cities: list[str]


class Won(Happening):
    """F12.6: the game is over."""

    roles: list[str]
    nations: list[str]
    reason: str
    turn: int


FriedrichEvent = (
    OfTheProgram | BattleEvent | Fought
    | Turn | Stage | Defaulted
    | Drew | Opened | Reshuffled | Discarded
    | Moved | Stepped | SteppedAside | Captured | OnAlliedObjective | Conquered | Reconquered | Marked | Held
    | Troops | Recruited
    | Mustered | StoodIn | Lapsed | Answered | WishUnfit | Stopped
    | Resupplied | Unsupplied | Starved | TroopsLost
    | Fate | DrawsChanged | Left | Departed | Retired | ChangedHands | Eased | FreeTroop | LostTroop | Declined
    | Exchanged | NotExchanged | ChangedCard | TurnedDown | SameSuit
    | OffensiveTaken | OffensiveDeclined | OffensiveCardLost | OffensiveFailed | Won
)  # fmt: skip


def read(event: Event) -> FriedrichEvent:
    """The event typed again; a Misfit says what is wrong with one that is none of these."""
    from pbem.core.recall import recalled  # not for check

    found: FriedrichEvent = recalled(event, FriedrichEvent)
    return found
