"""Agreements (M20, M21, D11, D28): answers to those that lie open, and the offers that need no numbers of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.core import has_errors
from pbem.core.offers import Choice, Offer
from pbem.rulesets.maria.board import COUNTRY
from pbem.rulesets.maria.clauses import CANDIDATE_NAMES, Clause, NoHussars, NotAttack, NotEnter, Subsidy, VoteFor
from pbem.rulesets.maria.contracts import has_drawn, refused
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.election import is_bound, votes_of
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.powers import AUSTRIA, GREAT, POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.register import take_treaties
from pbem.rulesets.maria.relations import enemies, home_of, owner_of
from pbem.rulesets.maria.treaties import ACCEPTED, LAST_TURN, OFFERED, Terms
from pbem.rulesets.maria.treaties import Offer as Proposal

KEY = "treaties"
ANSWER = "Agreement {id}, {text}: what is answered?"
PROPOSE = "Which agreement is offered?"
LENGTHS = (1, 3)  # turns that an agreement is offered for
PROMISES = 24  # agreements of one promise that are offered; all else is written


def agreements(case: Case) -> Iterator[Choice]:
    """What a role may say of agreements, in whatever sheet it sends."""
    for treaty in case.view.treaties:
        yield from question(case, "treaty", ANSWER.format(id=treaty.id, text=told(treaty)), answers(case, treaty),
                            more=treaty.status == OFFERED)  # fmt: skip  # another offer in its place
    texts = [*subsidies(case), *truces(case), *islice(promises(case), PROMISES)]
    yield from question(case, "agreement", PROPOSE, texts, more=True)


def question(case: Case, kind: str, title: str, texts: Sequence[str], more: bool) -> Iterator[Choice]:
    """A question with those of its answers that can be said; the ones that the sheet says are taken back by a tap."""
    found = tuple(offer for offer in [case.under(KEY, text) for text in texts] if offer.said or passes(case, offer))
    if found:
        yield Choice(kind, title, found, several=True, more=more)


def passes(case: Case, offer: Offer) -> bool:
    """Whether a line can stand beside those that the sheet has."""
    lines = case.body.get(KEY)
    desk = Desk(case.view, case.role, {KEY: [*(lines if isinstance(lines, list) else ()), offer.text]}, "", think=False)
    take_treaties(desk)
    return not has_errors(desk.said)


def told(treaty: Treaty) -> str:
    """An agreement in a few words: its turns and its clauses."""
    turns = f"turns {treaty.first} to {treaty.last}" if treaty.first < treaty.last else f"turn {treaty.first}"
    return f"{turns}: {'; '.join(treaty.clauses)}"


def answers(case: Case, treaty: Treaty) -> list[str]:
    """What can be said of an agreement that is open, or holds."""
    mine = [power for power in treaty.parties if power in case.powers]
    if not mine or treaty.status not in (OFFERED, ACCEPTED) or treaty.last < case.view.turn:
        return []
    if treaty.status == ACCEPTED:
        return [f"end {treaty.id}"]
    own = treaty.assented[:1] and treaty.assented[0] in case.powers
    return [f"withdraw {treaty.id}"] if own else [f"accept {treaty.id}", f"refuse {treaty.id}"]


def subsidies(case: Case) -> Iterator[str]:
    """M20.1: the contracts that a power of the role can give or ask for."""
    for giver in GREAT:
        for taker in range(len(POWERS)):
            first = case.view.turn + has_drawn(case.view, giver)
            if (giver in case.powers or taker in case.powers) and not refused(case.view, giver, taker, first, first):
                clause = Subsidy(POWERS[giver], POWERS[taker])
                yield from proposals(case, (giver, taker), first, (clause,))


def truces(case: Case) -> Iterator[str]:
    """M21.1: two enemies who do not attack each other."""
    for own in case.powers:
        for other in GREAT:
            if own in GREAT and enemies(case.view, own, other) and owner_of(case.view, other) != case.role:
                pair = (POWERS[own], POWERS[other])
                yield from proposals(case, (own, other), case.view.turn, (NotAttack(*pair), NotAttack(*pair[::-1])))


def promises(case: Case) -> Iterator[str]:
    """M21.1: agreements of one promise, the role's or the other's, for this turn."""
    turn = case.view.turn
    for own in [power for power in case.powers if power in GREAT]:
        for other in GREAT:
            if owner_of(case.view, other) != case.role:
                for clause in (*votes(case, own, other), *peaceful(case, own, other), *peaceful(case, other, own)):
                    yield from proposals(case, (own, other), turn, (clause,), LENGTHS[:1])


def votes(case: Case, own: int, other: int) -> Iterator[Clause]:
    """M18.3: for whom one of them votes, where an election is due at the end of this turn."""
    if case.view.election == "due":
        for power in (own, other):
            if power in votes_of(case.view) and not is_bound(case.view, power):
                yield from (VoteFor(POWERS[power], candidate) for candidate in CANDIDATE_NAMES)


def peaceful(case: Case, power: int, enemy: int) -> Iterator[Clause]:
    """What a power leaves undone: it does not enter a land of its enemy's, and Austria lays no hussars in its way."""
    if enemies(case.view, power, enemy):
        if power == AUSTRIA:
            yield NoHussars(POWERS[enemy])
        home = home_of(case.view, enemy)
        yield from (NotEnter(POWERS[power], id_) for id_, land in COUNTRY.items() if land and not land & ~home)


def proposals(
    case: Case, pair: tuple[int, int], first: int, clauses: tuple[Clause, ...], lengths: Sequence[int] = LENGTHS
) -> Iterator[str]:
    """An offer for one turn, and for some."""
    for length in lengths:
        if first + length - 1 <= LAST_TURN:
            terms = Terms(first, first + length - 1, False, clauses)
            yield Proposal((POWERS[pair[0]], POWERS[pair[1]]), terms).text(BOARD_NAMES)
