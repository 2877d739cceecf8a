"""A bot that plays from a view and tries to win a little.

Temperaments: the hunter looks for creatures, the scribe for rows to turn over, the gambler for bets, the idle one
flies to and fro and trusts in the courtyard, the wild one does anything that is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core import SHEET
from pbem.core.chance import Chance
from pbem.rulesets.fredericus.basic import has_trees, to_hood
from pbem.rulesets.fredericus.bets import check_court
from pbem.rulesets.fredericus.cards import KINDS, SEAL, SKY, TREE, is_creature
from pbem.rulesets.fredericus.flow import default_flights
from pbem.rulesets.fredericus.geometry import COURT, HAND, TOWERS, neighbours
from pbem.rulesets.fredericus.orders import ONLY, Bet, Birds, Draw, Fly, Hood, Hunt, Move, Shift, TurnOver
from pbem.rulesets.fredericus.special import can_hunt, can_shift, can_turn
from pbem.rulesets.fredericus.state import (
    FALCON,
    GOSHAWK,
    Due,
    Placing,
    State,
    Turn,
    allowed,
    mandatory,
    seat_of,
)
from pbem.rulesets.fredericus.turn import done

Body = Mapping[str, Any]
WIDTH = {"hunter": 4, "scribe": 4, "gambler": 3}


class Taste(NamedTuple):
    """What a temperament thinks things are worth."""

    creature: int
    pair: int
    turning: int
    seals: int
    hooding: int
    gift: int  # a card for an opponent


TASTES = {
    "hunter": Taste(creature=40, pair=20, turning=25, seals=1, hooding=2, gift=-6),
    "scribe": Taste(creature=25, pair=20, turning=60, seals=6, hooding=1, gift=-10),
    "gambler": Taste(creature=30, pair=25, turning=30, seals=2, hooding=4, gift=-12),
}


class Dice:
    """A stream of small numbers out of one number of chance: many are needed and none of them is a secret."""

    def __init__(self, chance: Chance) -> None:
        self.number = chance.below(2**31, "dice")

    def below(self, limit: int) -> int:
        self.number = (self.number * 1103515245 + 12345) % 2**31
        return (self.number >> 8) % limit

    def pick(self, items: Any) -> Any:
        return items[self.below(len(items))]


class Line(NamedTuple):
    """A way to play so far: its worth, the state it leads to and the orders."""

    worth: int
    state: State
    orders: tuple[Any, ...]


def sample(view: State, role: str, chance: Chance, temperament: str) -> Body:
    """A legal sheet for what the role owes now."""
    seat = seat_of(view, role)
    assert seat is not None
    dice = Dice(chance)
    task = view.task
    if isinstance(task, Placing):
        order = Birds(1 + dice.below(8)) if task.what == "birds" else first_bet(view, seat, dice)
        return {"do": [str(order), *wish_order(view, seat, dice, temperament)]}
    assert isinstance(task, Turn), task
    if temperament == "idle":
        orders: list[Any] = default_flights(view, seat)
        after = view
    elif temperament == "wild":
        after, orders = wild_turn(view, dice)
    else:
        after, orders = planned_turn(view, dice, temperament)
    bet = next_bet(after, seat, dice, temperament)
    wish = wish_order(view, seat, dice, temperament)
    return {"do": [*wish, *map(str, orders), *([str(bet)] if bet else [])]}


# actions


def specials(state: State) -> Iterator[Any]:
    """The special actions that are allowed now."""
    seat = state.turn.seat
    for which in (FALCON, GOSHAWK):
        if can_hunt(state, which):
            yield Hunt(which)
    for post in {bird.post for bird in state.birds[seat] if not bird.hooded}:
        if can_turn(state, post):
            yield from (TurnOver(post, seal) for seal in neighbours(post))
        if can_shift(state, post):
            yield Shift(post)


def basics(state: State) -> Iterator[Any]:
    """The basic actions that are allowed now."""
    seat = state.turn.seat
    for tower in TOWERS:
        if state.rows[tower - 1]:
            yield from (Move(tower, target) for target in neighbours(tower))
    for which, bird in enumerate(state.birds[seat]):
        if not bird.hooded:
            yield from (Fly(which, target) for target in neighbours(bird.post))
    for post in TOWERS:
        if has_trees(state, post) and to_hood(state, Hood(post)):
            yield Hood(post)


def wild_turn(state: State, dice: Dice) -> tuple[State, list[Any]]:
    """Anything that is allowed; of special actions every second."""
    orders: list[Any] = []
    while True:
        choices = list(specials(state))
        if choices and dice.below(2):
            order = dice.pick(choices)
        elif state.turn.used < mandatory(state, state.turn.seat) or (
            state.turn.used < allowed(state) and dice.below(2)
        ):
            order = dice.pick(list(basics(state)))
            order = with_choice(state, order, dice)
        else:
            return state, orders
        state, _ = done(state, order)
        orders.append(order)


def with_choice(state: State, order: Any, dice: Dice) -> Any:
    """R5.3d: where a falconer has both birds on the post, any of them."""
    if not isinstance(order, Hood):
        return order
    both = [seat for seat, pair in enumerate(state.birds) if seat != state.turn.seat
            and all(bird == (order.post, False) for bird in pair)]  # fmt: skip
    return Hood(order.post, tuple((seat, dice.below(2)) for seat in both))


def planned_turn(state: State, dice: Dice, temperament: str) -> tuple[State, list[Any]]:
    """A narrow search: after each basic action only the best few ways are kept."""
    taste, width = TASTES[temperament], WIDTH[temperament]
    seat = state.turn.seat
    beam = [greedy(Line(0, state, ()), taste)]
    best: Line | None = None
    for _ in range(mandatory(state, seat) + 2):
        open_ = [line for line in beam if line.state.turn.used < allowed(line.state)]
        grown = []
        for line in open_:
            for order in basics(line.state):
                after, _news = done(line.state, order)
                grown.append(greedy(Line(0, after, (*line.orders, order)), taste, dice.below(3)))
        if not grown:
            break
        grown.sort(key=lambda line: line.worth, reverse=True)
        beam = grown[:width]
        if beam[0].state.turn.used >= mandatory(state, seat) and (best is None or beam[0].worth > best.worth):
            best = beam[0]
    if best is None:  # a turn of which every action was made before
        return beam[0].state, list(beam[0].orders)
    return best.state, list(best.orders)


def greedy(line: Line, taste: Taste, noise: int = 0) -> Line:
    """The line with every special action that makes it better, and its worth."""
    worth = value(line.state, taste)
    state, orders = line.state, line.orders
    while True:
        tries = [(order, done(state, order)[0]) for order in specials(state)]
        scored = [(value(after, taste), at) for at, (_, after) in enumerate(tries)]
        if not scored or max(scored)[0] <= worth:
            return Line(worth + noise, state, orders)
        worth, at = max(scored)
        state, orders = tries[at][1], (*orders, tries[at][0])


def value(state: State, taste: Taste) -> int:
    """What a position is worth for the player on turn, roughly."""
    seat = state.turn.seat
    creatures, held = state.creatures[seat], state.objectives(seat)
    worth = taste.creature * len(creatures) + taste.turning * state.turn.turned
    worth += taste.pair * sum(min(creatures.count(kind), held.count(kind)) for kind in set(creatures))
    worth += taste.gift * sum(isinstance(task, Due) and task.seat != seat for task in state.agenda)
    worth += taste.hooding * sum(bird.hooded for pair in state.birds for bird in pair)
    for which, bird in enumerate(state.birds[seat]):
        if not bird.hooded:
            worth += prospects(state, which, bird.post, held) + taste.seals * state.ends_beside(bird.post).count(SEAL)
    return worth


def prospects(state: State, which: int, post: int, held: tuple[Any, ...]) -> int:
    """How near a bird is to a capture on its post."""
    ends = state.ends_beside(post)
    near = ends.count(SKY) if which == FALCON else (SKY in ends) + (TREE in ends)
    creature = state.end(post)
    return 3 * near + (4 + 3 * (creature in held) if is_creature(creature) else 0)


# bets and draws


def first_bet(view: State, seat: int, dice: Dice) -> Bet:
    """R3.8: any towers."""
    if view.players == 2:
        return Bet(((0, 1 + dice.below(8)), (1, 1 + dice.below(8))))
    return Bet(((ONLY, 1 + dice.below(8)),))


def next_bet(state: State, seat: int, dice: Dice, temperament: str) -> Bet | None:
    """R8.2: a token in hand must go somewhere; the others go where something may be captured."""
    restless = {"gambler": 2, "hunter": 4, "scribe": 3, "idle": 3, "wild": 2}[temperament]
    places = []
    for token, place in enumerate(state.tokens[seat]):
        if place == HAND or not dice.below(restless):
            name = token if state.players == 2 else ONLY
            places.append((name, chosen_place(state, seat, dice, temperament)))
    return Bet(tuple(places)) if places else None


def chosen_place(state: State, seat: int, dice: Dice, temperament: str) -> int:
    """The courtyard for the patient, a tower where an opponent is near a capture for the others."""
    free = not any(check_court(state, seat, SHEET, setting_up=False))
    if free and dice.below(6) < {"idle": 5, "gambler": 2}.get(temperament, 1):
        return COURT
    if temperament in ("wild", "idle"):
        return 1 + dice.below(8)
    return max(TOWERS, key=lambda tower: 4 * chances(state, seat, tower) + dice.below(6))


def chances(state: State, seat: int, tower: int) -> int:
    """How likely an opponent captures at a tower soon."""
    near = 0
    for other, pair in enumerate(state.birds):
        for which, bird in enumerate(pair):
            if other != seat and not bird.hooded and bird.post in (tower, *neighbours(tower)):
                near += 1 + prospects(state, which, tower, ()) // 3
    return near if is_creature(state.end(tower)) else near // 3


def wish_order(view: State, seat: int, dice: Dice, temperament: str) -> list[str]:
    """O2b: now and then another list; kinds of which creatures were captured come first."""
    if not view.options.display or dice.below(3):
        return []
    mine = [kind for kind in KINDS if kind in view.creatures[seat]]
    if temperament == "wild":
        mine = [kind for kind in KINDS if dice.below(2)]
    return [str(Draw(tuple(mine)))]
