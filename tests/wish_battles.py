"""Battles after which a victor has wishes where the beaten are to go."""

from __future__ import annotations

from typing import Any

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import IDS, cities_in
from pbem.rulesets.friedrich.state import PIECE, Retreat

CHANCE = Chance("x")
VICTOR, LOSER = "maria-theresa", "frederick"
# After a loss of 1 Keith goes to Guhrau ♠, Neusalz ♣, Sprottau ♣ or Wschowa ♥, the last in Poland: out of supply.
ENDS = ("guhrau", "neusalz", "sprottau", "wschowa")


def position(austria: dict[str, str] | None = None, prussia: dict[str, str] | None = None, **more: Any) -> Any:
    table = {
        "turn": 4, "stage": "austria", "phase": "combat", "hands": {"austria": "3H", "prussia": "2H"},
        "austria": austria or {"laudon": "Steinau 4"}, "prussia": {"keith": "Glogau 3", **(prussia or {})}, **more,
    }  # fmt: skip
    options = {"bidding": "stage"} if table.pop("by_stage", False) else {}
    return RULESET.rules.resolve(RULESET.files.position(table, "4p", options), {}, CHANCE).state


def fought(state: Any, body: dict[str, Any]) -> tuple[Any, list[Event]]:
    """The battle after the victor's sheet; the other side concedes. The state comes back from its file each time."""
    step = RULESET.rules.resolve(state, {VICTOR: body, LOSER: {"bid": [{"own": "*", "otherwise": "concede"}]}}, CHANCE)
    assert step.state == RULESET.files.decode(RULESET.files.encode(step.state))
    return step.state, list(step.events)


def outcome(state: Any, general: str = "keith") -> tuple[str, ...]:
    """Where a general stands; if the victor is asked about him, the cities that his wishes leave."""
    task = state.task
    if isinstance(task, Retreat):
        return tuple(IDS[city] for city in cities_in(task.left or task.destinations))
    return (IDS[state.place[PIECE[general]]],)


def whispered(events: list[Event], role: str | None = VICTOR) -> list[str]:
    return [line for e in seen_by(events, role) if e.kind == "wish-unfit" for line in RULESET.telling.tell(e)]


def bid(*wishes: str) -> dict[str, Any]:
    return {"bid": [{"own": "Laudon", "otherwise": "concede", "retreat": list(wishes)}]}


TWO = {"laudon": "Steinau 4", "daun": "Oels 5"}
TWO_ENEMIES = {"keith": "Glogau 3", "heinrich": "Breslau 4"}


def movement(**body: Any) -> tuple[Any, list[Event]]:
    """Two battles that begin with the moves; the sheets that follow say nothing of retreats."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": TWO, "prussia": TWO_ENEMIES,
             "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    taken = RULESET.rules.take(RULESET.secrets.view_of(state, VICTOR), VICTOR, body)
    assert not has_errors(taken.diagnostics), [d.message for d in taken.diagnostics]
    step = RULESET.rules.resolve(state, {VICTOR: body}, CHANCE)
    events = list(step.events)
    for _ in range(4):
        if all(owed.kind != "bid" for owed in RULESET.rules.awaiting(step.state)):
            break
        assert step.state == RULESET.files.decode(RULESET.files.encode(step.state))
        step = RULESET.rules.resolve(step.state, {}, CHANCE)
        events += step.events
    return step.state, events


def movement_only(**body: Any) -> tuple[Any, list[Event]]:
    """The one battle of Laudon and Keith, as the moves of Austria lead to it."""
    table = {"turn": 4, "stage": "austria", "phase": "movement", "austria": {"laudon": "Steinau 4"},
             "prussia": {"keith": "Glogau 3"}, "hands": {"austria": "3H", "prussia": "2H"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(table, "4p", {}), {}, CHANCE).state
    step = RULESET.rules.resolve(state, {VICTOR: body}, CHANCE)
    return step.state, list(step.events)
