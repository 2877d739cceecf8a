"""The end of the game (F12), and when first-order objectives are enough (F11.13)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.friedrich.board import AUSTRIA, FIRST_ORDER, FRANCE, HANOVER, IMPERIAL, OBJECTIVES, RUSSIA, SWEDEN
from pbem.rulesets.friedrich.state import NATION_NAMES, NATIONS, ROLE_TITLES, State, has_left, owner_of


def has_changed_hands(state: State) -> bool:
    """F11.10: whether the Imperial Army has another commander than at the start."""
    return state.imperial != "maria-theresa"


def is_eased(state: State, nation: int) -> bool:
    """F11.13: whether the first-order objectives are enough for a nation."""
    if nation == SWEDEN:
        return has_left(state, RUSSIA)
    return nation in (AUSTRIA, IMPERIAL) and has_changed_hands(state)


def needed(state: State, nation: int) -> int:
    """The objectives a nation must control to win, as a set of cities."""
    return FIRST_ORDER[nation] if is_eased(state, nation) else OBJECTIVES[nation]


def winning_nations(state: State) -> list[int]:
    """F12.2: the attacking nations in the game that control all they need."""
    attackers = [nation for nation in range(HANOVER + 1, len(NATIONS)) if not has_left(state, nation)]
    return [nation for nation in attackers if not needed(state, nation) & ~state.conquered]


def check_a(state: State) -> tuple[State, tuple[Event, ...]]:
    """F12.2, F12.4: the commanders of winning nations win, all of them at once."""
    nations = winning_nations(state)
    if not nations:
        return state, ()
    roles = [role for role in ROLE_TITLES if role in {owner_of(state, nation) for nation in nations}]
    reason = (
        f"{listed(NATION_NAMES[n] for n in nations)} {'controls' if len(nations) == 1 else 'control'} all they need"
    )
    if len(nations) == 1:
        name = NATION_NAMES[nations[0]]
        reason = f"{name[0].upper()}{name[1:]} controls all the objectives it needs"
    return won(state, roles, reason, [NATIONS[n] for n in nations])


def check_b(state: State) -> tuple[State, tuple[Event, ...]]:
    """F12.3: Frederick has survived when Russia, Sweden and France have left; otherwise check A again."""
    if all(has_left(state, nation) for nation in (RUSSIA, SWEDEN, FRANCE)):
        return won(state, ["frederick"], "Russia, Sweden and France have left the war", ["prussia", "hanover"])
    return check_a(state)


def won(state: State, roles: list[str], reason: str, nations: list[str]) -> tuple[State, tuple[Event, ...]]:
    """The game is over."""
    event = Event("won", {"roles": roles, "nations": nations, "reason": reason, "turn": state.turn})
    return state._replace(winners=tuple(roles), reason=reason, agenda=()), (event,)
