"""How a bot is minded: temperaments, its own dice, and what it guesses of the other side's strength."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from pbem.core.chance import Chance
from pbem.rulesets.friedrich.board import IDS, rings, within
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.state import DEFENDERS, GENERALS, State, cover, has_left, hostile, nations_of

T = TypeVar("T")


class Temper(NamedTuple):
    """What a temperament comes to, in numbers."""

    moves: int  # percent of the stacks that are looked at in a stage
    margin: int  # by how much a bot wants to be ahead before it attacks
    spend: int  # percent of a suit's cards it puts into a battle
    buy: int  # percent of a hand it pays for troops in a stage
    accept: int  # loss it takes without playing a card
    fear: int  # how much it minds a stronger enemy near by, in quarters
    awe: int  # percent of what the enemy's hidden cards are probably worth
    abroad: bool = False  # whether Prussia leaves its own country to itself and makes for Bohemia (F13.4, F15.6)


IDLE = Temper(moves=12, margin=12, spend=0, buy=0, accept=24, fear=0, awe=100)
BOLD = Temper(moves=100, margin=-1, spend=90, buy=45, accept=0, fear=1, awe=80)
EAGER = BOLD._replace(margin=-2, awe=20)
TEMPERS = {
    "steady": Temper(moves=95, margin=2, spend=70, buy=40, accept=1, fear=2, awe=100),
    "bold": BOLD,
    "careful": Temper(moves=90, margin=6, spend=55, buy=60, accept=2, fear=5, awe=120),
    "idle": IDLE,
    "offensive": BOLD._replace(margin=-2, awe=40, fear=0, abroad=True),
    "rash": Temper(moves=100, margin=-8, spend=100, buy=30, accept=0, fear=0, awe=50),
}


def temper_of(view: State, role: str, nation: int, name: str) -> Temper:
    """The temperament for one nation; ``second`` puts all its effort into the second nation of the role."""
    if name != "second":
        temper = TEMPERS[name]
        if nation in DEFENDERS and temper.spend:
            return temper._replace(spend=min(100, temper.spend + 25), margin=temper.margin - 1)
        return temper
    nations = [n for n in nations_of(view, role) if not has_left(view, n)]
    return EAGER if nation in nations[1:2] or (len(nations) == 1 and nation != nations_of(view, role)[0]) else IDLE


class Dice:
    """A bot's throws for one sheet: chance with a label that is never used twice."""

    def __init__(self, chance: Chance, label: str) -> None:
        self.chance, self.label, self.thrown = chance, label, 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        self.thrown += 1
        return self.chance.below(limit, f"{self.label} {self.thrown}")

    def percent(self, number: int) -> bool:
        """True so many times out of a hundred."""
        return number > 0 and (number >= 100 or self.below(100) < number)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))] if len(items) > 1 else items[0]


@cache
def far(city: int) -> bytes:
    """The distances from a city to all cities, ignoring pieces."""
    table = bytearray(len(IDS))
    for distance, ring in enumerate(rings(city)):
        while ring:
            low = ring & -ring
            table[low.bit_length() - 1] = distance
            ring ^= low
    return bytes(table)


def around_all(cities: Sequence[int], most: int) -> int:
    """All cities within so many roads of one of these."""
    board = 0
    for city in cities:
        board |= within(city, most)
    return board


def covers(cities: Sequence[int]) -> int:
    """Where generals in these cities would protect objectives, as bots reckon: by F5.4 alone.

    No bot thinks of a house rule or 11♥ when it chooses where to stand: with them, all games of bots would be others.
    """
    board = 0
    for city in cities:
        board |= cover(city)
    return board


def foes_of(view: State, nation: int) -> dict[int, tuple[int, int]]:
    """The hostile stacks by city: their nation, and their strength as declared or as the average says."""
    foes: dict[int, tuple[int, int]] = {}
    for other, generals in enumerate(GENERALS):
        if hostile(nation, other):
            foes.update(stacks_of(view, other, [p for p in generals if view.place[p] >= 0]))
    return foes


def stacks_of(view: State, nation: int, generals: Sequence[int]) -> dict[int, tuple[int, int]]:
    """The stacks of a nation with the strength they probably have."""
    stacks: dict[int, list[int]] = {}
    for piece in generals:
        stacks.setdefault(view.place[piece], []).append(piece)
    seen = {declared.pieces: declared.troops for declared in view.declared if declared.nation == nation}
    total, count = view.totals[nation], len(generals)
    return {city: (nation, seen.get(tuple(stack), -(-total * len(stack) // count))) for city, stack in stacks.items()}


def punches(hand: Sequence[Card], spend: int) -> dict[str, int]:
    """What a hand is worth in a battle in each suit, as far as the bot would play it."""
    reserves = sum(card.suit == "R" for card in hand)
    worth = dict.fromkeys("SCHD", 5 * reserves)
    for card in hand:
        if card.suit in worth:
            worth[card.suit] += card.value
    return {suit: points * spend // 100 for suit, points in worth.items()}


def guessed_punches(view: State, awe: int) -> tuple[int, ...]:
    """What each nation's hidden hand is probably worth in one battle, to one who stands in awe of it or not."""
    return tuple([min(14, len(hand) * 6 // 5) * awe // 100 for hand in view.hands])
