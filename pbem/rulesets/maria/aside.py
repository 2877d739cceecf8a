"""Markers set aside (M19.1, M19.2) that come back: when a Prussian piece leaves Prussia, when France conquers again."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BOHEMIA
from pbem.rulesets.maria.powers import BAVARIA, FRANCE, POWERS, PRUSSIA
from pbem.rulesets.maria.relations import home_of
from pbem.rulesets.maria.state import POWER_OF, State, replaced

News = tuple[State, tuple[Event, ...]]


def returned(state: State, power: int) -> News:
    """M19.17, M19.21: the markers set aside go back into the pool."""
    number = state.aside[power]
    for _ in range(number):
        state = state.marker_returned(power)
    news = happened.AsideReturned(power=POWERS[power], markers=number)
    return state._replace(aside=replaced(state.aside, power, 0)), (news.event(),)


def leaves_prussia(state: State, pieces: Iterable[int], way: Iterable[int]) -> bool:
    """M19.17: whether a Prussian piece enters a city outside Prussia. Ruling: A54"""
    home = home_of(state, PRUSSIA)
    return any(POWER_OF[p] == PRUSSIA for p in pieces) and any(not home >> city & 1 for city in way)


def after_way(state: State, pieces: Iterable[int], way: Iterable[int]) -> News:
    """M19.17: a Prussian piece that leaves Prussia wakes Prussia's markers."""
    if not state.aside[PRUSSIA] or not leaves_prussia(state, pieces, way):
        return state, ()
    return returned(state, PRUSSIA)


def after_conquest(state: State, power: int, city: int) -> News:
    """M19.21: whatever France or Bavaria conquers on the Bohemia map wakes France's markers."""
    if not state.aside[FRANCE] or power not in (FRANCE, BAVARIA) or not BOHEMIA >> city & 1:
        return state, ()
    return returned(state, FRANCE)
