"""What is done for a role that sends nothing (section 5): its default as a sheet, for every kind of decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.rulesets.friedrich.board import IDS, cities_in
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.combat import owner_of_side, sides_awaited
from pbem.rulesets.friedrich.draws import default_discard
from pbem.rulesets.friedrich.fate import weakest_choice, with_room
from pbem.rulesets.friedrich.fights import battle_name, cities_of
from pbem.rulesets.friedrich.offensive import GARRISONED
from pbem.rulesets.friedrich.state import PIECE_NAMES, Battle, Combat, Fate, Retreat, Stage, State, owner_of
from pbem.rulesets.friedrich.strokes import least_loss

Body = Mapping[str, Any]


def default_body(state: State, role: str, kind: str) -> Body:
    """Section 5: the answer taken when none comes, as a sheet: it goes through the same code as any other."""
    task = state.task
    if kind == "movement" and isinstance(task, Stage) and task.drawn:
        return {"do": [default_discard(task.drawn)]}
    if kind == "bids" and isinstance(task, Combat):
        return default_bids(state, task, role)
    if isinstance(task, Combat):
        return {"do": [f"battles {battle_name(state, task.pairs[0])}"]}
    if isinstance(task, Battle):
        side = next(s for s in sides_awaited(state, task) if owner_of_side(state, task, s) == role)
        return {"bid": [{"own": PIECE_NAMES[state.stack(task.pair[side])[0]], "otherwise": "concede"}]}
    if isinstance(task, Retreat):
        city = IDS[(task.destinations & -task.destinations).bit_length() - 1]
        return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} to {city}"]}
    if isinstance(task, Fate):
        return default_choice(state, task.card)
    return {}


def default_bids(state: State, combat: Combat, role: str) -> Body:
    """D13: the side stops in every battle of the stage that has no bid yet and in which no standing bid answers."""
    came = combat.bids and owner_of(state, combat.nation) == role
    if not came and all(standing.role != role for standing in state.standing):
        return {"bid": [{"own": "*", "otherwise": "concede"}]}
    from pbem.rulesets.friedrich.standing import stage_answers  # not for verify: where no bid stands

    found = stage_answers(state, combat, role)
    open_ = [seat for seat, standing in found if standing is None]
    names = [[PIECE_NAMES[state.stack(city)[0]] for city in cities_of(seat)] for seat in open_]
    return {"bid": [{"own": own, "enemy": enemy, "otherwise": "concede"} for own, enemy in names]}


def default_choice(state: State, card: str) -> Body:
    """D18-D21: what must be chosen is chosen; all other questions of fate may be left alone."""
    if card == "sweden":
        return {"do": [f"retire {PIECE_NAMES[least_loss(state)]}"]}
    if card == "10C":
        return {"do": [f"weaken {PIECE_NAMES[weakest_choice(state)]}"]}
    if card == "garrison":
        return {"do": ["reconquer " + ", ".join(IDS[c] for c in list(cities_in(GARRISONED))[:2])]}
    if card in ("1C", "8S", "11C"):
        nation = FATE_WORDS[card][0][0]
        return {"do": [f"reinforce {PIECE_NAMES[with_room(state, nation)[0]]}"]}
    return {}
