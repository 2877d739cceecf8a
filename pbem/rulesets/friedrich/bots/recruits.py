"""What a bot buys: troops, trains and re-entering pieces, paid with as little waste as can be (F6, F10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.rulesets.friedrich.board import HOME
from pbem.rulesets.friedrich.bots.mind import far
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.cards import Card, rank_of
from pbem.rulesets.friedrich.entries import depots_lost, may_enter, open_to_entries, price_of_one
from pbem.rulesets.friedrich.orders import Recruit
from pbem.rulesets.friedrich.restrictions import may_receive, recruits_bound
from pbem.rulesets.friedrich.state import GENERALS, MOST, OFF, PIECE_IDS, TRAINS, maximum_of

AT_ONCE = 8  # troops and trains in one purchase: no bot wants more


def buy(scheme: Scheme, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Add one purchase to the scheme, if there is one to make; gives the cards paid."""
    share_out(scheme)
    price = price_of_one(scheme.position, scheme.nation)
    units = min(AT_ONCE, budget(scheme, hand) // price)
    if units <= 0 or (bound(scheme) and scheme.dice.percent(50)):
        return ()
    spots = Spots(scheme)
    trains = [t for t in TRAINS[scheme.nation] if scheme.place[t] == OFF and wants_train(scheme)][:units]
    entries = [(t, city) for t in trains if (city := spots.enter(t)) is not None]
    missing = maximum_of(scheme.view.mode, scheme.nation) - scheme.view.totals[scheme.nation]
    troops = min(missing, units - len(entries))
    entering = [p for p in GENERALS[scheme.nation] if scheme.place[p] == OFF][:troops]
    fresh = [(p, city) for p in entering if (city := spots.enter(p)) is not None]
    troops = min(troops, room(scheme, len(fresh)))
    if troops < len(fresh) or not troops + len(entries):
        return ()
    paid = cheapest(hand, price * (troops + len(entries)))
    faces = tuple((card.value, card.suit, card.deck) for card in paid)
    for piece, city in (*entries, *fresh):
        scheme.place[piece] = city
    scheme.lines.append(str(Recruit(troops, (*entries, *fresh), faces)))
    give(scheme, [p for p, _ in fresh], troops)
    return paid


def budget(scheme: Scheme, hand: Sequence[Card]) -> int:
    """How many points of the hand go into troops: more when the nation has lost many."""
    points = sum(card.value for card in hand)
    total, most = scheme.view.totals[scheme.nation], maximum_of(scheme.view.mode, scheme.nation)
    share = scheme.temper.buy * (2 if 2 * total <= most else 1)
    if scheme.temper.buy and not total:
        share = 100
    return points * min(share, 100) // 100


def wants_train(scheme: Scheme) -> bool:
    """Whether a train is missed: there is none, or generals stand abroad."""
    if not any(scheme.place[t] >= 0 for t in TRAINS[scheme.nation]):
        return True
    abroad = any(not HOME[scheme.nation] >> city & 1 for city in scheme.stations(scheme.nation))
    return abroad and scheme.dice.percent(40)


def bound(scheme: Scheme) -> bool:
    """C10: whether new troops may not go next to an enemy."""
    return recruits_bound(scheme.view, scheme.nation)


def room(scheme: Scheme, entering: int) -> int:
    """F10.5: how many troops can be placed."""
    position = scheme.position
    generals = [p for p in GENERALS[scheme.nation] if scheme.place[p] >= 0 and may_receive(position, p)]
    return sum(MOST - scheme.numbers[p] for p in generals) + MOST * entering


class Spots:
    """F10.7, F10.9: where pieces can re-enter, as the purchase fills up."""

    def __init__(self, scheme: Scheme) -> None:
        self.position = scheme.position
        self.entering: dict[int, int] = {}
        self.cities = open_to_entries(self.position, scheme.nation)
        if depots_lost(self.position, scheme.nation):
            self.cities = self.substitute(scheme)

    def substitute(self, scheme: Scheme) -> tuple[int, ...]:
        """One city of the zone that is free, as far from the enemy as can be."""
        free = [city for city in self.cities if not self.position.at(city)]
        free.sort(key=lambda city: min((far(city)[foe] for foe in scheme.foes), default=0))
        return tuple(free[-1:])

    def enter(self, piece: int) -> int | None:
        """The first city the piece can enter, or None."""
        for city in self.cities:
            if may_enter(self.position, piece, city, self.entering):
                self.entering[piece] = city
                return city
        return None


def cheapest(hand: Sequence[Card], price: int) -> tuple[Card, ...]:
    """F10.4: cards that reach the price with the least surplus; then none of them can be left out."""
    sets: dict[int, tuple[Card, ...]] = {0: ()}
    for card in sorted(hand, key=rank_of):
        for total, cards in tuple(sets.items()):
            if total < price:
                sets.setdefault(total + card.value, (*cards, card))
    return sets[min(total for total in sets if total >= price)]


def give(scheme: Scheme, fresh: Sequence[int], troops: int) -> None:
    """F10.3, F10.5: who receives how many of the new troops."""
    position = scheme.position
    scheme.numbers.update(dict.fromkeys(fresh, 1))
    able = [p for p in scheme.numbers if p in fresh or may_receive(position, p)]
    left = troops - len(fresh)
    for piece in scheme.dice.chance.shuffled(able, f"{scheme.dice.label} gifts"):
        more = min(left, MOST - scheme.numbers[piece])
        scheme.numbers[piece] += more
        left -= more


def share_out(scheme: Scheme) -> None:
    """F6.2: the troops of stacks that came apart are dealt out anew."""
    scheme.numbers = {p: scheme.view.troops[p] for p in GENERALS[scheme.nation] if scheme.place[p] >= 0}
    if not bound(scheme):
        for stack in scheme.split:
            scheme.numbers.update(shares(scheme, stack))


def troop_table(scheme: Scheme) -> dict[str, int]:
    """The numbers of [troops] that are not what they were; now and then all of them, or none."""
    changed = {p: n for p, n in scheme.numbers.items() if n != scheme.view.troops[p]}
    if not changed or scheme.dice.percent(15):
        return {}
    numbers = scheme.numbers if scheme.dice.percent(15) else changed
    return {PIECE_IDS[p]: number for p, number in numbers.items()}


def shares(scheme: Scheme, stack: Sequence[int]) -> dict[int, int]:
    """The troops of a stack spread by lot among its generals, 1 to 8 each."""
    left = scheme.strength(stack) - len(stack)
    numbers = dict.fromkeys(stack, 1)
    for piece in scheme.dice.chance.shuffled(stack, f"{scheme.dice.label} share {stack[0]}"):
        numbers[piece] += scheme.dice.below(min(left, MOST - 1) + 1)
        left -= numbers[piece] - 1
    for piece in stack:
        more = min(left, MOST - numbers[piece])
        numbers[piece] += more
        left -= more
    return numbers
