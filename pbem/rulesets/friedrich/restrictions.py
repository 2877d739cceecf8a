"""What the card of fate in force forbids or changes in a movement phase (F11.5, section 3.2)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.rulesets.friedrich.board import PRUSSIA, around
from pbem.rulesets.friedrich.state import DAUN, FRIEDRICH, RANK, SOUBISE, State, hostile_generals

# Cards whose general has another allowance: (cities, cities on main roads).
ALLOWANCE = {"12S": (DAUN, 2, 3)}
# Cards whose general may not move into attack position and may not capture a train (F11.5).
NO_ATTACK = {"5S": SOUBISE, "7S": FRIEDRICH}


def allowance(state: State, group: Iterable[int]) -> tuple[int, int]:
    """F4.4: how far a group may go, and how far on main roads alone."""
    group = tuple(group)
    if not RANK[group[0]]:
        return 2, 3
    slow = ALLOWANCE.get(state.in_force)
    return (slow[1], slow[2]) if slow and slow[0] in group else (3, 4)


def attack_positions(state: State, nation: int) -> int:
    """The cities next to a hostile general; nothing in a movement phase changes them."""
    return around(state.city_bits(hostile_generals(nation)))


def may_not_attack(state: State, group: Iterable[int]) -> int | None:
    """F11.5: the general of the group who may not move into attack position, or None."""
    general = NO_ATTACK.get(state.in_force)
    return general if general in tuple(group) else None


def recruits_bound(state: State, nation: int) -> bool:
    """C10: whether generals who receive new troops may not attack in this phase."""
    return state.in_force == "10S" and nation == PRUSSIA
