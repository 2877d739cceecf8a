"""The order language: one order a line, each with a reader and a writer (M10, M11, M26)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from pbem.core import Diagnostic, LazyCodes, Names, Record, Where, bare, index, listed
from pbem.rulesets.common import Face as Face
from pbem.rulesets.common import Line as Line
from pbem.rulesets.common import face_text, line_of_each, move_spans, places, with_arrows
from pbem.rulesets.common.roads import DOTS, is_dots
from pbem.rulesets.maria.board import CITIES, distance, name_of
from pbem.rulesets.maria.powers import ADJECTIVES, CODES, POWER_NAMES, POWERS
from pbem.rulesets.maria.state import (
    DECK,
    FULL_NAMES,
    GENERALS,
    PIECE_IDS,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    TRAINS,
    State,
    name_of_piece,
)

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
MOST_STOPS = 20  # of one way: nobody comes so far, and each that is unknown is searched for


# Orders of one shape share it: a named tuple takes ten times as long to make as a class below it, at every start.


class OfPiece(Record):
    """An order about one piece."""

    piece: int


class Move(NamedTuple):
    """M10.1, M10.7: a group and the cities it enters, in order; perhaps by a force march."""

    pieces: tuple[int, ...]
    way: tuple[int, ...]
    force: bool = False

    def __str__(self) -> str:
        way = " > ".join("..." if city == DOTS else name_of(city) for city in self.way)
        return f"{'force ' * self.force}{' + '.join(written(p) for p in self.pieces)} > {way}"


class Stay(NamedTuple):
    """D13: pieces that stay where they are; it says so and does nothing."""

    pieces: tuple[int, ...]

    def __str__(self) -> str:
        return f"{' + '.join(written(p) for p in self.pieces)} {'stays' if len(self.pieces) == 1 else 'stay'}"


class Command(OfPiece):
    """M6.2, D14: the supreme commander of a new stack of equal rank numbers."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"command {written(self.piece)}"


class Return(Record):
    """M10.20, D15: a train comes back, or is taken off and comes back at once."""

    piece: int
    city: int
    pay: tuple[Face, ...]

    @property
    def what(self) -> str:
        """``FR T1 at Metz``."""
        return f"{written(self.piece)} at {name_of(self.city)}"

    def __str__(self) -> str:
        return f"return {self.what}; pay {faces_text(self.pay)}"


class Pay(Record):
    """M9.7, D12: the cards that pay for a general's supply past hussars."""

    piece: int
    pay: tuple[Face, ...]

    def __str__(self) -> str:
        return f"pay {written(self.piece)} with {faces_text(self.pay)}"


class Hussar(Record):
    """M7.1, D9: where a hussar is placed."""

    number: int  # 0 or 1
    city: int

    def __str__(self) -> str:
        return f"hussar {self.number + 1} to {name_of(self.city)}"


class Battles(Record):
    """M11.2, D18: the attacks in the order in which they are fought: own general, enemy general or -1."""

    pairs: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return "battles " + ", ".join(
            PIECE_NAMES[own] + (f" against {PIECE_NAMES[enemy]}" if enemy >= 0 else "") for own, enemy in self.pairs
        )


class RetreatTo(Record):
    """M11.21, D20: where a beaten stack goes, and by which way if that is said."""

    piece: int
    way: tuple[int, ...]  # the last is where it ends; DOTS before it: any way

    def __str__(self) -> str:
        if self.way[0] == DOTS and len(self.way) == 2:
            return f"retreat {PIECE_NAMES[self.piece]} to {name_of(self.way[-1])}"
        way = " > ".join("..." if city == DOTS else name_of(city) for city in self.way)
        return f"retreat {PIECE_NAMES[self.piece]} > {way}"


class Recruit(Record):
    """M13.2, D26: troops bought for a power, generals who come back, cards that pay."""

    power: int  # -1: the only one that can be meant
    troops: int
    entries: tuple[tuple[int, int], ...]
    pay: tuple[Face, ...]

    @property
    def what(self) -> str:
        """``2 troops, Moritz at Metz``."""
        items = [f"{self.troops} troop{'s' * (self.troops != 1)}"]
        return ", ".join([*items, *(f"{PIECE_NAMES[p]} at {name_of(c)}" for p, c in self.entries)])

    def __str__(self) -> str:
        name = f"{POWERS[self.power]}: " if self.power >= 0 else ""
        return f"recruit {name}{self.what}; pay {faces_text(self.pay)}"


class Flag(Record):
    """A choice of two: ``subsidy`` (D10), ``stacks`` (D16), ``dispute`` (D17), ``first`` (the order of D13)."""

    what: str
    on: bool

    def __str__(self) -> str:
        return FLAG_WORDS[self.what, self.on]


FLAG_WORDS = {
    ("subsidy", True): "subsidy yes", ("subsidy", False): "subsidy no", ("stacks", True): "allow stacks",
    ("stacks", False): "forbid stacks", ("dispute", True): "dispute Flanders",
    ("dispute", False): "no dispute", ("first", True): "pragmatic first", ("hussars", False): "hussars stay",
    ("pass", True): "pass",
}  # fmt: skip
Order = Move | Stay | Command | Return | Pay | Hussar | Battles | RetreatTo | Recruit | Flag
Say = Callable[[Diagnostic], None]


def written(piece: int) -> str:
    """A piece as its owner writes it: trains are named with their power, for a role may have several."""
    return PIECE_NAMES[piece] if RANK[piece] else f"{CODES[POWER_OF[piece]]} {PIECE_NAMES[piece]}"


def faces_text(faces: Iterable[Face]) -> str:
    """``7H 10C``."""
    return " ".join(face_text(face) for face in faces)


class Reader(NamedTuple):
    """Reads the words of one text; complaints go to ``say``."""

    text: str
    at: Where
    powers: tuple[int, ...]  # those of the writer who act now
    say: Say
    meant: tuple[int, ...] = ()  # the pieces that can be meant; without them those of the powers
    near: int = -1  # the city from which a city is reached, where that is known
    state: State | None = None  # the position, where it is known, for the hints
    missing: str = "no-piece"  # the form of the complaint where no piece is named

    def city(self, start: int, end: int) -> int | None:
        """The city named there."""
        text, at = self.text[start:end], self.at.part(start, end)
        found = CITIES.find(text)
        if not text.strip():
            self.say(self.unreadable(at, "no-city"))
        elif not found:
            near = listed((name_of(c) for c in CITIES.nearest(text)), "or")
            self.say(ma.UNKNOWN_CITY(at, text=text, near=near, form="" if near else "far"))
        elif len(found) > 1:
            names = [name_of(c) for c in self.nearest_first(found)]
            self.say(ma.AMBIGUOUS_CITY(at, text=text, cities=listed(names, "or"), example=names[0]))
        return found[0] if len(found) == 1 else None

    def nearest_first(self, cities: tuple[int, ...]) -> tuple[int, ...]:
        """Cities of one name, the nearest first."""
        near = self.near
        return tuple(sorted(cities, key=lambda c: distance(near, c))) if near >= 0 else cities

    def unreadable(self, at: Where, form: str = "", text: str = "", **facts: str) -> Diagnostic:
        """The complaint about what is not an order, with pieces of the writer as examples."""
        own = self.meant or tuple(p for power in self.powers for p in GENERALS[power])
        able = [PIECE_NAMES[p] for p in own if self.state is None or self.state.place[p] >= 0]
        return ma.ORDER_UNREADABLE(
            at, text=text or self.text, verbs=listed(VERB_NAMES, "or"), general=(*able, "GENERAL")[0], form=form,
            own=listed((PIECE_NAMES[p] for p in own), "or"), **facts,
        )  # fmt: skip

    def piece(self, start: int, end: int) -> int | None:
        """The general or train named there."""
        text, at = self.text[start:end], self.at.part(start, end)
        found = find_piece(text, self.powers)
        if not text.strip():
            self.say(self.unreadable(at, self.missing))
        elif not found:
            self.say(self.unknown_piece(at, text))
        elif len(found) > 1:
            self.say(ma.AMBIGUOUS_PIECE(at, text=text, pieces=listed([written(p) for p in found], "or")))
        return found[0] if len(found) == 1 else None

    def unknown_piece(self, at: Where, text: str) -> Diagnostic:
        """The complaint about a name nobody bears; only pieces that can be meant here are offered."""
        meant = self.meant or tuple(p for power in self.powers for p in (*GENERALS[power], *TRAINS[power]))
        near = listed((PIECE_NAMES[p] for p in general_names().nearest(text) if p in meant), "or")
        own = listed(name_of_piece(p) for p in meant)
        return ma.UNKNOWN_PIECE(at, text=text, near=near, own=own, form="" if near else "far")

    def card(self, start: int, end: int) -> Face | None:
        """The card named there."""
        text = self.text[start:end]
        face = DECK.face(text)
        if face is None:
            form = "" if text.strip() else "missing"
            self.say(ma.CARD_UNREADABLE(self.at.part(start, end), text=text, form=form))
        return face

    def power(self, start: int, end: int) -> int | None:
        """The power named there."""
        text = self.text[start:end]
        found = find_power(text)
        if found < 0:
            self.say(ma.UNKNOWN_POWER(self.at.part(start, end), text=text, known=listed(POWERS, "or")))
            return None
        return found


@cache
def general_names() -> Names:
    """The names of generals: short and in full, with rank (``FR1``)."""
    generals = [p for p in range(len(RANK)) if RANK[p]]
    rows = [(p, PIECE_IDS[p], PIECE_NAMES[p]) for p in generals]
    rows += [(p, f"{CODES[POWER_OF[p]]}{RANK[p]}", FULL_NAMES[p]) for p in generals if FULL_NAMES[p] != PIECE_NAMES[p]]
    rows += [(p, f"{CODES[POWER_OF[p]]}{RANK[p]}", f"{CODES[POWER_OF[p]]}{RANK[p]}")
             for p in generals if FULL_NAMES[p] == PIECE_NAMES[p]]  # fmt: skip
    return index(rows)


@lru_cache(maxsize=512)
def find_piece(text: str, powers: tuple[int, ...]) -> tuple[int, ...]:
    """The pieces of that name; T1 is a train of these powers, ``French T1`` or ``FR T1`` is France's."""
    if found := tuple(dict.fromkeys(general_names().find(text))):
        return found
    key = bare(text).removeprefix("the")
    for power in range(len(POWERS)):
        for name in sorted(_power_words(power), key=len, reverse=True):
            if key.startswith(name) and (found := trains_named(key.removeprefix(name), (power,))):
                return found
    return trains_named(key, powers)


_NUMBERED = ("train", "traint", "t", "supplytrain", "supplytraint")
_ANY_TRAIN = ("t", "train", "supplytrain")


def trains_named(key: str, powers: Iterable[int]) -> tuple[int, ...]:
    """The trains that a word means: ``t1``, ``train1``; ``train`` is any."""
    word, number = (key[:-1], key[-1:]) if key[-1:] in ("1", "2", "3") else (key, "")
    known = _NUMBERED if number else _ANY_TRAIN
    if word not in known:
        return ()
    return tuple(p for power in powers for p in TRAINS[power] if number in ("", PIECE_NAMES[p][1:]))


def _power_words(power: int) -> tuple[str, ...]:
    """All ways to write a power, in small letters without spaces."""
    return POWERS[power], CODES[power].lower(), ADJECTIVES[power].lower(), bare(POWER_NAMES[power])


@cache
def find_power(text: str) -> int:
    """The power of that name, adjective or code; -1 if there is none."""
    key = bare(text).removeprefix("the")
    return next((p for p in range(len(POWERS)) if key in (*_power_words(p), f"{POWERS[p]}army")), -1)


# moves


def _stays(text: str) -> re.Match[str] | None:
    return re.search(r"\s(?:stays?|stands?|holds?|remains?)[.\s]*$", text, re.I)


def is_march(text: str) -> bool:
    """Whether a line is a move, or says that somebody stays."""
    if re.match(r"\s*(?:hussars?|retreat|contract|treaty)\b", text, re.I):
        return False
    return with_arrows(text) is not None or _stays(text) is not None


def read_march(reader: Reader) -> Line | None:
    """The move of a line, or who stays; None after a complaint."""
    if (move := with_arrows(reader.text)) is not None:
        return _move(reader._replace(text=move))
    stay = _stays(reader.text)
    assert stay is not None
    return line_of_each(Stay, reader.at, list(places(reader.text, 0, stay.start(), "+&,")), reader.piece)


_FORCE = re.compile(r"^\s*force(?:\s+march)?\s+|\s+force(?:[\s-]+march(?:es)?)?\s*(?=>)", re.I)


def _move(reader: Reader) -> Line | None:
    force = _FORCE.search(reader.text[: reader.text.index(">") + 1])
    if force:  # its letters stay as spaces, so that every word keeps its place
        reader = reader._replace(text=_FORCE.sub(lambda found: " " * len(found[0]), reader.text, count=1))
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
    order = Move(tuple(p for p in pieces if p is not None), tuple(c for c in cities if c is not None), bool(force))
    return Line(order, reader.at, words)


# The words with which all other orders begin; order_reader reads them.
VERB_NAMES = (
    "command", "return", "pay", "hussar", "battles", "retreat", "recruit", "subsidy", "allow", "forbid", "dispute",
    "pragmatic", "pass",
)  # fmt: skip
