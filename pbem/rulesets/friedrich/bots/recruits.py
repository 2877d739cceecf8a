"""What a bot buys: troops, trains and re-entering pieces, paid with as little waste as can be (F6, F10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rulesets.friedrich.board import DEPOTS, HOME, SUBSTITUTES, cities_in
from pbem.rulesets.friedrich.bots.mind import far
from pbem.rulesets.friedrich.bots.moves import Plan, barred_ends
from pbem.rulesets.friedrich.cards import Card, rank_of
from pbem.rulesets.friedrich.orders import Recruit
from pbem.rulesets.friedrich.restrictions import is_starved, recruits_bound
from pbem.rulesets.friedrich.state import FRIEDRICH, GENERALS, MOST, OFF, PIECE_IDS, RANK, TRAINS, maximum_of

AT_ONCE = 8  # troops and trains in one purchase


def buy(plan: Plan, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Add one purchase to the plan, if there is one to make; gives the cards paid."""
    share_out(plan)
    held = all(plan.hostile >> depot & 1 for depot in DEPOTS[plan.nation])
    price = 8 if held else 6
    units = min(AT_ONCE, budget(plan, hand) // price)
    if units <= 0 or (bound(plan) and plan.dice.percent(50)):
        return ()
    spots = Spots(plan, held)
    trains = [t for t in TRAINS[plan.nation] if plan.place[t] == OFF and wants_train(plan)][:units]
    entries = [(t, city) for t in trains if (city := spots.enter(t)) is not None]
    missing = maximum_of(plan.view.mode, plan.nation) - plan.view.totals[plan.nation]
    troops = min(missing, units - len(entries))
    entering = [p for p in GENERALS[plan.nation] if plan.place[p] == OFF][: max(troops, 0)]
    fresh = [(p, city) for p in entering if (city := spots.enter(p)) is not None]
    troops = max(0, min(troops, room(plan, len(fresh))))
    if troops < len(fresh) or not troops + len(entries):
        return ()
    paid = cheapest(hand, price * (troops + len(entries)))
    faces = tuple((card.value, card.suit, card.deck) for card in paid)
    for piece, city in (*entries, *fresh):
        plan.place[piece] = city
    plan.lines.append(str(Recruit(troops, (*entries, *fresh), faces)))
    give(plan, [p for p, _ in fresh], troops)
    return paid


def budget(plan: Plan, hand: Sequence[Card]) -> int:
    """How many points of the hand go into troops: more when the nation has lost many."""
    points = sum(card.value for card in hand)
    total, most = plan.view.totals[plan.nation], maximum_of(plan.view.mode, plan.nation)
    share = plan.temper.buy * (2 if 2 * total <= most else 1)
    if plan.temper.buy and not total:
        share = 100
    return points * min(share, 100) // 100


def wants_train(plan: Plan) -> bool:
    """Whether a train is missed: there is none, or generals stand abroad."""
    if not any(plan.place[t] >= 0 for t in TRAINS[plan.nation]):
        return True
    abroad = [p for p in GENERALS[plan.nation] if plan.place[p] >= 0 and not HOME[plan.nation] >> plan.place[p] & 1]
    return bool(abroad) and plan.dice.percent(40)


def bound(plan: Plan) -> bool:
    """C10: whether new troops may not go next to an enemy."""
    return recruits_bound(plan.view, plan.nation)


def may_receive(plan: Plan, general: int) -> bool:
    """C10, 7♥: whether a general on the map may be given new troops."""
    if is_starved(plan.view, plan.nation):
        return plan.place[general] != plan.place[FRIEDRICH]
    return not (bound(plan) and plan.attack >> plan.place[general] & 1)


def room(plan: Plan, entering: int) -> int:
    """F10.5: how many troops can be placed."""
    generals = [p for p in GENERALS[plan.nation] if plan.place[p] >= 0 and may_receive(plan, p)]
    return sum(MOST - plan.numbers[p] for p in generals) + MOST * entering


class Spots:
    """F10.7, F10.9: where pieces can re-enter, as the purchase fills up."""

    def __init__(self, plan: Plan, lost: bool) -> None:
        self.plan = plan
        self.cities: tuple[int, ...] = self.substitute() if lost else DEPOTS[plan.nation]
        self.there = {city: [p for p, c in enumerate(plan.place) if c == city] for city in self.cities}

    def substitute(self) -> tuple[int, ...]:
        """One city of the zone that is free, as far from the enemy as can be."""
        plan = self.plan
        free = SUBSTITUTES[plan.nation] & ~plan.occupied(())
        choices = sorted(cities_in(free), key=lambda city: min((far(city)[f] for f in plan.foes), default=0))
        return tuple(choices[-1:])

    def enter(self, piece: int) -> int | None:
        """The first city the piece can enter, or None."""
        for city in self.cities:
            there = self.there[city]
            if self.suits(piece, city, there):
                there.append(piece)
                return city
        return None

    def suits(self, piece: int, city: int, there: Sequence[int]) -> bool:
        plan = self.plan
        if not RANK[piece]:
            return not there
        if barred_ends(plan, (piece,)) >> city & 1 or (bound(plan) and plan.attack >> city & 1):
            return False
        if is_starved(plan.view, plan.nation) and (piece == FRIEDRICH or city == plan.place[FRIEDRICH]):
            return False
        return len(there) < 3 and all(p in GENERALS[plan.nation] for p in there)


def cheapest(hand: Sequence[Card], price: int) -> tuple[Card, ...]:
    """F10.4: cards that reach the price with the least surplus; then none of them can be left out."""
    sets: dict[int, tuple[Card, ...]] = {0: ()}
    for card in sorted(hand, key=rank_of):
        for total, cards in tuple(sets.items()):
            if total < price:
                sets.setdefault(total + card.value, (*cards, card))
    return sets[min(total for total in sets if total >= price)]


def give(plan: Plan, fresh: Sequence[int], troops: int) -> None:
    """F10.3, F10.5: who receives how many of the new troops."""
    plan.numbers.update(dict.fromkeys(fresh, 1))
    able = [p for p in plan.numbers if p in fresh or may_receive(plan, p)]
    left = troops - len(fresh)
    for piece in plan.dice.chance.shuffled(able, f"{plan.dice.label} gifts"):
        more = min(left, MOST - plan.numbers[piece])
        plan.numbers[piece] += more
        left -= more


def share_out(plan: Plan) -> None:
    """F6.2: the troops of stacks that came apart are dealt out anew."""
    plan.numbers = {p: plan.view.troops[p] for p in GENERALS[plan.nation] if plan.place[p] >= 0}
    if not bound(plan):
        for stack in plan.split:
            plan.numbers.update(shares(plan, stack))


def troop_table(plan: Plan) -> dict[str, int]:
    """The numbers of [troops] that are not what they were; now and then all of them, or none."""
    changed = {p: n for p, n in plan.numbers.items() if n != plan.view.troops[p]}
    if not changed or plan.dice.percent(15):
        return {}
    numbers = plan.numbers if plan.dice.percent(15) else changed
    return {PIECE_IDS[p]: number for p, number in numbers.items()}


def shares(plan: Plan, stack: Sequence[int]) -> dict[int, int]:
    """The troops of a stack spread by lot among its generals, 1 to 8 each."""
    left = plan.strength(stack) - len(stack)
    numbers = dict.fromkeys(stack, 1)
    for piece in plan.dice.chance.shuffled(stack, f"{plan.dice.label} share {stack[0]}"):
        numbers[piece] += plan.dice.below(min(left, MOST - 1) + 1)
        left -= numbers[piece] - 1
    for piece in stack:
        more = min(left, MOST - numbers[piece])
        numbers[piece] += more
        left -= more
    return numbers
