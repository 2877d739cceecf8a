"""The objective deck (R9), and the open display (O2)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.state import NOBODY, ROLES, Due, News, State, replaced


def due(state: State, seat: int, cause: str) -> State:
    """R9.2, M2: an objective is due; it is drawn when the turn is over, after those that were due before it."""
    return state._replace(agenda=(Due(seat, cause, state.prefer[seat]), *state.agenda))


def draw(state: State, task: Due) -> News:
    """R9.3, R9.4, O2b, O3: one objective for one falconer, from the display or the deck."""
    role, cause = ROLES[task.seat], task.cause
    if state.options.stops and state.fredericus:
        return state, (happened.NoCard(role=role, cause=cause, why="stopped").event(),)
    wanted = next((kind for kind in task.wish if kind in state.display), "")
    if not wanted and not state.deck and state.display:
        wanted = min(state.display)  # R15: the first in the order of the letters
    if wanted:
        return from_display(state, task.seat, wanted, cause)
    if not state.deck:
        return state, (happened.NoCard(role=role, cause=cause, why="empty").event(),)
    return from_deck(state, task.seat, cause)


def from_deck(state: State, seat: int, cause: str) -> News:
    """R9.1, R9.3, R9.5, R14.2: the top card, while there is one, seen by its drawer; Fredericus is shown and kept."""
    card, state = state.deck[0], state._replace(deck=state.deck[1:])
    if card == FREDERICUS:
        state = state._replace(fredericus=ROLES[seat])
        state, events = last_round(state, cause, ROLES[seat])
        return state, (happened.DrewFredericus(role=ROLES[seat], cause=cause).event(), *events)
    state = state._replace(hands=replaced(state.hands, seat, (*state.hands[seat], card)))
    return state, (happened.Drew(role=ROLES[seat], cause=cause, card=card).event(own=ROLES[seat]),)


def from_display(state: State, seat: int, kind: str, cause: str) -> News:
    """O2b, g: an open card is taken, seen by all, and replaced at once."""
    at = state.display.index(kind)
    state = state._replace(display=(*state.display[:at], *state.display[at + 1 :]))
    state = state._replace(shown=replaced(state.shown, seat, (*state.shown[seat], kind)))
    state, events = refilled(state)
    return state, (happened.Took(role=ROLES[seat], cause=cause, card=kind).event(), *events)


def refilled(state: State) -> News:
    """O2b, c, f: the next card of the deck is laid open; Fredericus is laid aside and makes this round the last."""
    events: tuple[Event, ...] = ()
    if state.deck[:1] == (FREDERICUS,):
        state = state._replace(deck=state.deck[1:], fredericus=NOBODY)
        state, news = last_round(state, "refill")
        events = (happened.Refilled(card=FREDERICUS).event(), *news)
    if not state.deck:
        return state, events
    card = state.deck[0]
    state = state._replace(deck=state.deck[1:], display=(*state.display, card))
    return state, (*events, happened.Refilled(card=card).event())


def discard(state: State) -> News:
    """R8.3, R10.1c: the deck keeper turns up the top card."""
    if not state.deck:
        return state, ()
    card, state = state.deck[0], state._replace(deck=state.deck[1:])
    if card != FREDERICUS:
        return state._replace(discards=(*state.discards, card)), (happened.Discarded(card=card).event(),)
    holder = ROLES[state.players - 1] if state.options.keeper else NOBODY  # R11.3, O4
    state, events = last_round(state._replace(fredericus=holder), "discard")
    found = happened.Discarded(card=card, role=holder if state.options.keeper else None)
    return state, (found.event(), *events)


def last_round(state: State, cause: str, role: str = "") -> News:
    """R10.1, R10.3-R10.5: the round that has begun is the last one, and goes on; a second trigger changes nothing."""
    if state.ending:
        return state, ()
    return state._replace(ending=cause), (happened.LastRound(cause=cause, role=role, round=state.round).event(),)
