"""Politics (M17): from the cards that are turned up to the markers that have moved, as far as nobody must decide.

The task goes through its steps: ``open`` (M17.1), ``suit`` (M17.2), ``place`` (M17.3), ``choose`` (M17.7), ``draw``
(the cards that a political card gives), ``moves`` (M17.13), ``corps`` (M17.15), ``end``.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.common import Card
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.contracts import expired, opened
from pbem.rulesets.maria.corps import corps_settled
from pbem.rulesets.maria.draws import draw
from pbem.rulesets.maria.influence import counts, influence, order_of, selectable
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Politics
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.saxony import moved_to
from pbem.rulesets.maria.state import DECK, TRACKS, State, house_rule, replaced, shows_backs
from pbem.rulesets.maria.tracks import ASTERISK, Announced, icons_at, stops, sums
from pbem.rulesets.maria.victory import checked

News = tuple[State, tuple[Event, ...]]
BOXES: tuple[int, ...] = facts.CARD_BOXES  # M17.3, A24: the boxes from left to right
REAL = 2  # cards that lie open (M17.1)


class Political(NamedTuple):
    """A political card, as the board has it."""

    id: str
    year: int
    title: str
    shields: tuple[int, ...]
    arrows: tuple[tuple[str, str, int], ...]
    troops: int
    cards: int
    history: str


CARDS: dict[str, Political] = {row[0]: Political(*row) for row in facts.CARDS}


def is_election(card: str) -> bool:
    """M18.1: the card Imperial Election, the only one without a shield."""
    return not CARDS[card].shields


def front(state: State, politics: Politics) -> tuple[int, ...]:
    """The powers that place now (M17.3): the next one and those of the same player right after it; all, if sealed."""
    if house_rule(state, "politics") == "sealed":
        return politics.awaited
    role = owner_of(state, politics.awaited[0])
    others = [at for at, power in enumerate(politics.awaited) if owner_of(state, power) != role]
    return politics.awaited[: others[0]] if others else politics.awaited


def can_select(state: State, power: int) -> tuple[str, ...]:
    """M17.8: the open cards with the shield of a power."""
    return selectable(power, {card: CARDS[card].shields for card in state.open_cards})


def begin(state: State, chance: Chance) -> News:
    """M5.1: politics is the first part of a turn; agreements run out with their last turn before it."""
    state, events = expired(state)
    state, more = opened(state)
    return state.pushed(Politics("open")), events + more


def run(state: State, chance: Chance) -> News:
    """One step of politics that needs nobody; M23.1: at its end somebody may have won."""
    task = state.task
    assert isinstance(task, Politics)
    if task.step == "open":
        return turned_up(state)
    if task.step == "suit":
        return suit_turned(state, chance)
    if task.step == "place":
        return revealed(state, task)
    if task.step == "choose":
        return passed_by(state, task)
    if task.step == "draw":
        return given_cards(state, task, chance)
    if task.step == "moves":
        return markers_moved(state, task)
    if task.step == "corps":
        return corps_settled(state)
    return checked(state.popped(), politics=True)


# turning up, and the dominant suit


def turned_up(state: State) -> News:
    """M17.1, M18.1: the two top cards; the election card is one more, and due at the end of this turn."""
    deck, real, election, spent = list(state.cards), list[str](), state.election, state.spent_cards
    news: list[Event] = []
    while deck and len(real) < REAL:
        card = deck.pop(0)
        if is_election(card):
            election, spent = "due", (*spent, card)
            news.append(happened.ElectionDue(turn=state.turn).event())
        else:
            real.append(card)
    news.append(happened.CardsTurned(cards=real).event())
    state = state._replace(cards=tuple(deck), open_cards=tuple(real), spent_cards=spent, election=election)
    return state.replaced(Politics("suit")), tuple(news)


def suit_turned(state: State, chance: Chance) -> News:
    """M17.2: nobody has won a combat yet, so a card that is no Reserve names the suit."""
    turned: list[Card] = []
    while not turned or turned[-1].is_reserve:
        drawn = state.piles.drawn(1, DECK, chance)
        state = state.with_piles(drawn.piles)
        turned += drawn.cards
        if not drawn.cards:  # all cards are in hands: clubs, as where nobody answers (D2)
            return suit_named(state.discarded(turned), state.suit or "C", None, turned)
    return suit_named(state.discarded(turned), turned[-1].suit, None, turned)


def suit_named(state: State, suit: str, role: str | None, turned: list[Card]) -> News:
    """M17.2: the dominant suit of this turn; then great powers place cards in the order of the boxes."""
    news = happened.SuitNamed(suit=suit, role=role, turned=[str(card) for card in turned] or None)
    return state._replace(suit=suit).replaced(placing(state, BOXES)), (news.event(),)


def placing(state: State, powers: tuple[int, ...]) -> Politics:
    """M17.3: the powers that may place; one without a card in hand cannot, as all can see."""
    return Politics("place", tuple([power for power in powers if state.hands[power]]))


# placing and influence


def placed(state: State, power: int, card: Card | None) -> News:
    """M17.3: a power puts a card face down into its box, or none."""
    task = state.task
    assert isinstance(task, Politics)
    rest = tuple([other for other in task.awaited if other != power])
    if card is None:
        news = happened.Placed(power=POWERS[power]).event()
        return state.replaced(task._replace(awaited=rest)), (news,)
    hand = list(state.hands[power])
    hand.remove(card)
    task = task._replace(awaited=rest, placed=(*task.placed, (power, (card,))))
    told = happened.Placed(power=POWERS[power], deck=card.deck if shows_backs(state) else 0, card=str(card))
    return state.with_hand(power, hand).replaced(task), (told.event(own=owner_of(state, power)),)


def revealed(state: State, task: Politics) -> News:
    """M17.4, M17.5: the placed cards are turned up together; those that are not of the suit go back to the hand."""
    events: list[Event] = []
    rows = dict(task.placed)
    for power in BOXES:
        for card in rows.get(power, ()):
            stays = counts(card, state.suit)
            events.append(happened.Revealed(power=POWERS[power], card=str(card), stays=stays).event())
            if stays:
                state = state._replace(kept=replaced(state.kept, power, (*state.kept[power], card)))
            else:
                state = state.with_hand(power, (*state.hands[power], card))
    order = order_of(dict(enumerate(state.kept)), BOXES)
    if order:
        points = [influence(state.kept[power]) for power in order]
        events.append(happened.Influence(powers=[POWERS[p] for p in order], points=points).event())
    return state.replaced(Politics("choose", order)), tuple(events)


# choosing


def passed_by(state: State, task: Politics) -> News:
    """M17.8, M17.10, M17.11: powers that must hold, or take their cards back; then what was announced is done."""
    if not task.awaited:
        events: tuple[Event, ...] = ()
        if state.open_cards:
            events = (happened.CardsDropped(cards=list(state.open_cards)).event(),)
        state = state._replace(spent_cards=(*state.spent_cards, *state.open_cards), open_cards=())
        return state.replaced(task._replace(step="moves")), events
    power = task.awaited[0]
    if state.open_cards:
        return held(state, power, forced=True)
    cards = state.kept[power]
    state = state.with_hand(power, (*state.hands[power], *cards))
    state = state._replace(kept=replaced(state.kept, power, ()))
    news = happened.TakenBack(power=POWERS[power], cards=[str(card) for card in cards]).event()
    return state.replaced(task._replace(awaited=task.awaited[1:])), (news,)


def held(state: State, power: int, forced: bool = False) -> News:
    """M17.7: a power holds, and its cards stay on the board."""
    task = state.task
    assert isinstance(task, Politics)
    task = task._replace(awaited=task.awaited[1:], chosen=(*task.chosen, (power, "")))
    return state.replaced(task), (happened.HeldCards(power=POWERS[power], forced=forced).event(),)


def selected(state: State, power: int, card: str, executed: bool, moves: tuple[Announced, ...] = ()) -> News:
    """M17.9, M17.12: a power gives all its cards on the board for a political card, and executes it or throws it away.

    What the card gives in troops was assigned by the sheet; its cards are drawn in the next step.
    """
    task = state.task
    assert isinstance(task, Politics)
    cards = state.kept[power]
    state = state.discarded(cards)
    state = state._replace(
        kept=replaced(state.kept, power, ()), spent_cards=(*state.spent_cards, card),
        open_cards=tuple([other for other in state.open_cards if other != card]),
    )  # fmt: skip
    spoken = happened.Selected(power=POWERS[power], card=card, cards=[str(c) for c in cards], executed=executed)
    told = [happened.MoveAnnounced(power=POWERS[power], track=move.track, steps=move.steps).event() for move in moves]
    draws = executed and CARDS[card].cards > 0
    rows = dict(task.announced)
    for move in moves:
        rows[move.track] = rows.get(move.track, 0) + move.steps
    task = task._replace(
        step="draw" if draws else "choose", awaited=task.awaited[1:], announced=tuple(rows.items()),
        chosen=(*task.chosen, (power, card if executed else f"-{card}")),
    )  # fmt: skip
    return state.replaced(task), (spoken.event(), *told)


def has_executed(state: State, role: str) -> bool:
    """M24.2: whether a player has executed a card in these politics already."""
    task = state.task
    assert isinstance(task, Politics)
    return any(card and card[0] != "-" and owner_of(state, power) == role for power, card in task.chosen)


def given_cards(state: State, task: Politics, chance: Chance) -> News:
    """The tactical cards that the last executed card gives."""
    power, card = task.chosen[-1]
    state, _, events = draw(state.replaced(task._replace(step="choose")), power, CARDS[card].cards, chance)
    return state, tuple(events)


# the markers


def markers_moved(state: State, task: Politics) -> News:
    """M17.13: each marker moves once, by the sum; then icons do what they do where it stopped."""
    events: list[Event] = []
    state = state.replaced(Politics("corps"))
    total = sums([Announced(track, steps) for track, steps in task.announced])
    for at, name in enumerate(TRACKS):
        if name not in total or name == "saxony":
            continue
        before, after = state.tracks[at], stops(facts.TRACKS[name], state.tracks[at], total[name])
        if after == before:
            continue
        events.append(happened.TrackMoved(track=name, from_=before, to=after).event())
        state = state._replace(tracks=replaced(state.tracks, at, after))
        if name == "italy":
            state, news = italy_stopped(state, after)
            events += news
    if "saxony" in total:
        at = TRACKS.index("saxony")
        state, news = moved_to(state, stops(facts.TRACKS["saxony"], state.tracks[at], total["saxony"]))
        events += news
    return state, tuple(events)


def italy_stopped(state: State, space: int) -> News:
    """M17.16: a marker into the box Italy, or back from it when the asterisk is reached again. Ruling: A42."""
    track, events = facts.TRACKS["italy"], list[Event]()
    if space == track[ASTERISK]:
        for power in range(len(POWERS)):
            if state.italy >> power & 1:
                state = state.marker_returned(power)
                events.append(happened.BoxEmptied(power=POWERS[power], box="italy").event())
        return state._replace(italy=0), tuple(events)
    for kind, power in icons_at(track, space):
        if kind == "victory" and not state.italy >> power & 1:
            state = state.marker_taken(power)
            state = state._replace(italy=state.italy | 1 << power)
            events.append(happened.BoxFilled(power=POWERS[power], box="italy").event())
    return state, tuple(events)
