"""Supply (F9). Whoever is face-down does all that others do (F9.6)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import IDS, PRUSSIA, cities_in, distance
from pbem.rulesets.friedrich.offensive import card_lost, is_south
from pbem.rulesets.friedrich.state import GENERALS, NATIONS, PIECE_IDS, TRAINS, State, supplied


def road_distance(state: State, nation: int, city: int) -> int | None:
    """C9: the roads to the nearest own train, whoever stands on them; None without a train on the map."""
    return min((distance(city, train) for train in cities_in(state.city_bits(TRAINS[nation]))), default=None)


def supply(state: State, nation: int) -> tuple[State, tuple[Event, ...]]:
    """F9.1, F9.4: all generals of the active nation are judged on the position at the start of the phase."""
    generals = [p for p in GENERALS[nation] if state.place[p] >= 0]
    good = supplied(state, nation)
    well = {p for p in generals if good >> state.place[p] & 1}
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
    if nation == PRUSSIA and state.offensive == "taken" and any(is_south(city) for city in stood):  # F13.4.5b
        state, news = card_lost(state)
        events += news
    if lost:
        troops = before - state.totals[nation]
        cost = happened.TroopsLost(nation=NATIONS[nation], troops=troops, total=state.totals[nation])
        events.append(cost.event())
    return state, tuple(events)


def one_face(state: State, city: int) -> State:
    """F9.5: when face-up and face-down generals meet, all are face-down."""
    stack = state.stack(city)
    if any(state.is_face_down(p) for p in stack):
        return state._replace(face_down=state.face_down | sum(1 << p for p in stack))
    return state
