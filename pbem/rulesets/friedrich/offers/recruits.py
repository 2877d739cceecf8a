"""Purchases (F10): what can be bought, where pieces re-enter, and the cards that pay for it, found in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pbem.core import SHEET
from pbem.core.offers import Choice, Offer
from pbem.rulesets.common import Card
from pbem.rulesets.common.offering import back, line_of, loss, priced
from pbem.rulesets.common.paying import Purse, faces_of
from pbem.rulesets.friedrich import cards
from pbem.rulesets.friedrich.desk import Phase
from pbem.rulesets.friedrich.entries import may_enter, open_to_entries, price_of_one
from pbem.rulesets.friedrich.offers.case import Case
from pbem.rulesets.friedrich.orders import Line, Recruit
from pbem.rulesets.friedrich.recruitment import check_purchase
from pbem.rulesets.friedrich.state import GENERALS, OFF, RANK, TRAINS

BUY = "What is recruited? The cards that pay can be exchanged afterwards."
CHANGE = "What becomes of the recruitment: {order}?"
WAYS = 3  # to pay for one purchase
MOST_UNITS = 24  # of one purchase

Bought = tuple[int, tuple[tuple[int, int], ...]]  # troops, and who re-enters where


class Market:
    """What can be bought after what the sheet says."""

    def __init__(self, case: Case, phase: Phase, lines: list[Line], tried: bool) -> None:
        self.case, self.phase, self.state = case, phase, phase.state
        self.lines = [line for line in lines if isinstance(line.order, Recruit)]
        self.tried = tried  # whether the rest of the sheet must be looked at, too
        self.price = price_of_one(phase.state, phase.nation)

    @cached_property
    def purse(self) -> Purse:
        return self.purse_with(())

    def purse_with(self, more: tuple[Card, ...]) -> Purse:
        """What the hand can pay, with the cards of a purchase that is changed."""
        return Purse((*self.state.hands[self.phase.nation], *more), self.price * MOST_UNITS)

    def choices(self) -> Iterator[Choice]:
        """F10.1: a further purchase, and other ones in the place of those that are made."""
        wares = [[*self.paid(bought, self.purse, None, WAYS + 1)] for bought in self.wares()]
        new = [offer for ways in wares for offer in ways[:WAYS]]
        if self.tried:
            new = [*self.case.fitting(new)]
        if new:
            more = any(len(ways) > WAYS for ways in wares)
            yield Choice("recruit", BUY, tuple(new), several=True, more=more)
        for line in self.lines:
            title = CHANGE.format(order=line_of(self.case.body, int(line.at.path[1])))
            if offers := tuple(self.changed(line)):
                yield Choice("recruit-again", title, offers)
                yield from self.repaid(line)

    def wares(self) -> Iterator[Bought]:
        """F10.1, F10.5: troops, as many as have room; a train; a general with a troop of his own."""
        for troops in range(1, MOST_UNITS):
            if not self.is_sold((troops, ())):
                break
            yield troops, ()
        for piece, city in self.entries(()):
            bought = (1 if RANK[piece] else 0, ((piece, city),))
            if self.is_sold(bought):
                yield bought

    def is_sold(self, bought: Bought) -> bool:
        """F6.7, F10.3, F10.5: whether so much can be bought and placed."""
        generals = [p for p, _ in bought[1] if RANK[p]]
        return not any(check_purchase(self.phase, Recruit(*bought, ()), generals, SHEET))

    def entries(self, taken: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
        """F10.7, F10.9: who can re-enter, and where, beside those that do already."""
        entering, nation = dict(taken), self.phase.nation
        for piece in (*TRAINS[nation], *GENERALS[nation]):
            if self.state.place[piece] == OFF and piece not in entering:
                for city in open_to_entries(self.state, nation):
                    if may_enter(self.state, piece, city, entering, self.phase.substitute):
                        yield piece, city

    def paid(self, bought: Bought, purse: Purse, line: Line | None, most: int) -> Iterator[Offer]:
        """F10.4: a purchase with the cards that pay for it."""
        troops, entries = bought
        price = self.price_of(bought)
        for payment in purse.payments(price, most):
            order = Recruit(troops, entries, faces_of(payment))
            label = priced(order.what, price, payment)
            yield self.case.written(str(order), line, label, loss(payment, price))

    def price_of(self, bought: Bought) -> int:
        """F10.2: troops and trains cost the same, generals nothing."""
        return self.price * (bought[0] + sum(not RANK[p] for p, _ in bought[1]))

    def repaid(self, line: Line) -> tuple[Choice, ...]:
        """F10.4: the same purchase with other cards."""
        order: Recruit = line.order
        paid = tuple(cards_paid(self.case, self.phase, order))
        hand = (*self.state.hands[self.phase.nation], *paid)
        return self.case.repaid(
            int(line.at.path[1]), hand, paid, self.price_of((order.troops, order.entries)),
            lambda cards: str(Recruit(order.troops, order.entries, faces_of(cards))),
        )  # fmt: skip

    def changed(self, line: Line) -> Iterator[Offer]:
        """A purchase made larger or smaller, or paid with other cards, if the rest of the sheet holds beside it."""
        order: Recruit = line.order
        at = int(line.at.path[1])
        yield from self.case.fitting([back(self.case.body, at)])
        purse = self.purse_with(tuple(cards_paid(self.case, self.phase, order)))
        same = (order.troops, order.entries)
        for bought in (same, *self.others(order)):
            for offer in self.paid(bought, purse, line, WAYS if bought == same else 1):
                if not offer.said:
                    yield from self.case.fitting([offer])

    def others(self, order: Recruit) -> Iterator[Bought]:
        """One troop more or less, one who re-enters more or less."""
        troops, entries = order.troops, order.entries
        yield troops + 1, entries
        if troops > 1:
            yield troops - 1, entries
        for at in range(len(entries)):
            yield troops, entries[:at] + entries[at + 1 :]
        for piece, city in self.entries(entries):
            yield troops + (1 if RANK[piece] else 0), (*entries, (piece, city))


def cards_paid(case: Case, phase: Phase, order: Recruit) -> Iterator[Card]:
    """The cards that a purchase of the sheet is paid with."""
    hand = case.view.hands[phase.nation]
    for face in order.pay:
        card = cards.take(hand, face)
        if card is not None:
            hand = cards.without(hand, (card,))
            yield card
