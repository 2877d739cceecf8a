"""A movement phase in a bot's head: the pieces as they will stand, and what the bot wants there (F4, F5, F9).

What is allowed is asked of the chapters, on the position as the bot sees it coming.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rulesets.friedrich.board import AUSTRIA, COUNTRY, HANOVER, OBJECTIVES, PRUSSIA, around
from pbem.rulesets.friedrich.bots.mind import Dice, Temper, around_all, covers, foes_of, guessed_punches, punches
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.movement import MARCH
from pbem.rulesets.friedrich.objectives import can_prussia_conquer, protected
from pbem.rulesets.friedrich.state import (
    ATTACKERS,
    DEFENDERS,
    GENERALS,
    RANK,
    SUPPLY,
    State,
    has_left,
    hostile_pieces,
    supplied,
)
from pbem.rulesets.friedrich.victory import needed


class Scheme:
    """The position a bot works towards, the orders that bring it about, and its goals."""

    def __init__(
        self, view: State, nation: int, temper: Temper, dice: Dice, hand: Sequence[Card], option: bool = False
    ) -> None:
        self.view, self.nation, self.temper, self.dice = view, nation, temper, dice
        # F13.4, F15.6: Prussia conquers in Bohemia; ``option`` if it takes the offensive option with this very sheet
        self.bohemia = nation == PRUSSIA and (option or can_prussia_conquer(view))
        self.place = list(view.place)
        self.still: set[int] = set()  # generals who have moved or been joined
        self.split: list[tuple[int, ...]] = []  # stacks that came apart
        self.numbers: dict[int, int] = {}  # the troops of the generals after the phase
        self.lines: list[str] = []
        self.conquered = view.conquered
        self.foes = foes_of(view, nation)
        self.foe_bits = sum(1 << city for city in self.foes)
        self.attack = around(self.foe_bits)
        self.near = around_all(tuple(self.foes), MARCH[1])
        self.trains = {view.place[p]: p for p in hostile_pieces(nation) if view.place[p] >= 0 and not RANK[p]}
        self.punch = punches(hand, temper.spend)
        self.guess = guessed_punches(view, temper.awe)
        self.salt = dice.below(1 << 16)
        self.taken: dict[int, int] = {}  # objectives some stack is already marching to
        self.supplied = supplied(view, nation)
        self.follow = supplied(view, nation, SUPPLY + 2)  # where generals can be supplied once a train has followed
        self.settle_goals()

    # what the bot wants

    def settle_goals(self) -> None:
        """The objectives to win or to guard, and which of them a march would take at once."""
        self.guarded = self.hot = 0
        if self.nation in DEFENDERS:
            self.settle_defence()
            return
        goals = needed(self.view, self.nation) & ~self.conquered
        self.shut = self.protected(goals)
        self.open = goals & ~self.shut
        self.goals, self.aims = goals, ~0
        if self.nation == AUSTRIA and (lost := self.conquered & OBJECTIVES[PRUSSIA]):
            held = self.protected(lost)
            self.shut, self.open = self.shut | held, self.open | lost & ~held

    def settle_defence(self) -> None:
        """Prussia and Hanover guard what the enemy comes near to, and take back what nobody holds."""
        self.open = self.shut = 0
        self.aims = ~0
        country = COUNTRY["hanover"] if self.nation == HANOVER else ~COUNTRY["hanover"]
        for other in ATTACKERS:
            if has_left(self.view, other):
                continue
            generals = self.stations(other)
            mine = OBJECTIVES[other] & country
            held = mine & self.conquered
            # No bot thinks of the train that protects, too (F5.7): with it, all games of bots would be others.
            self.shut |= held & covers(generals)
            self.open |= held & ~self.shut
            self.guarded |= mine & ~held
            self.hot |= mine & ~held & around_all(generals, 7)
        self.goals = self.open | self.hot
        if self.bohemia:
            self.settle_offensive()

    def settle_offensive(self) -> None:
        """F13.4, F15.6: what can be conquered in Bohemia; only an offensive mind makes for it, and for nothing else."""
        goals = OBJECTIVES[PRUSSIA] & ~self.conquered
        held = self.protected(goals)
        self.shut |= held
        self.open |= goals & ~held
        self.aims = ~OBJECTIVES[PRUSSIA]
        if self.temper.abroad:
            self.guarded = self.hot = 0
            self.goals, self.aims = goals, OBJECTIVES[PRUSSIA]

    def protected(self, cities: int) -> int:
        """F5.4, F5.7: those of some objectives that are protected; no bot knows the house rule ``protection``."""
        return protected(self.view._replace(options=()), cities)

    # the position

    @property
    def position(self) -> State:
        """The position as it will be, for questions to the rules."""
        return self.view._replace(place=tuple(self.place))

    def stations(self, nation: int) -> list[int]:
        """The cities where generals of a nation stand."""
        return [self.place[p] for p in GENERALS[nation] if self.place[p] >= 0]

    def stack(self, city: int) -> tuple[int, ...]:
        """The own generals in a city."""
        return tuple([p for p in GENERALS[self.nation] if self.place[p] == city])

    def strength(self, group: Sequence[int]) -> int:
        return sum([self.view.troops[p] for p in group])

    def covered(self, group: Sequence[int]) -> int:
        """What own generals protect who are not of the group, as bots reckon."""
        others = [self.place[p] for p in GENERALS[self.nation] if self.place[p] >= 0 and p not in group]
        return covers(others)
