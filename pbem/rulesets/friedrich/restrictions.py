"""What the card of fate in force forbids or changes in a movement phase (F11.5, section 3.2)."""

from __future__ import annotations

from pbem.rulesets.friedrich.board import PRUSSIA
from pbem.rulesets.friedrich.state import DAUN, FRIEDRICH, SOUBISE, State

# Cards whose general has another allowance: (cities, cities on main roads).
ALLOWANCE = {"12S": (DAUN, (2, 3))}
# Cards whose general may not move into attack position and may not capture a train (F11.5).
NO_ATTACK = {"5S": SOUBISE, "7S": FRIEDRICH}


def limited(state: State, group: tuple[int, ...], usual: tuple[int, int]) -> tuple[int, int]:
    """F4.4 under the card in force: it binds every group that its general is in (C5)."""
    general, allowance = ALLOWANCE.get(state.in_force, (None, usual))
    return allowance if general in group else usual


def kept_from_attack(state: State, group: tuple[int, ...]) -> int | None:
    """F11.5: the general of the group who may not move into attack position, or None."""
    general = NO_ATTACK.get(state.in_force)
    return general if general in group else None


def recruits_bound(state: State, nation: int) -> bool:
    """C10: whether generals who receive new troops may not attack in this phase."""
    return state.in_force == "10S" and nation == PRUSSIA
