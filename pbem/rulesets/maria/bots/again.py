"""A game played again: what a role said when it was asked, in the form in which it can be said before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.ruleset import Body, Said
from pbem.rulesets.common.repeating import MOVES, standing, with_order
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Battle
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import GENERALS, State, names_of


def repeat(view: State, role: str, ordered: Mapping[str, int], later: Sequence[Said]) -> Body:
    """The sheets of coming decisions, moves with their order of battles, and standing bids for the next battle.

    Agreements and declarations hold at once and for good, so they are said when they were.
    """
    ahead = [{"for": decision, **said_again(decision, later[at:])} for decision, at in ordered.items()]
    names = names_of(piece for power in powers_of(view, role) for piece in GENERALS[power])
    return {**({"ahead": ahead} if ahead else {}), "withdraw": ["*"], "standing": list(standing(later, names, is_bid))}


def said_again(decision: str, later: Sequence[Said]) -> Body:
    """A sheet as it was, and of moves the order of battles with it."""
    if decision in POWERS:
        return with_order(later, is_movement)
    return {"do": [], **{key: value for key, value in later[0].body.items() if key in MOVES}}


def is_bid(said: Said) -> bool:
    """Whether a role was asked for its bids before a battle, not within one."""
    task = said.seen.task
    return isinstance(task, Battle) and task.asked < 0


def is_movement(said: Said) -> bool:
    """Whether a sheet was for a stage, not for its battles."""
    return said.decision in POWERS
