"""Bids as offers: what can be said of one besides its cards, wishes for retreats, and standing bids.

What hangs on a title (names, hands, who can attack whom) is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pbem.core import Diagnostic, Record, Where, listed
from pbem.core.offers import Choice, Edit, Fight, Offer, Path, applied
from pbem.rulesets.common import NOUNS, Card, by_suit
from pbem.rulesets.common.bid_files import encode_standing
from pbem.rulesets.common.bid_reader import Language, Say, read_bid
from pbem.rulesets.common.bids import ANY, Bid
from pbem.rulesets.common.offering import from_the_end
from pbem.rulesets.common.standing import MOST, Scope, Standing, read_standing, scope_words
from pbem.rulesets.common.wishes import (
    ANYWHERE,
    AWAY,
    IN,
    NOT_BESIDE,
    TO,
    TOWARDS,
    UNSUPPLIED,
    Namer,
    Place,
    Wish,
    wish_text,
)

Body = Mapping[str, Any]
KEY, WISHES = "standing", "retreat"
BEATEN = "Where is the beaten enemy to go? In order of liking:"
ALL_BEATEN = "Where are the beaten of all battles to go, if their bid does not say? In order of liking:"
TURNS = 6  # that are offered as the last one of a standing bid
REST = ("role", "keep", "forced", WISHES)  # of a standing bid as files have it what a sheet leaves out, if empty
WHOM = ("own", "enemy", "nation")  # who fights whom: without it nobody knows what a table is for
T = TypeVar("T")


# what can be read of bids that have faults


def bids_in(body: Body, language: Language) -> list[tuple[Bid, int]]:
    """The bids of a sheet with their numbers; one with faults as far as it can be read, if it says who fights whom."""

    def read(table: Body, where: Where, say: Say) -> Bid | None:
        return read_bid(table, where, language, say)

    return _legible(body, "bid", read)


def standings_in(body: Body, realm: Realm) -> list[tuple[Standing, int]]:
    """The standing bids of a sheet with their numbers, those with faults, too."""

    def read(table: Body, where: Where, say: Say) -> Standing | None:
        filled = {"name": f"standing-{int(where.path[1]) + 1}", "own": "*", **table}
        return read_standing(filled, where, realm.role, realm.language, realm.scope, say)

    return _legible(body, KEY, read)


def _legible(body: Body, key: str, read: Callable[[Body, Where, Say], T | None]) -> list[tuple[T, int]]:
    """The tables of a sheet under a key, each with its number; what is wrong in one is left out."""
    found, tables = [], body.get(key)
    for number, table in enumerate(tables if isinstance(tables, list) else ()):
        if isinstance(table, Mapping):
            said: list[Diagnostic] = []
            one = read(table, where := Where((key, number)), said.append)
            wrong = {fault.at.path[2:4] for fault in said if fault.is_error and fault.at.path[2:]}
            if one is None and not any(path[:1] == (name,) for path in wrong for name in WHOM):
                right = applied(table, [Edit(path) for path in sorted(wrong, key=from_the_end)])
                one = read(right, where, lambda fault: None)
            found += [(one, number)] if one is not None else []
    return found


# wishes for a retreat


def wish_texts(names: Namer, cities: Sequence[int], own: Sequence[int], enemies: Sequence[int]) -> list[str]:
    """Wishes that may well be had: of suits and supply, of cities, towards one's own, away from the enemy's others."""
    wishes = [Wish(UNSUPPLIED), *(Wish(IN, suit=suit) for suit in NOUNS), *(Wish(TO, Place(city)) for city in cities)]
    wishes += [Wish(TOWARDS, Place(general=piece)) for piece in own]
    wishes += [Wish(kind, Place(general=piece)) for kind in (AWAY, NOT_BESIDE) for piece in enemies]
    return [wish_text(wish, names) for wish in (*wishes, Wish(ANYWHERE))]


def wishes(body: Body, path: Path, texts: Sequence[str], most: int, title: str = BEATEN) -> Choice:
    """Wishes in a list of the sheet: those it has, which can be taken back, and those that can be added at its end."""
    found = inside(body, path)
    lines = found if isinstance(found, list) else []
    more = texts if len(lines) < most else ()
    said = list(dict.fromkeys(line for line in lines if isinstance(line, str)))
    offers = [Offer(text, (Edit((*path, lines.index(text))),), said=True) for text in said]
    offers += [Offer(text, (Edit((*path, len(lines)), text),)) for text in more if text not in said]
    return Choice("wishes", title, tuple(offers), several=True, more=True)


def inside(body: Any, path: Path) -> Any:
    """What stands at a place of a sheet; None if nothing does."""
    for key in path:
        if isinstance(key, int):
            body = body[key] if isinstance(body, list) and key < len(body) else None
        else:
            body = body.get(key) if isinstance(body, Mapping) else None
    return body


def givable(cards: Sequence[str]) -> tuple[str, ...]:
    """Those of the cards that may be played which the rules can demand at a score of 0: a Reserve is never forced."""
    return tuple(dict.fromkeys(card for card in cards if card != "R"))


# standing bids


class Front(NamedTuple):
    """An own stack on the map, and the enemies who can attack it before it moves again."""

    own: tuple[int, ...]
    place: str
    suit: str
    enemies: tuple[int, ...]


class Realm(Record):
    """What a title brings for the standing bids of a role."""

    role: str
    turn: int
    scope: Scope
    language: Language
    nations: Sequence[int]  # the role's
    against: Sequence[int]  # those who may attack it
    nation_of: Sequence[int]  # by piece
    hands: Sequence[Sequence[Card]]  # by nation
    ids: Sequence[str]  # by piece
    names: Sequence[str]  # by piece
    cities: Sequence[str]  # names
    shared: Collection[str]  # names that a city and a general both bear
    kept: Sequence[Standing]  # that hold already
    fronts: Sequence[Front]
    wishes: Callable[[Sequence[int]], Sequence[str]]  # that may be had of these enemies; none: of anybody


def standings(body: Body, realm: Realm) -> Iterator[Fight]:
    """The standing bids of the sheet, those that hold already, and one for each stack that can be attacked and has
    none; the others of one's stacks come last."""
    tables = body.get(KEY, [])
    if not isinstance(tables, list):
        return
    written = standings_in(body, realm)
    yield from (_written(body, realm, standing, number) for standing, number in written)
    said = {standing.name for standing, _ in written} | {name for table in tables if (name := _name_in(table))}
    taken_back = body.get("withdraw")
    gone = taken_back if isinstance(taken_back, list) else ()
    kept = [standing for standing in realm.kept if standing.name not in said]
    yield from (_kept(realm, standing, len(tables)) for standing in kept)
    holding = [*(row for row, _ in written), *(row for row in kept if row.name not in gone and "*" not in gone)]
    if len(kept) + len(tables) < MOST:
        names = {*said, *(standing.name for standing in realm.kept)}
        fronts = [front for front in realm.fronts if not any(_is_for(row, front, realm) for row in holding)]
        for front in sorted(fronts, key=lambda front: not front.enemies):
            yield _begun(realm, front, len(tables), names)


def _name_in(table: Any) -> str:
    """What a table that cannot be read calls itself."""
    name = table.get("name") if isinstance(table, Mapping) else None
    return name.strip() if isinstance(name, str) else ""


def _is_for(standing: Standing, front: Front, realm: Realm) -> bool:
    """Whether a standing bid answers for a stack, whoever attacks it."""
    return (
        standing.bid.own in (ANY, *front.own)
        and standing.nation in (ANY, realm.nation_of[front.own[0]])
        and standing.suit in ("", front.suit)
        and standing.bid.enemy == standing.against == ANY
    )


def _begun(realm: Realm, front: Front, at: int, names: Collection[str]) -> Fight:
    """A standing bid that can be begun."""
    own, enemies = realm.names[front.own[0]], listed((realm.names[p] for p in front.enemies), "or")
    name = next(name for n in range(len(names) + 1) if (name := own if not n else f"{own} {n + 1}") not in names)
    cards = _cards(realm, [realm.nation_of[front.own[0]]], front.suit)
    table = {"name": name, "own": own, "suit": front.suit, "plays": [], "accept": 0, "otherwise": "concede"}
    title = f"{own}, should {enemies} attack" if enemies else f"{own}, should anybody attack"
    enemy = tuple(realm.ids[p] for p in front.enemies)
    own_ids, suits = tuple(realm.ids[p] for p in front.own), (front.suit, "")
    return Fight(title, own_ids, enemy, (front.place, ""), suits, cards, (Edit((KEY, at), table),), key=KEY)


def _kept(realm: Realm, standing: Standing, at: int) -> Fight:
    """A standing bid that holds already, to be taken into the sheet and changed there."""
    data = encode_standing(standing, [id_ for id_, _ in realm.scope.nations], realm.names, realm.cities, realm.shared)
    table = {key: value for key, value in data.items() if key not in REST or (value and key != "role")}
    found = _shown(realm, standing)
    return found._replace(edits=(Edit((KEY, at), table),), stands=True)


def _written(body: Body, realm: Realm, standing: Standing, line: int) -> Fight:
    """A standing bid of the sheet, with what else can be said of it."""
    path = (KEY, line)
    enemies = [standing.bid.enemy] if standing.bid.enemy != ANY else []
    wish = wishes(body, (*path, WISHES), realm.wishes(enemies), realm.language.most_wishes)
    choices = (*_whom(realm, standing, path), *_where(standing, path), *_how_long(realm, standing, path), wish)
    return _shown(realm, standing)._replace(line=line, choices=choices)


def _shown(realm: Realm, standing: Standing) -> Fight:
    """A standing bid as it is called, with the cards that it can play."""
    own = [standing.bid.own] if standing.bid.own != ANY else []
    enemy = [standing.bid.enemy] if standing.bid.enemy != ANY else []
    nations = [realm.nation_of[p] for p in own] or [n for n in realm.nations if standing.nation in (ANY, n)]
    who = realm.names[own[0]] if own else "any of your stacks"
    words = [f"against {realm.names[p]}" for p in enemy] + scope_words(standing, realm.scope)
    name = f"{standing.name}: {who}, {', '.join(words)}"
    ids = [tuple(realm.ids[p] for p in pieces) for pieces in (own, enemy)]
    cards = _cards(realm, nations, standing.suit)
    return Fight(name, ids[0], ids[1], ("", ""), (standing.suit, ""), cards, (), key=KEY,
                 forced=givable(cards))  # fmt: skip


def _cards(realm: Realm, nations: Sequence[int], suit: str) -> tuple[str, ...]:
    hands = [card for nation in nations for card in realm.hands[nation] if not suit or card.suit in (suit, "R")]
    return tuple(str(card) for card in sorted(hands, key=by_suit))


def _set(path: Path, key: str, rows: Sequence[tuple[str, Any]], now: Any, nothing: Any) -> tuple[Offer, ...]:
    """One of several values of a key of a standing bid; the one that is meant by nothing is left out."""
    return tuple(
        Offer(text, (Edit((*path, key), None if value == nothing else value),), said=value == now)
        for text, value in rows
    )


def _whom(realm: Realm, standing: Standing, path: Path) -> Iterator[Choice]:
    """Whether it answers in one's own attacks, too, and against whom."""
    rows = [("only if I am attacked", False), ("also if I attack", True)]
    yield Choice("attacking", "When does it answer?", _set(path, "attacking", rows, standing.attacking, False))
    ids, names = zip(*realm.scope.nations, strict=True)
    now = ids[standing.against] if standing.against != ANY else ""
    whom = [("against anybody", ""), *((f"against {names[n]}", ids[n]) for n in realm.against)]
    yield Choice("against", "Against whom?", _set(path, "against", whom, now, ""))


def _where(standing: Standing, path: Path) -> Iterator[Choice]:
    """In which suit the own stack must stand: one that the cards named are of."""
    faces = [*(play.card for play in standing.bid.plays), *standing.bid.forced]
    suits = [suit for suit in NOUNS if all(face[1] in (suit, "R") for face in faces)]
    rows = [("in any suit", ""), *((f"in {NOUNS[suit]}", suit) for suit in suits)]
    if len(rows) > 1:
        yield Choice("suit", "Where does the stack stand?", _set(path, "suit", rows, standing.suit, ""))


def _how_long(realm: Realm, standing: Standing, path: Path) -> Iterator[Choice]:
    """The last turn in which it answers."""
    turns = range(realm.turn, min(realm.turn + TURNS - 1, realm.scope.last_turn) + 1)
    rows = [("until it is withdrawn", 0), *((f"until turn {turn}", turn) for turn in turns)]
    yield Choice("until", "How long?", _set(path, "until", rows, standing.until, 0))
