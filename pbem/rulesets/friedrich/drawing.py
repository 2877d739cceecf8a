"""Tactical cards (F3): decks, draws and discards."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.friedrich import cards, facts
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, HANOVER, PRUSSIA
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.state import NATIONS, State, has_left, owner_of

DECKS = 4
BASE: tuple[int, ...] = tuple(row[3] for row in facts.NATIONS)


def has_executed(state: State, *strokes: str) -> int:
    """How many of these strokes of fate have come."""
    return sum(stroke in state.executed for stroke in strokes)


def draws_of(state: State, nation: int) -> int:
    """F3.2, F14.3, F15.3: how many cards a nation draws now."""
    if nation == PRUSSIA:
        strokes = has_executed(state, "lord-bute", "poems")
        return {"west": (2, 1, 1), "austria": (5, 4, 3)}.get(state.mode, (7, 5, 4))[strokes]
    if nation == HANOVER and has_left(state, FRANCE):
        return 1
    if nation in (AUSTRIA, FRANCE) and has_executed(state, "india", "america"):
        return 4 if nation == AUSTRIA else 3
    return BASE[nation]


def must_discard(state: State, nation: int) -> bool:
    """F3.3: France draws 4 and discards 1 until the first of India and America; F14.3: Prussia in the west."""
    if nation == PRUSSIA:
        return state.mode == "west" and not has_executed(state, "lord-bute", "poems")
    return nation == FRANCE and not has_executed(state, "india", "america")


def refilled(state: State, chance: Chance) -> State:
    """F3.6, F3.7: a new draw pile: the next unopened deck, else the two largest discards shuffled together."""
    if state.opened < DECKS:
        number = state.opened + 1
        return state._replace(draw=chance.shuffled(cards.deck(number), f"deck {number}"), opened=number)
    piles = [state.discards[d] + state.buried[d] for d in range(DECKS)]
    # Ruling: A1, the two largest; a tie goes to the lower deck number.
    chosen = sorted(sorted(range(DECKS), key=lambda d: (-len(piles[d]), d))[:2])
    pile = sorted((card for d in chosen for card in piles[d]), key=lambda card: (card.deck, cards.by_suit(card)))
    emptied = [() if d in chosen else state.discards[d] for d in range(DECKS)]
    buried = [() if d in chosen else state.buried[d] for d in range(DECKS)]
    number = state.recycled + 1
    return state._replace(
        draw=chance.shuffled(pile, f"discards {number}"), discards=tuple(emptied), buried=tuple(buried), recycled=number
    )


def drawn(state: State, number: int, chance: Chance) -> tuple[State, tuple[Card, ...], list[Event]]:
    """F3.1, F3.6-F3.8: so many cards from the draw pile, which is refilled when it is empty."""
    taken: list[Card] = []
    events: list[Event] = []
    while len(taken) < number:
        if not state.draw:
            before = state.opened
            state = refilled(state, chance)
            if not state.draw:
                break  # F3.8: every card is in a hand
            events.append(Event("opened" if state.opened > before else "reshuffled", pile_facts(state)))
        taken.append(state.draw[0])
        state = state._replace(draw=state.draw[1:])
    return state, tuple(taken), events


def pile_facts(state: State) -> dict[str, object]:
    """What all see of a new draw pile."""
    return {"decks": sorted({card.deck for card in state.draw}), "cards": len(state.draw)}


def draw_phase(state: State, nation: int, chance: Chance) -> tuple[State, tuple[Card, ...], tuple[Event, ...]]:
    """F3.1: phase 1; gives the cards of which one must be discarded, if any."""
    state, taken, events = drawn(state, draws_of(state, nation), chance)
    state = state.with_hand(nation, (*state.hands[nation], *taken))
    news = {"nation": NATIONS[nation], "number": len(taken), "decks": sorted(card.deck for card in taken)}
    own = {owner_of(state, nation): {"cards": [str(card) for card in taken]}}
    events.append(Event("drew", news, own))
    # F3.3: with fewer than four drawn cards France discards nothing.
    choose = taken if must_discard(state, nation) and len(taken) == draws_of(state, nation) else ()
    return state, choose, tuple(events)


def lowest(choices: tuple[Card, ...]) -> Card:
    """D2: the lowest value, a Reserve counted as 10; tie by suit."""
    return min(choices, key=cards.rank_of)
