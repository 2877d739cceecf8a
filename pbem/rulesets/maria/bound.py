"""What agreements forbid (M21.3): orders that break a clause are refused, or warned of, as the parties chose (A32).

A sheet is judged by what it orders: a general whom an enemy has come near, or who is still where he should not be, may
stay there without fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pbem.core import SHEET, Diagnostic, LazyCodes, Where
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import BITS, CITY, COUNTRY, within
from pbem.rulesets.maria.clauses import Clause, Leave, NoHussars, NotAttack, NotEnter, StayFarther, VoteFor
from pbem.rulesets.maria.leaving import inside, lingering
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.orders import Line, Move
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.state import GENERALS, PIECE, PIECE_NAMES, POWER_OF, RANK, State, name_of_piece
from pbem.rulesets.maria.supply import path_of
from pbem.rulesets.maria.treaties import bindings
from pbem.rulesets.maria.votes import CHARLES

if TYPE_CHECKING:
    from pbem.rulesets.maria.desk import Desk

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Ways = Mapping[int, tuple[int, ...]]  # by piece that moved: the cities it entered, in order
At = Mapping[int, Where]  # by piece: where the sheet moves it


def breach(treaty: Treaty, clause: Clause, at: Where) -> Diagnostic:
    """An order breaks an agreement."""
    facts = {"number": treaty.id, "clause": clause.text(BOARD_NAMES), "last": treaty.last}
    return (ma.BREAKS_TREATY if treaty.binding == "refuse" else ma.BREAKS_LOOSE_TREATY)(at, **facts)


def broken_by_moves(state: State, ways: Ways, at: At) -> Iterator[tuple[Diagnostic, Event]]:
    """The clauses that moves break; ``state`` is the position after them. Each with the event of a breach."""
    if not any(row.status == "accepted" for row in state.treaties):
        return
    for piece, way in ways.items():
        for treaty, clause in _broken_by_move(state, piece, way):
            told = happened.TreatyBroken(id=treaty.id, power=POWERS[POWER_OF[piece]], clause=clause.text(BOARD_NAMES))
            yield breach(treaty, clause, at.get(piece, SHEET)), told.event()


def _broken_by_move(state: State, piece: int, way: tuple[int, ...]) -> Iterator[tuple[Treaty, Clause]]:
    """What one piece breaks by its move."""
    power, rows, turn = POWERS[POWER_OF[piece]], state.treaties, state.turn
    entered = sum({1 << city for city in way})
    for treaty, ban in bindings(rows, turn, NotEnter):
        if ban.who == power and entered & land_of(ban.where):
            yield treaty, ban
    for treaty, pledge in bindings(rows, turn, Leave):
        if pledge.who == power and entered & land_of(pledge.country):
            yield treaty, pledge
    if not RANK[piece] or not way:
        return
    for treaty, gap in bindings(rows, turn, StayFarther):
        if gap.who == power and any(within(CITY[city], gap.steps) >> way[-1] & 1 for city in gap.cities):
            yield treaty, gap
    for treaty, truce in bindings(rows, turn, NotAttack):
        if truce.who == power and _beside(state, way[-1], truce.whom):
            yield treaty, truce


def judge_moves(desk: Desk, before: State, lines: Iterable[Line], powers: tuple[int, ...]) -> None:
    """What the moves of a sheet break, and who stays in neutral land that he must leave (M19.44).

    Whoever must leave it is not held to an agreement on his way out: none changes a rule (M21.2).
    """
    leavers = inside(before, powers)
    moves = [what for what in map(happened.read, desk.events) if isinstance(what, happened.Moved)]
    ways = {PIECE[id_]: tuple([CITY[city] for city in what.way[1:]]) for what in moves for id_ in what.pieces}
    ways = {piece: way for piece, way in ways.items() if piece not in leavers}
    at = {piece: line.at for line in lines if isinstance(line.order, Move) for piece in line.order.pieces}
    broken = list(broken_by_moves(desk.state, ways, at))
    refused = {fault.facts["number"] for fault, _ in broken if fault.is_error}
    told(desk, broken)
    for fault in lingering(before, desk.state, powers):
        desk.say(fault)
    if desk.think:
        for warning in reminders(desk.state, powers):
            if warning.facts["number"] not in refused:  # else it is complained about already
                desk.say(warning)


def judge_hussars(desk: Desk, at: Where) -> None:
    """What the hussars of a sheet break."""
    told(desk, broken_by_hussars(desk.state, lambda state, piece: path_of(state, piece).kind == "bought", at))


def told(desk: Desk, broken: Iterable[tuple[Diagnostic, Event]]) -> None:
    """Breaches of agreements are complained about; those that are only warned of are an event (M21.3)."""
    for fault, event in broken:
        desk.say(fault)
        if not fault.is_error:
            desk.events.append(event)


def land_of(id_: str) -> int:
    """The cities of a country, or the one city of that id."""
    return COUNTRY[id_] if id_ in COUNTRY else 1 << CITY[id_]


def _beside(state: State, city: int, whom: str) -> bool:
    """M11.1: whether a general there must attack one of that power."""
    return bool(state.city_bits(GENERALS[POWERS.index(whom)]) & BITS[city])


def reminders(state: State, powers: Iterable[int]) -> Iterator[Diagnostic]:
    """Warnings to a power that stays where an agreement does not want it: beside one it will not attack (M11.1 makes it
    attack), or in a country that it promised to leave by now."""
    own = {POWERS[power] for power in powers}
    for treaty, truce in bindings(state.treaties, state.turn, NotAttack):
        if truce.who in own:
            yield from _attacks(state, treaty, truce)
    for treaty, pledge in bindings(state.treaties, state.turn, Leave):
        if pledge.who in own and state.turn >= pledge.turn:
            inside = [p for p, city in enumerate(state.place) if POWERS[POWER_OF[p]] == pledge.who and city >= 0
                      and land_of(pledge.country) >> city & 1]  # fmt: skip
            for piece in inside:
                facts = {"number": treaty.id, "clause": pledge.text(BOARD_NAMES), "last": treaty.last}
                yield ma.BREAKS_LOOSE_TREATY(SHEET, **facts, piece=name_of_piece(piece), form="inside")


def _attacks(state: State, treaty: Treaty, truce: NotAttack) -> Iterator[Diagnostic]:
    facts = {"number": treaty.id, "clause": truce.text(BOARD_NAMES), "last": treaty.last}
    for piece in GENERALS[POWERS.index(truce.who)]:
        for enemy in GENERALS[POWERS.index(truce.whom)]:
            here, there = state.place[piece], state.place[enemy]
            if here >= 0 and there >= 0 and BITS[here] >> there & 1:
                names = {"piece": PIECE_NAMES[piece], "enemy": PIECE_NAMES[enemy]}
                yield ma.BREAKS_LOOSE_TREATY(SHEET, **facts, **names, form="attack")


def broken_by_hussars(
    state: State, must_pay: Callable[[State, int], bool], at: Where
) -> Iterator[tuple[Diagnostic, Event]]:
    """ "No hussars against": whether a general of that power would have to buy his supply as the hussars stand now."""
    for treaty, clause in bindings(state.treaties, state.turn, NoHussars):
        power = POWERS.index(clause.whom)
        if any(must_pay(state, piece) for piece in GENERALS[power] if state.place[piece] >= 0):
            told = happened.TreatyBroken(id=treaty.id, power="austria", clause=clause.text(BOARD_NAMES))
            yield breach(treaty, clause, at), told.event()


def broken_by_votes(
    state: State, charles: Mapping[int, int], have: Mapping[int, int], at: Where
) -> Iterator[tuple[Diagnostic, Event]]:
    """ "Votes for": all votes of the power must go to that candidate. By power: votes for Charles, and all votes."""
    for treaty, clause in bindings(state.treaties, state.turn, VoteFor):
        power = POWERS.index(clause.who)
        wanted = have.get(power, 0) if clause.candidate == CHARLES else 0
        if power in charles and charles[power] != wanted:
            told = happened.TreatyBroken(id=treaty.id, power=clause.who, clause=clause.text(BOARD_NAMES))
            yield breach(treaty, clause, at), told.event()
