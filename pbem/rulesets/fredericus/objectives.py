"""The objective deck (R9), and the open display (O2)."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.state import NOBODY, ROLES, Due, News, State, replaced


def due(state: State, seat: int, cause: str) -> State:
    """R9.2, M2: an objective is due; it is drawn when the turn is over, after those that were due before it."""
    return state._replace(agenda=(Due(seat, cause, state.prefer[seat]), *state.agenda))


def draw(state: State, task: Due) -> News:
    """R9.3, R9.4, O2b, O3: one objective for one falconer, from the display or the deck."""
    facts = {"role": ROLES[task.seat], "cause": task.cause}
    if state.options.stops and state.fredericus:
        return state, (Event("no-card", {**facts, "why": "stopped"}),)
    wanted = next((kind for kind in task.wish if kind in state.display), "")
    if not wanted and not state.deck and state.display:
        wanted = min(state.display)  # R15: the first in the order of the letters
    if wanted:
        return from_display(state, task.seat, wanted, facts)
    if not state.deck:
        return state, (Event("no-card", {**facts, "why": "empty"}),)
    return from_deck(state, task.seat, facts)


def from_deck(state: State, seat: int, facts: dict[str, str]) -> News:
    """R9.1, R9.3, R9.5, R14.2: the top card, while there is one, seen by its drawer; Fredericus is shown and kept."""
    card, state = state.deck[0], state._replace(deck=state.deck[1:])
    if card == FREDERICUS:
        state = state._replace(fredericus=ROLES[seat])
        state, events = last_round(state, facts["cause"], ROLES[seat])
        return state, (Event("drew-fredericus", facts), *events)
    state = state._replace(hands=replaced(state.hands, seat, (*state.hands[seat], card)))
    return state, (Event("drew", facts, {ROLES[seat]: {"card": card}}),)


def from_display(state: State, seat: int, kind: str, facts: dict[str, str]) -> News:
    """O2b, g: an open card is taken, seen by all, and replaced at once."""
    at = state.display.index(kind)
    state = state._replace(display=(*state.display[:at], *state.display[at + 1 :]))
    state = state._replace(shown=replaced(state.shown, seat, (*state.shown[seat], kind)))
    state, events = refilled(state)
    return state, (Event("took", {**facts, "card": kind}), *events)


def refilled(state: State) -> News:
    """O2b, c, f: the next card of the deck is laid open; Fredericus is laid aside and makes this round the last."""
    events: tuple[Event, ...] = ()
    if state.deck[:1] == (FREDERICUS,):
        state = state._replace(deck=state.deck[1:], fredericus=NOBODY)
        state, news = last_round(state, "refill")
        events = (Event("refilled", {"card": FREDERICUS}), *news)
    if not state.deck:
        return state, events
    card = state.deck[0]
    state = state._replace(deck=state.deck[1:], display=(*state.display, card))
    return state, (*events, Event("refilled", {"card": card}))


def discard(state: State) -> News:
    """R8.3, R10.1c: the deck keeper turns up the top card."""
    if not state.deck:
        return state, ()
    card, state = state.deck[0], state._replace(deck=state.deck[1:])
    if card != FREDERICUS:
        return state._replace(discards=(*state.discards, card)), (Event("discarded", {"card": card}),)
    holder = ROLES[state.players - 1] if state.options.keeper else NOBODY  # R11.3, O4
    state, events = last_round(state._replace(fredericus=holder), "discard")
    kept = {"role": holder} if state.options.keeper else {}
    return state, (Event("discarded", {"card": card, **kept}), *events)


def last_round(state: State, cause: str, role: str = "") -> News:
    """R10.1, R10.3-R10.5: the round that has begun is the last one, and goes on; a second trigger changes nothing."""
    if state.ending:
        return state, ()
    return state._replace(ending=cause), (
        Event("last-round", {"cause": cause, "role": role, "round": state.round}),
    )  # fmt: skip
