"""The shared ground of the titles: values and questions that name no title, no nation and no city.

Here stands what a sheet needs to be checked, in five parts: cards with their reader and writer, orders as lines, the
agenda, the fields of files, and the events of battles, of which the events of a title are made. They are one module
because `pbem check` loads all of it: every further file costs at each start.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

from pbem.core import Record, Where
from pbem.core.events import Happening
from pbem.core.sheets import kind_of

T = TypeVar("T")
S = TypeVar("S")

# cards

SUITS = "SCHDR"  # the order of suits for every tie
MARKS = {"♠": "S", "♣": "C", "♥": "H", "♦": "D", "♤": "S", "♧": "C", "♡": "H", "♢": "D"}
SIGNS = {"S": "♠", "C": "♣", "H": "♥", "D": "♦", "R": "R"}
NOUNS = {"S": "spades", "C": "clubs", "H": "hearts", "D": "diamonds"}
DECKS = 4  # of one title, each with its own back
Face = tuple[int, str, int]  # a card as it is typed: value, suit, and the deck or 0


class Card(NamedTuple):
    """A tactical card; a Reserve has the suit R and a value of its own, a hidden card the suit ? and the value 0."""

    value: int
    suit: str
    deck: int

    def __str__(self) -> str:
        return "R" if self.suit == "R" else f"{self.value}{self.suit}"

    @property
    def face(self) -> tuple[int, str]:
        """What the front shows: cards of different decks can be alike."""
        return (self.value, self.suit)

    @property
    def is_reserve(self) -> bool:
        return self.suit == "R"


def rank_of(card: Card) -> tuple[int, int, int]:
    """Lowest first: by value, a Reserve by its own, then by suit, then by deck."""
    return (card.value, SUITS.find(card.suit), card.deck)


def by_suit(card: Card) -> tuple[int, int, int]:
    """The order in which a hand is shown: by suit, highest first."""
    return (SUITS.find(card.suit), -card.value, card.deck)


_BACKS = tuple([Card(0, "?", number) for number in range(DECKS + 1)])
_NUMBERS = tuple([str(number) for number in range(1, DECKS + 1)])


def backs(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The backs of some cards, sorted, so that not even their order tells anything."""
    return tuple([_BACKS[deck] for deck in sorted([card.deck for card in cards])])


def write_cards(cards: Iterable[Card]) -> str:
    """Cards as they stand in a file: ``9S/1 R/2 ?/1``."""
    return " ".join(map(_in_file, cards))


@cache  # of the few hundred cards there are, each is written in every step
def _in_file(card: Card) -> str:
    return f"{'?' if card.suit == '?' else card}/{card.deck}"


def face_text(face: Face) -> str:
    """``9S``, ``R``, ``9S/2``."""
    text = "R" if face[1] == "R" else f"{face[0]}{face[1]}"
    return f"{text}/{face[2]}" if face[2] else text


def meant(hand: Iterable[Card], face: Face) -> Card | None:
    """The card of a hand that is meant: of the deck named, else of the lowest deck."""
    value, suit, deck = face
    found = [c for c in hand if c[0] == value and c[1] == suit and (not deck or c[2] == deck)]
    return min(found, key=rank_of) if found else None


def without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand after some cards have left it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


class Deck(Record):
    """What the decks of a title are like: of each suit the values from 2 to the highest, and two Reserves."""

    highest: int
    reserve: int  # the most a Reserve can be played as, and its value where none is named

    def cards(self, number: int) -> tuple[Card, ...]:
        """The cards of one deck."""
        plain = [Card(value, suit, number) for suit in "SCHD" for value in range(2, self.highest + 1)]
        return (*plain, Card(self.reserve, "R", number), Card(self.reserve, "R", number))

    def face(self, text: str) -> Face | None:
        """``9S``, ``S9``, ``♠9``, ``R``, with the deck behind a stroke (``9S/2``): value, suit, deck or 0."""
        word, _, back = text.strip().upper().partition("/")
        for sign, letter in MARKS.items():
            word = word.replace(sign, letter)
        word = word.replace("\ufe0f", "").replace(" ", "")
        if back and back not in _NUMBERS:
            return None
        number = int(back) if back else 0
        if word in ("R", "RESERVE"):
            return (self.reserve, "R", number)
        if word[:1] in tuple("SCHD"):
            word = word[1:] + word[0]
        value, suit = word[:-1], word[-1:]
        if suit not in tuple("SCHD") or not (value.isascii() and value.isdigit()) or len(value) > 2:
            return None
        return (int(value), suit, number) if 2 <= int(value) <= self.highest else None

    def named(self, text: str) -> str:
        """A card, or a value alone, as conditions name it (``9D``, ``R``, ``9``); empty if it is none."""
        if text.isascii() and text.isdigit() and len(text) <= 6:
            return str(int(text)) if 1 <= int(text) <= self.highest else ""
        face = self.face(text)
        return face_text(face) if face and not face[2] else ""

    def read(self, text: str) -> tuple[Card, ...]:
        """Cards as ``write_cards`` gives them; ValueError names the word that is no card."""
        return tuple([self._card(word) for word in text.split()])

    @cache  # noqa: B019 a few values that live as long as the program, and a few hundred words
    def _card(self, word: str) -> Card:
        if word.startswith("?/") and word[2:] in ("0", *_NUMBERS):  # 0: not even the back is known
            return Card(0, "?", int(word[2:]))
        face = self.face(word)
        if face is None or not face[2]:
            raise ValueError(f"{word!r} is not a card with its deck, like {self.highest}S/1 or R/2")
        return Card(*face)


# orders

Span = tuple[int, int]  # of a word in a line: where it begins, and where it is over


class Line(NamedTuple):
    """An order with its place in the sheet and the places of its words."""

    order: Any
    at: Where
    words: tuple[Where, ...] = ()


def lines_of(body: Mapping[str, Any]) -> list[str] | None:
    """The lines of ``do``; None if it is anything but a list of texts."""
    lines = body.get("do", [])
    return lines if isinstance(lines, list) and all(isinstance(line, str) for line in lines) else None


def places(text: str, start: int, end: int, marks: str) -> Iterator[Span]:
    """The spans between marks, without the spaces around them, the empty ones too."""
    first = start
    for at in range(start, end + 1):
        if at == end or text[at] in marks:
            yield trimmed(text, first, at)
            first = at + 1


def parts(text: str, start: int, end: int, marks: str) -> Iterator[Span]:
    """The spans between marks; empty ones are left out."""
    return (span for span in places(text, start, end, marks) if text[slice(*span)].strip())


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without the spaces around its word; as it is if there is no word."""
    word = text[start:end].strip()
    begin = text.index(word, start) if word else start
    return begin, begin + len(word) if word else end


def verb_of(text: str) -> tuple[str, int]:
    """The word an order begins with, in small letters, and where the rest begins; an empty one if it is no word."""
    verb = re.match(r"\s*([A-Za-z]+)\b[ :]*", text)
    return (verb[1].lower(), verb.end()) if verb else ("", 0)


def with_arrows(text: str) -> str | None:
    """A move with ``>`` for every arrow people write, each sign in its place; None if the text is no move."""
    return text.replace("->", " >").replace("→", ">") if ">" in text or "→" in text else None


def move_spans(text: str) -> tuple[list[Span], list[Span]]:
    """The words of a move: those of the group before the first ``>``, and the stops after it."""
    head = text.index(">")
    return list(places(text, 0, head, "+&,")), list(places(text, head + 1, len(text), ">"))


def line_of_each(
    kind: Callable[[tuple[T, ...]], Any], at: Where, spans: Sequence[Span], read: Callable[[int, int], T | None]
) -> Line | None:
    """An order that lists things; every word is read, so that each that is wrong is complained about."""
    found = [read(*span) for span in spans]
    known = tuple([thing for thing in found if thing is not None])
    return Line(kind(known), at, tuple([at.part(*span) for span in spans])) if len(known) == len(found) else None


def line_of_one(
    kind: Callable[[T], Any], at: Where, text: str, start: int, read: Callable[[int, int], T | None]
) -> Line | None:
    """An order that names one thing, up to the end of the line."""
    end = len(text.rstrip())
    found = read(start, end)
    return None if found is None else Line(kind(found), at, (at.part(start, end),))


# the agenda: what is going on, the current task last


def pushed(state: S, *tasks: Any) -> S:
    """The state with further tasks, the last one first to be done."""
    return _with_agenda(state, (*_agenda(state), *tasks))


def popped(state: S) -> S:
    """The state without its current task."""
    return _with_agenda(state, _agenda(state)[:-1])


def now(state: S, *tasks: Any) -> S:
    """The state with other tasks in place of the current one."""
    return _with_agenda(state, (*_agenda(state)[:-1], *tasks))


def _agenda(state: Any) -> tuple[Any, ...]:
    tasks: tuple[Any, ...] = state.agenda
    return tasks


def _with_agenda(state: S, tasks: tuple[Any, ...]) -> S:
    record: Any = state  # a named tuple with the field agenda
    made: S = record._replace(agenda=tasks)
    return made


# fields of files

KIND_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}


def field(data: Mapping[str, Any], key: str, kind: type) -> Any:
    """The value of a key; ValueError if it is missing or of another type."""
    value = data.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        found = "missing" if value is None else kind_of(value)
        raise ValueError(f"{key} is {found}; it must be {KIND_WORDS[kind]}")
    return value


def number(data: Mapping[str, Any], key: str, low: int, high: int) -> int:
    """A number in its bounds: a loop over one without bounds would never end."""
    value: int = field(data, key, int)
    if not low <= value <= high:
        raise ValueError(f"{key} is {value}, not a number from {low} to {high}")
    return value


def chosen(data: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
    """The value of a key that has few values."""
    value: str = field(data, key, str)
    if value not in choices:
        raise ValueError(f"{key} is {value!r}, not one of {', '.join(map(repr, choices))}")
    return value


def texts(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts."""
    found = field(data, key, list)
    if not all(isinstance(item, str) for item in found):
        raise ValueError(f"{key} is {found!r}, not a list of texts")
    return tuple(found)


def suits(data: Mapping[str, Any], key: str) -> str:
    """Suits by their letters, each once: ``DS``."""
    value: str = field(data, key, str)
    if len({*value}) != len(value) or not {*value} <= {*"SCHD"}:
        raise ValueError(f"{key} is {value!r}, not letters of suits: SCHD")
    return value


# what happens in a battle: the events that all titles of the family have


class Battle(Happening):
    """Two stacks fight: both declare their troops, and the score is the difference."""

    active: list[str]
    other: list[str]
    cities: list[str]
    troops: list[int]
    score: int


class Played(Happening):
    """A card is played; what it counts can be more or less than it was declared as."""

    nation: str
    card: str
    value: int
    score: int
    declared: int


class Asked(Happening):
    """No bid says how a side goes on: it is asked, and the battle waits."""

    nation: str
    score: int


class Tied(Happening):
    """A side stops at zero: nobody loses anything."""

    nation: str
    cities: list[str]


class Defeated(Happening):
    """A side stops below zero: it loses troops, and generals without a troop go off the map."""

    nation: str
    city: str
    score: int
    lost: int
    left: int
    generals: list[str]
    removed: list[str]
    winner: str
    victor: str


class CutOff(Happening):
    """A beaten stack has no way to retreat and is lost."""

    nation: str
    generals: list[str]
    city: str
    troops: int


class Retreated(Happening):
    """A beaten stack has retreated."""

    nation: str
    generals: list[str]
    from_: str
    to: str
    way: list[str] | None = None  # the cities entered, where it matters which


class Fought(Happening):
    """A battle, or a part of one that was interrupted, in short: its cards, its last event with its facts, its first.

    No step has it; it is made for whoever wants battles told in one line.
    """

    played: list[dict[str, Any]]
    end: str
    active: list[str] | None = None
    other: list[str] | None = None
    nation: str | None = None
    city: str | None = None
    cities: list[str] | None = None
    troops: list[int] | None = None
    card: str | None = None
    value: int | None = None
    score: int | None = None
    declared: int | None = None
    lost: int | None = None
    left: int | None = None
    generals: list[str] | None = None
    removed: list[str] | None = None
    winner: str | None = None
    victor: str | None = None
    battle: dict[str, Any] | None = None


BattleEvent = Battle | Played | Asked | Tied | Defeated | CutOff | Retreated
