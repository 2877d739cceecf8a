"""What can be counted of a game of Fredericus: creatures and objectives by round; flights, hunts and bets."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.charts import Chart, Line
from pbem.core.events import Event
from pbem.core.recall import recalled
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.events import FredericusEvent
from pbem.rulesets.fredericus.state import ROLES, SEATS, State

_FALCONERS = tuple(
    Line(role, f"Falconer {seat}", colour)
    for role, seat, colour in zip(ROLES, SEATS, ("#1a4f8f", "#b0361c", "#136038", "#7a5a00"), strict=True)
)
BY_TURN = (
    Chart("creatures", "Creatures captured", "creatures", _FALCONERS),
    Chart("objectives", "Objectives held", "objectives", _FALCONERS),
)
BY_EVENT = (
    Chart("flights", "Flights of birds", "flights", _FALCONERS),
    Chart("hunts", "Hunts", "hunts", _FALCONERS),
    Chart("bets", "Bets won", "bets", _FALCONERS),
)


def counted(view: State, role: str | None) -> dict[str, dict[str, int]]:
    """R14: what every falconer has, as all may count it."""
    seats = list(enumerate(ROLES[: view.players]))
    return {
        "creatures": {name: len(view.creatures[seat]) for seat, name in seats},
        "objectives": {name: len(view.objectives(seat)) for seat, name in seats},
    }


def tallied(event: Event) -> Iterable[tuple[str, str, int]]:
    """R5.2, R6.4, R7: what a falconer did."""
    what: FredericusEvent = recalled(event, FredericusEvent)
    match what:
        case happened.Flew():
            return [("flights", what.role, 1)]
        case happened.Hunted():
            return [("hunts", what.role, 1)]
        case happened.BetWon() | happened.CourtyardWon():
            return [("bets", what.role, 1)]
        case _:  # of the others nothing is added up
            return ()
