"""The state of a game of Friedrich, and the few verbs with which the rules change it (F1, F6)."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core import listed
from pbem.rulesets.common import Card, Deck, now, popped, pushed
from pbem.rulesets.friedrich import facts
from pbem.rulesets.friedrich.board import (
    ALL,
    AUSTRIA,
    DEPOTS,
    FRANCE,
    HANOVER,
    HOME,
    IMPERIAL,
    PRUSSIA,
    ROADS,
    RUSSIA,
    SWEDEN,
    around,
    within,
)

if TYPE_CHECKING:  # a clean sheet without a battle does without the duel, and without the piles
    from pbem.rulesets.common.duel import PlayedCard
    from pbem.rulesets.common.piles import Piles

OFF, RETIRED = -1, -2  # in place of a city
DECK = Deck(highest=13, reserve=10)  # F1.2
NATIONS: tuple[str, ...] = tuple(row[0] for row in facts.NATIONS)
NATION_NAMES = ("Prussia", "Hanover", "Russia", "Sweden", "Austria", "the Imperial Army", "France")
MAXIMUM: tuple[int, ...] = tuple(row[1] for row in facts.NATIONS)
MOST = 8  # troops of one general (F6.1)
STACK = 3  # generals of one stack (F4.7)
PROTECTION = 3  # roads over which a general protects an objective (F5.4, F5.7)
HEINRICHS_PROTECTION = 4  # 11♥
SUPPLY = 6  # free roads over which a train supplies a general (F9.2c)
PIECE_IDS: tuple[str, ...] = tuple(row[0] for row in facts.PIECES)
PIECE_NAMES: tuple[str, ...] = tuple(row[1] for row in facts.PIECES)
NATION_OF: tuple[int, ...] = tuple(row[2] for row in facts.PIECES)
RANK: tuple[int, ...] = tuple(row[3] for row in facts.PIECES)  # 0: a train
START: tuple[int, ...] = tuple(row[4] for row in facts.PIECES)
PIECE: dict[str, int] = {id_: at for at, id_ in enumerate(PIECE_IDS)}
GENERALS = tuple(tuple(p for p, n in enumerate(NATION_OF) if n == nation and RANK[p]) for nation in range(7))
TRAINS = tuple(tuple(p for p, n in enumerate(NATION_OF) if n == nation and not RANK[p]) for nation in range(7))
DEFENDERS = (PRUSSIA, HANOVER)
ATTACKERS = (RUSSIA, SWEDEN, AUSTRIA, IMPERIAL, FRANCE)
# F1.3: twelve numbered cards, and these.
STROKES = ("elisabeth", "sweden", "india", "america", "lord-bute", "poems")
FRIEDRICH, HEINRICH, LAUDON, DAUN, SOUBISE = (
    PIECE[id_] for id_ in ("friedrich", "heinrich", "laudon", "daun", "soubise")
)

# F1.4: who commands what; in 3p one person is Elisabeth and Pompadour. F14.1, F15.1: the two-player scenarios.
_FOUR = {
    "frederick": (PRUSSIA, HANOVER), "elisabeth": (RUSSIA, SWEDEN), "maria-theresa": (AUSTRIA, IMPERIAL),
    "pompadour": (FRANCE,),
}  # fmt: skip
_THREE = {"frederick": (PRUSSIA, HANOVER), "elisabeth": (RUSSIA, SWEDEN, FRANCE), "maria-theresa": (AUSTRIA, IMPERIAL)}
COMMANDS: dict[str, dict[str, tuple[int, ...]]] = {
    "4p": _FOUR,
    "3p": _THREE,
    "4p-expert": _FOUR,
    "3p-expert": _THREE,
    "west": {"frederick": (PRUSSIA, HANOVER), "pompadour": (FRANCE,)},
    "austria": {"frederick": (PRUSSIA,), "maria-theresa": (AUSTRIA, IMPERIAL)},
}
# F14.2, F15.2: the Prussian pieces of the scenarios, and Prussia's maximum there.
_PRUSSIANS = {
    "west": ("seydlitz", "prussia-t2"),
    "austria": ("friedrich", "winterfeldt", "heinrich", "schwerin", "keith", "prussia-t1", "prussia-t2"),
}
_PRUSSIAN_MAXIMUM = {"west": 3, "austria": 24}
ROLE_TITLES = {
    "frederick": "Frederick", "elisabeth": "Elisabeth", "maria-theresa": "Maria Theresa", "pompadour": "Pompadour"
}  # fmt: skip


class SetUp(NamedTuple):
    """All roles distribute their troops (F1.13)."""


class Shuffle(NamedTuple):
    """Cards whose order is not known yet are shuffled (F1.15); a draw pile named in a position keeps its order."""

    draw: bool = True


class Turn(NamedTuple):
    """The nations that have still to act in this turn (F2.1)."""

    nations: tuple[int, ...]


class Stage(NamedTuple):
    """The action stage of a nation (F2.2); ``drawn`` are the cards one of which must be discarded (F3.3)."""

    nation: int
    phase: str
    drawn: tuple[Card, ...] = ()


class Combat(NamedTuple):
    """A combat phase: the pairs left (F7.1) as (active city, other city), the order wished, bids given ahead."""

    nation: int
    pairs: tuple[tuple[int, int], ...]
    order: tuple[tuple[int, int], ...] = ()
    bids: tuple[Any, ...] = ()
    fought: int = 0  # battles begun in this phase
    awaited: tuple[int, ...] = ()  # nations that owe bids for all battles of the stage, where these are given at once
    theirs: tuple[tuple[int, Any], ...] = ()  # the bids of the other nations, where they were given at once
    mustered: bool = False  # whether all strengths were declared at the start of the phase
    wishes: tuple[tuple[int, Any], ...] = ()  # for retreats, by nation: of a sheet, for bids without any of their own


class Battle(NamedTuple):
    """A combat under way (F7.4-F7.8). Index 0 is the active side, 1 the other; ``score`` is the active side's."""

    pair: tuple[int, int]
    totals: tuple[int, int]
    score: int
    holder: int
    played: tuple["PlayedCard", ...] = ()
    bids: tuple[Any, Any] = (None, None)
    used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    asked: int = -1


class Retreat(NamedTuple):
    """The victor chooses where the beaten stack goes (F8.2)."""

    winner: int
    loser: int
    source: int
    victor_city: int
    length: int
    destinations: int
    left: int = 0  # what the victor's wishes left of them, seen by him alone; 0: all


class Fate(NamedTuple):
    """A card of fate, or the garrison rule, asks something; ``answers`` are those given, by role (section 3)."""

    card: str
    answers: tuple[tuple[str, Any], ...] = ()


class EndOfTurn(NamedTuple):
    """The end of a turn, step by step (F2.4, K1): ``check-a``, ``card``, ``control``, ``check-b``."""

    step: str


class Declared(NamedTuple):
    """The last strength a stack was seen with, in public (F7.4)."""

    pieces: tuple[int, ...]
    troops: int
    turn: int
    nation: int


Task = SetUp | Shuffle | Turn | Stage | Combat | Battle | Retreat | Fate | EndOfTurn


class State(NamedTuple):
    """Everything there is. A view is the same record with HIDDEN and backs of cards in it."""

    mode: str
    turn: int
    place: tuple[int, ...]  # by piece: a city, OFF or RETIRED
    troops: tuple[Any, ...]  # by piece
    totals: tuple[int, ...]  # by nation, public
    face_down: int  # bits by piece
    conquered: int  # cities under control of the nation whose objective they are (I5)
    marked: int  # cities with a question mark
    hands: tuple[tuple[Card, ...], ...]  # by nation
    draw: tuple[Card, ...]  # top first
    opened: int  # decks in play (F3.6)
    discards: tuple[tuple[Card, ...], ...]  # by deck, seen by all
    buried: tuple[tuple[Card, ...], ...]  # by deck, discarded face-down
    recycled: int  # how often discards were shuffled again (F3.7)
    fate: tuple[str, ...]  # the clock, top first
    executed: tuple[str, ...]  # cards of fate so far: "poems", "5S"
    in_force: str  # the numbered card that holds in this turn
    spent: bool  # its effect can come once only, and has come
    imperial: str  # the role that commands the Imperial Army
    declared: tuple[Declared, ...]
    victor: int  # the last victorious general (F7.16), or -1
    beaten: int  # generals beaten in this turn, bits by piece (12♥)
    attack_suits: str  # suits of the cities from which the Imperial Army attacked in this turn (3♥)
    offensive: str  # F13.4: "", "declined", "taken", "lost" (Austria has the card), "failed"
    aside: tuple[Card, ...]  # the card set aside for it
    options: tuple[tuple[str, str], ...]  # house rules that are not the default
    answers: tuple[tuple[str, tuple[str, ...]], ...]  # standing answers by role
    agenda: tuple[Task, ...]  # what is going on, the current task last
    winners: tuple[str, ...]
    reason: str
    standing: tuple[Any, ...] = ()  # bids that answer for an absent player, each seen by its owner alone

    # questions

    @property
    def task(self) -> Task:
        return self.agenda[-1]

    @property
    def piles(self) -> "Piles":
        """The cards that no nation holds (F3): fields of the state, since reading a state need not load the piles."""
        from pbem.rulesets.common.piles import Piles  # not for check

        return Piles(*[getattr(self, name) for name in Piles._fields])

    def at(self, city: int) -> tuple[int, ...]:
        """The pieces in a city, generals by rank."""
        number = self.place.count(city)
        if number < 2:
            return (self.place.index(city),) if number else ()
        return tuple([p for p, c in enumerate(self.place) if c == city])

    def city_bits(self, pieces: Iterable[int]) -> int:
        """The cities where some of the pieces stand."""
        board = 0
        place = self.place
        for piece in pieces:
            if place[piece] >= 0:
                board |= 1 << place[piece]
        return board

    def occupied(self, but: Iterable[int] = ()) -> int:
        """The cities that hold a piece other than these."""
        board = 0
        for piece, city in enumerate(self.place):
            if city >= 0 and piece not in but:
                board |= 1 << city
        return board

    def stack(self, city: int) -> tuple[int, ...]:
        """The generals in a city, the supreme commander first."""
        return tuple([p for p in self.at(city) if RANK[p]])

    def strength(self, pieces: Iterable[int]) -> int:
        """The troops of some generals together."""
        return sum([self.troops[p] for p in pieces])

    def is_face_down(self, piece: int) -> bool:
        return bool(self.face_down >> piece & 1)

    # verbs

    def put(self, changes: Mapping[int, int]) -> "State":
        """Pieces placed in cities, or taken off the map (OFF) or out of the game (RETIRED)."""
        place = list(self.place)
        for piece, city in changes.items():
            place[piece] = city
        return self._replace(place=tuple(place))

    def with_troops(self, changes: Mapping[int, int]) -> "State":
        """Generals with other numbers of troops; the nations' totals follow."""
        troops, totals = list(self.troops), list(self.totals)
        for piece, number in changes.items():
            totals[NATION_OF[piece]] += number - troops[piece]
            troops[piece] = number
        return self._replace(troops=tuple(troops), totals=tuple(totals))

    def taken_off(self, pieces: Iterable[int], to: int = OFF) -> "State":
        """Pieces leave the map with their troops and lose the face-down state (F9.7)."""
        gone = tuple(pieces)
        if not gone:
            return self
        face_down = self.face_down
        for piece in gone:
            face_down &= ~(1 << piece)
        state = self.with_troops({p: 0 for p in gone if RANK[p]})
        return state.put(dict.fromkeys(gone, to))._replace(face_down=face_down)

    def with_hand(self, nation: int, hand: Iterable[Card]) -> "State":
        """A nation with another hand."""
        hands = list(self.hands)
        hands[nation] = tuple(hand)
        return self._replace(hands=tuple(hands))

    def with_piles(self, piles: "Piles") -> "State":
        """Other cards in the piles."""
        return self._replace(**piles._asdict())

    def discarded(self, cards: Iterable[Card], face_up: bool = True) -> "State":
        """Cards on the discard of the deck they came from (F3.5)."""
        return self.with_piles(self.piles.discarded(cards, face_up))

    def pushed(self, *tasks: Task) -> "State":
        """The agenda with further tasks, the last one first to be done."""
        return pushed(self, *tasks)

    def popped(self) -> "State":
        """The agenda without its current task."""
        return popped(self)

    def replaced(self, task: Task) -> "State":
        """The agenda with another current task."""
        return now(self, task)


def hostile(nation: int, other: int) -> bool:
    """Belonging to the other side (F1.5)."""
    return (nation in DEFENDERS) != (other in DEFENDERS)


def has_left(state: State, nation: int) -> bool:
    """Whether a stroke of fate has taken the nation out (F11.9)."""
    if nation == RUSSIA:
        return "elisabeth" in state.executed
    if nation == SWEDEN:
        return "sweden" in state.executed
    return nation == FRANCE and "india" in state.executed and "america" in state.executed


_OWNERS = {
    mode: {nation: role for role, nations in commands.items() for nation in nations}
    for mode, commands in COMMANDS.items()
}


def owner_of(state: State, nation: int) -> str:
    """The role that commands a nation now (F1.4, F11.10); empty if the nation is not part of the scenario."""
    if nation == IMPERIAL:
        return state.imperial
    return _OWNERS[state.mode].get(nation, "")


def takes_part(state: State, nation: int) -> bool:
    """Whether a nation is part of the scenario and has not left the game."""
    return nation in _OWNERS[state.mode] and not has_left(state, nation)


def in_scenario(mode: str, piece: int) -> bool:
    """F14.2, F15.2: whether a piece is part of the scenario."""
    nation = NATION_OF[piece]
    if nation == PRUSSIA and mode in _PRUSSIANS:
        return PIECE_IDS[piece] in _PRUSSIANS[mode]
    return nation in _OWNERS[mode]


def maximum_of(mode: str, nation: int) -> int:
    """F1.1, F14.2, F15.2: the most troops a nation may have."""
    return _PRUSSIAN_MAXIMUM.get(mode, MAXIMUM[nation]) if nation == PRUSSIA else MAXIMUM[nation]


def is_expert(state: State) -> bool:
    """F13: the expert game."""
    return state.mode.endswith("-expert")


def is_offensive_due(state: State, nation: int) -> bool:
    """F13.4.2: whether the declaration of the offensive option belongs to this movement phase, in turn 3."""
    return is_expert(state) and nation == PRUSSIA and state.turn == 3 and not state.offensive


def house_rule(state: State, option: str) -> str:
    """The choice of a house rule; empty where the default holds."""
    return next((choice for name, choice in state.options if name == option), "")


def nations_of(state: State, role: str | None) -> tuple[int, ...]:
    """The nations a role commands now."""
    return _nations_of(state.mode, state.imperial, role)


@cache  # asked in every sheet, and there are few answers
def _nations_of(mode: str, imperial: str, role: str | None) -> tuple[int, ...]:
    owners = {**dict.fromkeys(range(7), ""), **_OWNERS[mode], IMPERIAL: imperial}
    return tuple(n for n in range(7) if owners[n] == role)


def hostile_pieces(nation: int) -> tuple[int, ...]:
    return _HOSTILE[nation]


def hostile_generals(nation: int) -> tuple[int, ...]:
    return _HOSTILE_GENERALS[nation]


def attack_positions(state: State, nation: int) -> int:
    """The cities next to a hostile general; nothing in a movement phase changes them."""
    return around(state.city_bits(hostile_generals(nation)))


# How far protection and supply reach is asked here: every check of a sheet warns of it, and loads no chapter for that.


def cover(city: int) -> int:
    """F5.4: where a piece in a city protects objectives, but for house rules and cards of fate. Ruling: A3."""
    return within(city, PROTECTION)


def protected_from(state: State, piece: int, city: int) -> int:
    """F5.4, F5.7: where a piece in a city protects objectives; 11♥: Heinrich four cities away, against conquest."""
    board = cover(city)
    if piece == HEINRICH and state.in_force == "11H":
        board |= within(city, HEINRICHS_PROTECTION) & ~state.conquered
    return board & ~(1 << city) if house_rule(state, "protection") == "from-1" else board


def protected_by(state: State, pieces: Iterable[int]) -> int:
    """F5.4, F5.7: where some pieces protect objectives that are theirs to protect."""
    board = 0
    for piece in pieces:
        if state.place[piece] >= 0:
            board |= protected_from(state, piece, state.place[piece])
    return board


def supplied(state: State, nation: int, reach: int = SUPPLY) -> int:
    """F9.2, F9.3: the cities where generals of the nation are supplied: at home, on own depots (Russia, France), and
    as far as six roads lead from an own train over cities without a hostile piece."""
    free = ALL & ~state.city_bits(hostile_pieces(nation))
    return ROADS.reached(state.city_bits(TRAINS[nation]), free, reach) | _AT_HOME[nation]


_AT_HOME = tuple(
    HOME[nation] | sum([1 << depot for depot in DEPOTS[nation] if nation in (RUSSIA, FRANCE)]) for nation in range(7)
)
_HOSTILE = tuple(tuple(p for p, n in enumerate(NATION_OF) if hostile(nation, n)) for nation in range(7))
_HOSTILE_GENERALS = tuple(tuple(p for p in pieces if RANK[p]) for pieces in _HOSTILE)


def names_of(pieces: Iterable[int]) -> list[str]:
    """The names of pieces; a train is named with its nation."""
    return [name_of_piece(p) for p in pieces]


def name_of_piece(piece: int) -> str:
    """``Keith``, or ``the Prussian train T1``."""
    if RANK[piece]:
        return PIECE_NAMES[piece]
    return f"the {ADJECTIVES[NATION_OF[piece]]} train {PIECE_NAMES[piece]}"


ADJECTIVES = ("Prussian", "Hanoverian", "Russian", "Swedish", "Austrian", "Imperial", "French")


def standing_in(state: State, city: int, but: Iterable[int] = ()) -> str:
    """Who stands in a city, in words."""
    return listed(names_of(p for p in state.at(city) if p not in but))
