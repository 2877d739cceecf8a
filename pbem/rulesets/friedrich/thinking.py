"""A bid thought through (F7, D13): how the battles it is for can begin, by what is public."""

from __future__ import annotations

from pbem.rulesets.common.terms import most_counted
from pbem.rulesets.common.thinking import Outlook, beginnings
from pbem.rulesets.friedrich.battle_fate import terms_of
from pbem.rulesets.friedrich.combat import Seat, sights_of
from pbem.rulesets.friedrich.state import DECK, GENERALS, MOST, NATION_OF, Battle, Combat, State


def outlook_of(state: State, seat: Seat) -> Outlook:
    """A battle as one side foresees it: from the score it has, or from all scores it can begin with."""
    pair, side = seat
    terms, most = terms_of(state, pair, side), most_counted(terms_of(state, pair, 1 - side), DECK)
    battle = state.task
    if isinstance(battle, Battle) and battle.pair == pair:
        return Outlook(terms, ((sights_of(state, battle)[side], battle.holder == side),), most)
    enemy = NATION_OF[state.stack(pair[1 - side])[0]]
    low, high = strengths(state, pair[1 - side], enemy)
    troops = state.strength(state.stack(pair[side]))
    begins = beginnings(terms, troops, range(low, high + 1), len(state.hands[enemy]), active=side == 0)
    return Outlook(terms, begins, most)


def strengths(state: State, city: int, nation: int) -> tuple[int, int]:
    """F7.4: how weak and how strong a stack can be, by what is public: as declared for all battles of a stage, else by
    the nation's total and where its generals are."""
    stack, task = state.stack(city), state.task
    known = {declared.pieces: declared.troops for declared in state.declared}
    if isinstance(task, Combat) and task.mustered and stack in known:
        return known[stack], known[stack]
    others = sum(state.place[p] >= 0 for p in GENERALS[nation]) - len(stack)
    return len(stack), max(len(stack), min(MOST * len(stack), state.totals[nation] - others))
