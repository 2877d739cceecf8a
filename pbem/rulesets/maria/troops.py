"""Troops (M6, M13.3): what stacks of one power come to after a phase, what was bought, and what is wrong with [troops].

How the numbers are found is told in common/troops.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.core import Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.rulesets.common import troops as common_troops
from pbem.rulesets.common.troops import Gift, Part, Pool
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import name_of
from pbem.rulesets.maria.desk import Desk, Phase
from pbem.rulesets.maria.powers import MOST, POWERS
from pbem.rulesets.maria.state import GENERALS, PIECE_IDS, PIECE_NAMES, POWER_OF, RANK, State

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Stacks = Mapping[int, tuple[int, ...]]  # by city: the generals of one power who stand there at the end


def spread(state: State, stack: Iterable[int], total: int) -> dict[int, int]:
    """M6.6, D21: the numbers of generals of one power whose sum becomes ``total``: losses come off the lowest first."""
    return common_troops.spread(state.troops, sorted(stack, key=RANK.__getitem__), total, MOST)


def lost_by(state: State, generals: tuple[int, ...], number: int) -> tuple[State, tuple[int, ...]]:
    """M6.4, M6.6: stacked generals of one power, the commander first, lose common troops; and who is removed."""
    left = max(0, state.strength(generals) - number)
    remaining = generals[: min(left, len(generals))]
    gone = generals[len(remaining) :]
    numbers = spread(state, remaining, left) if remaining else {}
    return state.taken_off(gone).with_troops(numbers), gone


def transfers(desk: Desk, wished: Mapping[int, int], powers: Iterable[int]) -> None:
    """M6.5, D29: troops are shifted inside the stacks of these powers, in anybody's stage."""
    named = {p: n for p, n in wished.items() if POWER_OF[p] in powers}
    if named:
        phase = Phase(desk.state, tuple(powers))
        settled(desk, phase, named)


def settled(desk: Desk, phase: Phase, wished: Mapping[int, int]) -> None:
    """M6.5: the troops after a phase; the owner alone is told the numbers that changed."""
    phase.troop_places = {piece: desk.where_of(piece) for piece in wished}
    for power in phase.powers:
        own = {p: n for p, n in wished.items() if POWER_OF[p] == power}
        if own or phase.bought.get(power):
            settle(phase, power, own)
    for fault in phase.said:
        desk.say(fault)
    desk.events += phase.events
    for power in phase.powers:
        tell(desk, phase, power)
    desk.state = phase.state


def tell(desk: Desk, phase: Phase, power: int) -> None:
    """The numbers of a power that are not what they were."""
    changed = {
        p: phase.state.troops[p]
        for p in GENERALS[power]
        if phase.state.place[p] >= 0 and phase.state.troops[p] != desk.state.troops[p]
    }
    if changed and not has_errors(phase.said):
        news = happened.Troops(power=POWERS[power], troops={PIECE_IDS[p]: n for p, n in changed.items()})
        desk.events.append(news.event(to=(desk.role,)))
        desk.understood.append(f"troops: {', '.join(f'{PIECE_NAMES[p]} {n}' for p, n in changed.items())}")


def settle(phase: Phase, power: int, wished: Mapping[int, int]) -> None:
    """M6.4, M6.5, M13.3: give every general his number; what cannot be reached is complained about."""
    known = {p: number for p, number in wished.items() if check_wish(phase, p, number)}
    stacks = stacks_of(phase.state, power)
    gifts, given = handed_out(phase, power, stacks)
    pool = Pool({city: len(stack) for city, stack in stacks.items()}, parts_of(phase, power), gifts, MOST)
    limits = {city: limits_of(stack, known, wished) for city, stack in stacks.items()}
    for city in pool.reach(limits):
        phase.say(unreachable(phase, pool, city, stacks[city], known, wished))
    if has_errors(phase.said):
        return
    for city, stack in stacks.items():
        phase.state = phase.state.with_troops(numbers_in(phase.state, stack, pool.total(city), known, given))


def check_wish(phase: Phase, piece: int, number: int) -> bool:
    """M6.3: the general is on the map and the number is one a general can have."""
    at = phase.where_of(piece)
    if phase.state.place[piece] < 0:
        phase.say(ma.TROOPS_OFF_MAP(at, piece=PIECE_NAMES[piece]))
    elif not 1 <= number <= MOST:
        phase.say(ma.TROOPS_RANGE(at, piece=PIECE_NAMES[piece], number=number))
    else:
        return True
    return False


def stacks_of(state: State, power: int) -> dict[int, tuple[int, ...]]:
    """The generals of a power by the cities in which they stand."""
    stacks: dict[int, tuple[int, ...]] = {}
    for piece in GENERALS[power]:
        city = state.place[piece]
        if city >= 0:
            stacks[city] = (*stacks.get(city, ()), piece)
    return stacks


def parts_of(phase: Phase, power: int) -> list[Part]:
    """M6.4: those who left a city together, and those who stayed in it, carry their troops with them."""
    state = phase.state
    groups: dict[tuple[int, int], list[int]] = {}
    for piece, source in phase.origin.items():
        if POWER_OF[piece] == power and state.place[piece] >= 0:
            groups.setdefault((source, phase.moves.get(piece, 0)), []).append(piece)
    return [
        Part(source, state.place[members[0]], len(members), state.strength(members))
        for (source, _), members in groups.items()
    ]


def handed_out(phase: Phase, power: int, stacks: Stacks) -> tuple[tuple[Gift, ...], dict[int, int]]:
    """M13.2, D26: new troops without an order: one for each who came back, the rest to the highest ranks with room."""
    left = phase.bought.get(power, 0)
    if not left:
        return (), {}
    state = phase.state
    given = {p: 1 for p in phase.back if POWER_OF[p] == power}
    left -= len(given)
    for piece in [p for stack in stacks.values() for p in stack]:
        given.setdefault(piece, 0)
    for piece in sorted(given, key=RANK.__getitem__):
        more = min(left, MOST - given[piece] - state.troops[piece])
        given[piece] += more
        left -= more
    if left:
        phase.say(ma.NO_ROOM(phase.bought_at[power], troops=phase.bought[power], room=phase.bought[power] - left))
    shares = {city: sum(given[p] for p in stack) for city, stack in stacks.items()}
    least = {city: sum(p in phase.back for p in stack) for city, stack in stacks.items()}
    return (Gift(shares, least, frozenset(stacks)),), given


def limits_of(stack: tuple[int, ...], known: Mapping[int, int], wished: Mapping[int, int]) -> tuple[int, int]:
    """The fewest and the most troops with which a stack has the numbers that are wished of it."""
    # Beside a number that cannot be, the other numbers of the stack cannot be judged.
    sound = known if all(p in known for p in stack if p in wished) else {}
    fixed = sum(sound.get(p, 0) for p in stack)
    open_ = sum(p not in sound for p in stack)
    return fixed + open_, fixed + MOST * open_


def numbers_in(
    state: State, stack: tuple[int, ...], total: int, known: Mapping[int, int], given: Mapping[int, int]
) -> dict[int, int]:
    """The numbers of one stack: those wished; new troops as D26 gives them; what is left over as D21 says."""
    fixed = {p: known[p] for p in stack if p in known}
    rest = [p for p in stack if p not in fixed]
    if not rest:
        return fixed
    numbers = {p: max(1, min(MOST, state.troops[p] + given.get(p, 0))) for p in rest}
    return {**fixed, **spread(state.with_troops(numbers), rest, total - sum(fixed.values()))}


def unreachable(
    phase: Phase, pool: Pool, city: int, stack: tuple[int, ...], known: Mapping[int, int], wished: Mapping[int, int]
) -> Diagnostic:
    """The complaint about numbers that a stack cannot come to, with those that it can."""
    named = [p for p in stack if p in known]
    at = phase.where_of(named[0]) if named else Where(("troops",))
    low, high = pool.range_of(city)
    number, rest = sum(wished[p] for p in named), [p for p in stack if p not in named]
    if named:  # what is left for the generals named, when the others of the stack have theirs
        low, high = max(len(named), low - MOST * len(rest)), min(MOST * len(named), high - len(rest))
    form = "together" if low <= number <= high else "exact" if low == high else ""
    return ma.TROOPS_SUM(
        at, pieces=listed(PIECE_NAMES[p] for p in named or stack), city=name_of(city), number=number, low=low,
        high=high, form=form,
    )  # fmt: skip
