"""What is legal and may still be a slip: warnings about a movement phase."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.diagnostics import SHEET, Diagnostic
from pbem.core.names import listed
from pbem.rulesets.friedrich import diagnostics as fr
from pbem.rulesets.friedrich.board import (
    DEPOTS,
    FRANCE,
    HOME,
    OBJECTIVES,
    RUSSIA,
    cities_in,
    defender_of,
    name_of,
    within,
)
from pbem.rulesets.friedrich.movement import Phase
from pbem.rulesets.friedrich.objectives import PROTECTION
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    PIECE_NAMES,
    Stage,
    State,
    has_left,
)


def warn(state: State, nation: int, phase: Phase, stage: Stage) -> Iterator[Diagnostic]:
    """All warnings about the position after the phase."""
    idle = [p for p in phase.origin if p not in phase.moved]
    if idle:
        names = listed(PIECE_NAMES[p] for p in idle)
        yield fr.NO_ORDERS(SHEET, pieces=names, have="has" if len(idle) == 1 else "have")
    yield from unprotected(state, nation, phase)
    yield from unsupplied(state, nation)


def unprotected(state: State, nation: int, phase: Phase) -> Iterator[Diagnostic]:
    """F5.4: objectives that a general of the nation protected before the moves and no longer does."""
    before, after = 0, 0
    for city in phase.origin.values():
        before |= within(city, PROTECTION)
    for piece in GENERALS[nation]:
        if state.place[piece] >= 0:
            after |= within(state.place[piece], PROTECTION)
    open_ = before & ~after & ~state.conquered
    targets = 0
    for other, board in enumerate(OBJECTIVES):
        if other >= 2 and not has_left(state, other):
            targets |= board
    bare = [c for c in cities_in(open_ & targets) if defender_of(c) == nation]
    if bare:
        names = listed([name_of(c) for c in bare])
        yield fr.LEFT_UNPROTECTED(
            SHEET, cities=names, are="is" if len(bare) == 1 else "are", nation=NATION_NAMES[nation]
        )


def unsupplied(state: State, nation: int) -> Iterator[Diagnostic]:
    """F9.4: generals who would be turned face-down or lost if they stood so in the supply phase."""
    abroad = [p for p in GENERALS[nation] if state.place[p] >= 0 and not HOME[nation] >> state.place[p] & 1]
    if nation in (RUSSIA, FRANCE):
        abroad = [p for p in abroad if state.place[p] not in DEPOTS[nation]]
    if not abroad:
        return
    from pbem.rulesets.friedrich.supply import supply_distance

    for piece in abroad:
        if supply_distance(state, nation, state.place[piece]) is None:
            fate = "be lost with all his troops" if state.is_face_down(piece) else "be out of supply"
            yield fr.OUT_OF_SUPPLY(
                SHEET, piece=PIECE_NAMES[piece], city=name_of(state.place[piece]), fate=fate,
                nation=NATION_NAMES[nation],
            )  # fmt: skip
