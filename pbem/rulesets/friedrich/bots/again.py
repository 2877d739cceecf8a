"""A game played again: what a role said when it was asked, in the form in which it can be said before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.ruleset import Body, Said
from pbem.rulesets.common.repeating import ORDER, RETREAT, standing, with_order
from pbem.rulesets.friedrich.state import GENERALS, Battle, Combat, State, names_of, nations_of


def repeat(view: State, role: str, ordered: Mapping[str, int], later: Sequence[Said]) -> Body:
    """The moves of coming stages with their order of battles, and standing bids for the next battle."""
    ahead = [{"for": decision, **with_order(later[at:], is_movement)} for decision, at in ordered.items()]
    names = names_of(piece for nation in nations_of(view, role) for piece in GENERALS[nation])
    return {**({"ahead": ahead} if ahead else {}), "withdraw": ["*"], "standing": list(standing(later, names, is_bid))}


def is_bid(said: Said) -> bool:
    """Whether a role was asked for its bids before a battle, not within one."""
    task = said.seen.task
    return (isinstance(task, Combat) and bool(task.awaited)) or (isinstance(task, Battle) and task.asked < 0)


def is_movement(said: Said) -> bool:
    """Whether a sheet was for a stage, not for its battles."""
    lines = said.body.get("do")
    return lines is not None and not (lines and all(line.startswith((ORDER, RETREAT)) for line in lines))
