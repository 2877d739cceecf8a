"""What a bot plays in battle (M11): bids, the order of battles, and where it sends the beaten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.rulesets.common import Card, rank_of
from pbem.rulesets.common.terms import may_play
from pbem.rulesets.maria.board import cities_in, name_of, within
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.bots.tempers import temper_of
from pbem.rulesets.maria.bots.worths import troops_of
from pbem.rulesets.maria.combat import own_pairs, owner_of_side, sides_awaited, terms_of
from pbem.rulesets.maria.fights import battle_name
from pbem.rulesets.maria.moving import group_of_stage
from pbem.rulesets.maria.records import Battle, Combat, Pair, Retreat
from pbem.rulesets.maria.relations import controlled_by
from pbem.rulesets.maria.state import PIECE_NAMES, POWER_OF, State

CHEAP = 2  # troops whose loss costs none
DEAR = "score <= -3"  # a loss that costs a VP (M16.1)
ENOUGH = 24  # points of cards with which a battle is not given up for so little
Body = Mapping[str, Any]


def plans(position: State, role: str, temperament: str, dice: Dice) -> dict[str, Any]:
    """Bids ahead for the attacks that the moves lead to, each from what is left of the hand."""
    pairs = own_pairs(position, group_of_stage(position), role)
    found: list[dict[str, Any]] = []
    for pair in pairs:
        spent = [face_of(play) for row in found for play in row["plays"]]
        found.append(bid(position, pair, 0, None, temperament, dice, spent))
    return {"bid": found} if found else {}


def face_of(play: Any) -> str:
    """The card of a play."""
    return str(play["card"] if isinstance(play, dict) else play)


def bid(
    view: State, pair: Pair, side: int, score: int | None, temperament: str, dice: Dice, spent: list[str]
) -> dict[str, Any]:
    """A bid for one side of a battle: cards of the suit, low ones first, a Reserve where much would be lost.

    A point of a card saves a troop, which costs four points in winter: so the cards are played, unless all is lost
    anyway; and a loss that costs no marker is taken where there are few cards to win with.
    """
    able = held(may_play(terms_of(view, pair, side)), spent)
    plain = [card for card in able if not card.is_reserve]
    own, enemy = (PIECE_NAMES[view.stack(city)[0]] for city in (pair[side], pair[1 - side]))
    temper = temper_of(temperament, view.power_in(pair[side]))
    troops = troops_of(view, view.stack(pair[side]))
    plays: list[Any] = [] if is_hopeless(plain, score, troops) else [str(card) for card in plain]
    if any(card.is_reserve for card in able) and (plays or not plain):
        plays.append({"card": "R", "to": 1, "when": DEAR})
    table: dict[str, Any] = {"own": own, "enemy": enemy, "plays": plays}
    accept = min(CHEAP, troops - len(view.stack(pair[side])))
    if accept > 0 and sum([card.value for card in plain]) * temper.attack // 100 < ENOUGH:
        table["accept"] = accept
    table["otherwise"] = "ask" if dice.percent(10) else "concede"
    return table


def held(able: Sequence[Card], spent: list[str]) -> list[Card]:
    """The cards that are not spent, the lowest first."""
    rest = sorted(able, key=rank_of)
    for face in spent:
        match = next((card for card in rest if str(card) == face), None)
        if match:
            rest.remove(match)
    return rest


def is_hopeless(plain: list[Card], score: int | None, troops: int) -> bool:
    """Whether the whole stack is lost with all cards as without."""
    return score is not None and -score - sum([card.value for card in plain]) >= troops


def bids(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """The bids owed now; a side that is asked again decides at once."""
    battle = view.task
    assert isinstance(battle, Battle)
    found = []
    for side in sides_awaited(view, battle):
        if owner_of_side(view, battle, side) == role:
            score = battle.score if side == 0 else -battle.score
            row = bid(view, battle.pair, side, score, temperament, dice, [])
            if battle.asked == side:
                row["otherwise"] = "concede"
            found.append(row)
    return {"bid": found}


def next_battle(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """Any of the attacks that are left."""
    combat = view.task
    assert isinstance(combat, Combat)
    order = dice.chance.shuffled(combat.pairs, f"{dice.label} battles")
    number = 1 + dice.below(len(order))
    return {"do": ["battles " + ", ".join(battle_name(view, pair) for pair in order[:number])]}


def retreat(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """Where the beaten protect least of what is theirs."""
    task = view.task
    assert isinstance(task, Retreat)
    stack = view.stack(task.source)
    own = controlled_by(view, POWER_OF[stack[0]])
    ends = list(cities_in(task.ends))
    city = dice.pick(ends) if dice.percent(20) else min(ends, key=lambda c: ((within(c, 3) & own).bit_count(), c))
    return {"do": [f"retreat {PIECE_NAMES[stack[0]]} to {name_of(city)}"]}
