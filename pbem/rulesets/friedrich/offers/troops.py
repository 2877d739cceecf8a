"""Numbers of troops that must add up (D1, D7, F6): found by the function that settles them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy

from pbem.core import has_errors, listed
from pbem.core.offers import Number, Sum
from pbem.rulesets.friedrich.board import IDS, name_of
from pbem.rulesets.friedrich.desk import Desk, Phase
from pbem.rulesets.friedrich.movement import settle, stacks_of
from pbem.rulesets.friedrich.offers.case import Case
from pbem.rulesets.friedrich.state import (
    GENERALS,
    MOST,
    NATION_NAMES,
    PIECE_IDS,
    PIECE_NAMES,
    maximum_of,
    names_of,
    nations_of,
)
from pbem.rulesets.friedrich.telling.words import capital

STACK = "{generals} in {city}"
NATION = "{nation}: all generals together"


def of_set_up(case: Case) -> tuple[Sum, ...]:
    """D1, F1.13: all troops of each nation, 1 to 8 a general."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    wished = desk.troops()
    sums = []
    for nation in nations_of(case.view, case.role):
        stack = tuple(p for p in GENERALS[nation] if case.view.place[p] >= 0)
        now = {p: wished.get(p, case.view.troops[p]) for p in stack}
        total = maximum_of(case.view.mode, nation)
        title = NATION.format(nation=capital(NATION_NAMES[nation]))
        sums.append(sum_of(desk, title, "", now, wished, (total, total)))
    return tuple(sums)


def shifts(case: Case) -> tuple[Sum, ...]:
    """D7: troops that can be shifted inside the stacks of a role."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    wished = desk.troops()
    return tuple(
        one for nation in nations_of(case.view, case.role) for one in of_phase(desk, desk.phase(nation, wished), wished)
    )


def of_phase(desk: Desk, phase: Phase, wished: Mapping[int, int]) -> Iterator[Sum]:
    """F6.2, F6.3, F10.5: the stacks whose numbers can be chosen after what the sheet says."""
    own = {p: n for p, n in wished.items() if p in GENERALS[phase.nation]}
    settled = tried(phase, own) or tried(phase, {}) or phase
    free = parted(phase)
    for city, stack in stacks_of(phase).items():
        if len(stack) < 2 and city not in free:
            continue
        total = settled.state.strength(stack)
        bounds = reach(phase, own, stack, total) if city in free else (total, total)
        now = {p: settled.state.troops[p] for p in stack}
        if len(stack) > 1 or bounds[0] < bounds[1]:
            title = STACK.format(generals=listed(names_of(stack)), city=name_of(city))
            yield sum_of(desk, title, IDS[city], now, wished, bounds)


def parted(phase: Phase) -> set[int]:
    """The cities whose stacks can have more troops or fewer: of stacks that came apart, or where some were bought."""
    if phase.bought:
        return set(stacks_of(phase))
    sources: dict[int, set[int]] = {}
    for piece, source in phase.origin.items():
        sources.setdefault(source, set()).add(phase.state.place[piece])
    return {city for ends in sources.values() if len(ends) > 1 for city in ends}


def reach(phase: Phase, own: Mapping[int, int], stack: tuple[int, ...], total: int) -> tuple[int, int]:
    """The fewest and the most troops that a stack can have, while the numbers of all others stay as they were given."""
    others = {p: n for p, n in own.items() if p not in stack}
    low = high = total
    while low > len(stack) and tried(phase, {**others, **even(stack, low - 1)}):
        low -= 1
    while high < MOST * len(stack) and tried(phase, {**others, **even(stack, high + 1)}):
        high += 1
    return low, high


def tried(phase: Phase, wished: Mapping[int, int]) -> Phase | None:
    """The phase after its troops are settled so; None if they cannot be."""
    trial = copy(phase)
    trial.said = []
    settle(trial, wished)
    return None if has_errors(trial.said) else trial


def even(stack: tuple[int, ...], total: int) -> dict[int, int]:
    """A total dealt out."""
    least, more = divmod(total, len(stack))
    return {piece: least + (at < more) for at, piece in enumerate(stack)}


def sum_of(
    desk: Desk, title: str, place: str, now: Mapping[int, int], wished: Mapping[int, int], bounds: tuple[int, int]
) -> Sum:
    """Numbers with their bounds."""
    low, high = bounds
    rest = len(now) - 1
    numbers = [
        Number(
            PIECE_IDS[p], PIECE_NAMES[p], path_of(desk, p, wished), n,
            max(1, min(n, low - MOST * rest)), min(MOST, max(n, high - rest)), p in wished,
        )
        for p, n in now.items()
    ]  # fmt: skip
    return Sum(title, place, tuple(numbers), low, high)


def path_of(desk: Desk, piece: int, wished: Mapping[int, int]) -> tuple[str | int, ...]:
    """Where the sheet gives a general's number, as its writer spells him, or would."""
    return desk.where_of(piece).path if piece in wished else ("troops", PIECE_IDS[piece])
