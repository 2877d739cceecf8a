"""What is done for a role that sends nothing (M26): its default as a sheet, for every kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.rulesets.maria.board import IDS
from pbem.rulesets.maria.combat import owner_of_side, sides_awaited
from pbem.rulesets.maria.decisions import found
from pbem.rulesets.maria.fights import battle_name
from pbem.rulesets.maria.records import Battle, Combat, Retreat
from pbem.rulesets.maria.retreats import first_way
from pbem.rulesets.maria.state import PIECE_NAMES, State

Body = Mapping[str, Any]
# Kinds of decisions whose default is more than an empty sheet, and the function that makes it.
DEFAULTS: dict[str, str] = {
    "flanders": "defaults:default_pass",
    "battles": "defaults:default_order",
    "bid": "defaults:default_bid",
    "retreat": "defaults:default_retreat",
    "movement": "leaving:default_moves",
    **dict.fromkeys(
        ("suit", "place", "choose", "corps", "displaced", "saxony", "peace", "assent", "vote"),
        "political_owed:default_body",
    ),
}


def default_body(state: State, role: str, kind: str) -> Body:
    """M26: the answer taken when none comes, as a sheet: it goes through the same code as any other."""
    if kind not in DEFAULTS:
        return {}
    body: Body = found(DEFAULTS[kind])(state, role)
    return body


def default_pass(state: State, role: str) -> Body:
    """D17: who says nothing passes."""
    return {"do": ["pass"]}


def default_order(state: State, role: str) -> Body:
    """D18: by own rank, then by enemy rank."""
    combat = state.task
    assert isinstance(combat, Combat)
    return {"do": [f"battles {battle_name(state, combat.pairs[0])}"]}


def default_bid(state: State, role: str) -> Body:
    """D19: stop where it is allowed, else the lowest card."""
    battle = state.task
    assert isinstance(battle, Battle)
    own = [side for side in sides_awaited(state, battle) if owner_of_side(state, battle, side) == role]
    names = [PIECE_NAMES[state.stack(battle.pair[side])[0]] for side in own]
    return {"bid": [{"own": name, "otherwise": "concede"} for name in names]}


def default_retreat(state: State, role: str) -> Body:
    """D20: the first way in alphabetical order of ids."""
    task = state.task
    assert isinstance(task, Retreat)
    way = first_way(state, task.source, task.left or task.ends, task.length)
    stops = " > ".join(IDS[city] for city in way)
    return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} > {stops}"]}
