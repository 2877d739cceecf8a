"""Bets (R7) and the tokens at the end of a turn (R8.2)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, Where
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.geometry import COURT, HAND
from pbem.rulesets.fredericus.objectives import due
from pbem.rulesets.fredericus.orders import ONLY, STAY, Bet, Line
from pbem.rulesets.fredericus.state import ROLES, News, State, others


def settle(state: State, seat: int, tower: int) -> News:
    """R7.2, R7.3: opponents' tokens on the tower come back with a card, one in the courtyard without."""
    events = []
    for other in others(state, seat):
        tokens = [at for at, place in enumerate(state.tokens[other]) if place == tower]
        for token in tokens:
            state = state.with_token(other, token, HAND)
        if tokens:
            # Ruling: R7.2b, one card for the owner, also for two tokens.
            state = due(state, other, "tower")
            events.append(happened.BetWon(role=ROLES[other], tower=tower, tokens=len(tokens)).event())
    loser = state.court()
    if loser is not None:
        state = state.with_token(loser, state.tokens[loser].index(COURT), HAND)
        events.append(happened.BetLost(role=ROLES[loser]).event())
    return state, tuple(events)


def open_courtyard(state: State, seat: int) -> News:
    """R4.2, R7.4: a token that still lies in the courtyard at the start of its owner's turn brings a card."""
    if COURT not in state.tokens[seat]:
        return state, ()
    state = state.with_token(seat, state.tokens[seat].index(COURT), HAND)
    return due(state, seat, "courtyard"), (happened.CourtyardWon(role=ROLES[seat]).event(),)


def wished_places(state: State, seat: int, order: Bet | None) -> dict[int, int]:
    """Where each token is to be, by token; one that is not named stays where it is (M3)."""
    places = dict(enumerate(state.tokens[seat]))
    for token, place in order.places if order else ():
        if place != STAY:
            places[0 if token == ONLY else token] = place
    return places


def check_bet(state: State, seat: int, line: Line | None, setting_up: bool = False) -> Iterator[Diagnostic]:
    """R3.8, R7.5, R8.2, R2.8: where tokens may go, and that none is left in hand."""
    for (token, place), where in zip(line.order.places, line.words, strict=True) if line else ():
        if token == ONLY and place != STAY and len(state.tokens[seat]) > 1:
            number = "COURT" if place == COURT else str(place)
            yield fd.WHICH_TOKEN(where, place=words.place(place), number=number)
            return
        if place == COURT:
            yield from check_court(state, seat, where, setting_up)
    after = wished_places(state, seat, line.order if line else None)
    at_line = line.at if line else Where(("do",))
    for token, place in after.items():
        if place == HAND:
            yield in_hand(state, seat, token, at_line)


def check_court(state: State, seat: int, where: Where, setting_up: bool) -> Iterator[Diagnostic]:
    """R7.5, R3.8, R2.8: not with two players, not at set-up, not when another token lies there."""
    holder = state.court()
    if state.players == 2:
        yield fd.NO_COURT(where)
    elif setting_up:
        yield fd.COURT_AT_SET_UP(where)
    elif holder is not None and holder != seat:
        yield fd.COURT_TAKEN(where, holder=words.seat_name(holder))


def in_hand(state: State, seat: int, token: int, where: Where) -> Diagnostic:
    """R8.2: the complaint about a token that is not placed."""
    two = len(state.tokens[seat]) > 1
    court = "" if two or state.court() is not None else ', or "BET COURT"'
    hint = f'Write "BET {token + 1}:5" for tower 5.' if two else f'Write "BET 5" for tower 5{court}.'
    return fd.TOKEN_IN_HAND(where, token=f"token {token + 1}" if two else "your token", hint=hint)


def placed(state: State, seat: int, order: Bet | None) -> News:
    """R8.2: the tokens of a seat where it wants them."""
    events = []
    for token, place in wished_places(state, seat, order).items():
        old = state.tokens[seat][token]
        if place != old:
            state = state.with_token(seat, token, place)
            number = token + 1 if len(state.tokens[seat]) > 1 else 0
            events.append(happened.Bet(role=ROLES[seat], token=number, from_=old, to=place).event())
    return state, tuple(events)
