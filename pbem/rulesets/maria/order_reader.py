"""Orders that begin with a verb, read (M7, M9, M10.20, M11, M13). Moves, and who stays, are read in orders.py."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.core import LazyCodes, Where
from pbem.rulesets.common import line_of_one, parts, places, verb_of, with_arrows
from pbem.rulesets.common.roads import DOTS, is_dots
from pbem.rulesets.maria.orders import (
    FLAG_WORDS,
    Battles,
    Command,
    Face,
    Flag,
    Hussar,
    Line,
    Move,
    Pay,
    Reader,
    Recruit,
    RetreatTo,
    Return,
    Stay,
)
from pbem.rulesets.maria.state import GENERALS, RANK

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
ORDER_WORDS: dict[type, str] = {
    Move: "a move", Stay: "an order to stay", Command: "naming a supreme commander", Return: "bringing back a train",
    Pay: "paying for supply", Hussar: "placing a hussar", Battles: "the order of battles", RetreatTo: "a retreat",
    Recruit: "a recruitment", Flag: "this choice",
}  # fmt: skip


def read_verb(reader: Reader) -> Line | None:
    """The order of a line that is no move; None after a complaint."""
    word, end = verb_of(reader.text)
    if word in _READERS:
        return _READERS[word](reader, end)
    reader.say(reader.unreadable(reader.at))
    return None


def payment(reader: Reader, start: int) -> tuple[tuple[Face, ...] | None, list[Where]]:
    """The cards behind ``; pay`` or ``with``; None after a complaint."""
    verb = re.match(r"[;\s]*(paying|pay|with)?[:\s]*(with\s+)?", reader.text[start:], re.I)
    begin = start + (verb.end() if verb else 0)
    faces: list[Face] = []
    words: list[Where] = []
    for s, e in parts(reader.text, begin, len(reader.text), " \t,+"):
        face = reader.card(s, e)
        if face is None:
            return None, words
        faces.append(face)
        words.append(reader.at.part(s, e))
    return tuple(faces), words


def read_command(reader: Reader, start: int) -> Line | None:
    return line_of_one(Command, reader.at, reader.text, start, reader._replace(missing="no-general").piece)


def read_return(reader: Reader, start: int) -> Line | None:
    """``return FR T1 at München; pay 5S``."""
    text = reader.text
    cut = text.find(";")
    end = cut if cut >= 0 else len(text)
    where = re.search(r"\s+(?:at|in|to)\s+", text[start:end])
    if not where:
        reader.say(reader.unreadable(reader.at, "return"))
        return None
    piece = reader.piece(start, start + where.start())
    city = reader.city(start + where.end(), len(text[:end].rstrip()))
    pay, cards_at = payment(reader, end)
    if piece is None or city is None or pay is None:
        return None
    spans = ((start, start + where.start()), (start + where.end(), len(text[:end].rstrip())))
    return Line(Return(piece, city, pay), reader.at, (*(reader.at.part(*span) for span in spans), *cards_at))


def read_pay(reader: Reader, start: int) -> Line | None:
    """``pay Belle-Isle with 4D 2C``."""
    text = reader.text
    cut = re.search(r"\s+(?:with|by|:)\s+|\s*:\s*", text[start:])
    if not cut:
        reader.say(reader.unreadable(reader.at, "pay"))
        return None
    piece = reader._replace(missing="no-general").piece(start, start + cut.start())
    pay, cards_at = payment(reader, start + cut.end())
    if piece is None or pay is None:
        return None
    return Line(Pay(piece, pay), reader.at, (reader.at.part(start, start + cut.start()), *cards_at))


def read_hussar(reader: Reader, start: int) -> Line | None:
    """``hussar 1 to Prag``, ``hussar 2 stays``, ``hussars stay``."""
    text = (with_arrows(reader.text) or reader.text).replace(">", " ")
    if re.fullmatch(r"(?:all\s+|both\s+|[12]\s+)?(?:stays?|remains?)[.\s]*", text[start:], re.I):
        return Line(Flag("hussars", False), reader.at)
    found = re.match(r"([12])\s*(?:to|at|in)?\s+", text[start:], re.I)
    if not found:
        reader.say(reader.unreadable(reader.at, "hussar"))
        return None
    city = reader.city(start + found.end(), len(text.rstrip()))
    if city is None:
        return None
    places_ = (reader.at.part(start, start + 1), reader.at.part(start + found.end(), len(text.rstrip())))
    return Line(Hussar(int(found[1]) - 1, city), reader.at, places_)


def read_battles(reader: Reader, start: int) -> Line | None:
    """``battles Karl against Schwerin, Traun``."""
    pairs, words = [], []
    own_generals = tuple(p for power in reader.powers for p in GENERALS[power])
    reader = reader._replace(meant=own_generals, missing="battles")  # trains fight no battles
    enemies = reader._replace(meant=tuple(p for p in range(len(RANK)) if RANK[p] and p not in own_generals))
    for s, e in places(reader.text, start, len(reader.text), ","):
        cut = re.search(r"\s+(?:against|vs\.?|x|-)(?:\s+|$)", reader.text[s:e])
        own = reader.piece(s, s + cut.start() if cut else e)
        enemy = enemies.piece(s + cut.end(), e) if cut else -1
        if own is None or enemy is None:
            return None
        pairs.append((own, enemy))
        words.append(reader.at.part(s, e))
    return Line(Battles(tuple(pairs)), reader.at, tuple(words))


def read_retreat(reader: Reader, start: int) -> Line | None:
    """``retreat Neipperg to Wien``, or ``retreat Neipperg > Brünn > ... > Wien``."""
    text = with_arrows(reader.text) or reader.text
    reader = reader._replace(text=text)
    to = re.search(r"\s+to\s+|\s*>\s*", text[start:])
    if not to:
        reader.say(reader.unreadable(reader.at, "retreat"))
        return None
    piece = reader.piece(start, start + to.start())
    spans = list(places(text, start + to.end(), len(text), ">"))
    cities = [DOTS if is_dots(text[s:e]) else reader.city(s, e) for s, e in spans]
    if piece is None or None in cities:
        return None
    if cities[-1] == DOTS:
        reader.say(reader.unreadable(reader.at.part(*spans[-1]), "no-city"))
        return None
    way = tuple(city for city in cities if city is not None)
    way = (DOTS, *way) if len(way) == 1 and ">" not in text[start:] else way
    words = (reader.at.part(start, start + to.start()), *(reader.at.part(*span) for span in spans))
    return Line(RetreatTo(piece, way), reader.at, words)


def read_recruit(reader: Reader, start: int) -> Line | None:
    """``recruit france: 3 troops, Broglie at Paris; pay 10C 2D``."""
    text = reader.text
    cut = text.find(";")
    end = cut if cut >= 0 else len(text)
    power, start = _for_whom(reader, start, end)
    troops, entries, words, sound = 0, [], [], True
    for s, e in parts(text, start, end, ","):
        number = re.fullmatch(r"(\d{1,9}|an?|one)(?:\s+troops?)?", text[s:e].strip(), re.I)
        where = re.search(r"\s+(?:at|in)\s+", text[s:e])
        if number:
            troops += int(number[1]) if number[1].isdigit() else 1
        elif where:
            piece, city = reader.piece(s, s + where.start()), reader.city(s + where.end(), e)
            if piece is None or city is None:
                sound = False
            else:
                entries.append((piece, city))
                words.append(reader.at.part(s, e))
        else:
            sound = False
            reader.say(reader.unreadable(reader.at.part(s, e), "recruit", text[s:e]))
    pay, cards_at = payment(reader, end)
    if pay is None or not sound or power is None:
        return None
    return Line(Recruit(power, troops, tuple(entries), pay), reader.at, (*words, *cards_at))


def _for_whom(reader: Reader, start: int, end: int) -> tuple[int | None, int]:
    """The power before a colon, and where the rest begins; -1 if none is named."""
    found = re.match(r"(?:for\s+)?([^:;,]*):", reader.text[start:end], re.I)
    if not found:
        return -1, start
    return reader.power(start + found.start(1), start + found.end(1)), start + found.end()


_FLAGS = {
    ("subsidy", "yes"): ("subsidy", True), ("subsidy", "no"): ("subsidy", False), ("allow", "stacks"): ("stacks", True),
    ("allow", "stack"): ("stacks", True), ("forbid", "stacks"): ("stacks", False),
    ("forbid", "stack"): ("stacks", False), ("dispute", ""): ("dispute", True),
    ("dispute", "flanders"): ("dispute", True), ("no", "dispute"): ("dispute", False),
    ("pragmatic", "first"): ("first", True), ("pragmatic", "army first"): ("first", True), ("pass", ""): ("pass", True),
}  # fmt: skip


def read_flag(reader: Reader, start: int) -> Line | None:
    """``subsidy no``, ``allow stacks``, ``dispute Flanders``, ``pragmatic first``, ``pass``."""
    verb, _ = verb_of(reader.text)
    rest = " ".join(reader.text[start:].lower().strip(" .").split())
    if (verb, rest) in _FLAGS:
        return Line(Flag(*_FLAGS[verb, rest]), reader.at)
    known = ", ".join(f'"{words}"' for words in FLAG_WORDS.values())
    reader.say(reader.unreadable(reader.at, "flag", known=known))
    return None


_READERS: dict[str, Callable[[Reader, int], Line | None]] = {
    "command": read_command, "return": read_return, "pay": read_pay, "hussar": read_hussar, "hussars": read_hussar,
    "battles": read_battles, "battle": read_battles, "retreat": read_retreat, "recruit": read_recruit,
    **dict.fromkeys(("subsidy", "allow", "forbid", "dispute", "no", "pragmatic", "pass"), read_flag),
}  # fmt: skip
