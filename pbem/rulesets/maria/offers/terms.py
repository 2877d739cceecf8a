"""What can be changed in an offer that a sheet has: its promises, its turns, what becomes of a breach (M21, A32)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from pbem.core import listed
from pbem.core.offers import Choice, Edit, Offer
from pbem.rulesets.maria.clauses import Clause, Leave, NotAttack, StayFarther
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.promises import promises_of, variants
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import enemies
from pbem.rulesets.maria.treaties import LAST_TURN, MOST_CLAUSES, Counter, Terms
from pbem.rulesets.maria.treaties import Offer as Proposal

KEY = "treaties"
CLAUSES = "What does the offer to {names} say, which is line {number} of the agreements?"
VARIANTS = "Line {number} of the agreements, {clause}: what is to stand there instead?"
TURNS = "In which turns is line {number} of the agreements to hold?"
STRICT = "What becomes of an order that breaks line {number} of the agreements?"
REFUSED, WARNED = "The checker refuses it.", "It stands, and everybody reads of it."
LENGTHS = 4  # turns at most that are offered, from each first one
Proposed = Proposal | Counter


def terms_of(
    case: Case, text: str, entry: Proposed, parties: Sequence[int], passes: Callable[[Offer], bool]
) -> Iterator[Choice]:
    """What can be changed in an offer that the sheet has."""
    number = case.body[KEY].index(text) + 1
    names = listed([POWER_NAMES[power] for power in parties if power not in case.powers] or ["oneself"])
    rows = [Row("clauses", CLAUSES.format(names=names, number=number), promised(case, entry, parties), several=True)]
    for clause in entry.terms.clauses:
        title = VARIANTS.format(number=number, clause=clause.text(BOARD_NAMES))
        rows.append(Row("clause", title, instead(case, entry.terms, clause, parties)))
    rows.append(Row("turns", TURNS.format(number=number), turns(case, entry.terms)))
    rows.append(Row("strict", STRICT.format(number=number), strictness(entry.terms)))
    for row in rows:
        changes = [as_offer(number - 1, entry, answer) for answer in row.answers]
        if found := tuple([offer for offer in changes if offer.said or passes(offer)]):
            yield Choice(row.kind, row.title, found, several=row.several, more=row.several)


class Row(NamedTuple):
    """A question about a line, and its answers."""

    kind: str
    title: str
    answers: Iterable[Answer]
    several: bool = False


class Answer(NamedTuple):
    """What can be answered, and the terms that it leads to; none take the line back."""

    text: str
    terms: Terms
    said: bool = False
    label: str = ""


def as_offer(at: int, entry: Proposed, answer: Answer) -> Offer:
    """An answer as a change of the line at that place."""
    line = entry._replace(terms=answer.terms).text(BOARD_NAMES) if answer.terms.clauses else None
    return Offer(answer.text, (Edit((KEY, at), line),), said=answer.said, label=answer.label)


def promised(case: Case, entry: Proposed, parties: Sequence[int]) -> Iterator[Answer]:
    """What it says, each to be taken out, and what it could say besides."""
    terms = entry.terms
    for clause in terms.clauses:
        others = tuple([other for other in terms.clauses if other != clause])
        yield Answer(clause.text(BOARD_NAMES), terms._replace(clauses=others), said=True)
    if len(terms.clauses) < MOST_CLAUSES:
        for clause in dict.fromkeys((*attacks(case, parties), *promises_of(case.view, parties, terms.last))):
            if not is_said(clause, terms):
                yield Answer(clause.text(BOARD_NAMES), terms._replace(clauses=(*terms.clauses, clause)))


def is_said(clause: Clause, terms: Terms) -> bool:
    """Whether a promise stands there already, perhaps with another number."""
    return any(numberless(other) == numberless(clause) for other in terms.clauses)


def numberless(clause: Clause) -> Clause:
    """A promise without its number, by which it is known again."""
    if isinstance(clause, Leave):
        return clause._replace(turn=0)
    return clause._replace(steps=0) if isinstance(clause, StayFarther) else clause


def attacks(case: Case, parties: Sequence[int]) -> Iterator[Clause]:
    """M21.1: that none of them attacks another, his enemy."""
    for power, other in permutations(parties, 2):
        if enemies(case.view, power, other):
            yield NotAttack(POWERS[power], POWERS[other])


def instead(case: Case, terms: Terms, clause: Clause, parties: Sequence[int]) -> Iterator[Answer]:
    """The same promise with other numbers and places."""
    for other in variants(case.view, clause, parties):
        clauses = tuple([other if one == clause else one for one in terms.clauses])
        yield Answer(other.text(BOARD_NAMES), terms._replace(clauses=clauses))


def turns(case: Case, terms: Terms) -> Iterator[Answer]:
    """The turns that it can hold for: from this one or the next, for one or some; those that it says, too."""
    now = case.view.turn
    spans = {(first, first + more) for first in (now, now + 1) for more in range(LENGTHS) if first + more <= LAST_TURN}
    for first, last in sorted(spans | {(terms.first, terms.last)}):
        text = f"turns {first} to {last}" if first < last else f"turn {first}"
        yield Answer(text, terms._replace(first=first, last=last), (first, last) == (terms.first, terms.last))


def strictness(terms: Terms) -> Iterator[Answer]:
    """A32: whether the program refuses an order that breaks it."""
    yield Answer("strict", terms._replace(strict=True), terms.strict, REFUSED)
    yield Answer("loose", terms._replace(strict=False), not terms.strict, WARNED)
