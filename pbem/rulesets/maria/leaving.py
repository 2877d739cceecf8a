"""Foreign pieces inside neutral land leave it by a shortest way, as far as they can each turn (M19.34, M19.44)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.sheets import at_key
from pbem.rulesets.maria.board import IDS, around, name_of
from pbem.rulesets.maria.desk import Phase
from pbem.rulesets.maria.movement import STOPS, closed_to, legal_ways, march, stop_in
from pbem.rulesets.maria.orders import Move
from pbem.rulesets.maria.records import Moves
from pbem.rulesets.maria.relations import inside, neutral_land, neutral_lands, own_powers
from pbem.rulesets.maria.state import POWER_OF, State, name_of_piece

ma = LazyCodes("pbem.rulesets.maria.diagnostics")


def steps_out(state: State, piece: int, city: int) -> int:
    """How far it is from a city to the next one outside all neutral land, through the land it lies in; 0 outside."""
    power = POWER_OF[piece]
    if not (land := neutral_land(state, power)) >> city & 1:
        return 0
    inner = next(one for one in neutral_lands(state, power) if one >> city & 1)
    exits = ~land & ~closed_to(state, (piece,), city)
    front = seen = 1 << city
    for steps in range(1, len(IDS)):
        front = around(front) & ~seen
        if front & exits:
            return steps
        front &= inner
        seen |= front
    return len(IDS)  # no way leads out


def ways_out(state: State, pieces: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A58: the normal moves of a group that end nearest to the border; empty if none is nearer. Those that join nobody
    come first, for who is joined does not move any more (M10.4), then the shortest."""
    start, piece = state.place[pieces[0]], pieces[0]
    now = best = steps_out(state, piece, start)
    found: list[tuple[int, ...]] = []
    for way in legal_ways(state, pieces, start):
        if stop_in(state, pieces, way[-1]) in STOPS:
            steps = steps_out(state, piece, way[-1])
            if steps < best:
                best, found = steps, []
            if steps == best and steps < now:
                found.append(way)
    return sorted(found, key=lambda way: (stop_in(state, pieces, way[-1]) == "comrade", len(way), way))


def strayed(before: State, after: State, pieces: tuple[int, ...], at: Where) -> Iterator[Diagnostic]:
    """M19.44: a group that has moved and could have come nearer to the border."""
    leavers = tuple([piece for piece in pieces if piece in inside(before, (POWER_OF[piece],))])
    if leavers and (end := after.place[leavers[0]]) >= 0:
        yield from _complaint(before, pieces, steps_out(after, leavers[0], end), at)


def lingering(before: State, after: State, powers: tuple[int, ...], moved: int = 0) -> Iterator[Diagnostic]:
    """M19.44: those who have not moved and could come nearer to the border as all stand now.

    Whose movement is over, because somebody has joined him (M10.4), as bits in ``moved``, stays.
    """
    for piece in inside(after, powers):
        if after.place[piece] == before.place[piece] and not moved >> piece & 1:
            yield from _complaint(after, (piece,), steps_out(after, piece, after.place[piece]), at_key("do"))


def _complaint(state: State, pieces: tuple[int, ...], steps: int, at: Where) -> Iterator[Diagnostic]:
    ways = ways_out(state, pieces) if steps else []
    if ways and steps_out(state, pieces[0], ways[0][-1]) < steps:
        cities = listed(dict.fromkeys([name_of(way[-1]) for way in ways]), "or")
        order = str(Move(pieces, ways[0]))
        yield ma.MUST_LEAVE(at, piece=listed(map(name_of_piece, pieces)), cities=cities, order=order)


def moves_out(state: State, powers: tuple[int, ...], moved: int = 0) -> list[Move]:
    """The moves of those who must leave, carried out one after the other, those nearest to the border first."""
    phase, found = Phase(state, powers, moved), list[Move]()
    while order := _next_out(phase):
        found.append(order)
        march(phase, order.pieces, phase.state.place[order.pieces[0]], order.way, force=False)
    return found


def _next_out(phase: Phase) -> Move | None:
    """The next of them who can come nearer to the border as all stand now."""
    state = phase.state
    left = [piece for piece in inside(state, phase.powers) if not phase.has_moved(piece)]
    for piece in sorted(left, key=lambda piece: (steps_out(state, piece, state.place[piece]), piece)):
        if ways := ways_out(state, (piece,)):
            return Move((piece,), ways[0])
    return None


def default_moves(state: State, role: str) -> dict[str, list[str]]:
    """D13: nothing moves, but for those who must leave neutral land."""
    task = state.task
    assert isinstance(task, Moves)
    return {"do": list(map(str, moves_out(state, own_powers(state, role), task.moved)))}
