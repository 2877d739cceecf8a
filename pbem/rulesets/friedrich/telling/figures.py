"""What can be counted of a game of Friedrich: troops, objectives, hands by turn; battles, losses, cards."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.charts import Chart, Line
from pbem.core.events import HIDDEN, Event
from pbem.core.recall import recalled
from pbem.rulesets.common import NOUNS, SUITS
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.events import FriedrichEvent
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE,
    State,
    nations_of,
    takes_part,
)
from pbem.rulesets.friedrich.telling.picture import ARROWS
from pbem.rulesets.friedrich.telling.summary import towards_victory
from pbem.rulesets.friedrich.telling.words import capital

_NATIONS = tuple(map(Line, NATIONS, map(capital, NATION_NAMES), ARROWS))
_SUITS = tuple(
    Line(suit, NOUNS.get(suit, "Reserves").capitalize(), colour)
    for suit, colour in zip(SUITS, ("#222222", "#136038", "#b0361c", "#97337f", "#4a4a4a"), strict=True)
)
BY_TURN = (
    Chart("troops", "Troops by nation", "troops", _NATIONS),
    Chart("objectives", "Objectives conquered", "objectives", _NATIONS),
    Chart("cards", "Cards held", "cards", _NATIONS),
    Chart("points", "Points of the cards held", "points", _NATIONS),
)
BY_EVENT = (
    Chart("battles", "Battles fought", "battles", _NATIONS),
    Chart("losses", "Troops lost", "troops", _NATIONS),
    Chart("played", "Cards played in battles", "cards", _SUITS),
)


def counted(view: State, role: str | None) -> dict[str, dict[str, int]]:
    """What every nation in the game has; all of it is public but the points, which the owner of a hand knows."""
    there = [nation for nation in range(7) if takes_part(view, nation)]
    known = there if view.fate is not HIDDEN else [n for n in nations_of(view, role) if role and n in there]
    return {
        "troops": {NATIONS[n]: view.totals[n] for n in there},
        "objectives": {NATIONS[n]: towards_victory(view, n)[0] for n in there if towards_victory(view, n)[1]},
        "cards": {NATIONS[n]: len(view.hands[n]) for n in there},
        "points": {NATIONS[n]: sum(card.value for card in view.hands[n]) for n in known},
    }


def tallied(event: Event) -> Iterable[tuple[str, str, int]]:
    """F7.4, F7.5: battles and cards; F7.10, F8.4, F9.4, F6.8, F11.7: troops that are lost, however they are."""
    what: FriedrichEvent = recalled(event, FriedrichEvent)
    match what:
        case happened.Battle():
            return [("battles", _nation_of(side[0]), 1) for side in (what.active, what.other)]
        case happened.Played():
            return [("played", what.card[-1], 1)]
        case happened.Defeated() | happened.Retired():
            return _lost(what.nation, what.lost)
        case happened.CutOff() | happened.TroopsLost():
            return _lost(what.nation, what.troops)
        case happened.LostTroop():
            return _lost(what.nation, 1)
        case _:  # of the others nothing is added up
            return ()


def _lost(nation: str, troops: int | None) -> Iterable[tuple[str, str, int]]:
    return [("losses", nation, troops)] if troops else ()


def _nation_of(piece: str) -> str:
    return NATIONS[NATION_OF[PIECE[piece]]]
