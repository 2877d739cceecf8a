"""A battle rehearsed: a bid played out against enemies that are possible by what its writer knows (M11.6, D19)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.duel import Duel, first_holder
from pbem.rulesets.common.rehearsal import Course, Enemy, enemies, enemys_bid, outcome, possible_hands, summed_up
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.bids import allies_in, strengths
from pbem.rulesets.maria.board import suit_of
from pbem.rulesets.maria.combat import Seat, bid_for, declare, own_pairs, owner_of_side, played_on
from pbem.rulesets.maria.decisions import take
from pbem.rulesets.maria.fights import battle_name, cities_of
from pbem.rulesets.maria.moving import group_of_stage
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Battle, Combat, Moves
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import DECK, State
from pbem.rulesets.maria.telling.story import tell

Seats = list[tuple[Seat, Bid]]


def rehearse(view: State, role: str, body: Mapping[str, Any], chance: Chance, wishes: Mapping[str, Any]) -> Any:
    """Every battle the sheet bids for, fought many times; plain data, in the order of the battles."""
    state = take(view, role, body, think=False).state
    return [
        rehearsed(state, seat, bid, Chance(f"{chance.seed}\n{number}"), wishes)
        for number, (seat, bid) in enumerate(bids_of(state, role))
    ]


def bids_of(state: State, role: str) -> Seats:
    """The sides of battles that the role's sheet has bid for."""
    task = state.task
    if isinstance(task, Battle):
        found = [((task.pair, side), task.bids[side]) for side in (0, 1) if owner_of_side(state, task, side) == role]
        return [(seat, bid) for seat, bid in found if bid is not None]
    if isinstance(task, Moves):
        given = next((said[1] for who, said in task.ahead if who == role), ())
        pairs = own_pairs(state, group_of_stage(state), role)
    elif isinstance(task, Combat):
        given = task.bids
        pairs = tuple(pair for pair in task.pairs if owner_of(state, state.power_in(pair[0])) == role)
    else:
        return []
    bids = [((pair, 0), bid_for(state, given, *pair)) for pair in pairs]
    return [(seat, bid) for seat, bid in bids if bid is not None]


def rehearsed(state: State, seat: Seat, bid: Bid, chance: Chance, wishes: Mapping[str, Any]) -> dict[str, Any]:
    """One battle, fought as often as wished."""
    pair, side = seat
    power, role = state.power_in(pair[1 - side]), owner_of(state, state.power_in(pair[side]))
    low, high = strengths(state, pair[1 - side], role)
    known = [state.task.totals[1 - side]] if isinstance(state.task, Battle) else list(range(low, high + 1))
    numbers = list(wishes.get("strengths") or known)
    hands = repeat(named_hand(wishes["hand"])) if wishes.get("hand") else hands_of(state, power, chance)
    courses: list[Course] = []
    own = own_strengths(state, seat, role)
    for number, enemy in enumerate(enemies(wishes["samples"], numbers, hands, chance)):
        mustered = with_strength(state, pair[side], chance.pick(own, f"own {number}")) if own else state
        duel, events = fought(mustered, seat, bid, enemy)
        result, lost = outcome(duel, side)
        told = len(courses) < wishes["transcripts"]
        lines = [line for event in events for line in tell(event)] if told else []
        courses.append(Course(enemy, result, lost, lines))
    return {
        "battle": battle_name(state, cities_of(seat)),
        "strengths": numbers,
        "hand": wishes.get("hand") or f"any {len(state.hands[power])} cards that are possible",
        **summed_up(courses, wishes["transcripts"]),
    }


def own_strengths(state: State, seat: Seat, role: str) -> list[int]:
    """M25: what the own stack may have, where the troops of an ally in it are not known; else nothing."""
    pair, side = seat
    if isinstance(state.task, Battle) or not allies_in(state, pair[side], role):
        return []
    low, high = strengths(state, pair[side], role)
    return list(range(low, high + 1))


def named_hand(text: str) -> tuple[Card, ...]:
    """The hand a player names for the enemy; ValueError names the word that is no card."""
    cards = []
    for word in text.split():
        face = DECK.face(word)
        if face is None:
            raise ValueError(f"{word!r} is not a card; write 10S, 7H, 2D, 9C, or R for a Reserve")
        cards.append(Card(face[0], face[1], face[2] or 1))
    return tuple(cards)


def hands_of(state: State, power: int, chance: Chance) -> Iterator[tuple[Card, ...]]:
    """Hands as the power may have them, without the cards that lie open or are the reader's own."""
    seen = [card for hand in state.hands for card in hand if card.suit != "?"]
    seen += [card for pile in (*state.discards, *state.kept) for card in pile]
    return possible_hands(state.hands[power], DECK, tuple(seen), chance)


def fought(state: State, seat: Seat, bid: Bid, enemy: Enemy) -> tuple[Duel, tuple[Event, ...]]:
    """How the battle goes against that enemy, without losses and retreat, and what there is to tell of it."""
    pair, side = seat
    state = state.with_hand(state.power_in(pair[1 - side]), enemy.hand)
    state = with_strength(state, pair[1 - side], enemy.troops)
    events: tuple[Event, ...] = ()
    if not isinstance(state.task, Battle):
        combat = Combat(state.power_in(pair[0]), (pair,))
        state, events = declare(state.replaced(combat), combat, pair)
    battle = state.task
    assert isinstance(battle, Battle)
    bids = [bid, bid]
    bids[1 - side] = enemys_bid(enemy, state.stack(pair[1 - side])[0], suit_of(pair[1 - side]))
    state = state.replaced(battle._replace(bids=(bids[0], bids[1]), used=((), ()), asked=-1))
    state, duel, news = played_on(state)
    return duel, (*events, *news, *stopped(state, duel, pair))


def stopped(state: State, duel: Duel, pair: tuple[int, int]) -> tuple[Event, ...]:
    """The end of a rehearsal: no losses, no retreat, only who stopped at what score."""
    if duel.end == "ask":
        return ()
    power = POWERS[state.power_in(pair[duel.holder])]
    return (happened.Stopped(nation=power, score=duel.score).event(),)


def with_strength(state: State, city: int, strength: int) -> State:
    """A stack with that many troops: all on the first general, which nobody looks at."""
    troops, stack = list(state.troops), state.stack(city)
    for piece in stack:
        troops[piece] = 0
    troops[stack[0]] = strength
    task = state.task
    if isinstance(task, Battle):
        totals, at = list(task.totals), task.pair.index(city)
        change = strength - totals[at]
        totals[at] = strength
        score = task.score + (change if at == 0 else -change)
        if change:  # another strength than the declared one: the battle from its start
            task = task._replace(totals=(totals[0], totals[1]), score=score, holder=first_holder(score))
            state = state.replaced(task)
    return state._replace(troops=tuple(troops))
