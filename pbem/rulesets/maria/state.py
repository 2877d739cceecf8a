"""The state of a game of Maria, and the few verbs with which the rules change it (M3, M4, M6, M15)."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core import listed
from pbem.rulesets.common import Card, Deck, now, popped, pushed
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.powers import ADJECTIVES, GREAT, POWERS
from pbem.rulesets.maria.records import Contract, Declared, Task, Treaty

if TYPE_CHECKING:  # a clean sheet does without the piles
    from pbem.rulesets.common.piles import Piles

OFF, RETIRED, AWAY, WAITING = -1, -2, -3, -4  # in place of a city: removed, no part of the game, off-map box, Silesia
DECK = Deck(highest=10, reserve=8)  # M8.8
PIECE_IDS: tuple[str, ...] = tuple(row[0] for row in facts.PIECES)
FULL_NAMES: tuple[str, ...] = tuple(row[1] for row in facts.PIECES)
PIECE_NAMES: tuple[str, ...] = tuple(row[2] for row in facts.PIECES)
POWER_OF: tuple[int, ...] = tuple(row[3] for row in facts.PIECES)
RANK: tuple[int, ...] = tuple(row[4] for row in facts.PIECES)  # 0: a train
LEAST: tuple[int, ...] = tuple(row[5] for row in facts.PIECES)  # troops at set-up (M4.7)
START: tuple[int, ...] = tuple(row[6] for row in facts.PIECES)
PIECE: dict[str, int] = {id_: at for at, id_ in enumerate(PIECE_IDS)}
GENERALS = tuple(tuple(p for p, o in enumerate(POWER_OF) if o == power and RANK[p]) for power in range(6))
TRAINS = tuple(tuple(p for p, o in enumerate(POWER_OF) if o == power and not RANK[p]) for power in range(6))
ARENBERG = PIECE["arenberg"]  # M22
TRACKS = ("italy", "russia", "saxony")  # M17.12, in the order of State.tracks
SCHEDULE = ("politics", "hussars", "france", "prussia", "austria", "election", "winter")  # M5.1, M5.4
GROUPS = ("france", "prussia", "austria")  # the stages, by the power that leads them
INTRO = ("intro", "two-intro")  # modes of the introductory game (M14, M24.1)
TWO = ("two", "two-intro")  # modes for two players (M24)


class State(NamedTuple):
    """Everything there is. A view is the same record with HIDDEN and backs of cards in it."""

    mode: str
    turn: int
    # pieces (M6, M7)
    place: tuple[int, ...]  # by piece: a city, OFF, RETIRED, AWAY or WAITING
    troops: tuple[Any, ...]  # by piece
    totals: tuple[int, ...]  # by power, public (M6.8)
    face_down: int  # bits by piece
    leads: int  # bits by piece: chosen as supreme commander over one of equal rank (M6.2)
    hussars: tuple[int, int]  # a city or OFF
    # markers (M3.6 to M3.8, M15, M16)
    marks: tuple[int, ...]  # by power: the fortresses that bear its victory marker, virtual ones included (A14)
    questions: tuple[int, ...]  # by power: the fortresses with its question mark in this stage (M10.34)
    electors: int  # those of the four two-sided markers that show the French side
    pools: tuple[int, ...]  # by power
    surplus: tuple[int, ...]  # by power: markers that are virtual, for the pool was empty (M15.2)
    battles: tuple[int, ...]  # by power: markers in its battle boxes (M16.3)
    three: int  # the power with a marker in the box of three electors, or -1 (M16.4)
    emperor: int  # the power with a marker in the box Emperor, or -1 (M18.5)
    italy: int  # bits by power: markers in the box Italy (M17.16)
    silesia: bool  # Prussia has a marker in the box Silesia (M19.15)
    aside: tuple[int, ...]  # by power: markers set aside (M19.13, M19.20)
    # cards (M8)
    hands: tuple[tuple[Card, ...], ...]  # by power
    draw: tuple[Card, ...]  # top first
    opened: int  # decks in use
    discards: tuple[tuple[Card, ...], ...]  # used cards by deck, seen by all
    recycled: int  # how often used cards were shuffled again
    # politics (M17 to M19)
    tracks: tuple[int, ...]  # the spaces of the markers of Italy, Russia and Saxony, the first is 1
    cards: tuple[str, ...]  # the political deck, top first
    open_cards: tuple[str, ...]  # turned up and neither selected nor discarded
    spent_cards: tuple[str, ...]  # political cards that have gone
    kept: tuple[tuple[Card, ...], ...]  # by power: face up in its box on the political board (M17.4)
    suit: str  # the dominant suit of this turn, or of the last one (M17.2)
    victor: str  # the role that won the last combat of the game (M17.2)
    election: str  # "", "due" in this turn, "held"
    saxony: str  # whose ally Saxony is: "prussia", "neutral", "austria" (M2.4)
    peace: int  # the turn in which the peace of M19.1 was made; 0: never
    truce: bool  # Prussia is neutral by it (M19.16)
    annexed: bool  # Silesia is Prussia's home (M19.11)
    lowered: bool  # France has lowered its aims (M19.20)
    rests: bool  # Saxony has acted in this turn and does not act again (A50)
    # agreements (M8.2, M10.10, M10.11, M20, M21)
    pays: bool  # introductory game: France pays Bavaria (M8.2, D10)
    contracts: tuple[Contract, ...]
    treaties: tuple[Treaty, ...]
    consent: tuple[int, ...]  # Austria, Pragmatic Army: who lets the other stack with its generals (D16)
    dispute: bool  # the order on Flanders is in dispute (D17)
    # the rest
    scores: tuple[tuple[int, ...], ...]  # winter scores by winter, then by power (M13.7)
    declared: tuple[Declared, ...]
    options: tuple[tuple[str, str], ...]  # house rules that are not the default
    agenda: tuple[Task, ...]  # what is going on, the current task last
    winners: tuple[str, ...]
    reason: str
    standing: tuple[Any, ...] = ()  # bids that answer for an absent player, each seen by its owner alone
    answers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # standing answers by role, each seen by its owner alone

    # questions

    @property
    def task(self) -> Task:
        return self.agenda[-1]

    @property
    def is_advanced(self) -> bool:
        """M1.1, M1.2: whether lines marked [adv] hold."""
        return self.mode not in INTRO

    @property
    def piles(self) -> "Piles":
        """The cards that nobody holds (M8.9)."""
        from pbem.rulesets.common.piles import Piles  # not for check

        return Piles(self.draw, self.opened, self.discards, recycled=self.recycled)

    def at(self, city: int) -> tuple[int, ...]:
        """The pieces in a city, the supreme commander first (M6.2)."""
        number = self.place.count(city)
        if number < 2:
            return (self.place.index(city),) if number else ()
        found = [p for p, c in enumerate(self.place) if c == city]
        return tuple(sorted(found, key=lambda p: (RANK[p], not self.leads >> p & 1, POWER_OF[p] not in GREAT, p)))

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

    def power_in(self, city: int) -> int:
        """The power of the supreme commander in a city (M11.11)."""
        return POWER_OF[self.stack(city)[0]]

    def strength(self, pieces: Iterable[int]) -> int:
        """The troops of some generals together."""
        return sum([self.troops[p] for p in pieces])

    def is_face_down(self, piece: int) -> bool:
        return bool(self.face_down >> piece & 1)

    # verbs

    def put(self, changes: Mapping[int, int]) -> "State":
        """Pieces placed in cities or taken off the map; a hussar in such a city goes off the board (M7.3)."""
        place = list(self.place)
        for piece, city in changes.items():
            place[piece] = city
        state = self._replace(place=tuple(place)) if not self.leads else self.left_alone(place)
        return state.swept(changes.values())

    def left_alone(self, place: list[int]) -> "State":
        """M6.2: the pieces in other places; the choice of a commander stands only while his stack lasts."""
        lasts = [p for p, city in enumerate(place) if self.leads >> p & 1 and city >= 0 and place.count(city) > 1]
        return self._replace(place=tuple(place), leads=sum([1 << p for p in lasts]))

    def swept(self, cities: Iterable[int]) -> "State":
        """M7.3: hussars in cities that pieces enter or pass go off the board."""
        entered = {city for city in cities if city >= 0}
        if entered.isdisjoint(self.hussars):
            return self
        first, second = (OFF if city in entered else city for city in self.hussars)
        return self._replace(hussars=(first, second))

    def with_troops(self, changes: Mapping[int, int]) -> "State":
        """Generals with other numbers of troops; the sums of their powers follow, where a view knows the numbers."""
        troops, totals = list(self.troops), list(self.totals)
        for piece, number in changes.items():
            if isinstance(troops[piece], int):
                totals[POWER_OF[piece]] += number - troops[piece]
            troops[piece] = number
        return self._replace(troops=tuple(troops), totals=tuple(totals))

    def taken_off(self, pieces: Iterable[int], to: int = OFF) -> "State":
        """Pieces leave the map with their troops, and come back face up (A18)."""
        gone = tuple(pieces)
        if not gone:
            return self
        bits = ~sum([1 << piece for piece in gone])
        state = self.with_troops({p: 0 for p in gone if RANK[p]})
        state = state._replace(face_down=self.face_down & bits, leads=self.leads & bits)
        return state.put(dict.fromkeys(gone, to))

    def with_hand(self, power: int, hand: Iterable[Card]) -> "State":
        """A power with another hand."""
        return self._replace(hands=replaced(self.hands, power, tuple(hand)))

    def with_piles(self, piles: "Piles") -> "State":
        """Other cards in the piles."""
        return self._replace(draw=piles.draw, opened=piles.opened, discards=piles.discards, recycled=piles.recycled)

    def discarded(self, cards: Iterable[Card]) -> "State":
        """Used cards, on the pile of the deck they came from (M8.9)."""
        return self.with_piles(self.piles.discarded(cards))

    def marker_taken(self, power: int) -> "State":
        """M15.1, M15.2: a marker leaves the pool, or is a virtual one. M14.3: there is no pool. Ruling: A14"""
        if not self.is_advanced:
            return self
        if self.pools[power]:
            return self._replace(pools=replaced(self.pools, power, self.pools[power] - 1))
        return self._replace(surplus=replaced(self.surplus, power, self.surplus[power] + 1))

    def marker_returned(self, power: int) -> "State":
        """M15.1: a marker goes back into the pool; a virtual one is the first to go. Ruling: A14"""
        if not self.is_advanced:
            return self
        if self.surplus[power]:
            return self._replace(surplus=replaced(self.surplus, power, self.surplus[power] - 1))
        return self._replace(pools=replaced(self.pools, power, self.pools[power] + 1))

    def marked(self, power: int, city: int) -> "State":
        """A fortress with a victory marker of that power, which comes from its pool."""
        return self.marker_taken(power)._replace(marks=replaced(self.marks, power, self.marks[power] | 1 << city))

    def unmarked(self, city: int) -> "State":
        """A fortress without its victory marker, which goes back to its owner's pool."""
        for power, board in enumerate(self.marks):
            if board >> city & 1:
                rest = replaced(self.marks, power, board & ~(1 << city))
                return self.marker_returned(power)._replace(marks=rest)
        return self

    def pushed(self, *tasks: Task) -> "State":
        """The agenda with further tasks, the last one first to be done."""
        return pushed(self, *tasks)

    def popped(self) -> "State":
        """The agenda without its current task."""
        return popped(self)

    def replaced(self, *tasks: Task) -> "State":
        """The agenda with other tasks in place of the current one."""
        return now(self, *tasks)


def replaced(values: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """The values with another one in that place."""
    return (*values[:at], value, *values[at + 1 :])


def house_rule(state: State, option: str) -> str:
    """The choice of a house rule; empty where the default holds."""
    return next((choice for name, choice in state.options if name == option), "")


def shows_backs(state: State) -> bool:
    """A33: whether all can see from which deck a card in a hand is."""
    return house_rule(state, "backs") != "hidden"


def names_of(pieces: Iterable[int]) -> list[str]:
    """The names of pieces; a train is named with its power."""
    return [name_of_piece(p) for p in pieces]


def name_of_piece(piece: int) -> str:
    """``Karl``, or ``the Austrian train T1``."""
    if RANK[piece]:
        return PIECE_NAMES[piece]
    return f"the {ADJECTIVES[POWER_OF[piece]]} train {PIECE_NAMES[piece]}"


def power_index(id_: str) -> int:
    """The power of that id; ValueError if there is none."""
    if id_ not in POWERS:
        raise ValueError(f"{id_!r} is no power")
    return POWERS.index(id_)


def standing_in(state: State, city: int, but: Iterable[int] = ()) -> str:
    """Who stands in a city, in words."""
    return listed(names_of(p for p in state.at(city) if p not in but))
