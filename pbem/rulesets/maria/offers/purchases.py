"""What is paid with cards (M8.10): trains that come back, supply past hussars, recruits; payments found in the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from pbem.core import has_errors
from pbem.core.offers import Choice, Offer, Offers
from pbem.rulesets.common import Card, Face, meant, without
from pbem.rulesets.common.offering import back, line_of, loss, priced
from pbem.rulesets.common.paying import Payment, Purse, faces_of
from pbem.rulesets.maria.board import cities_in
from pbem.rulesets.maria.desk import Desk, Phase, read_clean
from pbem.rulesets.maria.movement import command
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.troops import of_phase, shifts
from pbem.rulesets.maria.orders import Command, Line, Pay, Recruit, Return, written
from pbem.rulesets.maria.powers import POWER_NAMES
from pbem.rulesets.maria.records import Levy, Stage, Winter
from pbem.rulesets.maria.state import GENERALS, OFF, POWER_OF, RANK, TRAINS, State
from pbem.rulesets.maria.supply import buyers
from pbem.rulesets.maria.trains import PRICE as TRAIN_PRICE
from pbem.rulesets.maria.trains import bring_back
from pbem.rulesets.maria.trains import sites as train_sites
from pbem.rulesets.maria.winter import PRICE, recruit, sites

BACK = "Which train comes back, and where? The cards that pay can be exchanged afterwards."
LEADS = "Who commands the new stack?"
SUPPLY = "Which cards pay for the supply of {general}? They can be exchanged afterwards."
RECRUIT = "What is recruited for {power}? The cards that pay can be exchanged afterwards."
CHANGE = "What becomes of it: {order}?"
WAYS = 3  # to pay for one thing
MOST_TROOPS = 12  # of one recruitment that are offered

Bought = tuple[int, tuple[tuple[int, int], ...]]  # troops, and who comes back where


# in a movement phase


def trains_back(case: Case, phase: Phase) -> Iterator[Choice]:
    """D15, M10.20: each train that may come back, with its sites."""
    found, more = [], False
    for power in phase.powers:
        every = Purse(phase.state.hands[power], TRAIN_PRICE).payments(TRAIN_PRICE)
        payments, more = every[:2], more or len(every) > 2
        for train in TRAINS[power] if payments else ():
            lifted = phase.state.put({train: OFF}) if phase.state.place[train] >= 0 else phase.state
            for city in cities_in(train_sites(lifted, power)):
                orders = [(Return(train, city, faces_of(cards)), cards) for cards in payments]
                found += [
                    bought(case, None, str(order), order.what, TRAIN_PRICE, cards)
                    for order, cards in orders
                    if passes(case, phase, order)
                ]
    tried = bool(case.view.treaties) or any(case.body.get(key) for key in ("bid", "standing"))
    if fit := case.fitting(found) if tried else tuple(found):
        yield Choice("return", BACK, fit, several=True, more=more)
    for line in case.lines(Return):
        at = int(line.at.path[1])
        yield from case.question("return-again", CHANGE.format(order=line_of(case.body, at)), [back(case.body, at)])
        yield from repaid(case, phase.state, line, TRAIN_PRICE)


def bought(case: Case, line: Line | None, text: str, what: str, price: int, cards: Payment) -> Offer:
    """An order that pays, in the place of another or at the end, with its price in words."""
    return case.written(text, line, priced(what, price, cards), loss(cards, price))


def repaid(case: Case, state: State, line: Line, price: int) -> tuple[Choice, ...]:
    """M8.10: an order that pays, with other cards of the hand that is left."""
    at, order = int(line.at.path[1]), line.order
    hand, cards = state.hands[POWER_OF[order.piece]], cards_of(case.view, line)
    return case.repaid(at, hand, cards, price, lambda cards: str(order._replace(pay=faces_of(cards))))


def passes(case: Case, phase: Phase, order: Return | Command) -> bool:
    """Whether an order may follow those of the sheet, by the function that carries it out."""
    trial = copy(phase)
    trial.said, trial.events = [], []
    line = read_clean(str(order), 0, case.powers)
    if line is None:
        return False
    done = bring_back(trial, line) if isinstance(order, Return) else command(trial, line)
    return done is not None and not has_errors(trial.said)


def commanders(case: Case, phase: Phase) -> Iterator[Choice]:
    """D14, M6.2: who may be named the commander of a stack that was formed in this phase."""
    generals = [p for power in phase.powers for p in GENERALS[power] if phase.state.place[p] >= 0]
    stacks = [phase.state.stack(phase.state.place[p]) for p in generals]
    crowded = dict.fromkeys([p for stack in stacks if len(stack) > 1 for p in stack])
    found = [case.written(str(Command(p)), None) for p in crowded if passes(case, phase, Command(p))]
    if found:
        yield Choice("command", LEADS, tuple(found), several=True)


# supply


def of_supply(case: Case) -> Offers:
    """D12, M9.7: for each general who must pay the cards that do."""
    stage = case.view.task
    assert isinstance(stage, Stage)
    said = {line.order.piece: line for line in case.lines(Pay)}
    state = spent(case.view, said.values())
    choices: list[Choice] = []
    for piece, cost in buyers(case.view, stage.group):
        power = POWER_OF[piece]
        if power in case.powers:
            own = said.get(piece)
            hand = (*state.hands[power], *(cards_of(case.view, own) if own else ()))
            payments = Purse(hand, cost).payments(cost, WAYS + 1)
            offers = [
                bought(case, own, str(Pay(piece, faces_of(cards))), written(piece), cost, cards)
                for cards in payments[:WAYS]
            ]
            found = case.question("supply", SUPPLY.format(general=written(piece)), offers)
            choices += [one._replace(more=len(payments) > WAYS) for one in found]
            choices += repaid(case, state, own, cost) if own else ()
    return Offers(choices=tuple(choices), sums=shifts(case))


def cards_of(state: State, line: Line) -> tuple[Card, ...]:
    """The cards that an order names, as far as they are held."""
    return cards_held(state, POWER_OF[line.order.piece], line.order.pay)


def cards_held(state: State, power: int, faces: Sequence[Face]) -> tuple[Card, ...]:
    """Cards by their faces, as far as a power has them."""
    hand, found = state.hands[power], list[Card]()
    for face in faces:
        card = meant(without(hand, found), face)
        found += [card] if card else []
    return tuple(found)


def spent(state: State, lines: Iterable[Line]) -> State:
    """The hands without the cards that the sheet pays."""
    for line in lines:
        power = POWER_OF[line.order.piece]
        paid = cards_of(state, line)
        state = state.with_hand(power, without(state.hands[power], paid))
    return state


# winter


def of_winter(case: Case) -> Offers:
    """D26, D30, M13.2: what each power can recruit, and where generals come back."""
    task = case.view.task
    assert isinstance(task, Winter | Levy)
    powers = task.awaited[0][1] if isinstance(task, Winter) else (task.power,)
    desk = Desk(case.view, case.role, case.body, "", think=False)
    wished, phase = desk.troops(), Phase(case.view, powers)
    lines = case.lines(Recruit, Command)
    made: dict[int, Line] = {}
    for line in lines:
        done = recruit(phase, line) if isinstance(line.order, Recruit) else command(phase, line)
        if isinstance(done, Recruit):
            made[done.power] = line
    choices = [choice for power in powers for choice in recruits(case, power, made.get(power))]
    rest = tuple(p for p in case.powers if p not in powers)
    sums = (*of_phase(desk, phase, wished), *of_phase(desk, Phase(case.view, rest), wished))
    return Offers(choices=(*choices, *commanders(case, phase)), sums=sums)


def recruits(case: Case, power: int, line: Line | None) -> Iterator[Choice]:
    """The recruitment of a power: a new one, or another in the place of the one that the sheet has."""
    hand, state = case.view.hands[power], case.view
    purse = Purse(hand, PRICE * MOST_TROOPS)
    if line is None:
        every = [paid(case, power, ware, purse, None, 3) for ware in wares(state, power)]
        offers = [offer for ways in every for offer in ways[:2]]
        found = case.question("recruit", RECRUIT.format(power=POWER_NAMES[power]), offers)
        yield from (one._replace(more=any(len(ways) > 2 for ways in every)) for one in found)
        return
    at, order = int(line.at.path[1]), line.order
    same = (order.troops, order.entries)
    offers = [back(case.body, at)]
    for ware in (same, *others(state, power, same)):
        offers += paid(case, power, ware, purse, line, WAYS if ware == same else 1)
    title = CHANGE.format(order=line_of(case.body, at))
    yield from case.question("recruit-again", title, [offer for offer in offers if not offer.said])
    yield from case.repaid(
        at, hand, cards_held(state, power, order.pay), PRICE * order.troops,
        lambda cards: str(Recruit(power, order.troops, order.entries, faces_of(cards))),
    )  # fmt: skip


def wares(state: State, power: int) -> Iterator[Bought]:
    """Troops, and each general who can come back, with a troop of his own."""
    yield from ((troops, ()) for troops in range(1, MOST_TROOPS + 1))
    for entry in entries(state, power, ()):
        yield 1, (entry,)


def others(state: State, power: int, ware: Bought) -> Iterator[Bought]:
    """One troop more or less, one who comes back more or less."""
    troops, back = ware
    yield troops + 1, back
    if troops > max(1, len(back)):
        yield troops - 1, back
    for at in range(len(back)):
        yield troops, back[:at] + back[at + 1 :]
    for entry in entries(state, power, back):
        yield max(troops, len(back) + 1), (*back, entry)


def entries(state: State, power: int, back: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    """M13.4: who can come back, and where, beside those who do."""
    for piece in GENERALS[power]:
        if state.place[piece] == OFF and RANK[piece] and piece not in dict(back):
            yield from ((piece, city) for city in cities_in(sites(state, piece, list(back))))


def paid(case: Case, power: int, ware: Bought, purse: Purse, line: Line | None, most: int) -> list[Offer]:
    """A recruitment with the cards that pay for it."""
    troops, back = ware
    payments = purse.payments(PRICE * troops, most) if troops <= MOST_TROOPS else []
    return [
        bought(case, line, str(order), order.what, PRICE * troops, cards)
        for cards in payments
        for order in [Recruit(power, troops, back, faces_of(cards))]
    ]
