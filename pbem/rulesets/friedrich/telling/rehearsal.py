"""A battle rehearsed: a bid played out against enemies that are possible by what its writer knows (F7.17, D13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common.bids import Bid
from pbem.rulesets.common.duel import Duel, first_holder
from pbem.rulesets.common.rehearsal import Course, Enemy, enemies, enemys_bid, outcome, possible_hands, summed_up
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import suit_of
from pbem.rulesets.friedrich.cards import Card, parse_face
from pbem.rulesets.friedrich.combat import Seat, bid_for, declare, played_on
from pbem.rulesets.friedrich.decisions import take
from pbem.rulesets.friedrich.fights import battle_name, cities_of, seats_of
from pbem.rulesets.friedrich.state import DECK, NATION_OF, NATIONS, Battle, Combat, State, nations_of
from pbem.rulesets.friedrich.telling.story import tell
from pbem.rulesets.friedrich.thinking import strengths


def rehearse(view: State, role: str, body: Mapping[str, Any], chance: Chance, wishes: Mapping[str, Any]) -> Any:
    """Every battle the sheet bids for, fought many times; plain data, in the order of the battles."""
    state = take(view, role, body, think=False).state
    return [
        rehearsed(state, seat, bid, Chance(f"{chance.seed}\n{number}"), wishes)
        for number, (seat, bid) in enumerate(bids_of(state, role))
    ]


def bids_of(state: State, role: str) -> list[tuple[Seat, Bid]]:
    """The sides of battles that the role's sheet has bid for."""
    own = nations_of(state, role)
    task = state.task
    if isinstance(task, Battle):
        found = [((task.pair, side), task.bids[side]) for side in (0, 1)]
        return [(seat, bid) for seat, bid in found if bid is not None and nation_at(state, cities_of(seat)[0]) in own]
    if not isinstance(task, Combat):
        return []
    given = {nation: bids for nation, bids in ((task.nation, task.bids), *task.theirs) if nation in own}
    pairs = [(seat, nation) for nation in given for seat in seats_of(state, task, nation)]
    bids = [(seat, bid_for(state, given[nation], *cities_of(seat))) for seat, nation in pairs]
    return [(seat, bid) for seat, bid in bids if bid is not None]


def nation_at(state: State, city: int) -> int:
    return NATION_OF[state.stack(city)[0]]


def rehearsed(state: State, seat: Seat, bid: Bid, chance: Chance, wishes: Mapping[str, Any]) -> dict[str, Any]:
    """One battle, fought as often as wished."""
    pair, side = seat
    nation = nation_at(state, pair[1 - side])
    low, high = strengths(state, pair[1 - side], nation)
    known = [state.task.totals[1 - side]] if isinstance(state.task, Battle) else list(range(low, high + 1))
    numbers = list(wishes.get("strengths") or known)
    hands = repeat(named_hand(wishes["hand"])) if wishes.get("hand") else hands_of(state, nation, chance)
    courses: list[Course] = []
    for enemy in enemies(wishes["samples"], numbers, hands, chance):
        duel, events = fought(state, seat, bid, enemy)
        result, number = outcome(duel, side)
        told = len(courses) < wishes["transcripts"]
        courses.append(
            Course(enemy, result, number, [line for event in events for line in tell(event)] if told else [])
        )
    return {
        "battle": battle_name(state, cities_of(seat)),
        "strengths": numbers,
        "hand": wishes.get("hand") or f"any {len(state.hands[nation])} cards that are possible",
        **summed_up(courses, wishes["transcripts"]),
    }


def named_hand(text: str) -> tuple[Card, ...]:
    """The hand a player names for the enemy; ValueError names the word that is no card."""
    cards = []
    for word in text.split():
        face = parse_face(word)
        if face is None:
            raise ValueError(f"{word!r} is not a card; write 13S, 7H, 2D, 10C, or R for a Reserve")
        cards.append(Card(face[0], face[1], face[2] or 1))
    return tuple(cards)


def hands_of(state: State, nation: int, chance: Chance) -> Iterator[tuple[Card, ...]]:
    """Hands as the nation may have them, without the cards that lie open or are the reader's own."""
    seen = [card for hand in state.hands for card in hand if card.suit != "?"]
    seen += [card for pile in state.discards for card in pile]
    return possible_hands(state.hands[nation], DECK, (*seen, *state.aside), chance)


def fought(state: State, seat: Seat, bid: Bid, enemy: Enemy) -> tuple[Duel, tuple[Event, ...]]:
    """How the battle goes against that enemy, without losses and retreat, and what there is to tell of it."""
    pair, side = seat
    state = state.with_hand(nation_at(state, pair[1 - side]), enemy.hand)
    state = with_strength(state, pair[1 - side], enemy.troops)
    events: tuple[Event, ...] = ()
    if not isinstance(state.task, Battle):
        combat = state.task
        assert isinstance(combat, Combat)
        # The bids of the stage are not asked: the enemy's are hidden from the bidder, and his own is given.
        state, events = declare(state, combat._replace(bids=(), theirs=()), pair)
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
    nation = NATIONS[nation_at(state, pair[duel.holder])]
    return (happened.Stopped(nation=nation, score=duel.score).event(),)


def with_strength(state: State, city: int, strength: int) -> State:
    """The enemy's stack with that many troops: all on the first general, which nobody looks at."""
    troops = list(state.troops)
    stack = state.stack(city)
    for piece in stack:
        troops[piece] = 0
    troops[stack[0]] = strength
    task = state.task
    if isinstance(task, Battle):
        totals = list(task.totals)
        at = task.pair.index(city)
        change = strength - totals[at]
        totals[at] = strength
        score = task.score + (change if at == 0 else -change)
        if change:  # another strength than the declared one: the battle from its start
            task = task._replace(totals=(totals[0], totals[1]), score=score, holder=first_holder(score))
            state = state.replaced(task)
    return state._replace(troops=tuple(troops))
