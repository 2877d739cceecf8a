"""The end of the game (F12), and when first-order objectives are enough (F11.13)."""

from __future__ import annotations

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    COUNTRY,
    FIRST_ORDER,
    FRANCE,
    IMPERIAL,
    OBJECTIVES,
    PRUSSIA,
    RUSSIA,
    SWEDEN,
)
from pbem.rulesets.friedrich.state import (
    ATTACKERS,
    NATION_NAMES,
    NATIONS,
    ROLE_TITLES,
    State,
    has_left,
    owner_of,
    takes_part,
)


def has_changed_hands(state: State) -> bool:
    """F11.10: whether the Imperial Army has another commander than at the start."""
    return state.imperial not in ("", "maria-theresa")


def is_eased(state: State, nation: int) -> bool:
    """F11.13: whether the first-order objectives are enough for a nation."""
    if nation == SWEDEN:
        return has_left(state, RUSSIA)
    return nation in (AUSTRIA, IMPERIAL) and has_changed_hands(state)


def needed(state: State, nation: int) -> int:
    """The objectives a nation must control, as a set of cities: those of first order where it is eased (F5.12)."""
    return FIRST_ORDER[nation] if is_eased(state, nation) else OBJECTIVES[nation]


def winning_nations(state: State) -> list[int]:
    """F12.2, F13.4.9, F15.5: the attacking nations in the game that control all they need."""
    able = [nation for nation in ATTACKERS if takes_part(state, nation)]
    if state.mode == "austria":
        able.insert(0, PRUSSIA)  # F15.6. Ruling: A14, at the end of the turn like everybody
    return [nation for nation in able if has_enough(state, nation)]


def has_enough(state: State, nation: int) -> bool:
    """F12.2, F13.4.8: all that is needed; Austria may count four as conquered once the offensive option was taken."""
    wanted = needed(state, nation)
    missing = (wanted & ~state.conquered).bit_count()
    if nation == AUSTRIA and state.offensive in ("taken", "lost", "failed"):
        in_saxony = OBJECTIVES[AUSTRIA] & COUNTRY["saxony"] & state.conquered
        return missing == 0 or (missing <= 4 and bool(in_saxony))
    return missing == 0


def check_a(state: State) -> tuple[State, tuple[Event, ...]]:
    """F12.2, F12.4: the commanders of winning nations win, all of them at once."""
    nations = winning_nations(state)
    if not nations:
        return state, ()
    roles = [role for role in ROLE_TITLES if role in {owner_of(state, nation) for nation in nations}]
    names = listed(NATION_NAMES[n] for n in nations)
    needs = "controls all the objectives it needs" if len(nations) == 1 else "control all they need"
    reason = f"{names[0].upper()}{names[1:]} {needs}"
    return won(state, roles, reason, [NATIONS[n] for n in nations])


def bohemian_victory(state: State) -> tuple[State, tuple[Event, ...]]:
    """F15.6 under the house rule ``bohemia``: Prussia wins at the end of its own stage. See ruling A14."""
    if state.mode != "austria" or not has_enough(state, PRUSSIA):
        return state, ()
    return won(state, ["frederick"], "Prussia controls all its objectives in Bohemia", ["prussia"])


def check_b(state: State) -> tuple[State, tuple[Event, ...]]:
    """F12.3, F15.7: Frederick has survived when Russia, Sweden and France have left; otherwise check A again."""
    if is_war_over(state):
        reason = "France has left the war" if state.mode == "west" else "Russia, Sweden and France have left the war"
        return won(state, ["frederick"], reason, ["prussia", "hanover"][: 1 if state.mode == "austria" else 2])
    return check_a(state)


def is_war_over(state: State) -> bool:
    """F12.3, F14.4: whether all have left whose departure Frederick waits for."""
    return all(has_left(state, n) for n in ((FRANCE,) if state.mode == "west" else (RUSSIA, SWEDEN, FRANCE)))


def won(state: State, roles: list[str], reason: str, nations: list[str]) -> tuple[State, tuple[Event, ...]]:
    """F12.6: the game is over, with winners and nothing else."""
    event = happened.Won(roles=roles, nations=nations, reason=reason, turn=state.turn).event()
    # A victory inside a stage (F13.4.6) leaves no question mark behind.
    return state._replace(winners=tuple(roles), reason=reason, agenda=(), marked=0), (event,)
