"""Tactical cards (M8): how many each power draws, subsidies, and the decks."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card
from pbem.rulesets.common.piles import Piles
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import IDS
from pbem.rulesets.maria.contracts import counted_down, gifts
from pbem.rulesets.maria.powers import BAVARIA, DEAL, DRAWS, FRANCE, POWERS, START_HANDS
from pbem.rulesets.maria.relations import lost_capital as lost_capital
from pbem.rulesets.maria.relations import owner_of, powers_in, takes_part
from pbem.rulesets.maria.state import DECK, TRACKS, State, shows_backs

News = tuple[State, tuple[Event, ...]]
MUST_PAY = 3  # M8.2: the turns in which France must pay Bavaria
INTRO_FRANCE = 2  # M8.3: how many fewer France draws in the introductory game


def icons(state: State, power: int) -> int:
    """M17.14: what the tracks add to or take from a draw, where markers stand now."""
    if not state.is_advanced:
        return 0
    found = 0
    for track, space in zip(TRACKS, state.tracks, strict=True):
        for kind, hit in facts.TRACKS[track][4][space - 1][1]:
            if hit == power:
                found += {"tc_bonus": 1, "tc_penalty": -1}.get(kind, 0)
    return found


def pays_bavaria(state: State) -> bool:
    """M8.1, M8.2: whether France pays Bavaria in this turn; M8.5, M20.5: not while its capital is lost. Ruling: A43"""
    if lost_capital(state, BAVARIA) >= 0:
        return False
    if state.is_advanced:
        return any((c.giver, c.taker) == (FRANCE, BAVARIA) for c in state.contracts)
    return state.turn <= MUST_PAY or state.pays


def draws_of(state: State, power: int) -> int:
    """M8.1 to M8.5: how many cards a power draws now, before other subsidies."""
    if lost_capital(state, power) >= 0:
        return 0
    number = DRAWS[power] + icons(state, power)
    if power == FRANCE and not state.is_advanced:
        number -= INTRO_FRANCE
    if power in (FRANCE, BAVARIA) and pays_bavaria(state):
        number += 1 if power == BAVARIA else -1
    return max(0, number)


def drawn(state: State, number: int, chance: Chance) -> tuple[State, tuple[Card, ...], list[Event]]:
    """M8.9: so many cards from the draw deck; a draw under way goes on from the next one. Ruling: A7"""
    before, (piles, taken, fresh) = state.opened, state.piles.drawn(number, DECK, chance)
    events = []
    for new in fresh:
        events.append(pile_event(new, new.opened > before))
        before = new.opened
    return state.with_piles(piles), taken, events


def pile_event(piles: Piles, opened: bool) -> Event:
    """What all see of a new draw deck."""
    kind = happened.Opened if opened else happened.Reshuffled
    return kind(decks=sorted({card.deck for card in piles.draw}), cards=len(piles.draw)).event()


def draw(state: State, power: int, number: int, chance: Chance) -> tuple[State, tuple[Card, ...], list[Event]]:
    """A power draws so many cards into its hand."""
    state, taken, events = drawn(state, number, chance)
    state = state.with_hand(power, (*state.hands[power], *taken))
    decks, faces = sorted(card.deck for card in taken if shows_backs(state)), [str(card) for card in taken]
    news = happened.Drew(power=POWERS[power], number=len(taken), decks=decks, cards=faces)
    return state, taken, [*events, news.event(own=owner_of(state, power))]


def draw_phase(state: State, group: int, chance: Chance) -> News:
    """M8.1, M8.6: the first phase of a stage. Ruling: A5"""
    events: list[Event] = []
    for power in powers_in(state, group):
        city = lost_capital(state, power)
        if city >= 0:
            events.append(happened.CapitalLost(power=POWERS[power], city=IDS[city]).event())
            continue
        number = draws_of(state, power)
        if any(row.giver == power for row in state.contracts):
            state, number, more = handed_over(state, power, number, chance)
            events += more
        state, _, news = draw(state, power, number, chance)
        events += news
    for power in powers_in(state, group):  # after all have drawn: Bavaria has its card in the last turn, too
        state, ended = counted_down(state, power)
        events += ended
    return state, tuple(events)


def handed_over(state: State, power: int, number: int, chance: Chance) -> tuple[State, int, list[Event]]:
    """M20.3, A31: the first of the cards that a power draws go to those it subsidizes, unseen by itself.

    The state after it, how many cards the power draws for itself, and what happened.
    """

    events: list[Event] = []
    due = gifts(state, power, number)
    for row in due:
        state, taken, fresh = drawn(state, 1, chance)
        events += fresh
        for card in taken:
            state = state.with_hand(row.taker, (*state.hands[row.taker], card))
            deck = card.deck if shows_backs(state) else 0
            news = happened.Subsidy(giver=POWERS[power], taker=POWERS[row.taker], deck=deck, card=str(card))
            events.append(news.event(own=owner_of(state, row.taker)))
    return state, number - len(due), events


def deal(state: State, chance: Chance) -> News:
    """M4.6: the first hands. Ruling: A3"""
    events: list[Event] = []
    for power in DEAL:
        if takes_part(state.mode, power):
            state, _, news = draw(state, power, START_HANDS[power], chance)
            events += news
    return state, tuple(events)
