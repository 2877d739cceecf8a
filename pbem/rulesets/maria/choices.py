"""Choices that any sheet may bring and that hold from then on (D10, D16, D17): subsidy, stacks, dispute."""

from __future__ import annotations

from pbem.core import LazyCodes
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.orders import Flag, Line
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRAGMATIC
from pbem.rulesets.maria.relations import owner_of

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
FREE_FROM = 3  # M8.2: what France says in turn 3 holds from turn 4 on


def take_flag(desk: Desk, line: Line) -> None:
    """A choice of two; what it is not for the writer to choose is complained about."""
    order: Flag = line.order
    if order.what == "subsidy" and FRANCE in desk.powers and is_free(desk):
        if desk.state.pays != order.on:
            desk.events.append(happened.SubsidyChanged(pays=order.on).event())
        desk.state = desk.state._replace(pays=order.on)
    elif order.what in ("stacks", "dispute") and (power := side_of(desk)) >= 0:
        consents(desk, power, order.on) if order.what == "stacks" else disputes(desk, power, order.on)
    else:
        desk.say(ma.NOT_A_CHOICE(line.at, form="" if order.what == "subsidy" else order.what))
        return
    desk.understood.append(order)


def is_free(desk: Desk) -> bool:
    """M8.2: in the introductory game France decides turn by turn, from turn 4 on."""
    return not desk.state.is_advanced and desk.state.turn >= FREE_FROM


def side_of(desk: Desk) -> int:
    """Whether the writer plays Austria or the Pragmatic Army, and another player the other one; else -1."""
    owners = [owner_of(desk.state, power) for power in (AUSTRIA, PRAGMATIC)]
    if len({*owners, ""}) < 3 or desk.role not in owners:
        return -1
    return (AUSTRIA, PRAGMATIC)[owners.index(desk.role)]


def consents(desk: Desk, power: int, allows: bool) -> None:
    """M10.10, D16: the other side may stack with its generals, until it says otherwise."""
    others = tuple(p for p in desk.state.consent if p != power)
    if (power in desk.state.consent) != allows:
        desk.events.append(happened.Consented(power=POWERS[power], allows=allows).event())
    desk.state = desk.state._replace(consent=(*others, power) if allows else others)


def disputes(desk: Desk, power: int, calls: bool) -> None:
    """M10.11, D17: on Flanders pieces move one by one from the next movement phase of both on."""
    if desk.state.dispute != calls:
        desk.events.append(happened.Disputed(power=POWERS[power], calls=calls).event())
    desk.state = desk.state._replace(dispute=calls)
