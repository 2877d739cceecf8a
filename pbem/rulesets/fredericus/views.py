"""Information (R14): what each role may know, and the test of it: other secrets that look the same."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import Chance
from pbem.core.events import HIDDEN
from pbem.rulesets.fredericus.cards import BOTTOM, FREDERICUS, KINDS
from pbem.rulesets.fredericus.state import Due, State, Task, seat_of


def view(state: State, role: str | None) -> State:
    """R2.5, R14: the state with HIDDEN in place of what the role may not know; None is the public."""
    own = seat_of(state, role)
    hands = tuple(
        hand if seat == own or state.winners else (HIDDEN,) * len(hand) for seat, hand in enumerate(state.hands)
    )
    prefer = tuple(wish if seat == own else HIDDEN for seat, wish in enumerate(state.prefer))
    return state._replace(
        hands=hands, prefer=prefer, deck=(HIDDEN,) * len(state.deck),
        agenda=tuple(seen_task(task, own) for task in state.agenda),
    )  # fmt: skip


def seen_task(task: Task, own: int | None) -> Task:
    """A task as a seat knows it: what others would like to draw is hidden."""
    return task._replace(wish=HIDDEN) if isinstance(task, Due) and task.seat != own else task


def exchange(state: State, role: str | None, chance: Chance) -> State:
    """Another state that the role cannot tell from this one: objectives it has not seen change places."""
    own = seat_of(state, role)
    known = [seat == own or bool(state.winners) for seat in range(state.players)]
    hidden = [card for seat, hand in enumerate(state.hands) if not known[seat] for card in hand]
    plain = [card for card in state.deck if card != FREDERICUS]
    pile = list(chance.shuffled([*hidden, *plain], "exchange objectives"))
    hands: list[Any] = []
    for seat, hand in enumerate(state.hands):
        hands.append(hand if known[seat] else tuple(pile.pop() for _ in hand))
    prefer = tuple(
        wish if seat == own else other_wish(state, seat, chance) for seat, wish in enumerate(state.prefer)
    )  # fmt: skip
    deck = other_deck(state, pile, chance)
    return state._replace(hands=tuple(hands), deck=deck, prefer=prefer)


def other_deck(state: State, plain: list[Any], chance: Chance) -> tuple[Any, ...]:
    """The deck of other cards, with Fredericus at any of the places it can have (R3.4)."""
    if FREDERICUS not in state.deck:
        return tuple(plain)
    places = range(max(0, len(plain) - BOTTOM), len(plain) + 1)
    at = chance.pick(places, "exchange Fredericus")
    return (*plain[:at], FREDERICUS, *plain[at:])


def other_wish(state: State, seat: int, chance: Chance) -> tuple[str, ...]:
    """Another list of wanted kinds, where lists have a use."""
    if not state.options.display:
        return ()
    length = chance.below(len(KINDS) + 1, f"exchange wish {seat}")
    return chance.shuffled(KINDS, f"exchange kinds {seat}")[:length]
