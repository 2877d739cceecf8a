"""Who wins the advanced game (M23, M24.2); ``intro`` has the introductory one."""

from __future__ import annotations

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.powers import GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.scores import best_of
from pbem.rulesets.maria.state import State

News = tuple[State, tuple[Event, ...]]
ORDER = ("maria-theresa", "frederick", "louis")  # M23.2; M24.2: with two players the first of them wins all ties


def ended(state: State, powers: tuple[int, ...], reason: str) -> News:
    """The game is over; winners are the roles of these powers (M23.4)."""
    winners = tuple(dict.fromkeys([owner_of(state, power) for power in powers]))
    told = happened.Won(roles=list(winners), powers=[POWERS[p] for p in powers], reason=reason, turn=state.turn)
    return state._replace(agenda=(), winners=winners, reason=reason), (told.event(),)


def empty_pools(state: State) -> tuple[int, ...]:
    """M23.1: the great powers without a marker in their pool."""
    return tuple([power for power in GREAT if not state.pools[power]]) if state.is_advanced else ()


def checked(state: State, politics: bool = False) -> News:
    """M23.1, M23.2: the end of a stage, or of politics. The introductory game has other aims (M14.2)."""
    empty = empty_pools(state)
    if not empty:
        return state, ()
    figures = {power: -state.surplus[power] for power in empty}
    powers = best_of(figures, {p: owner_of(state, p) for p in empty}, ORDER)
    name = listed([POWER_NAMES[p] for p in powers])
    if politics:
        return ended(state, powers, f"the pool of {name} is empty at the end of politics")
    return ended(state, powers, f"the pool of {name} is empty at the end of a stage")


def game_over(state: State) -> News:
    """M23.3: after the fourth winter the lowest sum wins."""
    sums = {power: sum([row[power] for row in state.scores]) for power in GREAT}
    shown = {POWERS[power]: [row[power] for row in state.scores] for power in GREAT}
    powers = best_of(sums, {p: owner_of(state, p) for p in GREAT}, ORDER)
    name = listed([POWER_NAMES[p] for p in powers])
    state, news = ended(state, powers, f"the winter scores of {name} come to {sums[powers[0]]}, the lowest sum")
    return state, (happened.ScoresShown(scores=shown).event(), *news)
