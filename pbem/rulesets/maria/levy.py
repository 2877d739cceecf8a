"""Troops of a political card, and generals who come back with them (M17.17, D6); the Saxon recruits of M19.35 (D30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core import LazyCodes, has_errors, listed
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import IDS, cities_in, name_of
from pbem.rulesets.maria.bound import judge_arrivals
from pbem.rulesets.maria.movement import captured
from pbem.rulesets.maria.political_orders import Back, Spoken
from pbem.rulesets.maria.powers import MOST, POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Levy, Winter
from pbem.rulesets.maria.state import GENERALS, OFF, PIECE_IDS, PIECE_NAMES, POWER_OF, RANK, State, names_of
from pbem.rulesets.maria.winter import sites, take

if TYPE_CHECKING:
    from pbem.rulesets.maria.desk import Desk

News = tuple[State, tuple[Event, ...]]
ma = LazyCodes("pbem.rulesets.maria.diagnostics")


def spread(state: State, power: int, number: int) -> dict[int, int]:
    """D6: to generals on the map, the highest rank first, as many as there is room for (A23)."""
    given: dict[int, int] = {}
    for piece in GENERALS[power]:
        if state.place[piece] >= 0 and number:
            more = min(number, MOST - state.troops[piece])
            number -= more
            if more:
                given[piece] = state.troops[piece] + more
    return given


def raised(desk: Desk, power: int, number: int, backs: list[Spoken]) -> tuple[Event, ...]:
    """M17.17: the troops of a card are given out as [troops] says, or as usual; the desk gets the state."""
    if not number:
        for row in backs:
            desk.say(ma.POLITICAL_ORDER(row.at, text=str(row.order), example="hold"))
        return ()
    returning = returning_of(desk, power, backs)
    wished = {piece: n for piece, n in desk.troops().items() if POWER_OF[piece] == power}
    wished = wished or (spread(desk.state, power, number) if not returning else {})
    if not _is_fit(desk, power, number, wished, returning):
        return ()
    state = desk.state
    judge_arrivals(desk, returning, state, {row.order.piece: row.at for row in backs})
    events: list[Event] = []
    for piece, city in returning.items():
        for train in [p for p in state.at(city) if not RANK[p]]:
            state, news = captured(state, power, train)
            events += news
        if city in state.hussars:
            events.append(happened.HussarSwept(power=POWERS[power], city=IDS[city]).event())
        state = state.put({piece: city})
    given = sum([n - state.troops[piece] for piece, n in wished.items()])
    state = state.with_troops(wished)
    desk.state = state
    told = happened.LevyRaised(
        power=POWERS[power], troops=given, generals=[PIECE_IDS[p] for p in returning],
        cities=[IDS[c] for c in returning.values()], total=state.totals[power],
    )  # fmt: skip
    own = happened.Troops(power=POWERS[power], troops={PIECE_IDS[p]: n for p, n in wished.items()})
    return (told.event(), *events, *((own.event(to=(desk.role,)),) if wished else ()))


def returning_of(desk: Desk, power: int, backs: list[Spoken]) -> dict[int, int]:
    """The generals who come back, and where; what cannot be is complained about."""
    found: dict[int, int] = {}
    for row in backs:
        assert isinstance(row.order, Back)
        piece, city = row.order.piece, row.order.city
        able = POWER_OF[piece] == power and desk.state.place[piece] == OFF and piece not in found
        usable = sites(desk.state, piece, list(found.items())) if able else 0
        if not usable >> city & 1:
            choices = listed([name_of(c) for c in cities_in(usable)], "or") or "no city"
            desk.say(ma.NO_PLACE(row.at, piece=PIECE_NAMES[piece], city=name_of(city), choices=choices, form="back"))
        else:
            found[piece] = city
            desk.understood.append(str(row))
    return found


def _is_fit(desk: Desk, power: int, number: int, wished: dict[int, int], returning: dict[int, int]) -> bool:
    """M17.17, A23: exactly so many troops more, as far as there is room."""
    state, faults = desk.state, len(desk.said)
    for piece, n in wished.items():
        form = _misfit(state, piece, n, returning)
        if form:
            others = listed(names_of([p for p in GENERALS[power] if state.place[p] >= 0]))
            where = next(cities_in(sites(state, piece)), -1) if form == "site" else -1
            example = f"return {PIECE_NAMES[piece]} at {name_of(where) if where >= 0 else 'CITY'}"
            desk.say(ma.CARD_TROOPS(desk.where_of(piece), power=POWER_NAMES[power], piece=PIECE_NAMES[piece], number=n,
                                    given=0, others=others, example=example, form=form))  # fmt: skip
    for piece in returning:
        if not wished.get(piece):
            desk.say(ma.CARD_TROOPS(desk.where_of(piece), power=POWER_NAMES[power], piece=PIECE_NAMES[piece], number=0,
                                    given=0, form="nobody"))  # fmt: skip
    here = [p for p in GENERALS[power] if state.place[p] >= 0 or p in returning]
    room = sum([MOST - state.troops[p] for p in here])
    given = sum([n - state.troops[p] for p, n in wished.items()])
    if len(desk.said) == faults and given != min(number, room):
        at = desk.where_of(next(iter(wished))) if wished else desk.where_of(GENERALS[power][0])
        most = min(number, room)
        troops = f"{most} troop{'s' * (most != 1)}"
        desk.say(ma.CARD_TROOPS(at, power=POWER_NAMES[power], number=most, troops=troops, given=given))
    return len(desk.said) == faults


def _misfit(state: State, piece: int, number: int, returning: dict[int, int]) -> str:
    if number > MOST:
        return "over"
    if number < state.troops[piece]:
        return "fewer"
    if state.place[piece] >= 0 or piece in returning:
        return ""
    return "site" if state.place[piece] == OFF else "away"


def take_levy(desk: Desk) -> None:
    """D30, M19.35: Maria Theresa may recruit the Saxon general at once, as in winter; nothing is needed."""
    task = desk.state.task
    assert isinstance(task, Levy)
    desk.state = desk.state.replaced(Winter(((desk.role, (task.power,)),)))
    take(desk)
    if not has_errors(desk.said):
        desk.state = desk.state.popped()


def run(state: State, chance: Chance) -> News:
    """D30: Saxony has no card to recruit with."""
    return state.popped(), ()
