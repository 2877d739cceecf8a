"""What can stand under ``unless`` in orders ahead, and whether it holds (N2): only what everybody at the table sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.rulesets.common import brakes, ground_brakes
from pbem.rulesets.common.brakes import Say, Tongue
from pbem.rulesets.common.ground_brakes import (
    ATTACKED,
    BEATEN,
    ENEMY,
    HE_ATTACKED,
    LOST,
    MOVED,
    STARVING,
    WITHIN,
    Ground,
    Named,
    is_near,
    place_of,
)
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
    TRAINS,
    State,
    hostile,
    hostile_generals,
    name_of_piece,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
FATE = "fate"
PATTERNS = (*ground_brakes.PATTERNS, FATE)


# reading


def read_brake(text: str, where: Where, decision: str, say: Callable[[Diagnostic], None]) -> str:
    """A line of ``unless`` as it is kept and shown; empty after a complaint."""
    return ground_brakes.read_kept(text, where, ground_of(NATIONS.index(decision)), say)


def tongue_of(nation: int) -> Tongue:
    """How the brakes of a nation are read."""
    return ground_brakes.tongue_of(ground_of(nation))


def ground_of(nation: int) -> Ground:
    """T1 is the nation's own train, and the examples speak of its own; two generals are called like cities."""

    def unclear(text: str, kind: str, at: Where, say: Say) -> None:
        reader = Reader(text, at, nation, say)
        reader.piece(0, len(text)) if kind == "piece" else reader.city(0, len(text))

    first, objective = PIECE_NAMES[GENERALS[nation][0]], name_of(an_objective(nation))
    return Ground(
        patterns=PATTERNS, pieces=lambda text: find_piece(text, nation), cities=find_city, piece_name=name_of_piece,
        city_name=name_of, is_general=lambda piece: bool(RANK[piece]),
        can_be_lost=lambda city: any(board >> city & 1 for board in OBJECTIVES),
        unclear=unclear, unknown=unknown_name, unreadable=fr.UNLESS_UNREADABLE, idle=fr.UNLESS_IDLE,
        examples=("attacked", f"enemy within 3 of {first}", f"{objective} lost", "fate"),
        own=listed((PIECE_NAMES[p] for p in GENERALS[nation]), "or"),
    )  # fmt: skip


def an_objective(nation: int) -> int:
    """A city that a nation can lose: one that it protects, or one that it is after."""
    protected = [c for board in OBJECTIVES for c in cities_in(board) if defender_of(c) == nation]
    return min(protected if nation in DEFENDERS else cities_in(OBJECTIVES[nation]))


def unknown_name(text: str, at: Where) -> Diagnostic:
    """The complaint about a name that nothing has, with those that look like it."""
    names = [*(PIECE_NAMES[p] for p in nearest_pieces(text)), *(name_of(c) for c in CITIES.nearest(text))]
    near = listed(dict.fromkeys(names[:3]), "or")
    return fr.UNKNOWN_NAME(at, text=text, near=near, form="" if near else "far")


# offering

FAR = 4  # roads: enemies and cities nearer than that are looked at


def likely(view: State, decision: str) -> tuple[str, ...]:
    """Lines that orders of a nation may well have under ``unless``: of its pieces, its cities and enemies near them."""
    nation = NATIONS.index(decision)
    own = [p for p in (*GENERALS[nation], *TRAINS[nation]) if view.place[p] >= 0]
    foes = [p for p in hostile_generals(nation) if view.place[p] >= 0]
    near = [p for p in foes if any(within(view.place[p], FAR) >> view.place[o] & 1 for o in own if RANK[o])]
    defended = [c for board in OBJECTIVES for c in cities_in(board & ~view.conquered) if defender_of(c) == nation]
    held = [*dict.fromkeys(defended)] if nation in DEFENDERS else [*cities_in(OBJECTIVES[nation] & view.conquered)]
    cities = [c for c in held if any(within(c, FAR) >> view.place[p] & 1 for p in foes)]
    lines = (FATE, *ground_brakes.likely(ground_of(nation), own, near, cities))
    return tuple(line for line in lines if not braked(line, decision, view, ()))


# holding


def braked(brake: str, decision: str, view: State, events: Iterable[Event]) -> bool:
    """Whether a brake that was read holds: by the public view now, or by the public events since it was sent."""
    nation = NATIONS.index(decision)
    found = ground_brakes.read_again(brake, ground_of(nation))
    return brakes.held(found, ANSWERS, nation, view, tuple(map(happened.read, events)))


Events = tuple[FriedrichEvent, ...]


def were_attacked(events: Events, pieces: Iterable[int]) -> bool:
    """F7.1: whether one of the generals was in a battle that he did not begin."""
    battles = [what for what in events if isinstance(what, happened.Battle)]
    return ground_brakes.were_attacked((PIECE_IDS[p] for p in pieces), battles)


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
    return is_near(view.place, within, number, thing, view.city_bits(others))


def both_near(nation: int, view: State, events: Events, thing: Named, number: int, other: Named) -> bool:
    """Whether two things stand so near to each other."""
    at = place_of(view.place, thing)
    return at >= 0 and is_near(view.place, within, number, other, 1 << at)


def is_lost(nation: int, view: State, events: Events, thing: Named) -> bool:
    """Whether a city has come to the other side (F5.2, F5.8, F13.4), or a piece is off the map."""
    if thing[0] == "piece":
        return place_of(view.place, thing) < 0
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
