"""Troops and stacks (F6): how the numbers of [troops] are reached after moves and recruits.

The sheet gives numbers after the whole phase. A stack of the start is a source of troops; it splits into the parts
that moved apart; parts and re-entered generals meet in the stacks of the end. A purchase is a further source. Finding
the numbers is shifting single troops between stacks of the end along ways that F6.2, F6.3 and F10.5 allow, starting
from what would stand there without an order (F6.4, D11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from pbem.core.diagnostics import Code, Diagnostic, LazyCodes, Where
from pbem.core.names import listed
from pbem.rulesets.friedrich.board import PRUSSIA, name_of
from pbem.rulesets.friedrich.movement import Phase
from pbem.rulesets.friedrich.state import FRIEDRICH, GENERALS, MOST, PIECE_NAMES, RANK, spread

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")


class Bought(NamedTuple):
    """The troops of one purchase, the generals who re-entered with them, and where those who may receive stood."""

    troops: int
    generals: tuple[int, ...]
    receivers: Mapping[int, int]  # general: his city at that moment


class Part:
    """Generals of one stack of the start who stayed together: they carry a share of its troops."""

    def __init__(self, source: int, members: tuple[int, ...], share: int) -> None:
        self.source, self.members, self.share = source, members, share


class Pool:
    """The shares of all parts and purchases, and the stacks of the end that they make up."""

    def __init__(self, phase: Phase) -> None:
        state = phase.state
        self.phase = phase
        self.stacks: dict[int, tuple[int, ...]] = {}
        for piece in GENERALS[phase.nation]:
            city = state.place[piece]
            if city >= 0:
                self.stacks[city] = (*self.stacks.get(city, ()), piece)
        groups: dict[tuple[int, int], list[int]] = {}
        for piece, source in phase.origin.items():
            groups.setdefault((source, phase.moved.get(piece, 0)), []).append(piece)
        self.parts = [
            Part(source, tuple(members), sum(state.troops[p] for p in members))
            for (source, _), members in groups.items()
        ]
        self.gifts = [dict.fromkeys(self.stacks, 0) for _ in phase.bought]
        self.least = [
            {city: sum(p in bought.generals for p in stack) for city, stack in self.stacks.items()}
            for bought in phase.bought
        ]
        self.given: list[tuple[int, int]] = []  # D11: who is given how many new troops, in order
        self.unplaced = self.default_gifts()

    def city_of(self, part: Part) -> int:
        return self.phase.state.place[part.members[0]]

    def total(self, city: int) -> int:
        """The troops of a stack of the end."""
        shares = sum(part.share for part in self.parts if self.city_of(part) == city)
        return shares + sum(gift[city] for gift in self.gifts)

    def default_gifts(self) -> int:
        """D11: every re-entering general 1, the rest to the highest ranks that have room and may receive.

        Gives the number that could not be placed.
        """
        state, unplaced = self.phase.state, 0
        numbers = {p: state.troops[p] for p in self.phase.origin}
        for bought, gift in zip(self.phase.bought, self.gifts, strict=True):
            left = bought.troops
            for piece in bought.generals:
                numbers[piece] = 1
                gift[state.place[piece]] += 1
                left -= 1
            for piece in sorted(numbers, key=RANK.__getitem__):
                more = min(left, MOST - numbers[piece]) if self.can_take(bought, piece) else 0
                numbers[piece] += more
                self.given.append((piece, more))
                gift[state.place[piece]] += more
                left -= more
            unplaced += left
        return unplaced

    def can_take(self, bought: Bought, piece: int) -> bool:
        """C10: under 10♠ a general can receive if his whole stack stood apart from the enemy and stayed so."""
        state, receivers = self.phase.state, bought.receivers
        if piece not in receivers:
            return False
        stack = [p for p, city in receivers.items() if city == receivers[piece]]
        attacks = any(self.phase.attack >> state.place[p] & 1 for p in stack)
        return not (attacks and is_bound(self.phase))

    def may_receive(self, number: int, city: int) -> bool:
        """F10.5, C10: whether troops of that purchase may go to the stack."""
        return any(self.can_take(self.phase.bought[number], p) for p in self.stacks[city])

    def shift(self, source: int, goal: int, carry_out: bool) -> bool:
        """Whether one troop can go straight from one stack of the end to another; do it if asked."""
        for number, gift in enumerate(self.gifts):
            if gift[source] > self.least[number][source] and self.may_receive(number, goal):
                if carry_out:
                    gift[source] -= 1
                    gift[goal] += 1
                return True
        for giver in self.parts:
            if self.city_of(giver) != source or giver.share <= len(giver.members):
                continue
            for taker in self.parts:
                if (
                    taker.source == giver.source
                    and self.city_of(taker) == goal
                    and taker.share < MOST * len(taker.members)
                ):
                    if carry_out:
                        giver.share -= 1
                        taker.share += 1
                    return True
        return False

    def way(self, start: int, is_goal: Mapping[int, bool], backwards: bool) -> list[int] | None:
        """The shortest chain of shifts from (or, backwards, to) a stack."""
        before: dict[int, int] = {start: start}
        queue = [start]
        for here in queue:
            if here != start and is_goal[here]:
                chain = [here]
                while chain[-1] != start:
                    chain.append(before[chain[-1]])
                return chain if backwards else chain[::-1]
            for city in self.stacks:
                pair = (city, here) if backwards else (here, city)
                if city not in before and self.shift(*pair, carry_out=False):
                    before[city] = here
                    queue.append(city)
        return None

    def push(self, city: int, limits: Mapping[int, tuple[int, int]], out: bool) -> bool:
        """Move one troop out of (or into) a stack, to where the limits leave room; False if there is no way."""
        totals = {c: self.total(c) for c in self.stacks}
        needy = {c: (totals[c] < limits[c][0]) if out else (totals[c] > limits[c][1]) for c in totals}
        roomy = {c: (totals[c] < limits[c][1]) if out else (totals[c] > limits[c][0]) for c in totals}
        chain = self.way(city, needy, not out) or self.way(city, roomy, not out)
        if chain is None:
            return False
        for source, goal in pairwise(chain):
            self.shift(source, goal, carry_out=True)
        return True

    def reach(self, limits: Mapping[int, tuple[int, int]]) -> Iterator[int]:
        """Shift troops until every stack is within its limits; yields the cities where that is impossible."""
        for city, (low, high) in limits.items():
            while self.total(city) > high or self.total(city) < low:
                if not self.push(city, limits, out=self.total(city) > high):
                    yield city
                    break

    def range_of(self, city: int) -> tuple[int, int]:
        """The least and the most troops the stack could have at all."""
        free = {c: (len(stack), MOST * len(stack)) for c, stack in self.stacks.items()}
        ends = []
        for out in (True, False):
            trial = Pool(self.phase)
            edge = free[city][0] if out else free[city][1]
            while trial.total(city) != edge and trial.push(city, free, out):
                pass
            ends.append(trial.total(city))
        return ends[0], ends[1]


def settle(phase: Phase, wished: Mapping[int, int]) -> None:
    """F6.2, F6.4, F10.5: give every general his number after the phase; what cannot be reached is complained about."""
    known = [p for p in wished if check_wish(phase, p, wished[p])]
    pool = Pool(phase)
    if pool.unplaced:
        troops = sum(bought.troops for bought in phase.bought)
        phase.say(forbidden(phase)(phase.bought_at[-1], room=troops - pool.unplaced, troops=troops, form="unplaced"))
    limits = {}
    for city, stack in pool.stacks.items():
        # Beside a number that cannot be, the other numbers of the stack cannot be judged.
        sound = known if all(p in known for p in stack if p in wished) else ()
        fixed = sum(wished[p] for p in stack if p in sound)
        open_ = sum(p not in sound for p in stack)
        limits[city] = (fixed + open_, fixed + MOST * open_)
    for city in pool.reach(limits):
        phase.say(unreachable(pool, city, known, wished))
    if not any(d.is_error for d in phase.said):
        phase.said += transfers_instead(pool, {p: wished[p] for p in known})
        changes = {}
        for city, stack in pool.stacks.items():
            changes.update(numbers_in(pool, stack, pool.total(city), {p: wished[p] for p in stack if p in known}))
        phase.state = phase.state.with_troops(changes)


def check_wish(phase: Phase, piece: int, number: int) -> bool:
    """F6.1: the general is on the map and the number is one a general can have."""
    at = where_of(phase, piece)
    if phase.state.place[piece] < 0:
        phase.say(fr.TROOPS_OFF_MAP(at, piece=PIECE_NAMES[piece]))
    elif not 1 <= number <= MOST:
        phase.say(fr.TROOPS_RANGE(at, piece=PIECE_NAMES[piece], number=number))
    else:
        return True
    return False


def where_of(phase: Phase, piece: int) -> Where:
    """The line of [troops] that speaks of the general, in the player's spelling."""
    return phase.troop_places.get(piece, Where(("troops",)))


def unreachable(pool: Pool, city: int, known: list[int], wished: Mapping[int, int]) -> Diagnostic:
    stack = pool.stacks[city]
    named = [p for p in stack if p in known]
    at = where_of(pool.phase, named[0]) if named else Where(("troops",))
    if named and bound_by_recruits(pool, city):
        return bound(pool.phase, named, city, at)
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


def transfers_instead(pool: Pool, wished: Mapping[int, int]) -> Iterator[Diagnostic]:
    """7♥, C10: a warning where a higher number can only come from comrades, because no new troop may go there."""
    state = pool.phase.state
    for city, stack in pool.stacks.items():
        raised = [p for p in stack if p in pool.phase.origin and wished.get(p, 0) > state.troops[p]]
        if raised and bound_by_recruits(pool, city):
            others = [s[0] for c, s in pool.stacks.items() if any(gift[c] for gift in pool.gifts)]
            yield fr.TROOPS_FROM_COMRADES(
                where_of(pool.phase, raised[0]), pieces=listed(PIECE_NAMES[p] for p in raised), city=name_of(city),
                form="several" if len(raised) > 1 else "", card=state.in_force,
                others=listed(PIECE_NAMES[p] for p in others),
            )  # fmt: skip


def bound(phase: Phase, named: list[int], city: int, at: Where) -> Diagnostic:
    """The complaint about new troops for generals that 10♠ or 7♥ keeps from them."""
    pieces = listed(PIECE_NAMES[p] for p in named)
    if is_bound(phase):
        from pbem.rulesets.friedrich.movement import enemies_next_to

        enemy = enemies_next_to(phase.state, phase.nation, city)
        return fr.RECRUITS_ATTACK(at, piece=pieces, city=name_of(city), enemy=enemy)
    return fr.NO_NEW_TROOPS(at, piece=pieces, form="" if named[0] == FRIEDRICH else "comrades")


def is_bound(phase: Phase) -> bool:
    """C10: whether 10♠ keeps generals who receive troops in this phase from attacking."""
    if not phase.state.in_force:
        return False
    from pbem.rulesets.friedrich.restrictions import recruits_bound

    return recruits_bound(phase.state, phase.nation)


def bound_by_recruits(pool: Pool, city: int) -> bool:
    """C10, 7♥: whether the stack may not be given what was bought: in attack position, or with Friedrich."""
    phase = pool.phase
    if not phase.bought:
        return False
    if is_bound(phase):
        return bool(phase.attack >> city & 1)
    return phase.state.in_force == "7H" and phase.nation == PRUSSIA and city == phase.state.place[FRIEDRICH]


def forbidden(phase: Phase) -> Code:
    """The complaint about troops given against the card of fate in force: 10♠ or 7♥."""
    code: Code = fr.RECRUITS_ATTACK if is_bound(phase) else fr.NO_NEW_TROOPS
    return code


def numbers_in(pool: Pool, stack: tuple[int, ...], total: int, fixed: Mapping[int, int]) -> dict[int, int]:
    """The numbers of one stack: those wished; new troops as D11 gives them; what is left over as F6.4 says."""
    rest = [p for p in stack if p not in fixed]
    if not rest:
        return dict(fixed)
    state, number = pool.phase.state, total - sum(fixed.values())
    numbers = {p: max(1, state.troops[p]) for p in rest}
    gain = number - sum(numbers.values())
    for piece, given in pool.given:
        if piece in numbers and gain > 0:
            more = min(given, gain)
            numbers[piece] += more
            gain -= more
    return {**fixed, **spread(state.with_troops(numbers), rest, number)}
