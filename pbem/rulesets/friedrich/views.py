"""What each role may know (section 6), and the test of it: other secrets that look the same."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.chance import Chance
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATIONS,
    Battle,
    Combat,
    Stage,
    State,
    Task,
    nations_of,
    owner_of,
)


def exchange(state: State, role: str | None, chance: Chance) -> State:
    """Another state that the role cannot tell from this one: troops and cards it may not know are shuffled about."""
    own = nations_of(state, role)
    state = with_other_cards(state, own, chance)
    for nation in range(len(NATIONS)):
        if nation not in own:
            state = with_other_troops(state, nation, chance)
    return state._replace(
        fate=chance.shuffled(state.fate, "exchange fate"),
        standing=tuple(standing for standing in state.standing if standing.role == role),
        answers=tuple(pair for pair in state.answers if pair[0] == role),
        agenda=tuple(with_other_bids(state, task, role) for task in state.agenda),
    )


def with_other_bids(state: State, task: Task, role: str | None) -> Task:
    """The task with the bids of others replaced by the poorest there is; that a bid was made is no secret."""
    if isinstance(task, Combat):
        theirs = tuple((n, bids if owner_of(state, n) == role else ()) for n, bids in task.theirs)
        mine = owner_of(state, task.nation) == role
        return task._replace(theirs=theirs) if mine else task._replace(order=(), bids=(), theirs=theirs)
    if isinstance(task, Battle):
        from pbem.rulesets.common.bids import conceding
        from pbem.rulesets.friedrich.combat import owner_of_side

        own = [owner_of_side(state, task, side) == role for side in (0, 1)]
        bids = [
            bid if own[side] or bid is None else conceding(state.stack(task.pair[side])[0])
            for side, bid in enumerate(task.bids)
        ]
        return task._replace(bids=(bids[0], bids[1]))
    return task


def with_other_troops(state: State, nation: int, chance: Chance) -> State:
    """The same total spread otherwise over the nation's generals on the map."""
    on_map = [p for p in GENERALS[nation] if state.place[p] >= 0]
    left = sum(state.troops[p] for p in on_map) - len(on_map)
    numbers = dict.fromkeys(on_map, 1)
    number = 0
    while left > 0:
        piece = chance.pick([p for p in on_map if numbers[p] < MOST], f"exchange {nation} {number}")
        numbers[piece] += 1
        left -= 1
        number += 1
    return state.with_troops(numbers)


def with_other_cards(state: State, own: Iterable[int], chance: Chance) -> State:
    """The cards of each deck that the role has not seen, dealt otherwise to the same places."""
    own = tuple(own)
    places: list[list[Card]] = [list(hand) for hand in state.hands]
    open_ = [nation for nation in range(len(places)) if nation not in own]
    pools = [places[nation] for nation in open_] + [list(state.draw)] + [list(pile) for pile in state.buried]
    for deck in range(1, 5):
        spots = [(pool, at) for pool in pools for at, card in enumerate(pool) if card.deck == deck]
        cards = chance.shuffled([pool[at] for pool, at in spots], f"exchange deck {deck}")
        for (pool, at), card in zip(spots, cards, strict=True):
            pool[at] = card
    hands = tuple(tuple(hand) for hand in places)
    count = len(open_)
    agenda = tuple(other_drawn(task, state, hands, own) for task in state.agenda)
    return state._replace(
        hands=hands, draw=tuple(pools[count]), buried=tuple(tuple(p) for p in pools[count + 1 :]), agenda=agenda
    )


def other_drawn(task: Task, state: State, hands: tuple[tuple[Card, ...], ...], own: tuple[int, ...]) -> Task:
    """The cards just drawn stand at the end of the hand; they change with it."""
    if isinstance(task, Stage) and task.drawn and task.nation not in own:
        return task._replace(drawn=hands[task.nation][-len(task.drawn) :])
    return task
