"""Answers that are settled before they are given (N3, F7.6, F7.8).

Ruling: what public facts settle is not asked at all (``combat.sides_awaited``). What only a secret settles, a hand with
nothing to play, is asked, since the silence would tell of it; but the sheet says so and one word is enough.
"""

from __future__ import annotations

from pbem.rulesets.common.terms import is_bound, may_double, may_play
from pbem.rulesets.friedrich.battle_fate import terms_of
from pbem.rulesets.friedrich.combat import Pair
from pbem.rulesets.friedrich.state import Battle, State


def has_nothing_to_play(state: State, pair: Pair, side: int) -> bool:
    """F7.6: whether the hand holds no card of the suit, and no Reserve: no card comes to it during a battle."""
    return not may_play(terms_of(state, pair, side))


def must_play_its_last(state: State, battle: Battle, side: int) -> bool:
    """F7.8, C7: whether the side has the right to play, may not stop, and holds one card to play, of one value."""
    terms = terms_of(state, battle.pair, side)
    able = may_play(terms)
    bound = battle.holder == side and (battle.score == 0 or is_bound(terms))
    return bound and len(able) == 1 and not able[0].is_reserve and not may_double(terms, able[0])


def settled_words(state: State, battle: Battle, side: int) -> str:
    """Why a side of a battle has one course alone, in a sentence; empty if it has more."""
    if has_nothing_to_play(state, battle.pair, side):
        return "You hold nothing that can be played here: your side stops as soon as it comes to that."
    if must_play_its_last(state, battle, side):
        return "You may not stop, and hold one card that can be played: it is played, and then your side stops."
    return ""
