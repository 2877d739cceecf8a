"""What each role may know (section 6), and the test of it: other secrets that look the same."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.chance import Chance
from pbem.core.hidden import HIDDEN
from pbem.rulesets.friedrich.cards import Card, backs
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATION_OF,
    NATIONS,
    Battle,
    Combat,
    Stage,
    State,
    Task,
    nations_of,
    owner_of,
)


def view(state: State, role: str | None) -> State:
    """The state with HIDDEN and card backs in place of what the role may not know; None is the public."""
    own = nations_of(state, role)
    troops = tuple(
        HIDDEN if number and NATION_OF[piece] not in own else number for piece, number in enumerate(state.troops)
    )
    hands = tuple(tuple(hand) if nation in own else backs(hand) for nation, hand in enumerate(state.hands))
    return state._replace(
        troops=troops,
        hands=hands,
        draw=backs(state.draw),
        buried=tuple(backs(pile) for pile in state.buried),
        fate=HIDDEN,
        agenda=tuple(seen_task(state, task, role) for task in state.agenda),
    )


def seen_task(state: State, task: Task, role: str | None) -> Task:
    """A task as the role knows it: other sides' bids and drawn cards are hidden."""
    if isinstance(task, Stage) and task.drawn and owner_of(state, task.nation) != role:
        return task._replace(drawn=backs(task.drawn))
    if isinstance(task, Combat) and owner_of(state, task.nation) != role:
        return task._replace(order=HIDDEN, bids=HIDDEN)
    if isinstance(task, Battle):
        from pbem.rulesets.friedrich.combat import owner_of_side

        own = [owner_of_side(state, task, side) == role for side in (0, 1)]
        bids = tuple(bid if own[side] or bid is None else HIDDEN for side, bid in enumerate(task.bids))
        used = tuple(task.used[side] if own[side] else HIDDEN for side in (0, 1))
        return task._replace(bids=(bids[0], bids[1]), used=(used[0], used[1]))
    return task


def exchange(state: State, role: str | None, chance: Chance) -> State:
    """Another state that the role cannot tell from this one: troops and cards it may not know are shuffled about."""
    own = nations_of(state, role)
    state = with_other_cards(state, own, chance)
    for nation in range(len(NATIONS)):
        if nation not in own:
            state = with_other_troops(state, nation, chance)
    return state._replace(fate=chance.shuffled(state.fate, "exchange fate"))


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
