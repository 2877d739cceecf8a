"""What can stand under ``unless`` in orders ahead, and whether it holds (N2): only what everybody at the table sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.rulesets.common import brakes
from pbem.rulesets.common.brakes import FARTHEST, Brake, Say, Tongue, Word
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITIES, IDS, OBJECTIVES, cities_in, defender_of, name_of, within
from pbem.rulesets.friedrich.events import FriedrichEvent
from pbem.rulesets.friedrich.orders import Reader, find_city, find_piece, nearest_pieces
from pbem.rulesets.friedrich.state import (
    DEFENDERS,
    GENERALS,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
    RANK,
    State,
    hostile,
    hostile_generals,
    name_of_piece,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
ATTACKED, HE_ATTACKED, BEATEN = "attacked", "{general} attacked", "{general} beaten"
ENEMY, WITHIN = "enemy within {number} of {name}", "{name} within {number} of {other}"
LOST, STARVING, MOVED, FATE = "{thing} lost", "{general} out of supply", "{piece} moved", "fate"
PATTERNS = (ATTACKED, HE_ATTACKED, BEATEN, ENEMY, WITHIN, LOST, STARVING, MOVED, FATE)
Named = tuple[str, int]  # a piece or a city, and which


# reading


def read_brake(text: str, where: Where, decision: str, say: Callable[[Diagnostic], None]) -> str:
    """A line of ``unless`` as it is kept and shown; empty after a complaint."""
    nation = NATIONS.index(decision)
    found = brakes.read(text, where, tongue_of(nation), say)
    if found is None or not is_of_use(found, nation, where, say):
        return ""
    return str(found)


def tongue_of(nation: int) -> Tongue:
    """How the brakes of a nation are read: T1 is its own train, and the examples speak of its own."""

    def slot(name: str, text: str, at: Where, say: Say) -> Word | None:
        if name == "number":
            return brakes.number_in(text, at, lambda at, number: fr.UNLESS_IDLE(at, number=number, most=FARTHEST), say)
        return thing_named(text, at, nation, say)

    first = PIECE_NAMES[GENERALS[nation][0]]
    examples = ("attacked", f"enemy within 3 of {first}", f"{name_of(an_objective(nation))} lost", "fate")
    return Tongue(PATTERNS, slot, fr.UNLESS_UNREADABLE, examples)


def an_objective(nation: int) -> int:
    """A city that a nation can lose: one that it protects, or one that it is after."""
    protected = [c for board in OBJECTIVES for c in cities_in(board) if defender_of(c) == nation]
    return min(protected if nation in DEFENDERS else cities_in(OBJECTIVES[nation]))


def thing_named(text: str, at: Where, nation: int, say: Say) -> Word | None:
    """A general, a train or a city. Two generals are called like cities; these are ``the city of Schwerin``."""
    plainly = re.fullmatch(r"(?:the\s+)?city\s+(?:of\s+)?(.+)", text, re.IGNORECASE)
    pieces = () if plainly else find_piece(text, nation)
    if len(pieces) == 1:
        return Word(("piece", pieces[0]), name_of_piece(pieces[0]))
    cities = find_city(plainly[1] if plainly else text)
    if len(cities) == 1:
        return Word(("city", cities[0]), city_text(cities[0]))
    reader = Reader(text, at, nation, lambda fault: say(fault._replace(at=at)))
    if pieces:
        reader.piece(0, len(text))
    elif cities:
        reader.city(0, len(text))
    else:
        say(unknown_name(text, at))
    return None


def city_text(city: int) -> str:
    """The name of a city, told from that of a general."""
    name = name_of(city)
    return f"the city of {name}" if find_piece(name, 0) else name


def unknown_name(text: str, at: Where) -> Diagnostic:
    """The complaint about a name that nothing has, with those that look like it."""
    names = [*(PIECE_NAMES[p] for p in nearest_pieces(text)), *(name_of(c) for c in CITIES.nearest(text))]
    near = listed(dict.fromkeys(names[:3]), "or")
    return fr.UNKNOWN_NAME(at, text=text, near=near, form="" if near else "far")


def is_of_use(brake: Brake, nation: int, where: Where, say: Say) -> bool:
    """Whether a brake can come to hold at all, and need not always; False after a complaint."""
    own = listed((PIECE_NAMES[p] for p in GENERALS[nation]), "or")
    facts = {"own": own, **dict(zip(("name", "other"), (w.text for w in named(brake)), strict=False))}
    form = fault_of(brake.pattern, [word.value for word in named(brake)])
    if form:
        say(fr.UNLESS_IDLE(where, **facts, form=form))
    return not form


def named(brake: Brake) -> list[Word]:
    """The pieces and cities that a brake names."""
    return [word for word in brake.words if isinstance(word.value, tuple)]


def fault_of(pattern: str, things: Sequence[Named]) -> str:
    """Why a brake is of no use: the form of the complaint; empty if it is of use."""
    if pattern in (HE_ATTACKED, BEATEN, STARVING) and not is_general(things[0]):
        return "city" if things[0][0] == "city" else "train"
    if pattern == MOVED and things[0][0] == "city":
        return "piece"
    if pattern == LOST and things[0][0] == "city" and not any(board >> things[0][1] & 1 for board in OBJECTIVES):
        return "no-objective"
    if pattern == WITHIN and things[0][0] == things[1][0] == "city":
        return "cities"
    return "same" if pattern == WITHIN and things[0] == things[1] else ""


def is_general(thing: Named) -> bool:
    return thing[0] == "piece" and bool(RANK[thing[1]])


# holding


def braked(brake: str, decision: str, view: State, events: Iterable[Event]) -> bool:
    """Whether a brake that was read holds: by the public view now, or by the public events since it was sent."""
    nation, said = NATIONS.index(decision), list[Diagnostic]()
    found = brakes.read(brake, Where(), tongue_of(nation), said.append)
    assert found is not None, f"{brake!r} was never read: {said}"
    return brakes.held(found, ANSWERS, nation, view, tuple(map(happened.read, events)))


Events = tuple[FriedrichEvent, ...]


def were_attacked(events: Events, pieces: Iterable[int]) -> bool:
    """F7.1: whether one of the generals was in a battle that he did not begin."""
    ids = {PIECE_IDS[p] for p in pieces}
    return any(ids & {*what.other} for what in events if isinstance(what, happened.Battle))


def was_beaten(nation: int, view: State, events: Events, general: Named) -> bool:
    """F7.7: whether a general was in a stack that lost a battle."""
    return any(PIECE_IDS[general[1]] in what.generals for what in events if isinstance(what, happened.Defeated))


def has_moved(nation: int, view: State, events: Events, piece: Named) -> bool:
    """Whether a piece went anywhere: by itself, by a card of fate, or in a retreat."""
    return any(PIECE_IDS[piece[1]] in gone_in(what) for what in events)


def gone_in(what: FriedrichEvent) -> Sequence[str]:
    """The pieces that an event moves."""
    match what:
        case happened.Moved() | happened.Stepped() | happened.SteppedAside():
            return what.pieces
        case happened.Retreated():
            return what.generals
        case _:
            return ()


def enemy_within(nation: int, view: State, events: Events, number: int, thing: Named) -> bool:
    """Whether a hostile general stands so near, by roads on the empty map; trains do not count, nor he himself."""
    others = [p for p in hostile_generals(nation) if ("piece", p) != thing]
    return is_near(view, number, thing, view.city_bits(others))


def is_near(view: State, number: int, thing: Named, cities: int) -> bool:
    """Whether one of the cities is so near to a piece on the map, or to a city."""
    at = place_of(view, thing)
    return at >= 0 and bool(within(at, number) & cities)


def place_of(view: State, thing: Named) -> int:
    """The city where a piece stands, or the city itself; below 0 off the map."""
    return view.place[thing[1]] if thing[0] == "piece" else thing[1]


def both_near(nation: int, view: State, events: Events, thing: Named, number: int, other: Named) -> bool:
    """Whether two things stand so near to each other."""
    at = place_of(view, thing)
    return at >= 0 and is_near(view, number, other, 1 << at)


def is_lost(nation: int, view: State, events: Events, thing: Named) -> bool:
    """Whether a city has come to the other side (F5.2, F5.8, F13.4), or a piece is off the map."""
    if thing[0] == "piece":
        return place_of(view, thing) < 0
    return any(IDS[thing[1]] in taken_from(nation, what) for what in events)


def taken_from(nation: int, what: FriedrichEvent) -> Sequence[str]:
    """The cities that an event takes from the side of a nation."""
    match what:
        case happened.Conquered() | happened.Reconquered():
            return (what.city,) if hostile(nation, NATIONS.index(what.nation)) else ()
        case happened.OffensiveFailed() | happened.OffensiveDeclined():
            return what.cities if nation in DEFENDERS else ()
        case _:
            return ()


def is_starving(nation: int, view: State, events: Events, general: Named) -> bool:
    """F9.4: whether a general is face-down for want of supply, or was lost so."""
    starved = [what.general for what in events if isinstance(what, happened.Starved)]
    return PIECE_IDS[general[1]] in starved or view.is_face_down(general[1])


ANSWERS: dict[str, Callable[..., bool]] = {
    ATTACKED: lambda nation, view, events: were_attacked(events, GENERALS[nation]),
    HE_ATTACKED: lambda nation, view, events, general: were_attacked(events, (general[1],)),
    BEATEN: was_beaten,
    ENEMY: enemy_within,
    WITHIN: both_near,
    LOST: is_lost,
    STARVING: is_starving,
    MOVED: has_moved,
    FATE: lambda nation, view, events: any(isinstance(what, happened.Fate) for what in events),
}
