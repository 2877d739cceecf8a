"""What is going on, and what was agreed: the tasks of the agenda (M5) and the records of contracts (M20, M21)."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # a clean sheet without a battle does without the duel
    from pbem.rulesets.common import Card
    from pbem.rulesets.common.duel import PlayedCard

Pair = tuple[int, int]


class SetUp(NamedTuple):
    """All roles divide their troops (M4.7, D1); ``done`` are those who have."""


class Shuffle(NamedTuple):
    """Cards without an order are shuffled and the first hands dealt (M4.5, M4.6, M4.9).

    A position names hands and perhaps the draw deck: then neither is touched.
    """

    deal: bool = True
    draw: bool = True


class Turn(NamedTuple):
    """What is left of a turn (M5.1, M5.4), in order: politics, hussars, france, prussia, austria, election, winter."""

    left: tuple[str, ...]


class Politics(NamedTuple):
    """Politics (M17), step by step; ``awaited`` are the powers that still act in it.

    ``placed`` are the cards face-down in the boxes by power, ``chosen`` is what powers did: a card, or an empty text
    for holding, ``announced`` are moves of markers by track.
    """

    step: str  # "suit", "place", "choose", "execute", "moves", "end"
    awaited: tuple[int, ...] = ()
    placed: tuple[tuple[int, Any], ...] = ()
    chosen: tuple[tuple[int, str], ...] = ()
    announced: tuple[tuple[str, int], ...] = ()


class Hussars(NamedTuple):
    """Austria places its hussars (M7.1, D9)."""


class Stage(NamedTuple):
    """The action stage of a group of powers (M5.2); 0: France and Bavaria, 1: Prussia, 2: Austria."""

    group: int
    phase: str  # "cards", "supply", "movement", "combat", "conquest", "end"


class Moves(NamedTuple):
    """A movement phase (M10.1): the roles that have still to move, in order, and what has moved, as bits by piece.

    On Flanders Austria and the Pragmatic Army may alternate, one piece each (M10.11, D17): ``turns`` are the powers
    that still take part in that, the next first. ``ahead`` is what roles said of their attacks: order and bids.
    """

    awaited: tuple[str, ...]
    moved: int = 0
    turns: tuple[int, ...] = ()
    ahead: tuple[tuple[str, Any], ...] = ()


class Combat(NamedTuple):
    """The attacks of a power and of those who attack with it (M11.1, M11.2), as (attacker's city, other city).

    ``order``, ``bids`` and ``wishes`` are what the attacking role said ahead.
    """

    power: int
    pairs: tuple[Pair, ...]
    order: tuple[Pair, ...] = ()
    bids: tuple[Any, ...] = ()
    fought: int = 0  # battles begun in this phase
    wishes: tuple[tuple[int, Any], ...] = ()  # for retreats, by power: of a sheet, for bids without any of their own


class Battle(NamedTuple):
    """A combat under way (M11.5 to M11.10). Index 0 is the attacker, 1 the other; ``score`` is the attacker's."""

    pair: Pair
    totals: tuple[int, int]
    score: int
    holder: int
    played: tuple["PlayedCard", ...] = ()
    bids: tuple[Any, Any] = (None, None)
    used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    asked: int = -1


class Retreat(NamedTuple):
    """A beaten stack retreats (M11.20): ``ends`` are the farthest cities (M11.26), 0 while nobody has looked.

    ``wishes`` are those of the winner's bid; ``left`` is what they left of the ends, 0: all.
    """

    winner: int
    loser: int
    source: int
    victor_city: int
    length: int
    ends: int = 0
    wishes: tuple[Any, ...] = ()
    left: int = 0


class Slip(NamedTuple):
    """Austria says how far the Saxony marker moves for VP that Prussia lost (M19.33, D22)."""

    points: int


class Peace(NamedTuple):
    """M19.10: Prussia may offer a peace, and Austria accept it (D23): ``offer``, ``answer``."""

    step: str


class Displaced(NamedTuple):
    """Pieces that must be moved to the nearest city, or step aside (M17.15, M19.14, M19.34, M19.35; D8, D24, D30)."""

    pieces: tuple[int, ...]
    goals: int  # the cities they may go to
    why: str


class Corps(NamedTuple):
    """M17.15, D7: a power chooses its expeditionary general."""

    power: int


class Levy(NamedTuple):
    """M17.17, D6: a power assigns the troops of a political card."""

    power: int
    troops: int


class Election(NamedTuple):
    """M18: the votes, by the roles that have still to cast them; ``votes`` by elector city: a candidate."""

    awaited: tuple[str, ...]
    votes: tuple[tuple[int, str], ...] = ()


class Winter(NamedTuple):
    """M13.1, D26: the roles that have still to recruit, each with the powers it recruits for."""

    awaited: tuple[tuple[str, tuple[int, ...]], ...]


Task = (
    SetUp | Shuffle | Turn | Politics | Hussars | Stage | Moves | Combat | Battle | Retreat | Slip | Peace | Displaced
    | Corps | Levy | Election | Winter
)  # fmt: skip


class Declared(NamedTuple):
    """The last strength a stack was seen with, in public (M11.5)."""

    pieces: tuple[int, ...]
    troops: int
    turn: int


class Contract(NamedTuple):
    """M20: a subsidy contract in force; ``left`` are the turns that are still to be paid."""

    giver: int
    taker: int
    left: int
    fixed: bool = False  # M20.4: the opening one, which cannot be ended


class Treaty(NamedTuple):
    """M21: an agreement: offered, accepted or ended, with its clauses as texts that ``treaties`` reads."""

    id: str
    status: str  # "offered", "accepted"; all others, by which it binds nobody, are named in ``treaties``
    parties: tuple[int, ...]
    first: int
    last: int
    clauses: tuple[str, ...] = ()
    binding: str = "warn"  # "refuse" or "warn": what an order is met with that breaks a clause
    assented: tuple[int, ...] = ()  # the parties that have agreed so far; the first is whose offer it is
    ending: tuple[int, ...] = ()  # the parties that wish to end it before its last turn
    instead_of: str = ""  # the offer to which it is the counter-offer


Cards = tuple["Card", ...]
