"""Hussars (M7): Austria places them, and they burden the supply of its enemies."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, LazyCodes
from pbem.core.ruleset import Owed
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BOHEMIA, IDS, name_of, within
from pbem.rulesets.maria.bound import judge_hussars
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.orders import Flag, Hussar, Line
from pbem.rulesets.maria.powers import AUSTRIA
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import GENERALS, State, standing_in
from pbem.rulesets.maria.troops import transfers

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
REACH = 4  # M7.1


def near_austrians(state: State) -> int:
    """M7.1: the cities on the Bohemia map at distance 4 or less from an Austrian general on the map."""
    board = 0
    for piece in GENERALS[AUSTRIA]:
        if state.place[piece] >= 0:
            board |= within(state.place[piece], REACH)
    return board & BOHEMIA


def awaiting(state: State) -> tuple[Owed, ...]:
    """D9: Austria is asked, unless no city is near enough to any of its generals."""
    if not near_austrians(state) & ~state.occupied():
        return ()
    return (Owed(owner_of(state, AUSTRIA), "hussars", "where the hussars go", "they stay where they are"),)


def take(desk: Desk) -> None:
    """D9, M7.1, M7.2: each hussar is placed or left where it is."""
    lines = [line for line in desk.lines(Hussar, Flag, asked="where the hussars go") if stays(desk, line)]
    desk.no_bids()
    transfers(desk, desk.troops(), desk.powers)
    named: set[int] = set()
    goals = [line.order.city for line in lines]
    for line in lines:
        if line.order.number in named:
            desk.say(ma.SAID_TWICE(line.at, order=f"hussar {line.order.number + 1}"))
            continue
        named.add(line.order.number)
        faults = list(check(desk.state, line, goals))
        for fault in faults:
            desk.say(fault)
        if not faults:
            place(desk, line.order)
    if not lines:
        desk.understood.append("the hussars stay where they are")
    elif desk.state.treaties:
        judge_hussars(desk, named, lines[-1].at)
    desk.state = desk.state.popped()


def stays(desk: Desk, line: Line) -> bool:
    """``hussars stay`` says that nothing is ordered; other choices belong elsewhere."""
    if isinstance(line.order, Flag):
        if line.order.what != "hussars":
            desk.not_asked(line, "where the hussars go")
        return False
    return True


def check(state: State, line: Line, goals: list[int]) -> Iterator[Diagnostic]:
    """M7.1, M7.4: on the Bohemia map, near an Austrian general, with no piece and no other hussar. Ruling: A4"""
    city, at = line.order.city, line.words[1]
    other = state.hussars[1 - line.order.number]
    if not BOHEMIA >> city & 1:
        yield ma.HUSSAR_ILLEGAL(at, city=name_of(city), form="flanders")
    elif state.at(city):
        yield ma.HUSSAR_ILLEGAL(at, city=name_of(city), blocker=standing_in(state, city), form="piece")
    elif goals.count(city) > 1 or (other == city and len(goals) < 2):
        yield ma.HUSSAR_ILLEGAL(at, city=name_of(city), form="two")
    elif not near_austrians(state) >> city & 1:
        yield ma.HUSSAR_ILLEGAL(at, city=name_of(city))


def place(desk: Desk, order: Hussar) -> None:
    """M7.1: a hussar is placed, from beside the board or from where it stands."""
    before = desk.state.hussars[order.number]
    pair = list(desk.state.hussars)
    pair[order.number] = order.city
    desk.state = desk.state._replace(hussars=(pair[0], pair[1]))
    desk.understood.append(order)
    if before != order.city:
        news = happened.HussarPlaced(city=IDS[order.city], from_=IDS[before] if before >= 0 else None)
        desk.events.append(news.event())
