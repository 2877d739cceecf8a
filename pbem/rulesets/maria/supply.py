"""Supply (M9): who is in supply, what hussars make it cost, and what the lack of it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pbem.core.events import Event
from pbem.rulesets.common import Card, by_suit
from pbem.rulesets.maria import boxes
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import ALL, IDS, NETHERLANDS, around
from pbem.rulesets.maria.payments import default_payment, paid, worth
from pbem.rulesets.maria.powers import AUSTRIA, POWERS, PRAGMATIC
from pbem.rulesets.maria.relations import enemies, enemy_pieces, great_of, home_of, neutral_land, powers_in
from pbem.rulesets.maria.state import ARENBERG, GENERALS, PIECE_IDS, POWER_OF, RANK, TRAINS, State, house_rule
from pbem.rulesets.maria.troops import lost_by

SUPPLY = 6  # M9.3: steps of a supply path
News = tuple[State, tuple[Event, ...]]
Payments = Mapping[int, tuple[Card, ...]]  # by general, in the order in which they are looked at


class Path(NamedTuple):
    """What a general's supply is: ``free``, to be bought for so many points, or none."""

    kind: str  # "free", "bought", "none"
    cost: int = 0


def path_of(state: State, piece: int, city: int = -1) -> Path:
    """M9.2 to M9.7: the supply of a general where he stands, or in another city."""
    power, here = POWER_OF[piece], state.place[piece] if city < 0 else city
    if at_home(state, piece) >> here & 1:
        return Path("free")
    trains = [*TRAINS[power], *(TRAINS[PRAGMATIC] if piece == ARENBERG else ())]  # M22.1
    goals = state.city_bits(trains)
    free = ALL & ~state.city_bits(enemy_pieces(state, power)) & ~neutral_land(state, power)  # M9.4, A48
    hussars = sum(1 << h for h in state.hussars if h >= 0) if enemies(state, power, AUSTRIA) else 0
    if steps_to(here, goals, free & ~hussars) >= 0:
        return Path("free")
    steps = steps_to(here, goals, free) if hussars else -1
    return Path("bought", steps) if steps >= 0 else Path("none")


def at_home(state: State, piece: int) -> int:
    """M9.2, M22.1: where a general is always in supply."""
    home = home_of(state, POWER_OF[piece])
    return home | NETHERLANDS if piece == ARENBERG else home


def steps_to(start: int, goals: int, free: int) -> int:
    """M9.3, A10: the length of the shortest path over free cities to one of the goals; -1 if none is short enough."""
    front = seen = 1 << start
    for steps in range(SUPPLY + 1):
        if front & goals & free:
            return steps
        front = around(front) & free & ~seen
        seen |= front
    return -1


def buyers(state: State, group: int) -> list[tuple[int, int]]:
    """M9.6, D12: the generals of a stage who must buy their supply, with its cost, by rank."""
    found: list[tuple[int, int]] = []
    for power in powers_in(state, group):
        for piece in on_map(state, power):
            path = path_of(state, piece)
            if path.kind == "bought" and not shares_payment(state, piece, [p for p, _ in found]):
                found.append((piece, path.cost))
    return found


def shares_payment(state: State, piece: int, others: list[int]) -> bool:
    """A9: with the option ``hussar-pay = "stack"`` a stack of one power pays once."""
    if house_rule(state, "hussar-pay") != "stack":
        return False
    return any((state.place[o], POWER_OF[o]) == (state.place[piece], POWER_OF[piece]) for o in others)


def on_map(state: State, power: int) -> list[int]:
    """The generals of a power on the map, by rank."""
    return sorted((p for p in GENERALS[power] if state.place[p] >= 0), key=RANK.__getitem__)


def supply_phase(state: State, group: int, payments: Payments) -> News:
    """M9.1, M9.5, M9.10: every active general on the map is checked, on his own, those who pay in their order."""
    events: list[Event] = []
    removed: dict[int, int] = {}  # with the cities where they stood
    for power in powers_in(state, group):
        lost = state.totals[power]
        order = [p for p in payments if POWER_OF[p] == power]
        settled: list[int] = []
        for piece in [*order, *(p for p in on_map(state, power) if p not in order)]:
            if state.place[piece] < 0:
                continue  # his comrade's losses have removed him (M6.6)
            city = state.place[piece]
            state, news, gone = checked(state, piece, payments.get(piece), settled)
            events += news
            removed |= dict.fromkeys(gone, city)
        if state.totals[power] < lost:
            news_ = happened.TroopsLeft(power=POWERS[power], lost=lost - state.totals[power], total=state.totals[power])
            events.append(news_.event())
    state, more = points_lost(state, removed)
    return state, (*events, *more)


def checked(
    state: State, piece: int, cards: tuple[Card, ...] | None, settled: list[int]
) -> tuple[State, list[Event], tuple[int, ...]]:
    """M9.5 to M9.8: one general; ``settled`` are those who have paid."""
    path = path_of(state, piece)
    if path.kind == "free" or (path.kind == "bought" and shares_payment(state, piece, settled)):
        return (*resupplied(state, piece), ())
    if path.kind == "bought" and worth(state.hands[POWER_OF[piece]]) >= path.cost:
        settled.append(piece)
        return (*bought(state, piece, path.cost, cards), ())
    shown = [hand_shown(state, piece, path.cost)] if path.kind == "bought" else []
    state, events, gone = unsupplied(state, piece)
    return state, shown + events, gone


def bought(state: State, piece: int, cost: int, cards: tuple[Card, ...] | None) -> tuple[State, list[Event]]:
    """M9.6, M9.8: a general pays for himself with cards of his power."""
    power = POWER_OF[piece]
    cards = cards if cards is not None else default_payment(state.hands[power], cost)
    state = paid(state, power, cards)
    news = happened.SupplyPaid(
        power=POWERS[power], general=PIECE_IDS[piece], city=IDS[state.place[piece]], cost=cost,
        cards=[str(card) for card in cards],
    )  # fmt: skip
    state, more = resupplied(state, piece)
    return state, [news.event(), *more]


def hand_shown(state: State, piece: int, cost: int) -> Event:
    """M9.8: the whole hand, as a proof that it is not worth enough."""
    power = POWER_OF[piece]
    cards = [str(card) for card in sorted(state.hands[power], key=by_suit)]
    return happened.HandShown(power=POWERS[power], general=PIECE_IDS[piece], cost=cost, cards=cards).event()


def resupplied(state: State, piece: int) -> tuple[State, list[Event]]:
    """M9.5: a face-down general is turned face up."""
    if not state.is_face_down(piece):
        return state, []
    news = happened.Resupplied(power=POWERS[POWER_OF[piece]], general=PIECE_IDS[piece], city=IDS[state.place[piece]])
    return state._replace(face_down=state.face_down & ~(1 << piece)), [news.event()]


def unsupplied(state: State, piece: int) -> tuple[State, list[Event], tuple[int, ...]]:
    """M9.5, M6.6: face-down and 1 troop, or 2 if he is so already; who has none left is removed."""
    again, city, power = state.is_face_down(piece), state.place[piece], POWER_OF[piece]
    stack = tuple(p for p in state.stack(city) if POWER_OF[p] == power)
    number = min(2 if again else 1, state.strength(stack))
    news = happened.Unsupplied(power=POWERS[power], general=PIECE_IDS[piece], city=IDS[city], lost=number, again=again)
    state = state._replace(face_down=state.face_down | 1 << piece)
    state, gone = lost_by(state, stack, number)
    starved = [happened.Starved(power=POWERS[power], general=PIECE_IDS[p], city=IDS[city]).event() for p in gone]
    return state, [news.event(), *starved], gone


def points_lost(state: State, removed: Mapping[int, int]) -> News:
    """M9.10, M16.2, M19.33: a VP for each general removed, and Saxony's marker may slip."""
    if not state.is_advanced:
        return state, ()
    events: list[Event] = []
    for great in sorted({great_of(state, POWER_OF[p]) for p in removed} - {-1}):
        cities = [city for p, city in removed.items() if great_of(state, POWER_OF[p]) == great]
        state, news = boxes.lost(state, great, len(cities), "supply")
        events += news
        state = boxes.slipping(state, great, [(city, 1) for city in cities])
    return state, tuple(events)


def out_of_supply(state: State, powers: tuple[int, ...]) -> Iterator[int]:
    """The generals who would be out of supply if they stood so in their supply phase, for warnings."""
    for power in powers:
        yield from (p for p in on_map(state, power) if path_of(state, p).kind == "none")
