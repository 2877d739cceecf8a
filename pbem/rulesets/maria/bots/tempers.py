"""How a bot is minded: what it makes of danger, of attack and of what it holds."""

from __future__ import annotations

from typing import NamedTuple

from pbem.rulesets.maria.powers import PRAGMATIC


class Temper(NamedTuple):
    """Weights in percent, and how often something else is done than what seems best."""

    attack: int  # of what a battle may win
    fear: int  # of what stronger enemies near by may do
    guard: int  # of fortresses that are near falling
    whim: int  # moves of a hundred that are any that are allowed
    purse: int  # of the hand spent in winter


TEMPERS = {
    "steady": Temper(attack=100, fear=100, guard=100, whim=0, purse=60),
    "bold": Temper(attack=140, fear=50, guard=70, whim=0, purse=75),
    "careful": Temper(attack=70, fear=140, guard=140, whim=0, purse=50),
    "wild": Temper(attack=100, fear=100, guard=100, whim=30, purse=60),
}


def temper_of(temperament: str, power: int) -> Temper:
    """The temper in which a power is led: the Pragmatic Army wins nothing by waiting, and dares more."""
    temper = TEMPERS[temperament]
    if power != PRAGMATIC:
        return temper
    return temper._replace(attack=temper.attack * 3 // 2, fear=temper.fear // 2, guard=temper.guard // 3)
