"""What is behind an event: the rules by which it was ruled, and the orders that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from pbem.core import Diagnostic
from pbem.core.events import Event
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import orders
from pbem.rulesets.fredericus.events import FredericusEvent, read
from pbem.rulesets.fredericus.orders import read_lines
from pbem.rulesets.fredericus.state import BIRD_NAMES, ROLES

CAUSES = {"tower": "R7.2", "courtyard": "R7.4", "row": "R6.3"}


def rules_behind(event: Event) -> tuple[str, ...]:
    """The numbers of the rules behind an event, the most telling first."""
    what = read(event)
    match what:
        case happened.BirdsPlaced():
            return ("R3.2",)
        case happened.Dealt():
            return "R3.3", "R3.4", "R3.6", "R3.7"
        case happened.Defaulted():
            return ("M4",)
        case happened.Turn():
            return "R4.1", "R4.4", "R4.5"
        case happened.Unhooded():
            return ("R8.1",)
        case happened.Bet():
            return "R8.2", "R3.8", "M3"
        case happened.LastRound():
            return "R10.1", "R10.2"
        case happened.Over():
            return "R10.2", "R11.1", "R11.2", "R11.4"
        case happened.Moved():
            return ("R5.1",)
        case happened.Flew():
            return ("R5.2",)
        case happened.Hooded():
            return ("R5.3",)
        case happened.Hunted():
            return ("R6.4", "R6.1") if what.bird == BIRD_NAMES[0] else ("R6.4", "R6.2")
        case happened.Turned():
            return "R6.3", "R4.6"
        case happened.Shifted():
            return ("O1",)
        case happened.BetWon():
            return ("R7.2",)
        case happened.BetLost():
            return ("R7.3",)
        case happened.CourtyardWon():
            return "R7.4", "R4.2"
        case happened.Drew() | happened.DrewFredericus():
            return "R9.3", "R9.2", CAUSES[what.cause]
        case happened.Took():
            return "O2", CAUSES[what.cause]
        case happened.Refilled():
            return ("O2",)
        case happened.NoCard():
            return ("O3",) if what.why == "stopped" else ("R9.4",)
        case happened.Discarded():
            return ("R8.3",) if what.role is None else ("R8.3", "O4")
        case happened.Wished():
            return ("O2",)
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
        ):
            return ()  # of the program, not of the game
        case _:
            assert_never(what)


def orders_behind(event: Event, earlier: Sequence[Event], role: str, body: Mapping[str, Any]) -> tuple[str, ...]:
    """The orders of a sheet that led to an event, as they were written."""
    what = read(event)
    lines = read_lines(body, len(ROLES), ignored).lines
    return tuple(str(body["do"][line.at.path[1]]) for line in lines if is_behind(line.order, what, role))


def kept_behind(
    event: Event, earlier: Sequence[Event], role: str, sheets: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[int, str]]:
    """Nothing: what a draw took tells by itself which list it followed (O2b)."""
    yield from ()


def ignored(complaint: Diagnostic) -> None:
    """What was taken in has been checked."""


def is_behind(order: orders.Order, what: FredericusEvent, role: str) -> bool:
    """Whether an order led to an event; what follows from a hunt or a turned row can be another falconer's."""
    match what:
        case happened.Moved():
            return what.role == role and order == orders.Move(what.from_, what.to)
        case happened.Flew():
            return what.role == role and order == orders.Fly(BIRD_NAMES.index(what.bird), what.to)
        case happened.Hooded():
            return what.role == role and isinstance(order, orders.Hood) and order.post == what.post
        case happened.Hunted():
            return what.role == role and order == orders.Hunt(BIRD_NAMES.index(what.bird))
        case happened.Turned():
            return what.role == role and order == orders.TurnOver(what.row, what.seal)
        case happened.Shifted():
            return what.role == role and order == orders.Shift(what.row)
        case happened.Bet() | happened.BirdsPlaced():
            return what.role == role and isinstance(order, orders.Bet | orders.Birds)
        case happened.Wished():
            return what.role == role and isinstance(order, orders.Draw)
        case happened.BetWon() | happened.BetLost():
            return isinstance(order, orders.Hunt)
        case happened.Drew() | happened.DrewFredericus() | happened.Took() | happened.NoCard():
            kinds: dict[str, tuple[type, ...]] = {"tower": (orders.Hunt,), "row": (orders.TurnOver,)}
            return isinstance(order, kinds.get(what.cause, ()))
        case happened.LastRound():
            return what.cause == "eighth" and what.role == role and isinstance(order, orders.Hunt)
        case _:
            return False
