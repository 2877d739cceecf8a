"""Supply (F9). Whoever is face-down does all that others do (F9.6)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import DEPOTS, FRANCE, HOME, IDS, PRUSSIA, RUSSIA, cities_in, distance, free_distance
from pbem.rulesets.friedrich.state import GENERALS, NATIONS, PIECE_IDS, TRAINS, State, hostile_pieces

REACH = 6  # F9.2c


def supply_distance(state: State, nation: int, city: int) -> int | None:
    """F9.2c, F9.3: the roads to the nearest own train over cities without a hostile piece; None beyond six."""
    trains = state.city_bits(TRAINS[nation])
    return free_distance(city, trains, state.city_bits(hostile_pieces(nation)), REACH)


def road_distance(state: State, nation: int, city: int) -> int | None:
    """C9: the roads to the nearest own train, whoever stands on them; None without a train on the map."""
    return min((distance(city, train) for train in cities_in(state.city_bits(TRAINS[nation]))), default=None)


def is_supplied(state: State, nation: int, city: int) -> bool:
    """F9.2: at home, on an own depot (Russia, France), or within six free roads of an own train."""
    if HOME[nation] >> city & 1:
        return True
    if nation in (RUSSIA, FRANCE) and city in DEPOTS[nation]:
        return True
    return supply_distance(state, nation, city) is not None


def supply(state: State, nation: int) -> tuple[State, tuple[Event, ...]]:
    """F9.1, F9.4: all generals of the active nation are judged on the position at the start of the phase."""
    generals = [p for p in GENERALS[nation] if state.place[p] >= 0]
    well = {p for p in generals if is_supplied(state, nation, state.place[p])}
    lost = [p for p in generals if p not in well and state.is_face_down(p)]
    down = [p for p in generals if p not in well and not state.is_face_down(p)]
    up = [p for p in generals if p in well and state.is_face_down(p)]
    events = [
        kind(nation=NATIONS[nation], general=PIECE_IDS[p], city=IDS[state.place[p]]).event()
        for kind, pieces in ((happened.Resupplied, up), (happened.Unsupplied, down), (happened.Starved, lost))
        for p in pieces
    ]
    face_down = state.face_down & ~sum(1 << p for p in up) | sum(1 << p for p in down)
    before = state.totals[nation]
    stood = [state.place[p] for p in lost]
    state = state._replace(face_down=face_down).taken_off(lost)
    if lost and nation == PRUSSIA and state.offensive == "taken":
        from pbem.rulesets.friedrich.offensive import card_lost, is_south

        if any(is_south(city) for city in stood):  # F13.4.5b
            state, news = card_lost(state)
            events += news
    if lost:
        troops = before - state.totals[nation]
        cost = happened.TroopsLost(nation=NATIONS[nation], troops=troops, total=state.totals[nation])
        events.append(cost.event())
    return state, tuple(events)
