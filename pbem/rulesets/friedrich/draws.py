"""Tactical cards (F3): decks, draws and discards."""

from __future__ import annotations

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card, Face, by_suit, face_text, rank_of
from pbem.rulesets.common.piles import Piles
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich import facts
from pbem.rulesets.friedrich.board import AUSTRIA, FRANCE, HANOVER, PRUSSIA
from pbem.rulesets.friedrich.state import DECK, NATION_NAMES, NATIONS, State, has_left, owner_of

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")

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


def discarders(mode: str) -> tuple[int, ...]:
    """F3.3, F14.3: who discards one of the cards just drawn, as long as the strokes of fate let him draw so many."""
    return (FRANCE, PRUSSIA) if mode == "west" else (FRANCE,)


def must_discard(state: State, nation: int) -> bool:
    """F3.3: France draws 4 and discards 1 until the first of India and America; F14.3: Prussia in the west."""
    strokes = ("lord-bute", "poems") if nation == PRUSSIA else ("india", "america")
    return nation in discarders(state.mode) and not has_executed(state, *strokes)


def refilled(state: State, chance: Chance) -> State:
    """F3.6, F3.7: a new draw pile. Ruling: A1, of the discards the two largest; a tie goes to the lower number."""
    return state.with_piles(state.piles.refilled(DECK, chance))


def drawn(state: State, number: int, chance: Chance) -> tuple[State, tuple[Card, ...], list[Event]]:
    """F3.1, F3.6-F3.8: so many cards from the draw pile, which is refilled when it is empty."""
    before, (piles, taken, fresh) = state.opened, state.piles.drawn(number, DECK, chance)
    events = []
    for new in fresh:
        events.append(pile_event(new, new.opened > before))
        before = new.opened
    return state.with_piles(piles), taken, events


def pile_event(piles: Piles, opened: bool) -> Event:
    """What all see of a new draw pile."""
    kind = happened.Opened if opened else happened.Reshuffled
    return kind(decks=sorted({card.deck for card in piles.draw}), cards=len(piles.draw)).event()


def draw_phase(state: State, nation: int, chance: Chance) -> tuple[State, tuple[Card, ...], tuple[Event, ...]]:
    """F3.1: phase 1; gives the cards of which one must be discarded, if any."""
    state, taken, events = drawn(state, draws_of(state, nation), chance)
    state = state.with_hand(nation, (*state.hands[nation], *taken))
    decks, faces = sorted(card.deck for card in taken), [str(card) for card in taken]
    news = happened.Drew(nation=NATIONS[nation], number=len(taken), decks=decks, cards=faces)
    events.append(news.event(own=owner_of(state, nation)))
    # F3.3: with fewer than four drawn cards France discards nothing.
    choose = taken if must_discard(state, nation) and len(taken) == draws_of(state, nation) else ()
    return state, choose, tuple(events)


def lowest(choices: tuple[Card, ...]) -> Card:
    """D2: the lowest value, a Reserve counted as 10; tie by suit."""
    return min(choices, key=rank_of)


def default_discard(drawn: tuple[Card, ...]) -> str:
    """D2: the order that is taken where none comes."""
    return f"discard {lowest(drawn)}"


def not_held(state: State, nation: int, face: Face, at: Where, use: str = "choice") -> Diagnostic:
    """The complaint about a card that is not in the hand, or no longer; ``use``: to pay, or what a card asks."""
    hand = sorted(state.hands[nation], key=by_suit)
    text = " ".join(str(card) for card in hand)
    if any(card.face == face[:2] and face[2] in (0, card.deck) for card in hand):
        times = sum(card.face == face[:2] for card in hand)
        return fr.PROMISED_TWICE(at, card=face_text(face), times=f"{times} times", form=f"pay{'-once' * (times == 1)}")
    form = use if hand else f"{use}-empty"
    return fr.CARD_NOT_HELD(at, nation=NATION_NAMES[nation], card=face_text(face), hand=text, form=form)
