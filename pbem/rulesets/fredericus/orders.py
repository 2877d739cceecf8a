"""The order language (R15): every order has a reader and a writer, and ``parse(str(x)) == x``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pbem.core import Code, Diagnostic, Where, bare, listed
from pbem.rulesets.common import Line as Line
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus.cards import KIND_NAMES, KINDS
from pbem.rulesets.fredericus.geometry import COURT, TOWERS
from pbem.rulesets.fredericus.state import BIRD_LETTERS, SEATS

Say = Callable[[Diagnostic], None]
ONLY, STAY = -1, -1  # of a bet: the one token there is; a token that is left where it is
DECK = "deck"


class Birds(NamedTuple):
    """R3.2: the falcon on a post, the goshawk on the opposite one."""

    post: int

    def __str__(self) -> str:
        return f"BIRDS {self.post}"


class Move(NamedTuple):
    """R5.1: the end card of a row goes to the end of another."""

    source: int
    target: int

    def __str__(self) -> str:
        return f"MOVE {self.source}>{self.target}"


class Fly(NamedTuple):
    """R5.2: a bird goes to another post."""

    bird: int
    target: int

    def __str__(self) -> str:
        return f"FLY {BIRD_LETTERS[self.bird]}>{self.target}"


class Hood(NamedTuple):
    """R5.3: the opponents' birds on a post; choices as (seat, bird)."""

    post: int
    choices: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        chosen = "".join(f" {SEATS[seat]}={BIRD_LETTERS[bird]}" for seat, bird in self.choices)
        return f"HOOD {self.post}{chosen}"


class Hunt(NamedTuple):
    """R6.1, R6.2: a bird hunts from its post."""

    bird: int

    def __str__(self) -> str:
        return f"HUNT {BIRD_LETTERS[self.bird]}"


class TurnOver(NamedTuple):
    """R6.3: a row is turned over, and a neighbour's seal leaves the game."""

    row: int
    seal: int

    def __str__(self) -> str:
        return f"TURN {self.row} DISCARD {self.seal}"


class Shift(NamedTuple):
    """O1: the last three cards of a row go to its near end."""

    row: int

    def __str__(self) -> str:
        return f"SHIFT {self.row}"


class Draw(NamedTuple):
    """O2b: the kinds wanted of the display, in order; then the deck."""

    wish: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(("DRAW", *self.wish, DECK))


class Bet(NamedTuple):
    """R8.2: where tokens go, as (token, place)."""

    places: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        words = {STAY: "STAY", COURT: "COURT"}
        parts = [
            ("" if token == ONLY else f"{token + 1}:") + words.get(place, str(place)) for token, place in self.places
        ]
        return " ".join(("BET", *parts))


Order = Birds | Move | Fly | Hood | Hunt | TurnOver | Shift | Draw | Bet
BASIC = (Move, Fly, Hood)
SPECIAL = (Hunt, TurnOver, Shift)
PATTERNS = {
    "move": '"MOVE 3>4" moves the end card of row 3 to row 4.',
    "fly": '"FLY F>8" flies the falcon to post 8, "FLY G>8" the goshawk.',
    "hood": '"HOOD 4" hoods on post 4; "HOOD 4 C=G" takes C\'s goshawk where both birds of C are there.',
    "hunt": '"HUNT F" hunts with the falcon, "HUNT G" with the goshawk.',
    "turn": '"TURN 6 DISCARD 5" turns row 6 over and removes the seal of row 5.',
    "shift": '"SHIFT 1" moves the last three cards of row 1 to its near end.',
    "draw": '"DRAW a e deck" wants an open a, else an open e, else the deck.',
    "bet": '"BET 5", "BET COURT" or "BET STAY"; with two players "BET 1:5 2:6".',
    "birds": '"BIRDS 6" puts the falcon on post 6 and the goshawk on post 2.',
}


class Word(NamedTuple):
    """A word of an order and where it stands."""

    text: str
    at: Where


class Unread(Exception):
    """An order that could not be read; the complaint comes with it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code.id)
        self.diagnostic = diagnostic


_WORDS = re.compile(r"\d+|[^\W\d_]+|:")
# Words that people put between the others and that decide nothing.
_FILLING = frozenset("row rows post posts tower towers to from the with on in of and at seal card bird birds".split())


class Reader:
    """The words of one order, taken one after the other."""

    def __init__(self, text: str, at: Where, players: int) -> None:
        self.text, self.at, self.players = text, at, players
        found = [Word(m.group().lower(), at.part(m.start(), m.end())) for m in _WORDS.finditer(text)]
        self.verb = found[0].text if found else ""
        self.words = found[1:]
        self.taken: list[Where] = []

    def fault(self, code: Code, word: Word | None, /, **facts: Any) -> Unread:
        return Unread(code(word.at if word else self.at, **facts))

    def unreadable(self) -> Unread:
        return self.fault(fd.ORDER_UNREADABLE, None, text=self.text[:60], hint=pattern_of(self.verb))

    def plain(self) -> None:
        """Leave out the words that decide nothing."""
        self.words = [word for word in self.words if word.text not in _FILLING and word.text != ":"]

    def next(self) -> Word:
        if not self.words:
            raise self.unreadable()
        word = self.words.pop(0)
        self.taken.append(word.at)
        return word

    def tower(self, form: str = "") -> int:
        """A number from 1 to 8 (R2.1)."""
        word = self.next()
        if not word.text.isdecimal():
            raise self.unreadable()
        if len(word.text) > 1 or int(word.text) not in TOWERS:
            raise self.fault(fd.UNKNOWN_TOWER, word, text=word.text[:20], form=form)
        return int(word.text)

    def bird(self) -> int:
        """F or G, falcon or goshawk (R1.3)."""
        word = self.next()
        for at, names in enumerate((("f", "falcon"), ("g", "goshawk"))):
            if word.text in names:
                return at
        raise self.fault(fd.UNKNOWN_BIRD, word, text=word.text[:20])

    def seat(self) -> int:
        """The letter of a falconer (R1.5)."""
        word = self.next()
        seats = SEATS[: self.players]
        if len(word.text) != 1 or word.text.upper() not in seats:
            raise self.fault(fd.UNKNOWN_FALCONER, word, text=word.text[:20].upper(), known=listed(seats))
        return seats.index(word.text.upper())

    def ended(self, order: Order) -> Line:
        """The order, if nothing is left over."""
        if self.words:
            raise self.unreadable()
        return Line(order, self.at, tuple(self.taken))


def pattern_of(verb: str) -> str:
    """How an order of that verb is written; for an unknown verb the nearest, or all verbs."""
    if verb in PATTERNS:
        return f"Write it like this: {PATTERNS[verb]}"
    from difflib import get_close_matches  # not for check

    near = get_close_matches(verb, PATTERNS, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {near[0].upper()}? {PATTERNS[near[0]]}"
    return f"An order begins with {listed((word.upper() for word in PATTERNS), 'or')}."


def read_birds(reader: Reader) -> Line:
    reader.plain()
    return reader.ended(Birds(reader.tower("post")))


def read_move(reader: Reader) -> Line:
    reader.plain()
    return reader.ended(Move(reader.tower("row"), reader.tower("row")))


def read_fly(reader: Reader) -> Line:
    reader.plain()
    return reader.ended(Fly(reader.bird(), reader.tower("post")))


def read_hood(reader: Reader) -> Line:
    """R5.3d: the post, then choices ``C=G``."""
    reader.plain()
    post, choices = reader.tower("post"), list[tuple[int, int]]()
    while reader.words:
        seat, bird = reader.seat(), reader.bird()
        if any(other == seat for other, _ in choices):
            raise Unread(fd.SAID_TWICE(reader.taken[-2], order=f"the choice for {SEATS[seat]}"))
        choices.append((seat, bird))
    return reader.ended(Hood(post, tuple(choices)))


def read_hunt(reader: Reader) -> Line:
    reader.plain()
    return reader.ended(Hunt(reader.bird()))


def read_turn(reader: Reader) -> Line:
    reader.plain()
    row = reader.tower("row")
    if reader.words and reader.words[0].text == "over":
        reader.words.pop(0)
    if reader.next().text != "discard":
        raise reader.unreadable()
    return reader.ended(TurnOver(row, reader.tower("row")))


def read_shift(reader: Reader) -> Line:
    reader.plain()
    return reader.ended(Shift(reader.tower("row")))


def read_draw(reader: Reader) -> Line:
    """O2: kinds by letter or name, then the deck, which may be left out."""
    wish: list[str] = []
    while reader.words:
        word = reader.next()
        if word.text == DECK:
            return reader.ended(Draw(tuple(wish)))
        pair = word.text + (reader.words[0].text if reader.words else "")
        found = _KINDS.get(word.text)
        if found is None and pair in _KINDS:
            reader.next()
            found = _KINDS[pair]
        if found is None:
            known = listed(f"{kind} ({name})" for kind, name in KIND_NAMES.items())
            raise reader.fault(fd.UNKNOWN_KIND, word, text=word.text[:20], kinds=known)
        if found not in wish:
            wish.append(found)
    return reader.ended(Draw(tuple(wish)))


def read_bet(reader: Reader) -> Line:
    """R8.2: ``BET 5``, ``BET COURT``, ``BET STAY``, ``BET 1:5 2:STAY``."""
    reader.words = [word for word in reader.words if word.text not in _FILLING]
    places: list[tuple[int, int]] = []
    while reader.words:
        token = read_token(reader)
        if any(other == token for other, _ in places):
            raise Unread(fd.SAID_TWICE(reader.at, order="a token"))
        if places and (token == ONLY or places[0][0] == ONLY):
            raise reader.unreadable()
        places.append((token, read_place(reader)))
    if not places:
        raise reader.unreadable()
    return reader.ended(Bet(tuple(places)))


def read_token(reader: Reader) -> int:
    """The number of a token before a colon; the only one where there is none."""
    if len(reader.words) < 2 or reader.words[1].text != ":":
        return ONLY
    word = reader.words.pop(0)
    reader.words.pop(0)
    tokens = 2 if reader.players == 2 else 1
    if word.text not in ("1", "2")[:tokens]:
        known = "Your tokens are 1 and 2." if tokens == 2 else 'You have one token: write "BET 5".'
        raise reader.fault(fd.UNKNOWN_TOKEN, word, text=word.text[:20], hint=known)
    return int(word.text) - 1 if tokens == 2 else ONLY


def read_place(reader: Reader) -> int:
    """A tower, the courtyard, or where the token is."""
    if reader.words and reader.words[0].text in ("court", "courtyard", "stay", "stays"):
        return COURT if reader.next().text.startswith("c") else STAY
    return reader.tower()


_KINDS = {**{kind: kind for kind in KINDS}, **{bare(name): kind for kind, name in KIND_NAMES.items()}}
_READERS: Mapping[str, Callable[[Reader], Line]] = {
    "birds": read_birds, "move": read_move, "fly": read_fly, "hood": read_hood, "hunt": read_hunt,
    "turn": read_turn, "shift": read_shift, "draw": read_draw, "bet": read_bet,
}  # fmt: skip


def read_line(text: str, at: Where, players: int) -> Line:
    """One order; Unread tells why it is none."""
    reader = Reader(text, at, players)
    if reader.verb not in _READERS:
        raise reader.unreadable()
    return _READERS[reader.verb](reader)


def parse(text: str, players: int = 4) -> Any:
    """The order a text means; Unread if it means none."""
    return read_line(text, Where(), players).order


class Read(NamedTuple):
    """The orders of a sheet, whether all of them could be read, and how many come before the first that could not."""

    lines: tuple[Line, ...]
    whole: bool
    clear: int


def read_lines(body: Mapping[str, Any], players: int, say: Say) -> Read:
    """The orders of a sheet; each that cannot be read is complained about."""
    given = body.get("do", [])
    if not isinstance(given, list):
        say(fd.WRONG_TYPE(Where(("do",))))
        return Read((), False, 0)
    lines: list[Line] = []
    clear: int | None = None
    for at, text in enumerate(given):
        where = Where(("do", at))
        try:
            if not isinstance(text, str):
                raise Unread(fd.WRONG_TYPE(where, form="order"))
            lines.append(read_line(text, where, players))
        except Unread as fault:
            say(fault.diagnostic)
            clear = len(lines) if clear is None else clear
    return Read(tuple(lines), clear is None, len(lines) if clear is None else clear)
