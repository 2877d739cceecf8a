"""What agreements forbid (M21.3): orders that break a clause are refused, or warned of, as the parties chose (A32).

A sheet is judged by what it orders: a general whom an enemy has come near, or who is still where he should not be, may
stay there, whatever was agreed. What becomes of that is told in ``undone``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pbem.core import SHEET, Diagnostic, LazyCodes, Where
from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import CITY, within
from pbem.rulesets.maria.clauses import Clause, NoHussars, NotAttack, StayFarther, VoteFor
from pbem.rulesets.maria.closed_land import broken_by_way
from pbem.rulesets.maria.leaving import lingering
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.relations import inside
from pbem.rulesets.maria.state import OFF, PIECE, POWER_OF, RANK, State, name_of_piece
from pbem.rulesets.maria.supply import path_of
from pbem.rulesets.maria.treaties import ACCEPTED, bindings
from pbem.rulesets.maria.undone import must_attack, reminders
from pbem.rulesets.maria.votes import CHARLES

if TYPE_CHECKING:
    from pbem.rulesets.maria.desk import Desk, Phase

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Ways = Mapping[int, tuple[int, ...]]  # by piece that moved: where it stood, and the cities it entered, in order
At = Mapping[int, Where]  # by piece: where the sheet moves it


def breach(treaty: Treaty, clause: Clause, at: Where) -> Diagnostic:
    """An order breaks an agreement."""
    facts = {"number": treaty.id, "clause": clause.text(BOARD_NAMES), "last": treaty.last}
    return (ma.BREAKS_TREATY if treaty.binding == "refuse" else ma.BREAKS_LOOSE_TREATY)(at, **facts)


def broken_by_moves(state: State, ways: Ways, at: At) -> Iterator[tuple[Diagnostic, Event]]:
    """The clauses that moves break; ``state`` is the position after them. Each with the event of a breach."""
    if any(row.status == ACCEPTED for row in state.treaties):
        for piece, way in ways.items():
            yield from _judged(piece, _broken_by_move(state, piece, way), at)


def broken_by_arrivals(state: State, ways: Ways, at: At) -> Iterator[tuple[Diagnostic, Event]]:
    """The clauses that pieces break who come onto the map: they enter the city where they come back."""
    for piece, way in ways.items():
        yield from _judged(piece, broken_by_way(state, piece, way), at)


def _judged(piece: int, rows: Iterable[tuple[Treaty, Clause]], at: At) -> Iterator[tuple[Diagnostic, Event]]:
    for treaty, clause in rows:
        told = happened.TreatyBroken(id=treaty.id, power=POWERS[POWER_OF[piece]], clause=clause.text(BOARD_NAMES))
        yield breach(treaty, clause, at.get(piece, SHEET)), told.event()


def _broken_by_move(state: State, piece: int, way: tuple[int, ...]) -> Iterator[tuple[Treaty, Clause]]:
    """What one piece breaks by its move."""
    power, rows, turn = POWERS[POWER_OF[piece]], state.treaties, state.turn
    yield from broken_by_way(state, piece, way)
    if not RANK[piece] or len(way) < 2:
        return
    for treaty, gap in bindings(rows, turn, StayFarther):
        if gap.who == power and any(within(CITY[city], gap.steps) >> way[-1] & 1 for city in gap.cities):
            yield treaty, gap
    for treaty, truce in bindings(rows, turn, NotAttack):
        if truce.who == power and must_attack(state, piece, way[-1], truce.whom):
            yield treaty, truce


def judge_moves(desk: Desk, phase: Phase, unread: bool) -> None:
    """What the moves of a sheet break, and who stays in neutral land that he must leave (M19.44).

    With an order that failed (``unread``) only the moves that were made are judged: who stays is not known.
    """
    broken = breaches(desk, phase)
    if unread:
        return
    for fault in lingering(phase.before, desk.state, phase.powers, phase.moved):
        desk.say(fault)
    if desk.think:
        for warning in reminders(desk.state, phase.powers):
            if (warning.facts["number"], warning.facts["piece"]) not in broken:  # else it is complained about already
                desk.say(warning)


def breaches(desk: Desk, phase: Phase) -> set[tuple[str, str]]:
    """Complain about clauses that the moves of a phase break; which agreement each breaks, and what piece.

    Whoever must leave neutral land is not held to an agreement on his way out: none changes a rule (M21.2).
    """
    leavers = inside(phase.before, phase.powers)
    moves = [what for what in map(happened.read, phase.events) if isinstance(what, happened.Moved)]
    ways = {PIECE[id_]: tuple([CITY[city] for city in what.way]) for what in moves for id_ in what.pieces}
    found: set[tuple[str, str]] = set()
    for piece, way in ways.items():
        if piece not in leavers:
            broken = list(broken_by_moves(phase.state, {piece: way}, phase.ordered))
            found |= {(fault.facts["number"], name_of_piece(piece)) for fault, _ in broken}
            told(desk, broken)
    judge_arrivals(desk, dict(arrivals(phase.events)), phase.before, phase.ordered)
    return found


def arrivals(events: Iterable[Event]) -> Iterator[tuple[int, int]]:
    """M10.20, M13.2: the trains and generals who come back, each with the city."""
    for what in map(happened.read, events):
        if isinstance(what, happened.TrainBack):
            yield PIECE[what.train], CITY[what.city]
        elif isinstance(what, happened.Recruited):
            yield from ((PIECE[id_], CITY[city]) for id_, city in zip(what.generals, what.cities, strict=True))


def judge_arrivals(desk: Desk, coming: Mapping[int, int], before: State, at: At) -> None:
    """What pieces break that a sheet brings back, each in a city; ``before`` is where they stood, or did not."""
    ways = {piece: (before.place[piece], city) for piece, city in coming.items()}
    told(desk, broken_by_arrivals(before, ways, at))


def judge_hussars(desk: Desk, placed: Iterable[int], at: Where) -> None:
    """What the hussars that a sheet places break: hussars that stood there before are no fault of it."""
    lifted = [OFF if number in placed else city for number, city in enumerate(desk.state.hussars)]
    before = desk.state._replace(hussars=(lifted[0], lifted[1]))
    pays = [
        piece for piece, city in enumerate(desk.state.place)
        if city >= 0 and RANK[piece] and must_pay(desk.state, piece) and not must_pay(before, piece)
    ]  # fmt: skip
    told(desk, broken_by_hussars(desk.state, pays, at))


def must_pay(state: State, piece: int) -> bool:
    """M9.6: whether a general has to buy his supply as the hussars stand."""
    return path_of(state, piece).kind == "bought"


def told(desk: Desk, broken: Iterable[tuple[Diagnostic, Event]]) -> None:
    """Breaches of agreements are complained about; those that are only warned of are an event, once (M21.3)."""
    for fault, event in broken:
        desk.say(fault)
        if not fault.is_error and event not in desk.events:
            desk.events.append(event)


def broken_by_hussars(state: State, pays: Iterable[int], at: Where) -> Iterator[tuple[Diagnostic, Event]]:
    """ "No hussars against": whether a general of that power is among those who have to buy their supply now."""
    victims = {POWERS[POWER_OF[piece]] for piece in pays}
    for treaty, clause in bindings(state.treaties, state.turn, NoHussars):
        if clause.whom in victims:
            told = happened.TreatyBroken(id=treaty.id, power="austria", clause=clause.text(BOARD_NAMES))
            yield breach(treaty, clause, at), told.event()


def broken_by_votes(
    state: State, charles: Mapping[int, int], have: Mapping[int, int], at: Mapping[int, Where]
) -> Iterator[tuple[Diagnostic, Event]]:
    """ "Votes for": all votes of the power must go to that candidate. By power: votes for Charles, and all votes.

    Ruling: M21.3. A vote that is promised to both candidates breaks one agreement, whatever is cast: it is warned of.
    """
    rows = list(bindings(state.treaties, state.turn, VoteFor))
    strict = {(clause.who, clause.candidate) for treaty, clause in rows if treaty.binding == "refuse"}
    torn = {who for who, _ in strict if len([1 for voter, _ in strict if voter == who]) > 1}
    for treaty, clause in rows:
        power = POWERS.index(clause.who)
        wanted = have.get(power, 0) if clause.candidate == CHARLES else 0
        if power in charles and charles[power] != wanted:
            told = happened.TreatyBroken(id=treaty.id, power=clause.who, clause=clause.text(BOARD_NAMES))
            judged = treaty._replace(binding="warn") if clause.who in torn else treaty
            yield breach(judged, clause, at.get(power, SHEET)), told.event()
