"""Numbers of troops that must add up (D1, D29, M6.5): found by the function that settles them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from pbem.core import has_errors, listed
from pbem.core.offers import Number, Sum
from pbem.rulesets.maria.board import IDS, name_of
from pbem.rulesets.maria.desk import Desk, Phase
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.powers import MOST, POWER_NAMES, TROOPS
from pbem.rulesets.maria.state import GENERALS, LEAST, PIECE_IDS, PIECE_NAMES, POWER_OF, names_of
from pbem.rulesets.maria.telling.words import capital
from pbem.rulesets.maria.troops import settle, stacks_of

STACK = "{generals} in {city}"
POWER = "{power}: all generals together"


def of_set_up(case: Case) -> tuple[Sum, ...]:
    """D1, M4.7: all troops of each power, not less than a general's minimum."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    wished, sums = desk.troops(), []
    for power in case.powers:
        now = {p: wished.get(p, case.view.troops[p]) for p in GENERALS[power]}
        title = POWER.format(power=capital(POWER_NAMES[power]))
        if now:
            sums.append(sum_of(desk, title, "", now, wished, (TROOPS[power], TROOPS[power]), LEAST))
    return tuple(sums)


def shifts(case: Case) -> tuple[Sum, ...]:
    """D29: troops that can be shifted inside the stacks of a role."""
    desk = Desk(case.view, case.role, case.body, "", think=False)
    wished = desk.troops()
    return tuple(of_phase(desk, Phase(case.view, case.powers), wished))


def of_phase(desk: Desk, phase: Phase, wished: Mapping[int, int]) -> Iterator[Sum]:
    """M6.4, M6.5, M13.3: the stacks whose numbers can be chosen after what the sheet says."""
    for power in phase.powers:
        own = {p: n for p, n in wished.items() if POWER_OF[p] == power}
        settled = tried(phase, power, own) or tried(phase, power, {}) or phase
        free = parted(phase, power)
        for city, stack in stacks_of(phase.state, power).items():
            total = settled.state.strength(stack)
            bounds = reach(phase, power, own, stack, total) if city in free else (total, total)
            if len(stack) > 1 or bounds[0] < bounds[1]:
                now = {p: settled.state.troops[p] for p in stack}
                title = STACK.format(generals=listed(names_of(stack)), city=name_of(city))
                yield sum_of(desk, title, IDS[city], now, wished, bounds)


def parted(phase: Phase, power: int) -> set[int]:
    """The cities whose stacks can have more troops or fewer: of stacks that came apart, or where some were bought."""
    if phase.bought.get(power):
        return set(stacks_of(phase.state, power))
    sources: dict[int, set[int]] = {}
    for piece, source in phase.origin.items():
        if POWER_OF[piece] == power and phase.state.place[piece] >= 0:
            sources.setdefault(source, set()).add(phase.state.place[piece])
    return {city for ends in sources.values() if len(ends) > 1 for city in ends}


def reach(phase: Phase, power: int, own: Mapping[int, int], stack: tuple[int, ...], total: int) -> tuple[int, int]:
    """The fewest and the most troops that a stack can have, while the numbers of all others stay as they were given."""
    others = {p: n for p, n in own.items() if p not in stack}
    low = high = total
    while low > len(stack) and tried(phase, power, {**others, **even(stack, low - 1)}):
        low -= 1
    while high < MOST * len(stack) and tried(phase, power, {**others, **even(stack, high + 1)}):
        high += 1
    return low, high


def tried(phase: Phase, power: int, wished: Mapping[int, int]) -> Phase | None:
    """The phase after the troops of a power are settled so; None if they cannot be."""
    trial = copy(phase)
    trial.said = []
    settle(trial, power, wished)
    return None if has_errors(trial.said) else trial


def even(stack: tuple[int, ...], total: int) -> dict[int, int]:
    """A total dealt out."""
    least, more = divmod(total, len(stack))
    return {piece: least + (at < more) for at, piece in enumerate(stack)}


def sum_of(
    desk: Desk,
    title: str,
    place: str,
    now: Mapping[int, int],
    wished: Mapping[int, int],
    bounds: tuple[int, int],
    least: Sequence[int] | Mapping[int, int] = (),
) -> Sum:
    """Numbers with their bounds."""
    low, high = bounds
    lows = {p: least[p] if least else 1 for p in now}
    numbers = []
    for piece, number in now.items():
        others = sum(lows.values()) - lows[piece]
        bottom = max(lows[piece], low - MOST * (len(now) - 1))
        path = desk.where_of(piece).path if piece in wished else ("troops", PIECE_IDS[piece])
        top = min(MOST, high - others)
        numbers.append(Number(PIECE_IDS[piece], PIECE_NAMES[piece], path, number, min(bottom, number),
                              max(top, number), piece in wished))  # fmt: skip
    return Sum(title, place, tuple(numbers), low, high)
