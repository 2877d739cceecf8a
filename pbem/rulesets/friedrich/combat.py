"""Combat (F7): which stacks fight, the duel of cards, losses, and the retreat that follows (F8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pbem.core.events import Event
from pbem.rulesets.common import bids
from pbem.rulesets.common.bids import Bid, conceding
from pbem.rulesets.common.conditions import Sight
from pbem.rulesets.common.duel import Duel, Side, first_holder, fought, sights
from pbem.rulesets.common.terms import has_come
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.battle_fate import is_silenced, terms_of
from pbem.rulesets.friedrich.board import AUSTRIA, BITS, IDS, IMPERIAL, PRUSSIA, cities_in, suit_of
from pbem.rulesets.friedrich.offensive import card_lost
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    RANK,
    Battle,
    Combat,
    Declared,
    Retreat,
    State,
    hostile_generals,
    owner_of,
)
from pbem.rulesets.friedrich.troops import spread

if TYPE_CHECKING:
    from pbem.rulesets.common.wishes import Wish

Pair = tuple[int, int]  # the active city and the other
Seat = tuple[Pair, int]  # a battle and a side of it


def pairs_of(state: State, nation: int) -> tuple[Pair, ...]:
    """F7.1, F7.13, F7.15: all pairs (active stack, hostile stack) in adjacent cities, in the order of D12's default."""
    enemies = state.city_bits(hostile_generals(nation))
    own = state.city_bits(GENERALS[nation])
    pairs = [(a, b) for a in cities_in(own) for b in cities_in(BITS[a] & enemies)]
    return tuple(sorted(pairs, key=lambda pair: default_order(state, pair)))


def default_order(state: State, pair: Pair) -> tuple[int, int, int]:
    """D12: best-ranked active commander first, then nation order and best rank of the other."""
    own, other = state.stack(pair[0])[0], state.stack(pair[1])[0]
    return (RANK[own], NATION_OF[other], RANK[other])


def next_pair(combat: Combat) -> Pair | None:
    """F7.2: the pair to fight now, if it is decided; D12's default where all bids of the stage were given at once."""
    wished = [pair for pair in combat.order if pair in combat.pairs]
    if wished:
        return wished[0]
    return combat.pairs[0] if len(combat.pairs) == 1 or (combat.pairs and combat.mustered) else None


def bid_for(state: State, given: Iterable[Bid], own_city: int, enemy_city: int) -> Bid | None:
    """The bid that speaks of the battle between these cities."""
    return bids.bid_for(given, state.stack(own_city), state.stack(enemy_city))


def declare(state: State, combat: Combat, pair: Pair) -> tuple[State, tuple[Event, ...]]:
    """F7.4, F7.5: both sides state their totals; the side behind, or the active one at par, may play."""
    stacks = [state.stack(city) for city in pair]
    totals = (state.strength(stacks[0]), state.strength(stacks[1]))
    score = totals[0] - totals[1]
    battle = Battle(pair, totals, score, first_holder(score))
    theirs = dict(combat.theirs).get(NATION_OF[stacks[1][0]], ())
    battle = battle._replace(bids=(bid_for(state, combat.bids, *pair), bid_for(state, theirs, pair[1], pair[0])))
    state = state.replaced(combat._replace(fought=combat.fought + 1))
    news = happened.Battle(
        active=[PIECE_IDS[p] for p in stacks[0]], other=[PIECE_IDS[p] for p in stacks[1]],
        cities=[IDS[city] for city in pair], troops=list(totals), score=score,
    )  # fmt: skip
    for stack, total in zip(stacks, totals, strict=True):
        state = seen(state, stack, total)
    if combat.nation == IMPERIAL and suit_of(pair[0]) not in state.attack_suits:
        state = state._replace(attack_suits=state.attack_suits + suit_of(pair[0]))
    return state.pushed(battle), (news.event(),)


def muster(state: State, combat: Combat) -> tuple[State, tuple[Event, ...]]:
    """Option bidding = "stage": all strengths of the phase are declared, and all its bids are owed at once.

    Who owes is settled by public facts and by what the active side has said ahead: an empty hand cannot bid.
    """
    stacks = [state.stack(city) for city in dict.fromkeys(city for pair in combat.pairs for city in pair)]
    for stack in stacks:
        state = seen(state, stack, state.strength(stack))
    news = happened.Mustered(
        battles=[[PIECE_IDS[state.stack(city)[0]] for city in pair] for pair in combat.pairs],
        stacks=[[PIECE_IDS[p] for p in stack] for stack in stacks],
        troops=[state.strength(stack) for stack in stacks],
    )
    others = dict.fromkeys(NATION_OF[state.stack(pair[1])[0]] for pair in combat.pairs)
    awaited = tuple(nation for nation in others if state.hands[nation])
    if active_owes(state, combat):
        awaited = (combat.nation, *awaited)
    return state.replaced(combat._replace(mustered=True, awaited=awaited)), (news.event(),)


def active_owes(state: State, combat: Combat) -> bool:
    """Whether the active side has still to say how it fights: an order of battles, or a bid for one of them."""
    unordered = len(combat.pairs) - len([pair for pair in combat.order if pair in combat.pairs]) > 1
    able = [pair for pair in combat.pairs if state.hands[combat.nation] and not is_silenced(state, pair[0])]
    unbid = any(not bid_for(state, combat.bids, *pair) for pair in able)
    return bool(unordered or unbid)


def seen(state: State, stack: tuple[int, ...], total: int) -> State:
    """All have seen the strength of a stack; what was known of its generals before is out of date."""
    older = tuple(d for d in state.declared if not set(d.pieces) & set(stack))
    news = (Declared(stack, total, state.turn, NATION_OF[stack[0]]),) if total else ()
    return state._replace(declared=older + news)


def sides(state: State, battle: Battle) -> tuple[int, int]:
    """The two nations of a battle, the active one first."""
    return NATION_OF[state.stack(battle.pair[0])[0]], NATION_OF[state.stack(battle.pair[1])[0]]


def sides_awaited(state: State, battle: Battle) -> tuple[int, ...]:
    """Which sides owe a bid now: one that was asked again, or those that have not bid and hold cards.

    The size of a hand is public, so an empty one may be passed over; and so is 3♥. Where the side with the right to
    play is passed over, it stops, the battle is decided, and the other is asked for nothing either (N3). What only a
    hand settles, with nothing in it to play, is asked: else the silence would tell of it.
    """
    if battle.asked >= 0:
        return (battle.asked,)
    if battle.played:
        return ()
    nations = sides(state, battle)
    able = [state.hands[nations[side]] and not is_silenced(state, battle.pair[side]) for side in (0, 1)]
    return tuple(side for side in (0, 1) if able[battle.holder] and battle.bids[side] is None and able[side])


def resume(state: State) -> tuple[State, tuple[Event, ...]]:
    """F7.17: play on until the battle is decided or a side must be asked again."""
    state, duel, events = played_on(state)
    battle = state.task
    assert isinstance(battle, Battle)
    if duel.end == "ask":
        return state, events
    state, news = finish(state, battle, duel.holder, duel.score)
    return state, events + news


def played_on(state: State) -> tuple[State, Duel, tuple[Event, ...]]:
    """F7.14, F7.17: the battle under way with all cards that are played now, and the question if a side is asked."""
    battle = state.task
    assert isinstance(battle, Battle)
    nations = sides(state, battle)
    before = duel_of(state, battle)
    duel = fought(before)
    for side, nation in enumerate(nations):
        gone = [played.card for played in duel.played if played.side == side]
        state = state.with_hand(nation, cards.without(state.hands[nation], gone))
    spent = any(has_come(old.terms, new.terms) for old, new in zip(before.sides, duel.sides, strict=True))
    battle = battle._replace(
        score=duel.sides[0].sight.score, holder=duel.holder, played=battle.played + duel.played,
        used=(duel.sides[0].used, duel.sides[1].used), asked=duel.holder if duel.end == "ask" else -1,
    )  # fmt: skip
    state = state.discarded(played.card for played in duel.played)._replace(spent=state.spent or spent)
    return state.replaced(battle), duel, news_of(duel, nations)


def news_of(duel: Duel, nations: tuple[int, int]) -> tuple[Event, ...]:
    """F7.17: every card that was played, and the question if a side must be asked."""
    events = []
    for (side, card, value, score), declared in zip(duel.played, duel.declared, strict=True):
        news = happened.Played(
            nation=NATIONS[nations[side]], card=str(card), value=value, score=score, declared=declared
        )
        events.append(news.event())
    if duel.end == "ask":
        events.append(happened.Asked(nation=NATIONS[nations[duel.holder]], score=duel.score).event())
    return tuple(events)


def duel_of(state: State, battle: Battle) -> Duel:
    """F7.17: the battle under way as a duel; a side without a bid stops as soon as it may (D13)."""
    made = []
    for side, sight in enumerate(sights_of(state, battle)):
        bid = battle.bids[side] or conceding(state.stack(battle.pair[side])[0])
        made.append(Side(terms_of(state, battle.pair, side), bid, sight, battle.used[side]))
    return Duel((made[0], made[1]), battle.holder)


def sights_of(state: State, battle: Battle) -> tuple[Sight, Sight]:
    """D13: what both sides see of the battle under way."""
    active, other = sides(state, battle)
    hands = len(state.hands[active]), len(state.hands[other])
    number = next((task.fought for task in reversed(state.agenda) if isinstance(task, Combat)), 1) or 1
    return sights(battle.played, battle.score, hands, battle.totals, number)


def finish(state: State, battle: Battle, side: int, score: int) -> tuple[State, tuple[Event, ...]]:
    """F7.8-F7.10: the side with the right stops: a tie at zero, else its defeat."""
    nations = sides(state, battle)
    state = state.popped()
    if score == 0:
        tied = happened.Tied(nation=NATIONS[nations[side]], cities=[IDS[c] for c in battle.pair])
        return struck(state, (battle.pair,)), (tied.event(),)
    loser, winner = battle.pair[side], battle.pair[1 - side]
    lost = min(-score, battle.totals[side])
    left = battle.totals[side] - lost
    stack, victors = state.stack(loser), state.stack(winner)
    remaining = stack[: min(left, len(stack))]  # F6.5: the largest rank numbers go first
    gone = stack[len(remaining) :]
    report = happened.Defeated(
        nation=NATIONS[nations[side]], city=IDS[loser], score=score, lost=lost, left=left,
        generals=[PIECE_IDS[p] for p in stack], removed=[PIECE_IDS[p] for p in gone],
        winner=NATIONS[nations[1 - side]], victor=PIECE_IDS[victors[0]],
    )  # fmt: skip
    numbers = spread(state, remaining, left) if remaining else {}
    state = state.taken_off(gone).with_troops(numbers)._replace(victor=victors[0])
    state = state._replace(beaten=state.beaten | sum(1 << p for p in stack))
    state = seen(seen(state, stack, 0), remaining, left) if remaining else seen(state, stack, 0)
    state = struck(state, [pair for pair in combat_of(state).pairs if loser in pair])
    events: tuple[Event, ...] = (report.event(),)
    if state.offensive == "taken" and (nations[side], nations[1 - side]) == (PRUSSIA, AUSTRIA) and score <= -3:
        state, news = card_lost(state)  # F13.4.5a. Ruling: A42, the score counts, not the troops lost
        events += news
    if not remaining:
        return state, events
    wishes = wishes_of(combat_of(state), battle.bids[1 - side], nations[1 - side])
    state, news = retreat(state, loser, winner, lost, wishes)
    return state, events + news


def combat_of(state: State) -> Combat:
    """The combat phase on top of the agenda."""
    combat = state.task
    assert isinstance(combat, Combat)
    return combat


def struck(state: State, pairs: Iterable[Pair]) -> State:
    """F7.3, F7.12: pairs that are fought, or will not be."""
    combat = combat_of(state)
    gone = set(pairs)
    return state.replaced(combat._replace(pairs=tuple(pair for pair in combat.pairs if pair not in gone)))


def wishes_of(combat: Combat, bid: Bid | None, nation: int) -> tuple[Wish, ...]:
    """D16: where the beaten are to go: the wishes of the bid, else those of a sheet for all battles of the phase."""
    return bid.retreat if bid and bid.retreat else dict(combat.wishes).get(nation, ())


def retreat(
    state: State, loser: int, winner: int, length: int, wishes: tuple[Wish, ...]
) -> tuple[State, tuple[Event, ...]]:
    """F7.11, F8.1, F8.9: the beaten stack goes now: where the victor wishes, is asked about, or it is lost.

    Generals who were taken off are not in the way any more (F8.7).
    """
    stack = state.stack(loser)
    ends = destinations(winner, loser, length, state.occupied(stack))
    if not ends:
        return cut_off(state, loser)
    nations = NATION_OF[state.stack(winner)[0]], NATION_OF[stack[0]]
    left, news = narrowed(state, stack, ends, wishes, owner_of(state, nations[0])) if wishes else (ends, ())
    if left.bit_count() == 1:
        state, gone = withdrawn(state, loser, left.bit_length() - 1)
        return state, news + gone
    open_ = left if left != ends else 0
    return state.pushed(Retreat(nations[0], nations[1], loser, winner, length, ends, open_)), news


def narrowed(
    state: State, stack: tuple[int, ...], ends: int, wishes: tuple[Wish, ...], role: str
) -> tuple[int, tuple[Event, ...]]:
    """D16: the destinations that the victor's wishes leave; of those in vain he alone is told."""
    from pbem.rulesets.friedrich.wishes import chosen, parted, unfit_news  # not for submit

    choice = chosen(state, stack, ends, wishes)
    cities, others = parted(choice.unfit, ends)
    return choice.left, unfit_wishes(stack, cities, role) + unfit_news(stack, role, wishes=others)


def unfit_wishes(stack: tuple[int, ...], cities: tuple[int, ...], role: str) -> tuple[Event, ...]:
    """F8.5: the victor is told which cities his bid named for the retreat in vain."""
    news = happened.WishUnfit(generals=[PIECE_IDS[p] for p in stack], cities=[IDS[c] for c in cities])
    return (news.event(to=(role,)),) if cities else ()


def cut_off(state: State, city: int) -> tuple[State, tuple[Event, ...]]:
    """F8.4: no retreat in full: all troops are lost and all generals go off the map."""
    stack = state.stack(city)
    news = happened.CutOff(
        nation=NATIONS[NATION_OF[stack[0]]], generals=[PIECE_IDS[p] for p in stack], city=IDS[city],
        troops=state.strength(stack),
    )  # fmt: skip
    return seen(state, stack, 0).taken_off(stack), (news.event(),)


def withdrawn(state: State, city: int, goal: int) -> tuple[State, tuple[Event, ...]]:
    """F8.6: the stack stands in its new city; nothing else happens."""
    stack = state.stack(city)
    news = happened.Retreated(
        nation=NATIONS[NATION_OF[stack[0]]], generals=[PIECE_IDS[p] for p in stack], from_=IDS[city], to=IDS[goal]
    )
    return state.put(dict.fromkeys(stack, goal)), (news.event(),)


def owner_of_side(state: State, battle: Battle, side: int) -> str:
    """The role that plays a side of the battle."""
    return owner_of(state, sides(state, battle)[side])
