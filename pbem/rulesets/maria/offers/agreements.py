"""Agreements (M20, M21, D11, D28): answers to those that lie open, offers that are begun, and what is said in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from pbem.core import has_errors
from pbem.core.offers import Choice, Offer, applied
from pbem.rulesets.maria.clauses import Clause, NotAttack, Subsidy, Unread
from pbem.rulesets.maria.contracts import has_drawn, refused
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.promises import promises_of
from pbem.rulesets.maria.offers.terms import Proposed, terms_of
from pbem.rulesets.maria.powers import GREAT, POWERS
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.register import take_treaties
from pbem.rulesets.maria.relations import enemies, owner_of
from pbem.rulesets.maria.treaties import (
    ACCEPTED,
    LAST_TURN,
    OFFERED,
    Counter,
    Entry,
    Terms,
    clauses_in,
    find,
    read_entry,
)
from pbem.rulesets.maria.treaties import Offer as Proposal

KEY = "treaties"
ANSWER = "Agreement {id}, {text}: what is answered?"
PROPOSE = "Which agreement is offered?"
LENGTHS = (1, 3)  # turns that an agreement is offered for
PROMISES = 32  # agreements of one promise that are offered; more are added to one that the sheet has


def agreements(case: Case) -> Iterator[Choice]:
    """What a role may say of agreements, in whatever sheet it sends."""
    written = entries(case)
    for treaty in case.view.treaties:
        texts = [*answers(case, treaty), *[text for text, entry in written if number_of(entry) == treaty.id]]
        yield from question(case, "treaty", ANSWER.format(id=treaty.id, text=told(treaty)), texts)
    begun = [text for text, entry in written if isinstance(entry, Proposal)]
    texts = [*begun, *subsidies(case), *truces(case), *islice(promises(case), PROMISES)]
    yield from question(case, "agreement", PROPOSE, texts, more=True)
    for text, entry in written:
        if isinstance(entry, Proposed) and (parties := parties_of(case, entry)):
            yield from terms_of(case, text, entry, parties, lambda offer: passes(case, offer))


def entries(case: Case) -> list[tuple[str, Entry | None]]:
    """The lines of agreements that the sheet has, and what those that can be read say."""
    lines = case.body.get(KEY)
    texts = [text for text in lines if isinstance(text, str)] if isinstance(lines, list) else []
    read = [(text, read_entry(text, BOARD_NAMES)) for text in texts]
    return [(text, None if isinstance(entry, Unread) else entry) for text, entry in read]


def number_of(entry: Entry | None) -> str:
    """Of another offer in the place of an agreement the number of that one."""
    return str(entry.number) if isinstance(entry, Counter) else ""


def parties_of(case: Case, entry: Proposed) -> tuple[int, ...]:
    """Between whom an offer of the sheet is; nobody where it would take the place of one that there is not."""
    if isinstance(entry, Proposal):
        return tuple([POWERS.index(power) for power in entry.parties])
    treaty = find(case.view.treaties, number_of(entry))
    return treaty.parties if treaty else ()


def question(case: Case, kind: str, title: str, texts: Sequence[str], more: bool = False) -> Iterator[Choice]:
    """A question with those of its answers that can be said; the ones that the sheet says are taken back by a tap."""
    offers = [case.under(KEY, text) for text in dict.fromkeys(texts)]
    found = tuple(offer for offer in offers if offer.said or passes(case, offer))
    if found:
        yield Choice(kind, title, found, several=True, more=more)


def passes(case: Case, offer: Offer) -> bool:
    """Whether the lines of agreements that a change leads to can stand together."""
    desk = Desk(case.view, case.role, {KEY: applied(case.body, offer.edits).get(KEY, [])}, "", think=False)
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
    if treaty.assented[:1] and treaty.assented[0] in case.powers:
        return [f"withdraw {treaty.id}"]
    terms = Terms(max(treaty.first, case.view.turn), treaty.last, treaty.binding == "refuse", clauses_in(treaty))
    return [f"accept {treaty.id}", f"refuse {treaty.id}", Counter(int(treaty.id), terms).text(BOARD_NAMES)]


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
                for clause in promises_of(case.view, (own, other), turn):
                    yield from proposals(case, (own, other), turn, (clause,), LENGTHS[:1])


def proposals(
    case: Case, pair: tuple[int, int], first: int, clauses: tuple[Clause, ...], lengths: Sequence[int] = LENGTHS
) -> Iterator[str]:
    """An offer for one turn, and for some."""
    for length in lengths:
        if first + length - 1 <= LAST_TURN:
            terms = Terms(first, first + length - 1, False, clauses)
            yield Proposal((POWERS[pair[0]], POWERS[pair[1]]), terms).text(BOARD_NAMES)
