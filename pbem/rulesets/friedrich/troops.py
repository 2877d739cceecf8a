"""Troops and stacks (F6): what passes between stacks or was bought in a phase, and what is wrong with [troops].

How the numbers are found is told in common/troops; movement.settle asks for it at the end of a phase where the troops
of some stack do not stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pbem.core import Code, Diagnostic, LazyCodes, Where, has_errors, listed
from pbem.rulesets.common import troops as common_troops
from pbem.rulesets.common.troops import Gift, Limits, Part, Pool
from pbem.rulesets.friedrich.board import PRUSSIA, name_of
from pbem.rulesets.friedrich.desk import Phase
from pbem.rulesets.friedrich.restrictions import enemies_next_to, recruits_bound
from pbem.rulesets.friedrich.state import FRIEDRICH, MOST, PIECE_NAMES, RANK, State

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
Stacks = Mapping[int, tuple[int, ...]]  # by city: the generals who stand there at the end


def shifted(
    phase: Phase, stacks: Stacks, limits: Limits, known: Mapping[int, int], wished: Mapping[int, int]
) -> tuple[dict[int, int], tuple[tuple[int, int], ...]]:
    """F6.2, F6.3, F10.5: the troops of every stack where some pass from one to another or are new, and who gets those.

    What cannot be reached is complained about.
    """
    gifts, given = handed_out(phase, stacks) if phase.bought else Received()
    pool = Pool({city: len(stack) for city, stack in stacks.items()}, parts_of(phase), gifts, MOST)
    for city in pool.reach(limits):
        phase.say(unreachable(phase, pool, city, stacks[city], list(known), wished))
    if phase.bought and not has_errors(phase.said):
        phase.said += transfers_instead(phase, stacks, pool, known)
    return {city: pool.total(city) for city in stacks}, given


def parts_of(phase: Phase) -> list[Part]:
    """F6.3: those who left a city together, and those who stayed in it, carry their troops with them."""
    state = phase.state
    groups: dict[tuple[int, int], list[int]] = {}
    for piece, source in phase.origin.items():
        groups.setdefault((source, phase.moved.get(piece, 0)), []).append(piece)
    return [
        Part(source, state.place[members[0]], len(members), state.strength(members))
        for (source, _), members in groups.items()
    ]


class Bought(NamedTuple):
    """The troops of one purchase, the generals who re-entered with them, and where those who may receive stood."""

    troops: int
    generals: tuple[int, ...]
    receivers: Mapping[int, int]  # general: his city at that moment


class Received(NamedTuple):
    """The purchases of a phase as they stand without an order, and who is given how many new troops, in order."""

    gifts: tuple[Gift, ...] = ()
    given: tuple[tuple[int, int], ...] = ()


def handed_out(phase: Phase, stacks: Stacks) -> Received:
    """D11: every re-entering general 1, the rest to the highest ranks that have room and may receive.

    Troops that could not be placed are complained about.
    """
    state, unplaced = phase.state, 0
    numbers = {p: state.troops[p] for p in phase.origin}
    gifts, given = [], []
    for bought in phase.bought:
        left, shares = bought.troops, dict.fromkeys(stacks, 0)
        for piece in bought.generals:
            numbers[piece] = 1
            shares[state.place[piece]] += 1
            left -= 1
        for piece in sorted(numbers, key=RANK.__getitem__):
            more = min(left, MOST - numbers[piece]) if can_take(phase, bought, piece) else 0
            numbers[piece] += more
            given.append((piece, more))
            shares[state.place[piece]] += more
            left -= more
        unplaced += left
        least = {city: sum(p in bought.generals for p in stack) for city, stack in stacks.items()}
        takers = frozenset(c for c, stack in stacks.items() if any(can_take(phase, bought, p) for p in stack))
        gifts.append(Gift(shares, least, takers))
    if unplaced:
        troops = sum(bought.troops for bought in phase.bought)
        phase.say(forbidden(phase)(phase.bought_at[-1], room=troops - unplaced, troops=troops, form="unplaced"))
    return Received(tuple(gifts), tuple(given))


def can_take(phase: Phase, bought: Bought, piece: int) -> bool:
    """F10.5, C10: under 10♠ a general can receive if his whole stack stood apart from the enemy and stayed so."""
    state, receivers = phase.state, bought.receivers
    if piece not in receivers:
        return False
    stack = [p for p, city in receivers.items() if city == receivers[piece]]
    attacks = any(phase.attack >> state.place[p] & 1 for p in stack)
    return not (attacks and is_bound(phase))


def unreachable(
    phase: Phase, pool: Pool, city: int, stack: tuple[int, ...], known: list[int], wished: Mapping[int, int]
) -> Diagnostic:
    """The complaint about numbers that a stack cannot come to, with those that it can."""
    named = [p for p in stack if p in known]
    at = phase.where_of(named[0]) if named else Where(("troops",))
    if named and bound_by_recruits(phase, city):
        return bound(phase, named, city, at)
    low, high = pool.range_of(city)
    number, rest = sum(wished[p] for p in named), [p for p in stack if p not in named]
    if named:  # what is left for the generals named, when the others of the stack have theirs
        low, high = max(len(named), low - MOST * len(rest)), min(MOST * len(named), high - len(rest))
    form = ("exact" if low == high else "") + ("rest" if rest else "")
    form = {"exactrest": "exact-rest"}.get(form, form)
    if low <= number <= high:
        form = "together"
    return fr.TROOPS_SUM(
        at, pieces=listed(PIECE_NAMES[p] for p in named or stack), city=name_of(city), number=number,
        low=low, high=high, rest=listed(PIECE_NAMES[p] for p in rest), form=form,
    )  # fmt: skip


def transfers_instead(phase: Phase, stacks: Stacks, pool: Pool, wished: Mapping[int, int]) -> Iterator[Diagnostic]:
    """7♥, C10: a warning where a higher number can only come from comrades, because no new troop may go there."""
    state = phase.state
    for city, stack in stacks.items():
        raised = [p for p in stack if p in phase.origin and wished.get(p, 0) > state.troops[p]]
        if raised and bound_by_recruits(phase, city):
            others = [s[0] for c, s in stacks.items() if any(given[c] for given in pool.given)]
            yield fr.TROOPS_FROM_COMRADES(
                phase.where_of(raised[0]), pieces=listed(PIECE_NAMES[p] for p in raised), city=name_of(city),
                form="several" if len(raised) > 1 else "", card=state.in_force,
                others=listed(PIECE_NAMES[p] for p in others),
            )  # fmt: skip


def bound(phase: Phase, named: list[int], city: int, at: Where) -> Diagnostic:
    """The complaint about new troops for generals that 10♠ or 7♥ keeps from them."""
    pieces = listed(PIECE_NAMES[p] for p in named)
    if is_bound(phase):
        enemy = enemies_next_to(phase.state, phase.nation, city)
        return fr.RECRUITS_ATTACK(at, piece=pieces, city=name_of(city), enemy=enemy)
    return fr.NO_NEW_TROOPS(at, piece=pieces, form="" if named[0] == FRIEDRICH else "comrades")


def is_bound(phase: Phase) -> bool:
    """C10: whether 10♠ keeps generals who receive troops in this phase from attacking."""
    return recruits_bound(phase.state, phase.nation)


def bound_by_recruits(phase: Phase, city: int) -> bool:
    """C10, 7♥: whether the stack may not be given what was bought: in attack position, or with Friedrich."""
    if not phase.bought:
        return False
    if is_bound(phase):
        return bool(phase.attack >> city & 1)
    return phase.state.in_force == "7H" and phase.nation == PRUSSIA and city == phase.state.place[FRIEDRICH]


def forbidden(phase: Phase) -> Code:
    """The complaint about troops given against the card of fate in force: 10♠ or 7♥."""
    code: Code = fr.RECRUITS_ATTACK if is_bound(phase) else fr.NO_NEW_TROOPS
    return code


def spread(state: State, stack: Iterable[int], total: int, first: Iterable[int] = ()) -> dict[int, int]:
    """F6.4: how the stored numbers of a stack follow when its sum becomes ``total`` without an order.

    ``first`` are the generals named by a card or chosen by the owner. Losses then come off the largest rank number
    that has more than 1, gains go to the smallest rank number that has fewer than 8. Ruling: A45.
    """
    return common_troops.spread(state.troops, sorted(stack, key=RANK.__getitem__), total, MOST, tuple(first))
