"""The order language: one order a line, each with a reader and a writer (F4, F7, F8, F10, section 5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pbem.core import Diagnostic, LazyCodes, Names, Record, Where, bare, listed
from pbem.rulesets.common import Face as Face
from pbem.rulesets.common import Line as Line
from pbem.rulesets.common import face_text as face_text
from pbem.rulesets.common import line_of_each, move_spans, places, with_arrows
from pbem.rulesets.common.roads import DOTS, is_dots
from pbem.rulesets.friedrich import facts
from pbem.rulesets.friedrich.board import CITIES, distance, name_of
from pbem.rulesets.friedrich.state import (
    ADJECTIVES,
    DECK,
    GENERALS,
    NATION_OF,
    NATIONS,
    PIECE_NAMES,
    RANK,
    TRAINS,
    State,
    is_expert,
    name_of_piece,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")

VERBS = (
    "recruit", "battles", "discard", "retreat", "retire", "reinforce", "weaken", "turn", "exchange", "give",
    "reconquer", "offensive", "decline",
)  # fmt: skip
STANDARD_VERBS = ("recruit", "battles", "discard", "retreat", "retire", "reinforce")
MOST_STOPS = 20  # of one way: nobody comes so far, and each that is unknown is searched for
_GENERALS = Names(*facts.GENERAL_NAMES)


def _stays(text: str) -> re.Match[str] | None:
    return re.search(r"\s(?:stays?|stands?|holds?|remains?)[.\s]*$", text, re.I)


# Orders of one shape share it: a named tuple takes ten times as long to make as a class below it, at every start.


class OfPiece(Record):
    """An order about one piece."""

    piece: int


class OfCard(Record):
    """An order about one card."""

    card: Face


class Move(NamedTuple):
    """F4.2: a group and the cities it enters, in order."""

    pieces: tuple[int, ...]
    way: tuple[int, ...]

    def __str__(self) -> str:
        way = " > ".join("..." if city == DOTS else name_of(city) for city in self.way)
        return f"{' + '.join(PIECE_NAMES[p] for p in self.pieces)} > {way}"


class Stay(NamedTuple):
    """F4.11: pieces that stay where they are; it says so and does nothing."""

    pieces: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' + '.join(PIECE_NAMES[p] for p in self.pieces)} {'stays' if len(self.pieces) == 1 else 'stay'}"


class Recruit(Record):
    """F10.1: troops and trains bought, pieces that re-enter, cards that pay."""

    troops: int
    entries: tuple[tuple[int, int], ...]
    pay: tuple[Face, ...]

    @property
    def what(self) -> str:
        """``2 troops, train T1 at Stade``."""
        items = [f"{self.troops} troop{'s' * (self.troops != 1)}"] if self.troops else []
        items += [f"{'' if RANK[p] else 'train '}{PIECE_NAMES[p]} at {name_of(c)}" for p, c in self.entries]
        return ", ".join(items)

    def __str__(self) -> str:
        return f"recruit {self.what}; pay {' '.join(face_text(face) for face in self.pay)}"


class Battles(Record):
    """F7.2: the battles in the order in which they are fought: own general, enemy general or -1."""

    pairs: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return "battles " + ", ".join(
            PIECE_NAMES[own] + (f" against {PIECE_NAMES[enemy]}" if enemy >= 0 else "") for own, enemy in self.pairs
        )


class Discard(OfCard):
    """F3.3: one of the cards just drawn."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"discard {face_text(self.card)}"


class DiscardFirst(Record):
    """F3.3: of the cards just drawn the first that stands here, in order of liking; else the lowest, if it is named."""

    cards: tuple[Face, ...]
    lowest: bool

    def __str__(self) -> str:
        return f"discard {', '.join([*map(face_text, self.cards), *['lowest'] * self.lowest])}"


class RetreatTo(Record):
    """F8.2: where a beaten stack goes."""

    piece: int
    city: int

    def __str__(self) -> str:
        return f"retreat {PIECE_NAMES[self.piece]} to {name_of(self.city)}"


class Retire(OfPiece):
    """F11.14: the general who leaves with Sweden's stroke."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"retire {PIECE_NAMES[self.piece]}"


class Reinforce(OfPiece):
    """F11.6: the general who receives the free troop of a card of fate."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"reinforce {PIECE_NAMES[self.piece]}"


class Weaken(OfPiece):
    """F11.7: the general who loses a troop to 10♣."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"weaken {PIECE_NAMES[self.piece]}"


class TurnDown(OfPiece):
    """6♦: a general of the stack that is turned face-down."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"turn {PIECE_NAMES[self.piece]}"


class Exchange(OfCard):
    """1♥: the card offered in exchange."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"exchange {face_text(self.card)}"


class Give(OfCard):
    """9♦: the card given to Austria."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"give {face_text(self.card)}"


class Offensive(OfCard):
    """F13.4.2: the offensive option is taken with this card."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"offensive {face_text(self.card)}"


class Reconquer(Record):
    """F13.3: the objectives of East Prussia that Prussia retakes."""

    cities: tuple[int, ...]

    def __str__(self) -> str:
        return f"reconquer {', '.join(name_of(city) for city in self.cities)}"


class Decline(Record):
    """What a card of fate offers is left alone (D17, D22-D27)."""

    card: str

    def __str__(self) -> str:
        return f"decline {self.card}"


Order = (
    Move | Stay | Recruit | Battles | Discard | DiscardFirst | RetreatTo | Retire | Reinforce | Weaken | TurnDown
    | Exchange | Give | Offensive | Reconquer | Decline
)  # fmt: skip


Say = Callable[[Diagnostic], None]


class Reader(NamedTuple):
    """Reads the words of one text; complaints go to ``say``."""

    text: str
    at: Where
    nation: int  # whose trains T1 and T2 are
    say: Say
    meant: tuple[int, ...] = ()  # the pieces that can be meant; without them those of the nation
    near: int = -1  # the city from which a city is reached, where that is known
    state: State | None = None  # the position, where it is known, for the hints
    missing: str = "no-piece"  # the form of the complaint where no piece is named

    def city(self, start: int, end: int) -> int | None:
        """The city named there."""
        text, at = self.text[start:end], self.at.part(start, end)
        found = find_city(text)
        if not text.strip():
            self.say(self.unreadable(at, "no-city"))
        elif not found:
            near = listed((name_of(c) for c in CITIES.nearest(text)), "or")
            self.say(fr.UNKNOWN_CITY(at, text=text, near=near, form="" if near else "far"))
        elif len(found) > 1:
            self.say(self.which_city(at, text, found))
        return found[0] if len(found) == 1 else None

    def which_city(self, at: Where, text: str, found: tuple[int, ...]) -> Diagnostic:
        """The complaint about a name of several cities; the one that is nearest to the piece comes first."""
        names, form = [name_of(c) for c in found], ""
        if self.near >= 0:
            names, form = [name_of(c) for c in sorted(found, key=lambda c: distance(self.near, c))], "nearest"
        return fr.AMBIGUOUS_CITY(at, text=text, cities=listed(names, "or"), example=names[0], form=form)

    def unreadable(self, at: Where, form: str = "", text: str = "", **facts: str) -> Diagnostic:
        """The complaint about what is not an order, with pieces of the writer as examples."""
        own = self.meant or GENERALS[self.nation]
        able = [PIECE_NAMES[p] for p in own if self.state is None or self.state.place[p] >= 0]
        return fr.ORDER_UNREADABLE(
            at, text=text or self.text, verbs=listed(self.verbs(), "or"), general=(*able, "GENERAL")[0], form=form,
            own=listed((PIECE_NAMES[p] for p in own), "or"), **facts,
        )  # fmt: skip

    def verbs(self) -> tuple[str, ...]:
        """The words an order can begin with; in the standard game most cards of fate ask nothing."""
        if self.state is None or is_expert(self.state):
            return VERBS
        return STANDARD_VERBS

    def piece(self, start: int, end: int) -> int | None:
        """The general or train named there."""
        text, at = self.text[start:end], self.at.part(start, end)
        found = find_piece(text, self.nation)
        if not text.strip():
            self.say(self.unreadable(at, self.missing))
        elif not found:
            self.say(self.unknown_piece(at, text))
        elif len(found) > 1:
            names = [PIECE_NAMES[p] for p in found]
            self.say(fr.AMBIGUOUS_PIECE(at, text=text, pieces=listed(names, "or")))
        return found[0] if len(found) == 1 else None

    def unknown_piece(self, at: Where, text: str) -> Diagnostic:
        """The complaint about a name nobody bears; only pieces that can be meant here are offered."""
        meant = self.meant or (*GENERALS[self.nation], *TRAINS[self.nation])
        near = listed((PIECE_NAMES[p] for p in _GENERALS.nearest(text) if p in meant), "or")
        own = listed(name_of_piece(p) if NATION_OF[p] != self.nation else PIECE_NAMES[p] for p in meant)
        return fr.UNKNOWN_PIECE(at, text=text, near=near, own=own, form="" if near else "far")

    def card(self, start: int, end: int) -> Face | None:
        """The card named there."""
        text = self.text[start:end]
        face = DECK.face(text)
        if face is None:
            form = "" if text.strip() else "missing"
            self.say(fr.CARD_UNREADABLE(self.at.part(start, end), text=text, form=form))
        return face


@lru_cache(maxsize=512)
def find_city(text: str) -> tuple[int, ...]:
    """The cities of that name; a grid square behind it decides between cities of one name."""
    found = CITIES.find(text)
    if not found and (split := re.match(r"(.+?)[\s(]+([A-Oa-o]\d{1,2})\)?$", text.strip())):
        found = tuple(c for c in CITIES.find(split[1]) if facts.GRID[c] == split[2].upper())
    return found


@lru_cache(maxsize=512)
def find_piece(text: str, nation: int) -> tuple[int, ...]:
    """The pieces of that name; T1 and T2 are the trains of the nation, ``the Russian train T1`` is Russia's."""
    if found := _GENERALS.find(text):
        return found
    key = bare(text).removeprefix("the")
    for other, names in enumerate(zip(NATIONS, map(str.lower, ADJECTIVES), strict=True)):
        for name in sorted(names, key=len, reverse=True):
            if key.startswith(name):
                return trains_named(key.removeprefix(name), other)
    return trains_named(key, nation)


def nearest_pieces(text: str) -> tuple[int, ...]:
    """The generals whose names look most like a word."""
    return _GENERALS.nearest(text)


_NUMBERED = ("train", "traint", "t", "supplytrain", "supplytraint", "supplyt")
_ANY_TRAIN = ("t", *(f"{one}{supply}train" for one in ("", "a", "one", "1") for supply in ("", "supply")))


def trains_named(key: str, nation: int) -> tuple[int, ...]:
    """The trains of a nation that a word means: ``t1``, ``train1``, ``traint1``, ``1train``; ``train`` is any."""
    word, number = (key[:-1], key[-1:]) if key[-1:] in ("1", "2") else (key, "")
    known = _NUMBERED if number else _ANY_TRAIN
    return tuple(p for p in TRAINS[nation] if number in ("", PIECE_NAMES[p][1:])) if word in known else ()


def is_march(text: str) -> bool:
    """Whether a line is a move, or says that somebody stays."""
    return with_arrows(text) is not None or _stays(text) is not None


def read_march(reader: Reader) -> Line | None:
    """The move of a line, or who stays; None after a complaint."""
    if (move := with_arrows(reader.text)) is not None:
        return _move(reader._replace(text=move))
    stay = _stays(reader.text)
    assert stay is not None
    return _stay(reader, stay.start())


def _stay(reader: Reader, end: int) -> Line | None:
    return line_of_each(Stay, reader.at, list(places(reader.text, 0, end, "+&,")), reader.piece)


def _move(reader: Reader) -> Line | None:
    group, way = move_spans(reader.text)
    if len(way) > MOST_STOPS:
        reader.say(reader.unreadable(reader.at, "way", number=str(len(way)), most=str(MOST_STOPS)))
        return None
    pieces = [reader.piece(*span) for span in group]
    if reader.state is not None and pieces[0] is not None:
        reader = reader._replace(near=reader.state.place[pieces[0]])
    cities = [DOTS if is_dots(reader.text[s:e]) else reader.city(s, e) for s, e in way]
    if None in pieces or None in cities:
        return None
    if cities[-1] == DOTS:
        reader.say(reader.unreadable(reader.at.part(*way[-1]), "no-city"))
        return None
    words = tuple(reader.at.part(*span) for span in (*group, *way))
    return Line(Move(tuple(p for p in pieces if p is not None), tuple(c for c in cities if c is not None)),
                reader.at, words)  # fmt: skip
