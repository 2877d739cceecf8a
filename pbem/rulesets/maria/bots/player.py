"""Players for demonstrations and tests: ``steady``, ``bold``, ``careful``, and ``wild`` ones that try anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.maria.bots.battles import bids, next_battle, retreat
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.moves import flanders, movement
from pbem.rulesets.maria.bots.raids import hussars
from pbem.rulesets.maria.bots.recruits import payments, winter
from pbem.rulesets.maria.bots.statecraft import agreements
from pbem.rulesets.maria.decisions import awaiting
from pbem.rulesets.maria.powers import MOST, TROOPS
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import GENERALS, LEAST, PIECE_IDS, State

Body = Mapping[str, Any]


def sample(view: State, role: str, chance: Chance, temperament: str) -> Body:
    """A legal sheet for what the role owes now; empty if it owes nothing."""
    kind = next((owed.kind for owed in awaiting(view) if owed.role == role), "")
    dice = Dice(chance, f"{role} {view.turn} {kind} {len(view.agenda)}")
    body: Body = {}
    if kind in ANSWERS:
        body = ANSWERS[kind](view, role, temperament, dice)
    elif kind in POLITICS:
        module, _, name = POLITICS[kind].partition(":")
        body = getattr(import_module(module), name)(view, role, temperament, dice)
    if not view.is_advanced or kind == "set-up":
        return body

    return {**body, **agreements(view, role, dice)}


def set_up(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """M4.7: now and then the default, else troops by lot, from the minimum to eight a general."""
    troops: dict[str, int] = {}
    for power in powers_of(view, role):
        if dice.percent(60):
            numbers = {p: LEAST[p] for p in GENERALS[power]}
            for _ in range(TROOPS[power] - sum(numbers.values())):
                numbers[dice.pick([p for p in numbers if numbers[p] < MOST])] += 1
            troops.update({PIECE_IDS[p]: number for p, number in numbers.items()})
    return {"troops": troops} if troops else {}


ANSWERS: dict[str, Callable[[State, str, str, Dice], Body]] = {
    "set-up": set_up, "hussars": hussars, "movement": movement, "flanders": flanders, "supply": payments,
    "battles": next_battle, "bid": bids, "retreat": retreat, "winter": winter,
}  # fmt: skip
# Kinds of decisions of politics: "module:function" of the same shape.
POLITICS: dict[str, str] = dict.fromkeys(
    ("suit", "place", "choose", "corps", "displaced", "saxony", "peace", "assent", "vote", "levy"),
    "pbem.rulesets.maria.bots.statecraft:decided",
)
