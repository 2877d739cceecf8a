"""What may be said to whatever is asked now (section 5): the offers for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.offers import Offers
from pbem.rulesets.common.wishes import ANYWHERE, UNSUPPLIED
from pbem.rulesets.friedrich.answers import WISH
from pbem.rulesets.friedrich.decisions import awaiting, marched
from pbem.rulesets.friedrich.desk import Desk, Enough
from pbem.rulesets.friedrich.offers import battles, troops
from pbem.rulesets.friedrich.offers.case import Case
from pbem.rulesets.friedrich.offers.choices import discard, of_fate, of_retreat, offensive
from pbem.rulesets.friedrich.offers.moves import Marches, is_delicate
from pbem.rulesets.friedrich.offers.recruits import Market
from pbem.rulesets.friedrich.offers.standing import standing_bids, wishes_of_sheet
from pbem.rulesets.friedrich.order_reader import DECLINABLE
from pbem.rulesets.friedrich.orders import Decline
from pbem.rulesets.friedrich.state import Stage, State

Body = Mapping[str, Any]
ANSWERS = "What is answered by itself, should it be asked?"
USUAL = (*(str(Decline(card)) for card in DECLINABLE), f"{WISH}{UNSUPPLIED}", f"{WISH}{ANYWHERE}")


def offers(view: State, role: str, body: Body) -> Offers:
    """Everything that a role may say now, given what its sheet already says."""
    owed = next((owed for owed in awaiting(view) if owed.role == role), None)
    case = Case(view, role, body)
    try:
        found = _OFFERS[owed.kind if owed else ""](case)
    except Enough:  # so many faults that nothing can be said of the rest
        return Offers()
    if not view.agenda:
        return found
    besides = (*wishes_of_sheet(case, found.fights), *case.withdraw(), *case.ahead(ANSWERS, USUAL))
    return found._replace(choices=(*found.choices, *besides), fights=(*found.fights, *standing_bids(case)))


def of_nothing(case: Case) -> Offers:
    """D7: who owes nothing may still shift troops."""
    return Offers(sums=troops.shifts(case) if case.view.agenda else ())


def of_set_up(case: Case) -> Offers:
    """D1: the distribution of troops."""
    return Offers(sums=troops.of_set_up(case))


def of_movement(case: Case) -> Offers:
    """D2, D5 to D13: a movement phase."""
    stage = case.view.task
    assert isinstance(stage, Stage)
    desk = Desk(case.view, case.role, case.body, "", think=False)
    lines, wished, phase = marched(desk)
    case.after = phase.state
    moves = Marches(case, lines, phase)
    market = Market(case, phase, lines, is_delicate(case, lines, phase))
    order, fights = battles.of_phase(case, phase, lines)
    choices = (*discard(case, stage), *offensive(case, stage.nation), *market.choices(), *order)
    return Offers(tuple(moves.groups()), choices, tuple(troops.of_phase(desk, phase, wished)), fights)


_OFFERS: dict[str, Callable[[Case], Offers]] = {
    "": of_nothing,
    "set-up": of_set_up,
    "movement": of_movement,
    "battles": battles.of_battles,
    "bid": battles.of_bid,
    "bids": battles.of_stage,
    "retreat": of_retreat,
    "fate": of_fate,
}
