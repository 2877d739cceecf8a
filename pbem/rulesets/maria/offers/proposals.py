"""Agreements that can be begun (M20, M21): contracts, truces, and those of one promise, to which more are added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.rulesets.maria.clauses import Clause, NotAttack, Subsidy
from pbem.rulesets.maria.contracts import has_drawn, refused
from pbem.rulesets.maria.election import votes_of
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.promises import promises_of
from pbem.rulesets.maria.powers import GREAT, MINOR, POWERS
from pbem.rulesets.maria.relations import enemies, owner_of
from pbem.rulesets.maria.state import GENERALS, State
from pbem.rulesets.maria.treaties import LAST_TURN, Terms
from pbem.rulesets.maria.treaties import Offer as Proposal

LENGTHS = (1, 3)  # turns that an agreement is offered for
FOES, OTHERS = 8, 2  # agreements of one promise for a pair of powers, great enemies or not: more is added to one begun


def begun(case: Case) -> Iterator[Proposal]:
    """The agreements that a role could begin: some for each pair of powers, one of them its own."""
    yield from subsidies(case)
    yield from truces(case)
    for own, other in pairs_of(case):
        most = FOES if {own, other} <= {*GREAT} and enemies(case.view, own, other) else OTHERS
        for clause in islice(promises_of(case.view, (other, own), case.view.turn), most):
            yield from proposals((own, other), case.view.turn, (clause,), LENGTHS[:1])


def pairs_of(case: Case) -> list[tuple[int, int]]:
    """Each power of the role with each of the others, the great ones first."""
    able = sorted(able_powers(case.view), key=MINOR.__contains__)
    return [(own, other) for own in able if own in case.powers for other in able if other not in case.powers]


def able_powers(view: State) -> list[int]:
    """The powers that can promise something: great ones, and minor ones with generals on the map or votes."""
    voters, playing = votes_of(view), [power for power in range(len(POWERS)) if owner_of(view, power)]
    return [
        power for power in playing
        if power in GREAT or power in voters or any(view.place[piece] >= 0 for piece in GENERALS[power])
    ]  # fmt: skip


def subsidies(case: Case) -> Iterator[Proposal]:
    """M20.1: the contracts that a power of the role can give or ask for."""
    for giver in GREAT:
        for taker in range(len(POWERS)):
            first = case.view.turn + has_drawn(case.view, giver)
            if (giver in case.powers or taker in case.powers) and not refused(case.view, giver, taker, first, first):
                yield from proposals((giver, taker), first, (Subsidy(POWERS[giver], POWERS[taker]),))


def truces(case: Case) -> Iterator[Proposal]:
    """M21.1: two enemies who do not attack each other."""
    for own in case.powers:
        for other in GREAT:
            if own in GREAT and enemies(case.view, own, other) and owner_of(case.view, other) != case.role:
                names = (POWERS[own], POWERS[other])
                clauses = (NotAttack(*names), NotAttack(*names[::-1]))
                yield from proposals((own, other), case.view.turn, clauses)


def proposals(
    pair: tuple[int, int], first: int, clauses: tuple[Clause, ...], lengths: Sequence[int] = LENGTHS
) -> Iterator[Proposal]:
    """An offer for one turn, and for some."""
    for length in lengths:
        if first + length - 1 <= LAST_TURN:
            yield Proposal((POWERS[pair[0]], POWERS[pair[1]]), Terms(first, first + length - 1, False, clauses))
