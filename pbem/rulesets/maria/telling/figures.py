"""What can be counted of a game of Maria: troops, markers, hands by turn; battles, losses, cards, influence."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.charts import Chart, Line
from pbem.core.events import HIDDEN, Event
from pbem.core.recall import recalled
from pbem.rulesets.common import NOUNS, SUITS
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.events import MariaEvent
from pbem.rulesets.maria.powers import GREAT, POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import controlled_by, powers_of, takes_part
from pbem.rulesets.maria.state import PIECE, POWER_OF, State
from pbem.rulesets.maria.telling.picture import ARROWS
from pbem.rulesets.maria.telling.words import capital

_POWERS = tuple(map(Line, POWERS, map(capital, POWER_NAMES), ARROWS))
_GREAT = tuple(_POWERS[p] for p in GREAT)
_SUITS = tuple(
    Line(suit, NOUNS.get(suit, "Reserves").capitalize(), colour)
    for suit, colour in zip(SUITS, ("#222222", "#136038", "#b0361c", "#97337f", "#4a4a4a"), strict=True)
)
BY_TURN = (
    Chart("troops", "Troops by power", "troops", _POWERS),
    Chart("pools", "Victory markers in the pools", "markers", _GREAT),
    Chart("fortresses", "Fortresses controlled", "fortresses", _POWERS),
    Chart("cards", "Cards held", "cards", _POWERS),
    Chart("points", "Points of the cards held", "points", _POWERS),
)
BY_EVENT = (
    Chart("battles", "Battles fought", "battles", _POWERS),
    Chart("losses", "Troops lost", "troops", _POWERS),
    Chart("played", "Cards played in battles", "cards", _SUITS),
    Chart("selected", "Political cards selected", "cards", _GREAT),
)


def counted(view: State, role: str | None) -> dict[str, dict[str, int]]:
    """What every power has; all of it is public but the points, which the owner of a hand knows."""
    there = [power for power in range(len(POWERS)) if takes_part(view.mode, power)]
    known = there if view.cards is not HIDDEN else [p for p in powers_of(view, role) if role and p in there]
    found = {
        "troops": {POWERS[p]: view.totals[p] for p in there},
        "fortresses": {POWERS[p]: controlled_by(view, p).bit_count() for p in there},
        "cards": {POWERS[p]: len(view.hands[p]) for p in there},
        "points": {POWERS[p]: sum(card.value for card in view.hands[p]) for p in known},
    }
    pools = {POWERS[p]: view.pools[p] for p in GREAT}
    return {**found, "pools": pools} if view.is_advanced else found


def tallied(event: Event) -> Iterable[tuple[str, str, int]]:
    """M11.5, M11.6: battles and cards; M11.12, M11.25, M9.5: troops lost; M17.9: political cards."""
    what: MariaEvent = recalled(event, MariaEvent)
    match what:
        case happened.Battle():
            return [("battles", _power_of(side[0]), 1) for side in (what.active, what.other)]
        case happened.Played():
            return [("played", what.card[-1], 1)]
        case happened.Defeated():
            return _lost(what.nation, what.lost)
        case happened.CutOff():
            return _lost(what.nation, what.troops)
        case happened.TroopsLeft():
            return _lost(what.power, what.lost)
        case happened.Selected():
            return [("selected", what.power, 1)]
        case _:  # of the others nothing is added up
            return ()


def _lost(power: str, troops: int | None) -> Iterable[tuple[str, str, int]]:
    return [("losses", power, troops)] if troops else ()


def _power_of(piece: str) -> str:
    return POWERS[POWER_OF[PIECE[piece]]]
