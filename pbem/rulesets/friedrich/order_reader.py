"""Orders that begin with a verb, read: recruitment and battles, discards, retreats, answers to fate (section 5).

Moves, and that somebody stays, are read in orders.py: most sheets have no others.
"""

import re
from collections.abc import Callable

from pbem.core import LazyCodes, Where, listed
from pbem.rulesets.common import line_of_each, line_of_one, parts, places, verb_of
from pbem.rulesets.friedrich.board import CITIES, DEPOTS, PRUSSIA
from pbem.rulesets.friedrich.entries import example_of
from pbem.rulesets.friedrich.orders import (
    VERBS,
    Battles,
    Decline,
    Discard,
    DiscardFirst,
    Exchange,
    Face,
    Give,
    Line,
    Move,
    Offensive,
    Order,
    Reader,
    Reconquer,
    Recruit,
    Reinforce,
    Retire,
    RetreatTo,
    Say,
    Stay,
    TurnDown,
    Weaken,
    is_march,
    read_march,
)
from pbem.rulesets.friedrich.state import GENERALS, State, hostile_generals

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
DECLINABLE = ("1H", "4H", "6S", "6D", "8C", "9D", "12H")  # cards of fate that offer something
ORDER_WORDS = {
    Move: "a move", Stay: "an order to stay", Recruit: "a recruitment", Battles: "the order of battles",
    Discard: "a discard", DiscardFirst: "a list of discards", RetreatTo: "a retreat", Retire: "retiring a general",
    Reinforce: "a reinforcement", Weaken: "a loss of a troop",
    TurnDown: "turning a stack face-down", Exchange: "an exchange of cards", Give: "giving a card",
    Offensive: "the offensive option", Reconquer: "a choice of cities", Decline: "declining an offer of fate",
}  # fmt: skip
_EXPERT = (Weaken, TurnDown, Exchange, Give, Offensive, Reconquer)


def parse_order(text: str, nation: int, at: Where, say: Say, state: State | None = None) -> Line | None:
    """The order a line gives, or None after a complaint; ``state``, the position, serves the hints."""
    reader = Reader(text, at, nation, say, state=state)
    return read_march(reader) if is_march(text) else read_verb(reader)


def read_verb(reader: Reader) -> Line | None:
    """The order of a line that is no move; None after a complaint."""
    word, end = verb_of(reader.text)
    verb = {"battle": "battles", "recruits": "recruit"}.get(word, word)
    if verb in VERBS:
        return _READERS[verb](reader, end)
    reader.say(reader.unreadable(reader.at))
    return None


def is_expert_only(order: Order) -> bool:
    """F11.2, F13: whether only the texts and rules of the expert game ask for it."""
    offer = isinstance(order, Decline) and order.card[-1] != "S"  # only the spades of fate speak without them
    return isinstance(order, _EXPERT) or offer


def _recruit(reader: Reader, start: int) -> Line | None:
    text = reader.text
    cut = text.find(";")
    end = cut if cut >= 0 else len(text)
    troops, entries, words, sound = 0, [], [], True
    for s, e in parts(text, start, end, ","):
        number = re.fullmatch(r"(\d{1,9}|an?|one)\s+troops?", text[s:e], re.I)
        where = re.search(r"\s+(?:at|in)\s+", text[s:e])
        if number:
            troops += int(number[1]) if number[1].isdigit() else 1
        elif where:
            by_depot = reader._replace(near=DEPOTS[reader.nation][0])
            piece, city = reader.piece(s, s + where.start()), by_depot.city(s + where.end(), e)
            if piece is None or city is None:
                sound = False
            else:
                entries.append((piece, city))
                words.append(reader.at.part(s, e))
        else:
            sound = False
            pieces = example_of(reader.state, reader.nation)
            reader.say(reader.unreadable(reader.at.part(s, e), "recruit", text[s:e], pieces=pieces))
    pay, cards_at = _payment(reader, end)
    if pay is None or not sound:
        return None
    return Line(Recruit(troops, tuple(entries), pay), reader.at, (*words, *cards_at))


def _payment(reader: Reader, start: int) -> tuple[tuple[Face, ...] | None, list[Where]]:
    verb = re.match(r"[;\s]*(paying|pay|with)?[:\s]*", reader.text[start:], re.I)
    begin = start + (verb.end() if verb else 0)
    faces: list[Face] = []
    places: list[Where] = []
    for s, e in parts(reader.text, begin, len(reader.text), " \t,+"):
        face = reader.card(s, e)
        if face is None:
            return None, places
        faces.append(face)
        places.append(reader.at.part(s, e))
    return tuple(faces), places


def _battles(reader: Reader, start: int) -> Line | None:
    pairs, words = [], []
    reader = reader._replace(meant=GENERALS[reader.nation], missing="battles")  # trains fight no battles
    enemies = reader._replace(meant=hostile_generals(reader.nation))
    for s, e in places(reader.text, start, len(reader.text), ","):
        cut = re.search(r"\s+(?:against|vs\.?|x|-)(?:\s+|$)", reader.text[s:e])
        own = reader.piece(s, s + cut.start() if cut else e)
        enemy = enemies.piece(s + cut.end(), e) if cut else -1
        if own is None or enemy is None:
            return None
        pairs.append((own, enemy))
        words.append(reader.at.part(s, e))
    return Line(Battles(tuple(pairs)), reader.at, tuple(words))


def _card(kind: Callable[[Face], Order]) -> Callable[[Reader, int], Line | None]:
    return lambda reader, start: line_of_one(kind, reader.at, reader.text, start, reader.card)


def _discard(reader: Reader, start: int) -> Line | None:
    """One card; or several in order of liking and ``lowest`` last, where it is not known yet which will be drawn."""
    text = reader.text
    marks = re.finditer(r"\s*,\s*(?:or\s+)?|\s+or\s+", text[: len(text.rstrip())])
    cuts = [span for span in (mark.span() for mark in marks) if span[0] >= start]
    ends = [*(first for first, _ in cuts), len(text.rstrip())]
    spans = list(zip([start, *(last for _, last in cuts)], ends, strict=True))
    lowest = text[slice(*spans[-1])].lower() in ("lowest", "the lowest")
    if not cuts and not lowest:
        return _card(Discard)(reader, start)
    line = line_of_each(tuple, reader.at, spans[:-1] if lowest else spans, reader.card)
    places = tuple(reader.at.part(*span) for span in spans)
    return None if line is None else Line(DiscardFirst(line.order, lowest), reader.at, places)


def _reconquer(reader: Reader, start: int) -> Line | None:
    reader = reader._replace(near=CITIES.find("Ortelsburg")[0])  # all four are in East Prussia
    spans = list(parts(reader.text, start, len(reader.text), ",+"))
    return line_of_each(Reconquer, reader.at, spans, reader.city)


def _retreat(reader: Reader, start: int) -> Line | None:
    to = re.search(r"\s+to\s+", reader.text[start:])
    if not to:
        reader.say(reader.unreadable(reader.at, "retreat"))
        return None
    piece = reader.piece(start, start + to.start())
    city = reader.city(start + to.end(), len(reader.text.rstrip()))
    if piece is None or city is None:
        return None
    spans = ((start, start + to.start()), (start + to.end(), len(reader.text.rstrip())))
    return Line(RetreatTo(piece, city), reader.at, tuple(reader.at.part(*span) for span in spans))


def _decline(reader: Reader, start: int) -> Line | None:
    end = len(reader.text.rstrip())
    card = reader.text[start:end].upper().translate(str.maketrans("♠♣♥♦", "SCHD"))
    if card not in DECLINABLE:
        reader.say(fr.ORDER_UNREADABLE(reader.at, text=reader.text, cards=listed(DECLINABLE), form="decline"))
        return None
    return Line(Decline(card), reader.at, (reader.at.part(start, end),))


def _named(kind: Callable[[int], Order]) -> Callable[[Reader, int], Line | None]:
    def read(reader: Reader, start: int) -> Line | None:
        return line_of_one(kind, reader.at, reader.text, start, reader._replace(missing="no-general").piece)

    return read


_READERS: dict[str, Callable[[Reader, int], Line | None]] = {
    "recruit": _recruit,
    "battles": _battles,
    "discard": _discard,
    "retreat": _retreat,
    "retire": _named(Retire),
    "reinforce": _named(Reinforce),
    "weaken": _named(Weaken),
    "turn": lambda reader, start: _named(TurnDown)(reader._replace(meant=GENERALS[PRUSSIA]), start),
    "exchange": _card(Exchange),
    "give": _card(Give),
    "reconquer": _reconquer,
    "offensive": _card(Offensive),
    "decline": _decline,
}
