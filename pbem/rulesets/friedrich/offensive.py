"""The expert game's offensive option (F13.4) and the garrison of East Prussia (F13.3)."""

from __future__ import annotations

from pbem.core import Diagnostic, LazyCodes, Where
from pbem.core.events import Event
from pbem.rulesets.friedrich import cards, facts
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    CITY,
    COUNTRY,
    FIRST_ORDER,
    IDS,
    OBJECTIVES,
    PRUSSIA,
    RUSSIA,
    around,
    cities_in,
)
from pbem.rulesets.friedrich.desk import Desk
from pbem.rulesets.friedrich.draws import has_executed, not_held
from pbem.rulesets.friedrich.orders import Line, Offensive, face_text
from pbem.rulesets.friedrich.state import GENERALS, Fate, State, house_rule, is_expert

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
News = tuple[State, tuple[Event, ...]]
LINE_5: int = facts.LINE_5  # ruling A12: a city is south of coordinate line 5 if its y is greater
# F13.3: the eastern Prussian exclave: every Prussian city that a walk over Prussian cities joins to Königsberg.
GARRISONED = FIRST_ORDER[RUSSIA] & sum(
    1 << CITY[id_] for id_ in ("koenigsberg-n10", "ortelsburg", "rastenburg", "riesenburg")
)


def declare_option(desk: Desk, line: Line | None) -> None:
    """D4, F13.4.2, F13.4.3: Prussia takes the option with a card of 10 or more, or declines it."""
    state = desk.state
    if line is None:
        desk.say(given_up(state))
        desk.understood.append("no offensive option")
        gone = state.conquered & OBJECTIVES[PRUSSIA]
        desk.state = state._replace(offensive="declined", conquered=state.conquered & ~OBJECTIVES[PRUSSIA])
        desk.events.append(happened.OffensiveDeclined(cities=[IDS[c] for c in cities_in(gone)]).event())
        return
    face = line.order.card
    card = cards.take(state.hands[PRUSSIA], face)
    if card is None:
        desk.say(not_held(state, PRUSSIA, face, line.words[0]))
    elif not may_be_set_aside(state, card):
        refused = house_rule(state, "offensive-reserve") == "refused"
        form = "reserve" if card.is_reserve else "no-reserve" if refused else ""
        desk.say(fr.OFFENSIVE_CARD(line.words[0], card=face_text(face), form=form))
    else:
        hand = cards.without(state.hands[PRUSSIA], (card,))
        desk.state = state.with_hand(PRUSSIA, hand)._replace(offensive="taken", aside=(card,))
        desk.understood.append(str(Offensive(face)))
        desk.events.append(happened.OffensiveTaken(card=str(card)).event())


def may_be_set_aside(state: State, card: cards.Card) -> bool:
    """F13.4.2: a card of 10 or more. Ruling: A10, a Reserve by house rule."""
    return card.value >= 10 and not (card.is_reserve and house_rule(state, "offensive-reserve") == "refused")


def best_card(state: State) -> cards.Card | None:
    """The highest card in Prussia's hand that can be set aside for the option."""
    fit = [card for card in state.hands[PRUSSIA] if may_be_set_aside(state, card)]
    return max(fit, key=cards.rank_of, default=None)


def given_up(state: State) -> Diagnostic:
    """What a sheet that does not take the option is told, with a card that would do if there is one."""
    card = best_card(state)
    lacking = "no-reserve" if house_rule(state, "offensive-reserve") == "refused" else "no-card"
    return fr.OFFENSIVE_GIVEN_UP(Where(("do",)), card=str(card), form="" if card else lacking)


def card_lost(state: State) -> News:
    """F13.4.5: Austria takes the card that was set aside, once."""
    if state.offensive != "taken":
        return state, ()
    card = state.aside[0]
    state = state.with_hand(AUSTRIA, (*state.hands[AUSTRIA], card))._replace(offensive="lost", aside=())
    state, news = failed_if_due(state)
    return state, (happened.OffensiveCardLost(card=str(card)).event(), *news)


def failed_if_due(state: State) -> News:
    """F13.4.7: the option has failed once Austria has the card and Lord Bute or Poems has come."""
    if state.offensive != "lost" or not has_executed(state, "lord-bute", "poems"):
        return state, ()
    bohemia = OBJECTIVES[PRUSSIA]
    gone = [IDS[c] for c in cities_in(state.conquered & bohemia)]
    state = state._replace(offensive="failed", conquered=state.conquered & ~bohemia, marked=state.marked & ~bohemia)
    return state, (happened.OffensiveFailed(cities=gone).event(),)


def is_south(city: int) -> bool:
    """F13.4.10: south of coordinate line 5."""
    return bool(facts.Y[city] > LINE_5)


def has_won(state: State) -> bool:
    """F13.4.6: Prussia controls all 14 of its objectives while the option stands. Ruling: A27."""
    return state.offensive in ("taken", "lost") and not OBJECTIVES[PRUSSIA] & ~state.conquered


def east_prussia() -> int:
    """F13.3: the thirty cities of the exclave."""
    found = front = 1 << CITY["koenigsberg-n10"]
    while front := around(front) & COUNTRY["prussia"] & ~found:
        found |= front
    return found


def garrison_fails(state: State) -> bool:
    """F13.3: Russia controls all four objectives of East Prussia and has no general there."""
    if GARRISONED & ~state.conquered:
        return False
    return not state.city_bits(GENERALS[RUSSIA]) & east_prussia()


def garrison(state: State) -> News:
    """F13.3: at the end of Russia's stage Prussia retakes two of the four, its choice."""
    return (state.pushed(Fate("garrison")), ()) if is_expert(state) and garrison_fails(state) else (state, ())


def retaken(state: State, cities: tuple[int, ...]) -> News:
    """F13.3: protection plays no part."""
    board = sum(1 << city for city in cities)
    events = tuple(happened.Reconquered(nation="prussia", city=IDS[city]).event() for city in cities)
    return state._replace(conquered=state.conquered & ~board), events
