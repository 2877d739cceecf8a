"""What each role may know (section 6), and the test of it: other secrets that look the same."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.chance import Chance
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATIONS,
    Stage,
    State,
    Task,
    nations_of,
)


def exchange(state: State, role: str | None, chance: Chance) -> State:
    """Another state that the role cannot tell from this one: troops and cards it may not know are shuffled about."""
    own = nations_of(state, role)
    state = with_other_cards(state, own, chance)
    for nation in range(len(NATIONS)):
        if nation not in own:
            state = with_other_troops(state, nation, chance)
    own_bids = tuple(standing for standing in state.standing if standing.role == role)
    return state._replace(fate=chance.shuffled(state.fate, "exchange fate"), standing=own_bids)


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
