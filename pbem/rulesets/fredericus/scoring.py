"""Scoring (R11): points and places."""

from __future__ import annotations

from typing import NamedTuple

from pbem.rulesets.fredericus.cards import KINDS
from pbem.rulesets.fredericus.state import ROLES, State


class Score(NamedTuple):
    """The points of one falconer and where they come from."""

    seat: int
    creatures: int
    objectives: int
    fredericus: int
    pairs: int

    @property
    def for_pairs(self) -> int:
        """R11.2: 1 for the first pair, 2 for the second and so on, over all kinds together."""
        return self.pairs * (self.pairs + 1) // 2

    @property
    def total(self) -> int:
        return self.creatures + self.objectives + self.fredericus + self.for_pairs


def pairs_of(state: State, seat: int) -> int:
    """R11.2: matching pairs, each card in one of them only."""
    creatures, held = state.creatures[seat], state.objectives(seat)
    return sum(min(creatures.count(kind), held.count(kind)) for kind in KINDS)


def score(state: State, seat: int) -> Score:
    """R11.1: what a falconer has."""
    fredericus = 2 if state.fredericus == ROLES[seat] else 0
    held = len(state.objectives(seat))
    return Score(seat, len(state.creatures[seat]), held, fredericus, pairs_of(state, seat))


def ranking(state: State) -> list[Score]:
    """R11.4: all falconers, the winner first; in a tie the later seat is ahead."""
    return sorted((score(state, seat) for seat in range(state.players)), key=lambda s: (s.total, s.seat), reverse=True)
