"""What sheets say about politics and what follows from it, each with a reader and a writer (M17 to M19).

A line may begin with the power that it holds for: ``Prussia: place 7H``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from pbem.core import Diagnostic, LazyCodes, Where, bare
from pbem.rulesets.common import NOUNS, Face, face_text, parts, trimmed
from pbem.rulesets.maria import orders
from pbem.rulesets.maria.board import name_of
from pbem.rulesets.maria.naming import power as power_named
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.state import PIECE_NAMES, TRACKS
from pbem.rulesets.maria.tracks import SIDES
from pbem.rulesets.maria.votes import CANDIDATES

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Say = Callable[[Diagnostic], None]
NOBODY = -1  # in place of a power that is not named


class Suit(NamedTuple):
    """M17.2: the dominant suit."""

    suit: str

    def __str__(self) -> str:
        return f"suit {NOUNS[self.suit]}"


class Place(NamedTuple):
    """M17.3: cards that are placed face down; none, if it is empty.

    ``either``: of several the first that is held and of the dominant suit, which is not known to who writes ahead.
    """

    cards: tuple[Face, ...]
    either: bool = False

    def __str__(self) -> str:
        between = " else " if self.either else " "
        return f"place {between.join(map(face_text, self.cards)) or 'nothing'}"


class Hold(NamedTuple):
    """M17.7: the cards stay on the political board."""

    def __str__(self) -> str:
        return "hold"


class Select(NamedTuple):
    """M17.7, M17.9, M17.12: a political card, as it is called, executed or thrown away, and the markers it moves."""

    card: str
    execute: bool
    moves: tuple[tuple[str, int], ...]  # track, and -1 for left or 1 for right

    def __str__(self) -> str:
        sides = {sign: side for side, sign in SIDES.items()}
        moves = "".join(f", {track} {sides[sign]}" for track, sign in self.moves)
        return f"select {self.card}, {'execute' if self.execute else 'throw away'}{moves}"


class Send(NamedTuple):
    """M17.15: the general who goes into the off-map box, and the cards that pay for one who is off the map.

    Nobody (-1) goes where no general is on the map (A22).
    """

    piece: int
    pay: tuple[Face, ...]

    def __str__(self) -> str:
        pay = f", pay {' '.join(map(face_text, self.pay))}" if self.pay else ""
        return f"send {PIECE_NAMES[self.piece] if self.piece >= 0 else 'nobody'}{pay}"


class GoTo(NamedTuple):
    """D8, D24, D30: where a piece is moved that must be moved, or a general comes back (M17.17)."""

    piece: int
    city: int

    def __str__(self) -> str:
        return f"move {orders.written(self.piece)} to {name_of(self.city)}"


class Back(NamedTuple):
    """M17.17: where a general comes back who gets troops of a political card."""

    piece: int
    city: int

    def __str__(self) -> str:
        return f"return {PIECE_NAMES[self.piece]} at {name_of(self.city)}"


class MoveSaxony(NamedTuple):
    """M19.33: how far Saxony's marker moves."""

    spaces: int

    def __str__(self) -> str:
        return f"saxony {self.spaces}"


class PeaceWord(NamedTuple):
    """M19.10: ``offer peace``, ``no peace``; ``accept peace``, ``refuse peace``."""

    word: str

    def __str__(self) -> str:
        return f"{self.word} peace"


class Vote(NamedTuple):
    """M18.3: so many votes for each candidate; -1 for all that there are."""

    charles: int
    francis: int

    def __str__(self) -> str:
        if self.charles < 0 or self.francis < 0:
            return f"vote {'Charles' if self.charles < 0 else 'Francis'}"
        return f"vote {self.charles} Charles, {self.francis} Francis"


Order = Suit | Place | Hold | Select | Send | GoTo | Back | MoveSaxony | PeaceWord | Vote


class Spoken(NamedTuple):
    """An order with its place in the sheet, and the power that it names."""

    order: Any  # an Order
    at: Where
    power: int = NOBODY

    def __str__(self) -> str:
        return str(self.order) if self.power == NOBODY else f"{POWER_NAMES[self.power]}: {self.order}"


_POWER = re.compile(
    r"\s*(?:(?P<colon>[^:,]+?)\s*:\s*|(?P<verb>.+?)\s+(?=(?:places?|votes?|holds?|selects?|sends?)\b))", re.I
)


class Reader(NamedTuple):
    """A line as it is read: the words, where they stand, whose pieces are meant, where complaints go."""

    text: str
    at: Where
    powers: tuple[int, ...]
    say: Say
    example: str

    def order(self) -> Spoken | None:
        """What the line says, or None after a complaint."""
        text, power, start = self.text, NOBODY, 0
        if named := _POWER.match(text):
            power, start = power_named(named["colon"] or named["verb"]), named.end()
            if power < 0:
                return self._unreadable()
        verb = re.match(r"\s*([a-z]+?)s?\b\s*", text[start:], re.I)
        read = _READERS.get(verb[1].lower()) if verb else None
        if not verb or read is None:
            return self._unreadable()
        order = read(self, start + verb.end(), verb[1].lower())
        return None if order is None else Spoken(order, self.at, power)

    def _unreadable(self) -> None:
        self.say(ma.POLITICAL_ORDER(self.at, text=self.text, example=self.example))

    @property
    def words(self) -> orders.Reader:
        """The reader of names and cards, with its complaints."""
        return orders.Reader(self.text, self.at, self.powers, self.say)

    def cards(self, start: int) -> tuple[Face, ...] | None:
        """The cards from here to the end of the line."""
        found = [self.words.card(*span) for span in parts(self.text, start, len(self.text), " \t,+")]
        faces = tuple([face for face in found if face is not None])
        return faces if len(faces) == len(found) else None

    def piece(self, start: int, end: int) -> int | None:
        """The piece named in a part of the line."""
        return self.words.piece(*trimmed(self.text, start, end))

    def city(self, start: int, end: int) -> int | None:
        """The city named in a part of the line."""
        return self.words.city(*trimmed(self.text, start, end))


def _suit(reader: Reader, start: int, verb: str) -> Order | None:
    word = bare(reader.text[start:])
    found = next((suit for suit, noun in NOUNS.items() if word and noun.startswith(word.rstrip("s"))), None)
    if found is None:
        reader.say(ma.SUIT_UNREADABLE(reader.at, text=reader.text[start:].strip()))
    return None if found is None else Suit(found)


def _place(reader: Reader, start: int, verb: str) -> Order | None:
    if re.fullmatch(r"\s*(?:nothing|none|no card)\s*", reader.text[start:], re.I):
        return Place(())
    either = re.split(r"\s+(?:or )?else\s+", reader.text[start:], flags=re.I)
    if len(either) > 1:
        wanted = " ".join([word for word in either if not re.fullmatch(r"\s*(?:nothing|none|no card)\s*", word, re.I)])
        faces = reader._replace(text=wanted).cards(0)
        return None if faces is None else Place(faces, either=True)
    faces = reader.cards(start)
    if faces is not None and not faces:
        reader.say(ma.CARD_UNREADABLE(reader.at, text="", form="missing"))
        return None
    return None if faces is None else Place(faces)


def _select(reader: Reader, start: int, verb: str) -> Order | None:
    spans = list(parts(reader.text, start, len(reader.text), ","))
    if not spans:
        reader.say(ma.NO_SUCH_CARD(reader.at, text="", cards="", form="missing"))
        return None
    execute, moves = True, list[tuple[str, int]]()
    for s, e in spans[1:]:
        word = reader.text[s:e].strip().lower()
        track, _, side = word.partition(" ")
        if word in ("execute", "executed"):
            continue
        if re.fullmatch(r"(?:throw|thrown|throws)(?: it)? away|discard", word):
            execute = False
        elif track in TRACKS and side in SIDES:
            moves.append((track, SIDES[side]))
        else:
            reader.say(ma.NOT_ON_CARD(reader.at.part(s, e), track=word, offers="saxony left", form="word"))
            return None
    return Select(reader.text[slice(*spans[0])].strip(), execute, tuple(moves))


def _send(reader: Reader, start: int, verb: str) -> Order | None:
    if bare(reader.text[start:]) == "nobody":
        return Send(-1, ())
    pay = re.search(r"[,;]?\s*\b(?:paying|pay|with)\b\s*", reader.text[start:], re.I)
    end = start + pay.start() if pay else len(reader.text)
    piece = reader.piece(start, end)
    cards = reader.cards(start + pay.end()) if pay else ()
    return None if piece is None or cards is None else Send(piece, cards)


def _to(kind: type[GoTo] | type[Back]) -> Callable[[Reader, int, str], Order | None]:
    def read(reader: Reader, start: int, verb: str) -> Order | None:
        cut = re.search(r"\s+(?:to|at|in)\s+|\s*>\s*", reader.text[start:], re.I)
        if not cut:
            reader._unreadable()
            return None
        piece = reader.piece(start, start + cut.start())
        city = reader.city(start + cut.end(), len(reader.text))
        return None if piece is None or city is None else kind(piece, city)

    return read


def _saxony(reader: Reader, start: int, verb: str) -> Order | None:
    number = re.fullmatch(r"\s*(\d{1,3})(?: spaces?)?\s*", reader.text[start:])
    if not number:
        reader._unreadable()
    return MoveSaxony(int(number[1])) if number else None


def _peace(reader: Reader, start: int, verb: str) -> Order | None:
    if bare(reader.text[start:]) != "peace":
        reader._unreadable()
        return None
    return PeaceWord(verb)


def _vote(reader: Reader, start: int, verb: str) -> Order | None:
    text = re.sub(r"^for ", "", reader.text[start:].strip(), flags=re.I)
    if (word := text.lower().partition(" ")[0]) in CANDIDATES and "," not in text:
        return Vote(-1, 0) if word == CANDIDATES[0] else Vote(0, -1)
    counts = dict.fromkeys(CANDIDATES, 0)
    for part in re.split(r"\s*,\s*|\s+and\s+", text):
        found = re.fullmatch(r"(\d{1,2})(?: for)? (charles|francis)(?: \w+)?", part, re.I)
        if not found:
            reader._unreadable()
            return None
        counts[found[2].lower()] += int(found[1])
    return Vote(counts[CANDIDATES[0]], counts[CANDIDATES[1]])


_READERS: dict[str, Callable[[Reader, int, str], Order | None]] = {
    "suit": _suit, "place": _place, "hold": lambda reader, start, verb: Hold(), "select": _select, "send": _send,
    "move": _to(GoTo), "return": _to(Back), "saxony": _saxony, "offer": _peace, "no": _peace, "accept": _peace,
    "refuse": _peace, "vote": _vote,
}  # fmt: skip
