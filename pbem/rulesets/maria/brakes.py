"""What can stand under ``unless`` in orders ahead, and whether it holds (M26): only what everybody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.rulesets.common import brakes, ground_brakes
from pbem.rulesets.common.brakes import Say
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
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.ahead import CARDS, HUSSARS, great_powers, powers_for
from pbem.rulesets.maria.board import CITIES, FORTRESSES, FOUR, HOME, IDS, cities_in, name_of, within
from pbem.rulesets.maria.events import MariaEvent
from pbem.rulesets.maria.orders import Reader, find_piece, general_names
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, POWERS, PRUSSIA, SAXONY
from pbem.rulesets.maria.relations import controlled_by, controllers, enemies, enemy_generals, group_of, owner_of
from pbem.rulesets.maria.state import GENERALS, PIECE_IDS, PIECE_NAMES, RANK, TRAINS, State, name_of_piece

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
PEACE, CHANGED = "peace", "Saxony changed"
PATTERNS = (PEACE, CHANGED, *ground_brakes.PATTERNS)
# Whose pieces are meant by a decision: its power, with the minor one that moves with it.
_MINOR = {FRANCE: (BAVARIA,), PRUSSIA: (SAXONY,)}


def powers_of(decision: str) -> tuple[int, ...]:
    """The powers that a decision is for, the one that names it first."""
    power = AUSTRIA if decision == HUSSARS else POWERS.index(decision.rpartition("-")[2])
    return power, *_MINOR.get(power, ())


def powers_now(decision: str, view: State) -> tuple[int, ...]:
    """M2.4, M24.2: whose orders they are as things stand: all powers of the player that they are for."""
    power = powers_of(decision)[0]
    role = owner_of(view, power)
    if decision == HUSSARS:
        return (power,)
    if decision.startswith(CARDS):
        return great_powers(view, role)
    return powers_for(view, role, group_of(view, power))


# reading


def read_brake(text: str, where: Where, decision: str, say: Callable[[Diagnostic], None]) -> str:
    """A line of ``unless`` as it is kept and shown; empty after a complaint."""
    return ground_brakes.read_kept(text, where, ground_of(powers_of(decision)), say)


def ground_of(powers: tuple[int, ...]) -> Ground:
    """T1 is a train of these powers, and the examples speak of their own."""

    def unclear(text: str, kind: str, at: Where, say: Say) -> None:
        reader = Reader(text, at, powers, say)
        reader.piece(0, len(text)) if kind == "piece" else reader.city(0, len(text))

    first = PIECE_NAMES[GENERALS[powers[0]][0]]
    land = next((c for power in powers for c in cities_in(HOME[power] & FORTRESSES)), next(cities_in(FORTRESSES), 0))
    return Ground(
        patterns=PATTERNS, pieces=lambda text: find_piece(text, powers), cities=CITIES.find, piece_name=name_of_piece,
        city_name=name_of, is_general=lambda piece: bool(RANK[piece]),
        can_be_lost=lambda city: bool((FORTRESSES | FOUR) >> city & 1),
        unclear=unclear, unknown=unknown_name, unreadable=ma.UNLESS_UNREADABLE, idle=ma.UNLESS_IDLE,
        examples=("attacked", f"enemy within 3 of {first}", f"{name_of(land)} lost", "peace"),
        own=listed((PIECE_NAMES[p] for power in powers for p in GENERALS[power]), "or"),
    )  # fmt: skip


def unknown_name(text: str, at: Where) -> Diagnostic:
    """The complaint about a name that nothing has, with those that look like it."""
    names = [*(PIECE_NAMES[p] for p in general_names().nearest(text)), *(name_of(c) for c in CITIES.nearest(text))]
    near = listed(dict.fromkeys(names[:3]), "or")
    return ma.UNKNOWN_NAME(at, text=text, near=near, form="" if near else "far")


# offering

FAR = 4  # roads: enemies and cities nearer than that are looked at


def likely(view: State, decision: str) -> tuple[str, ...]:
    """Lines that orders of some powers may well have under ``unless``: of their pieces, fortresses and enemies near."""
    powers = powers_now(decision, view)
    own = [p for power in powers for p in (*GENERALS[power], *TRAINS[power]) if view.place[p] >= 0]
    foes = [p for p in enemy_generals(view, powers[0]) if view.place[p] >= 0]
    near = [p for p in foes if any(within(view.place[p], FAR) >> view.place[o] & 1 for o in own if RANK[o])]
    held = cities_in(controlled_by(view, powers[0]) & (FORTRESSES | FOUR))
    cities = [c for c in held if any(within(c, FAR) >> view.place[p] & 1 for p in foes)]
    lines = (PEACE, CHANGED, *ground_brakes.likely(ground_of(powers_of(decision)), own, near, cities))
    return tuple(line for line in lines if not braked(line, decision, view, ()))


# holding


def braked(brake: str, decision: str, view: State, events: Iterable[Event]) -> bool:
    """Whether a brake that was read holds: by the public view now, or by the public events since it was sent."""
    found = ground_brakes.read_again(brake, ground_of(powers_of(decision)))
    return brakes.held(found, ANSWERS, powers_now(decision, view), view, tuple(map(happened.read, events)))


Events = tuple[MariaEvent, ...]
Powers = tuple[int, ...]


def were_attacked(events: Events, pieces: Iterable[int]) -> bool:
    """M11.1: whether one of the generals was in a battle that he did not begin."""
    battles = [what for what in events if isinstance(what, happened.Battle)]
    return ground_brakes.were_attacked((PIECE_IDS[p] for p in pieces), battles)


def was_beaten(powers: Powers, view: State, events: Events, general: Named) -> bool:
    """M11.8: whether a general was in a stack that lost a battle."""
    return any(PIECE_IDS[general[1]] in what.generals for what in events if isinstance(what, happened.Defeated))


def has_moved(powers: Powers, view: State, events: Events, piece: Named) -> bool:
    """Whether a piece went anywhere: by itself, in a retreat, or because it had to step aside."""
    return any(PIECE_IDS[piece[1]] in gone_in(what) for what in events)


def gone_in(what: MariaEvent) -> Sequence[str]:
    """The pieces that an event moves."""
    match what:
        case happened.Moved() | happened.SteppedAside():
            return what.pieces
        case happened.Retreated():
            return what.generals
        case happened.CorpsSent() | happened.CorpsReturned():
            return (what.general,)
        case _:
            return ()


def enemy_within(powers: Powers, view: State, events: Events, number: int, thing: Named) -> bool:
    """M3.10: whether an enemy general stands so near; trains do not count, nor he himself."""
    others = [p for p in enemy_generals(view, powers[0]) if ("piece", p) != thing]
    return is_near(view.place, within, number, thing, view.city_bits(others))


def both_near(powers: Powers, view: State, events: Events, thing: Named, number: int, other: Named) -> bool:
    """Whether two things stand so near to each other."""
    at = place_of(view.place, thing)
    return at >= 0 and is_near(view.place, within, number, other, 1 << at)


def is_lost(powers: Powers, view: State, events: Events, thing: Named) -> bool:
    """M10.35: whether enemies have taken a fortress since, and hold it; or a piece is off the map."""
    if thing[0] == "piece":
        return place_of(view.place, thing) < 0
    taken = any(IDS[thing[1]] == what.city for what in events
                if isinstance(what, happened.Conquered | happened.ElectorTurned))  # fmt: skip
    return taken and any(enemies(view, powers[0], other) for other in controllers(view, thing[1]))


def is_starving(powers: Powers, view: State, events: Events, general: Named) -> bool:
    """M9.5: whether a general is face-down for want of supply, or was lost so."""
    starved = [what.general for what in events if isinstance(what, happened.Starved)]
    return PIECE_IDS[general[1]] in starved or view.is_face_down(general[1])


ANSWERS: dict[str, Callable[..., bool]] = {
    ATTACKED: lambda powers, view, events: were_attacked(events, [p for power in powers for p in GENERALS[power]]),
    HE_ATTACKED: lambda powers, view, events, general: were_attacked(events, (general[1],)),
    BEATEN: was_beaten,
    ENEMY: enemy_within,
    WITHIN: both_near,
    LOST: is_lost,
    STARVING: is_starving,
    MOVED: has_moved,
    PEACE: lambda powers, view, events: any(isinstance(what, happened.PeaceMade) for what in events),
    CHANGED: lambda powers, view, events: any(isinstance(what, happened.SaxonyChanged) for what in events),
}
