"""What each role may know (section 6), and the test of it: other secrets that look the same."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.rulesets.common import Card
from pbem.rulesets.common.twins import other_cards, other_troops
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATIONS,
    Battle,
    Combat,
    Retreat,
    Stage,
    State,
    Task,
    nations_of,
    own_wishes,
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
    if isinstance(task, Retreat) and owner_of(state, task.winner) != role:
        return task._replace(left=0)
    if isinstance(task, Combat):
        task = task._replace(wishes=own_wishes(state, task, role))
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
    return state.with_troops(other_troops(state.strength(on_map), on_map, MOST, chance, f"exchange {nation}"))


def with_other_cards(state: State, own: tuple[int, ...], chance: Chance) -> State:
    """The cards of each deck that the role has not seen, dealt otherwise to the same places."""
    others = [nation for nation in range(len(state.hands)) if nation not in own]
    piles = [*(state.hands[nation] for nation in others), state.draw, *state.buried]
    dealt = other_cards(piles, chance)
    hands = list(state.hands)
    for nation, hand in zip(others, dealt, strict=False):
        hands[nation] = hand
    draw, *buried = dealt[len(others) :]
    agenda = tuple(other_drawn(task, tuple(hands), own) for task in state.agenda)
    return state._replace(hands=tuple(hands), draw=draw, buried=tuple(buried), agenda=agenda)


def other_drawn(task: Task, hands: tuple[tuple[Card, ...], ...], own: tuple[int, ...]) -> Task:
    """The cards just drawn stand at the end of the hand; they change with it."""
    if isinstance(task, Stage) and task.drawn and task.nation not in own:
        return task._replace(drawn=hands[task.nation][-len(task.drawn) :])
    return task
