"""Combat (M11): which stacks fight, the duel of cards, losses, VP, and the retreat that follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core.events import Event
from pbem.rulesets.common import bids, without
from pbem.rulesets.common.bids import Bid, conceding
from pbem.rulesets.common.conditions import Sight
from pbem.rulesets.common.duel import Duel, Side, first_holder, fought, sights
from pbem.rulesets.common.terms import Terms
from pbem.rulesets.maria import boxes
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.aside import after_way
from pbem.rulesets.maria.board import BITS, IDS, cities_in, suit_of
from pbem.rulesets.maria.powers import POWERS, PRAGMATIC
from pbem.rulesets.maria.records import Battle, Combat, Declared, Pair, Retreat
from pbem.rulesets.maria.relations import enemy_generals, great_of, owner_of, powers_in
from pbem.rulesets.maria.retreats import ends_of
from pbem.rulesets.maria.state import DECK, GENERALS, PIECE_IDS, POWER_OF, RANK, TWO, State
from pbem.rulesets.maria.troops import lost_by

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Wish

News = tuple[State, tuple[Event, ...]]
Seat = tuple[Pair, int]  # a battle and a side of it


# which stacks fight


def pairs_of(state: State, group: int) -> tuple[Pair, ...]:
    """M11.1, M11.3: every active stack with every enemy stack next to it, also across the border, in D18's order."""
    pairs = []
    for power in powers_in(state, group):
        enemies = state.city_bits(enemy_generals(state, power))
        for city in cities_in(state.city_bits(GENERALS[power])):
            pairs += [(city, other) for other in cities_in(BITS[city] & enemies)]
    return tuple(sorted(dict.fromkeys(pairs), key=lambda pair: default_order(state, pair)))


def default_order(state: State, pair: Pair) -> tuple[int, int, int, int]:
    """D18: by own rank, then by enemy rank."""
    own, other = state.stack(pair[0])[0], state.stack(pair[1])[0]
    return RANK[own], RANK[other], pair[0], pair[1]


def leads_attack(state: State, pair: Pair) -> int:
    """M11.2, A52: whose attack it is: the Pragmatic Army's if its general commands, else that of the stage."""
    power = state.power_in(pair[0])
    return PRAGMATIC if power == PRAGMATIC and state.mode not in TWO else -1


def combats_of(state: State, group: int, leader: int) -> tuple[Combat, ...]:
    """M11.2: the attacks of a stage; those of Austria come before those of the Pragmatic Army, so it stands last."""
    pairs = pairs_of(state, group)
    later = tuple(pair for pair in pairs if leads_attack(state, pair) == PRAGMATIC)
    first = tuple(pair for pair in pairs if pair not in later)
    found = [Combat(PRAGMATIC, later)] if later else []
    return (*found, Combat(leader, first)) if first else tuple(found)


def own_pairs(state: State, group: int, role: str) -> tuple[Pair, ...]:
    """The attacks of a stage that a role leads."""
    return tuple(pair for pair in pairs_of(state, group) if owner_of(state, state.power_in(pair[0])) == role)


def next_pair(combat: Combat) -> Pair | None:
    """M11.2: the pair to fight now, if it is decided."""
    wished = [pair for pair in combat.order if pair in combat.pairs]
    if wished:
        return wished[0]
    return combat.pairs[0] if len(combat.pairs) == 1 else None


def bid_for(state: State, given: Iterable[Bid], own_city: int, enemy_city: int) -> Bid | None:
    """The bid that speaks of the battle between these cities."""
    return bids.bid_for(given, state.stack(own_city), state.stack(enemy_city))


# the duel


def declare(state: State, combat: Combat, pair: Pair) -> News:
    """M11.5, M11.10: both sides declare their troops; the side behind, or the attacker at par, may play."""
    stacks = [state.stack(city) for city in pair]
    totals = (state.strength(stacks[0]), state.strength(stacks[1]))
    score = totals[0] - totals[1]
    battle = Battle(pair, totals, score, first_holder(score), bids=(bid_for(state, combat.bids, *pair), None))
    state = state.replaced(combat._replace(fought=combat.fought + 1))
    news = happened.Battle(
        active=[PIECE_IDS[p] for p in stacks[0]], other=[PIECE_IDS[p] for p in stacks[1]],
        cities=[IDS[city] for city in pair], troops=list(totals), score=score,
    )  # fmt: skip
    for stack, total in zip(stacks, totals, strict=True):
        state = seen(state, stack, total)
    return state.pushed(battle), (news.event(),)


def seen(state: State, stack: tuple[int, ...], total: int) -> State:
    """M25: all have seen the strength of a stack; what was known of its generals before is out of date."""
    older = tuple(d for d in state.declared if not set(d.pieces) & set(stack))
    news = (Declared(stack, total, state.turn),) if total else ()
    return state._replace(declared=older + news)


def sides(state: State, battle: Battle) -> tuple[int, int]:
    """M11.11: the powers that play the cards of a battle, the attacker first."""
    return state.power_in(battle.pair[0]), state.power_in(battle.pair[1])


def owner_of_side(state: State, battle: Battle, side: int) -> str:
    """The role that plays a side of the battle."""
    return owner_of(state, sides(state, battle)[side])


def terms_of(state: State, pair: Pair, side: int) -> Terms:
    """M11.6, M8.8: the suit of the own city, the commander's hand, a Reserve up to 8."""
    return Terms(suit_of(pair[side]), state.hands[state.power_in(pair[side])], DECK.reserve)


def sides_awaited(state: State, battle: Battle) -> tuple[int, ...]:
    """D19: which sides owe a bid now: one that was asked again, or those that have not bid and hold cards.

    The size of a hand is public, so an empty one may be passed over. Where the side with the right to play is passed
    over, it stops, and the other is asked for nothing either.
    """
    if battle.asked >= 0:
        return (battle.asked,)
    if battle.played:
        return ()
    able = [bool(state.hands[power]) for power in sides(state, battle)]
    return tuple(side for side in (0, 1) if able[battle.holder] and battle.bids[side] is None and able[side])


def resume(state: State) -> News:
    """M11.6 to M11.10: play on until the battle is decided or a side must be asked again."""
    state, duel, events = played_on(state)
    battle = state.task
    assert isinstance(battle, Battle)
    if duel.end == "ask":
        return state, events
    state, news = finish(state, battle, duel.holder, duel.score)
    return state, events + news


def played_on(state: State) -> tuple[State, Duel, tuple[Event, ...]]:
    """The battle under way with all cards that are played now, and the question if a side is asked."""
    battle = state.task
    assert isinstance(battle, Battle)
    powers = sides(state, battle)
    duel = fought(duel_of(state, battle))
    for side, power in enumerate(powers):
        gone = [played.card for played in duel.played if played.side == side]
        state = state.with_hand(power, without(state.hands[power], gone))
    battle = battle._replace(
        score=duel.sides[0].sight.score, holder=duel.holder, played=battle.played + duel.played,
        used=(duel.sides[0].used, duel.sides[1].used), asked=duel.holder if duel.end == "ask" else -1,
    )  # fmt: skip
    state = state.discarded(played.card for played in duel.played)
    return state.replaced(battle), duel, news_of(duel, powers)


def news_of(duel: Duel, powers: tuple[int, int]) -> tuple[Event, ...]:
    """Every card that was played, and the question if a side must be asked."""
    events = []
    for (side, card, value, score), declared in zip(duel.played, duel.declared, strict=True):
        news = happened.Played(nation=POWERS[powers[side]], card=str(card), value=value, score=score, declared=declared)
        events.append(news.event())
    if duel.end == "ask":
        events.append(happened.Asked(nation=POWERS[powers[duel.holder]], score=duel.score).event())
    return tuple(events)


def duel_of(state: State, battle: Battle) -> Duel:
    """The battle under way as a duel; a side without a bid stops as soon as it may (D19)."""
    made = []
    for side, sight in enumerate(sights_of(state, battle)):
        bid = battle.bids[side] or conceding(state.stack(battle.pair[side])[0])
        made.append(Side(terms_of(state, battle.pair, side), bid, sight, battle.used[side]))
    return Duel((made[0], made[1]), battle.holder)


def sights_of(state: State, battle: Battle) -> tuple[Sight, Sight]:
    """What both sides see of the battle under way."""
    active, other = sides(state, battle)
    hands = len(state.hands[active]), len(state.hands[other])
    number = next((task.fought for task in reversed(state.agenda) if isinstance(task, Combat)), 1) or 1
    return sights(battle.played, battle.score, hands, battle.totals, number)


# what comes of it


def finish(state: State, battle: Battle, side: int, score: int) -> News:
    """M11.8, M11.9: the side with the right stops: a tie at zero, else its defeat."""
    state = state.popped()
    if score == 0:
        power = sides(state, battle)[side]
        tied = happened.Tied(nation=POWERS[power], cities=[IDS[c] for c in battle.pair])
        return struck(state, (battle.pair,)), (tied.event(),)
    return defeat(state, battle, side, score)


def defeat(state: State, battle: Battle, side: int, score: int) -> News:
    """M11.12 to M11.15: losses, removal, test of the retreat, VP, Saxony's marker; the retreat waits below it."""
    loser, winner = battle.pair[side], battle.pair[1 - side]
    losing, winning = state.power_in(loser), state.power_in(winner)
    stack, victors = state.stack(loser), state.stack(winner)
    lost = min(-score, battle.totals[side])
    state, gone = with_losses(state, stack, lost)
    report = happened.Defeated(
        nation=POWERS[losing], city=IDS[loser], score=score, lost=lost, left=battle.totals[side] - lost,
        generals=[PIECE_IDS[p] for p in stack], removed=[PIECE_IDS[p] for p in gone], winner=POWERS[winning],
        victor=PIECE_IDS[victors[0]],
    )  # fmt: skip
    events: tuple[Event, ...] = (report.event(),)
    state = state._replace(victor=owner_of(state, winning))
    remaining = state.stack(loser)
    state = seen(seen(state, stack, 0), remaining, state.strength(remaining)) if remaining else seen(state, stack, 0)
    state = struck(state, [pair for combat in combats(state) for pair in combat.pairs if loser in pair])
    troops, removed = lost, len(gone)
    if remaining and not ends_of(state, loser, winner, lost):  # M11.25
        troops, removed = battle.totals[side], len(stack)
        state, news = cut_off(state, loser)
        events += news
    elif remaining:
        wishes = wishes_of(state, battle.bids[1 - side], winning)
        state = state.pushed(Retreat(winning, losing, loser, winner, lost, wishes=wishes))
    state, news = with_points(state, winning, losing, boxes.points_of(troops, removed), loser)
    return state, events + news


def with_losses(state: State, stack: tuple[int, ...], number: int) -> tuple[State, tuple[int, ...]]:
    """M11.12 to M11.14: the losses of a stack, the supreme commander first in it; and who is removed. Ruling: A38"""
    commander = POWER_OF[stack[0]]
    others = tuple(p for p in stack if POWER_OF[p] != commander)
    own = tuple(p for p in stack if POWER_OF[p] == commander)
    theirs = min(number, state.strength(others))
    state, gone = lost_by(state, others, theirs) if others else (state, ())
    state, more = lost_by(state, own, number - theirs)
    return state, (*more, *gone)


def with_points(state: State, winner: int, loser: int, points: int, city: int) -> News:
    """M16.1, M16.3, M19.33: VP won and lost, and Saxony's marker may slip. Ruling: A20"""
    if not points or not state.is_advanced:
        return state, ()
    state, won = boxes.won(state, winner, points)
    great = great_of(state, loser)
    state, lost = boxes.lost(state, loser, points, "battle")
    return boxes.slipping(state, great, [(city, points)]), won + lost


def combats(state: State) -> list[Combat]:
    """The combat phases on the agenda."""
    return [task for task in state.agenda if isinstance(task, Combat)]


def struck(state: State, pairs: Iterable[Pair]) -> State:
    """M11.4: pairs that are fought, or will not be. Ruling: A15, who had to retreat takes no further part."""
    gone = set(pairs)
    agenda = tuple(
        task._replace(pairs=tuple(pair for pair in task.pairs if pair not in gone))
        if isinstance(task, Combat)
        else task
        for task in state.agenda
    )
    return state._replace(agenda=agenda)


def wishes_of(state: State, bid: Bid | None, power: int) -> tuple[Wish, ...]:
    """D20: where the beaten are to go: the wishes of the bid, else those of a sheet for all battles of the phase."""
    if bid and bid.retreat:
        return bid.retreat
    return next((wishes for combat in combats(state)[::-1] for p, wishes in combat.wishes if p == power), ())


def cut_off(state: State, city: int) -> News:
    """M11.25: no way of the full length: all troops are lost and all generals removed."""
    stack = state.stack(city)
    news = happened.CutOff(
        nation=POWERS[POWER_OF[stack[0]]], generals=[PIECE_IDS[p] for p in stack], city=IDS[city],
        troops=state.strength(stack),
    )  # fmt: skip
    return seen(state, stack, 0).taken_off(stack), (news.event(),)


def withdrawn(state: State, city: int, way: tuple[int, ...]) -> News:
    """M11.22, M11.23, M19.17: the stack goes its way, and hussars on it go off the board; nothing else happens."""

    stack = state.stack(city)
    power = POWERS[POWER_OF[stack[0]]]
    news = happened.Retreated(
        nation=power, generals=[PIECE_IDS[p] for p in stack], from_=IDS[city], to=IDS[way[-1]],
        way=[IDS[c] for c in way],
    )  # fmt: skip
    swept = [happened.HussarSwept(power=power, city=IDS[c]).event() for c in way if c in state.hussars]
    state = state.swept(way).put(dict.fromkeys(stack, way[-1]))
    state, more = after_way(state, stack, way)
    return state, (news.event(), *swept, *more)
