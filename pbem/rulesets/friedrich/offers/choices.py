"""Choices: the discard, the offensive option, retreats, and what cards of fate ask (D2, D4, D16 to D27)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pbem.core.offers import Choice, Goal, Group, Offer, Offers
from pbem.rulesets.common import Card, by_suit
from pbem.rulesets.common.offering import back
from pbem.rulesets.friedrich.board import (
    AUSTRIA,
    BITS,
    CITY,
    FRANCE,
    HANOVER,
    IDS,
    IMPERIAL,
    PRUSSIA,
    RUSSIA,
    cities_in,
    name_of,
)
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.fate import (
    HILDBURGHAUSEN,
    laudon_steps,
    stacks_facing_daun,
    turnable,
    west_of,
    with_room,
    with_spare,
)
from pbem.rulesets.friedrich.offensive import GARRISONED, may_be_set_aside
from pbem.rulesets.friedrich.offers.case import Case, group_text, ids_of
from pbem.rulesets.friedrich.offers.troops import shifts
from pbem.rulesets.friedrich.order_reader import DECLINABLE
from pbem.rulesets.friedrich.orders import (
    Decline,
    Discard,
    DiscardFirst,
    Exchange,
    Give,
    Line,
    Move,
    Offensive,
    Order,
    Reconquer,
    Reinforce,
    Retire,
    RetreatTo,
    TurnDown,
    Weaken,
)
from pbem.rulesets.friedrich.state import LAUDON, Fate, Retreat, Stage, is_offensive_due, owner_of
from pbem.rulesets.friedrich.strokes import can_retire
from pbem.rulesets.friedrich.telling.words import capital

DISCARD = "Which of the cards just drawn is discarded?"
WISH = "Which card is discarded, whatever will be drawn?"
OFFENSIVE = "Which card is set aside for the offensive option? Without one it is given up for good."
RETREAT = "Where does {piece} retreat to?"


def discard(case: Case, stage: Stage) -> tuple[Choice, ...]:
    """D2, F3.3: one of the cards just drawn; where they are still to be drawn, the lowest of them."""
    if not stage.drawn:
        return ()
    line = first(case.lines(stage.nation, Discard, DiscardFirst))
    if not all(card.value for card in stage.drawn):
        found = case.question("discard", WISH, [case.written(str(DiscardFirst((), lowest=True)), line)])
        return tuple(choice._replace(more=True) for choice in found)  # cards can be named before it, of the whole deck
    texts = dict.fromkeys(str(Discard(face_of(card))) for card in sorted(stage.drawn, key=by_suit))
    return case.question("discard", DISCARD, [case.written(text, line) for text in texts], line is None)


def offensive(case: Case, nation: int) -> tuple[Choice, ...]:
    """D4, F13.4.2: a card of 10 or more, or none."""
    if not is_offensive_due(case.view, nation):
        return ()
    line = first(case.lines(nation, Offensive))
    able = [card for card in sorted(case.view.hands[nation], key=by_suit) if may_be_set_aside(case.view, card)]
    texts = dict.fromkeys(str(Offensive(face_of(card))) for card in able)
    return case.question("offensive", OFFENSIVE, [case.written(text, line) for text in texts])


def of_retreat(case: Case) -> Offers:
    """D16, F8.2: the cities among which the victor chooses."""
    task = case.view.task
    assert isinstance(task, Retreat)
    beaten = case.view.stack(task.source)
    line = first(case.lines(task.loser, RetreatTo))
    offers = [
        case.written(str(RetreatTo(beaten[0], city)), line, name_of(city))._replace(way=(IDS[task.source], IDS[city]))
        for city in cities_in(task.destinations)
    ]
    choices = case.question("retreat", RETREAT.format(piece=group_text(beaten[:1])), offers, line is None)
    group = Group(ids_of(beaten), group_text(beaten), IDS[task.source])
    return Offers(case.led(group, choices, lambda id_: name_of(CITY[id_])), choices, shifts(case))


# cards of fate


def of_fate(case: Case) -> Offers:
    """D17 to D27: what a card of fate asks."""
    task = case.view.task
    assert isinstance(task, Fate)
    title = capital(FATE_WORDS[task.card][1]) + "?"
    found = _FATES[task.card](case)
    line = first(case.lines(PRUSSIA, *_KINDS))
    if isinstance(found, list):
        offers = [case.written(str(order), line) for order in found]
        needed = task.card not in DECLINABLE and line is None
        choices = case.question("fate", title, [*offers, *declined(case, task.card, line)], needed)
        return Offers(choices=choices, sums=shifts(case))
    refusal = case.question("fate", title, list(declined(case, task.card, line)))
    sums = shifts(case) if task.card != "6S" or not case.lines(AUSTRIA, Move) else ()
    return Offers(groups=tuple(found), choices=refusal, sums=sums)


def declined(case: Case, card: str, line: Line | None) -> Iterator[Offer]:
    """That what is offered is left alone, where it can be."""
    if card in DECLINABLE:
        text = str(Decline(card))
        said = line is not None and str(line.order) == text
        yield case.alone(text)._replace(said=said)


def cards_of(case: Case, nation: int, kind: Callable[[tuple[int, str, int]], Order]) -> list[Order]:
    """Each card of a hand."""
    hand = sorted(case.view.hands[nation], key=by_suit)
    return [kind(face) for face in dict.fromkeys(face_of(card) for card in hand)]


def exchanged(case: Case) -> list[Order]:
    nation = next(n for n in (AUSTRIA, RUSSIA) if owner_of(case.view, n) == case.role)
    return cards_of(case, nation, Exchange)


def stepping(case: Case, pieces: tuple[int, ...], goals: int, whose: int) -> Iterator[Group]:
    """A step that a card of fate allows; those that pass are offered."""
    moves = [line for line in case.lines(whose, Move) if line.order.pieces[0] in pieces]
    start = case.view.place[pieces[0]]
    if moves:
        at = int(moves[0].at.path[1])
        yield Group(ids_of(pieces), group_text(pieces), IDS[start], (), (back(case.body, at),), at)
        return
    offers = [(c, case.written(str(Move(pieces, (c,))), None)) for c in cities_in(goals)]
    fit = [(c, one) for c, offer in offers for one in case.fitting([offer])]
    found = tuple(Goal(IDS[c], name_of(c), (offer._replace(way=(IDS[start], IDS[c])),)) for c, offer in fit)
    if found:
        yield Group(ids_of(pieces), group_text(pieces), IDS[start], found)


def aside(case: Case) -> Iterator[Group]:
    """8♣: the stacks next to Daun."""
    for city in stacks_facing_daun(case.view):
        yield from stepping(case, case.view.stack(city), BITS[city], PRUSSIA)


_KINDS = (Decline, Discard, Exchange, Give, Reconquer, Reinforce, Retire, TurnDown, Weaken)
_FATES: dict[str, Callable[[Case], list[Order] | Iterator[Group]]] = {
    "sweden": lambda case: [Retire(p) for p in can_retire(case.view)],
    "garrison": lambda case: [Reconquer(pair) for pair in combinations(cities_in(GARRISONED), 2)],
    "1C": lambda case: [Reinforce(p) for p in with_room(case.view, RUSSIA)],
    "8S": lambda case: [Reinforce(p) for p in with_room(case.view, PRUSSIA)],
    "11C": lambda case: [Reinforce(p) for p in with_room(case.view, HANOVER)],
    "10C": lambda case: [Weaken(p) for p in with_spare(case.view, PRUSSIA)],
    "6D": lambda case: [TurnDown(p) for p in turnable(case.view)],
    "1H": exchanged,
    "4H": lambda case: cards_of(case, FRANCE, Discard),
    "9D": lambda case: cards_of(case, PRUSSIA, Give),
    "6S": lambda case: stepping(case, (LAUDON,), laudon_steps(case.view), AUSTRIA),
    "12H": lambda case: stepping(case, (HILDBURGHAUSEN,), west_of(case.view), IMPERIAL),
    "8C": aside,
}


def first(lines: Sequence[Line]) -> Line | None:
    return lines[0] if lines else None


def face_of(card: Card) -> tuple[int, str, int]:
    """A card as an order names it; of which deck does not matter."""
    return (card.value, card.suit, 0)
