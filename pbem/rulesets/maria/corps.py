"""Expeditionary corps: generals who go into their off-map box and come back from it (M17.15, M17.18)."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import IDS
from pbem.rulesets.maria.displaced import made_way
from pbem.rulesets.maria.payments import default_payment, worth
from pbem.rulesets.maria.political_orders import Send
from pbem.rulesets.maria.powers import GREAT, POWERS
from pbem.rulesets.maria.records import Corps, Politics
from pbem.rulesets.maria.state import AWAY, GENERALS, OFF, PIECE_IDS, TRACKS, State
from pbem.rulesets.maria.tracks import demanded

News = tuple[State, tuple[Event, ...]]
PRICE, TROOPS = 8, 2  # for a general who is not on the map (M17.15)


def abroad(state: State, power: int) -> tuple[int, ...]:
    """The generals of a power in its off-map box."""
    return tuple([piece for piece in GENERALS[power] if state.place[piece] == AWAY])


def on_map(state: State, power: int) -> tuple[int, ...]:
    """The generals of a power on the map."""
    return tuple([piece for piece in GENERALS[power] if state.place[piece] >= 0])


def off_map(state: State, power: int) -> tuple[int, ...]:
    """The generals of a power who were removed."""
    return tuple([piece for piece in GENERALS[power] if state.place[piece] == OFF])


def wanted(state: State) -> tuple[int, ...]:
    """The powers of which a corps is demanded now."""
    return demanded(facts.TRACKS, dict(zip(TRACKS, state.tracks, strict=True)))


def can_send(state: State, power: int) -> bool:
    """A22: whether a power can be asked for a general: one on the map, or cards that might pay for another."""
    return bool(on_map(state, power) or (off_map(state, power) and state.hands[power]))


def payment(state: State, power: int) -> tuple[Card, ...]:
    """A22, D12: the cards that pay for a general off the map, if none is on it and the hand is worth it."""
    hand = state.hands[power]
    if on_map(state, power) or not off_map(state, power) or worth(hand) < PRICE:
        return ()
    return default_payment(hand, PRICE)


def default_sent(state: State, power: int) -> Send:
    """D7: the lowest-ranking general on the map; else one off it who can be paid for; else nobody (A22)."""
    if here := on_map(state, power):
        return Send(here[-1], ())
    cards = payment(state, power)
    return Send(off_map(state, power)[-1] if cards else OFF, tuple([(*card.face, 0) for card in cards]))


def run(state: State, chance: Chance) -> News:
    """A power is always asked which general it sends, so this is never needed but for a damaged agenda."""
    return state.popped(), ()


def corps_settled(state: State) -> News:
    """M17.15: first generals come back whose icon has ended, then those go who are demanded. Ruling: A22.

    The task of politics is done when nothing of that is left; a power that has been asked is not asked twice.
    """
    politics = state.task
    assert isinstance(politics, Politics)
    called = wanted(state)
    for power in GREAT:
        if power not in called and abroad(state, power):
            return come_back(state, power)
    asked = [power for power in called if not abroad(state, power) and power not in dict(politics.chosen)]
    for power in asked:
        if can_send(state, power):
            noted = politics._replace(chosen=(*politics.chosen, (power, "")))
            return state.replaced(noted).pushed(Corps(power)), ()
    return state.replaced(Politics("end")), ()


def come_back(state: State, power: int) -> News:
    """M17.15: a general comes back to the city at the arrow; whoever stands there steps aside first. Ruling: A57."""
    city: int = facts.OFF_MAP[POWERS[power]][1]
    if there := state.at(city):
        return made_way(state, there), ()
    piece = abroad(state, power)[0]
    state, swept = state.put({piece: city}), city in state.hussars
    news = happened.CorpsReturned(power=POWERS[power], general=PIECE_IDS[piece], city=IDS[city]).event()
    more = (happened.HussarSwept(power=POWERS[power], city=IDS[city]).event(),) if swept else ()
    return state, (news, *more)


def sent(state: State, piece: int, power: int, paid: tuple[Card, ...]) -> News:
    """M17.15: a general goes into the off-map box with his troops; one from off the map with two that are paid."""
    city = state.place[piece]
    told = happened.CorpsSent(
        power=POWERS[power], general=PIECE_IDS[piece], city=IDS[city] if city >= 0 else None,
        paid=[str(card) for card in paid] or None,
    )  # fmt: skip
    if city == OFF:
        hand = list(state.hands[power])
        for card in paid:
            hand.remove(card)
        state = state.with_hand(power, hand).discarded(paid).with_troops({piece: TROOPS})
    bit = ~(1 << piece)
    state = state.put({piece: AWAY})
    state = state._replace(face_down=state.face_down & bit, leads=state.leads & bit)
    return state.popped(), (told.event(),)
