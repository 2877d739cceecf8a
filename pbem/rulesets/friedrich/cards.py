"""Tactical cards (F1.2, F3): a value, a suit and the deck whose back the card shows."""

from collections.abc import Iterable
from typing import NamedTuple

SUITS = "SCHDR"  # the order of suits for every tie (0.2)
MARKS = {"♠": "S", "♣": "C", "♥": "H", "♦": "D", "♤": "S", "♧": "C", "♡": "H", "♢": "D"}
SIGNS = {"S": "♠", "C": "♣", "H": "♥", "D": "♦", "R": "R"}
NOUNS = {"S": "spades", "C": "clubs", "H": "hearts", "D": "diamonds"}


class Card(NamedTuple):
    """A tactical card; a Reserve has the suit R and the value 10, a hidden card the suit ? and the value 0."""

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
    """Lowest first: by value, a Reserve counting 10, then by suit (D2), then by deck."""
    return (card.value, SUITS.find(card.suit), card.deck)


def by_suit(card: Card) -> tuple[int, int, int]:
    """The order in which a hand is shown: by suit, highest first."""
    return (SUITS.find(card.suit), -card.value, card.deck)


def deck(number: int) -> tuple[Card, ...]:
    """The fifty cards of one deck (F1.2)."""
    plain = tuple(Card(value, suit, number) for suit in "SCHD" for value in range(2, 14))
    return (*plain, Card(10, "R", number), Card(10, "R", number))


_BACKS = tuple(Card(0, "?", number) for number in range(5))


def backs(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The backs of some cards, sorted, so that not even their order tells anything."""
    return tuple([_BACKS[deck] for deck in sorted([card.deck for card in cards])])


def parse_face(text: str) -> tuple[int, str, int] | None:
    """``13S``, ``S13``, ``♠13``, ``R``, with the deck behind a stroke (``13S/2``): value, suit, deck or 0."""
    word, _, back = text.strip().upper().partition("/")
    for sign, letter in MARKS.items():
        word = word.replace(sign, letter)
    word = word.replace("\ufe0f", "").replace(" ", "")
    if back and back not in ("1", "2", "3", "4"):
        return None
    number = int(back) if back else 0
    if word in ("R", "RESERVE"):
        return (10, "R", number)
    if word[:1] in tuple("SCHD"):
        word = word[1:] + word[0]
    value, suit = word[:-1], word[-1:]
    if suit not in tuple("SCHD") or not (value.isascii() and value.isdigit()) or len(value) > 2:
        return None
    return (int(value), suit, number) if 2 <= int(value) <= 13 else None


def write(cards: Iterable[Card]) -> str:
    """Cards as they stand in a file: ``13S/1 R/2 ?/1``."""
    return " ".join([f"{'?' if card.suit == '?' else card}/{card.deck}" for card in cards])


def read(text: str) -> tuple[Card, ...]:
    """Cards as ``write`` gives them; ValueError names the word that is no card."""
    return tuple([_card(word) for word in text.split()])


def _card(word: str) -> Card:
    if word.startswith("?/") and word[2:] in ("1", "2", "3", "4"):
        return Card(0, "?", int(word[2:]))
    face = parse_face(word)
    if face is None or not face[2]:
        raise ValueError(f"{word!r} is not a card with its deck, like 13S/1 or R/2")
    return Card(*face)


def take(hand: tuple[Card, ...], face: tuple[int, str, int]) -> Card | None:
    """The card of a hand that is meant: of the deck named, else of the lowest deck."""
    found = [c for c in hand if c.face == face[:2] and face[2] in (0, c.deck)]
    return min(found, key=rank_of) if found else None


def without(hand: tuple[Card, ...], cards: Iterable[Card]) -> tuple[Card, ...]:
    """The hand after some cards have left it."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)
