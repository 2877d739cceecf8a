"""What can be changed in an offer that a sheet has: parties, promises, turns, what becomes of a breach (M21, A32)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, permutations
from typing import NamedTuple

from pbem.core import listed
from pbem.core.offers import Choice, Edit, Effect, Offer
from pbem.rulesets.maria.clauses import Clause, Leave, NotAttack, StayFarther
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.lines import KEY, Lines, Proposed
from pbem.rulesets.maria.offers.promises import promises_of, variants
from pbem.rulesets.maria.offers.proposals import able_powers
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.relations import enemies
from pbem.rulesets.maria.treaties import LAST_TURN, MOST_CLAUSES, Terms, powers_in
from pbem.rulesets.maria.treaties import Offer as Proposal

CLAUSES = "What does the offer to {names} say, which is line {number} of the agreements?"
VARIANTS = "Line {number} of the agreements, {clause}: what is to stand there instead?"
PARTIES = "Who else is to sign line {number} of the agreements?"
TURNS = "In which turns is line {number} of the agreements to hold?"
STRICT = "What becomes of an order that breaks line {number} of the agreements?"
REFUSED, WARNED = "The checker refuses it.", "It stands, and everybody reads of it."
UNSIGNED = "What {power} promises there goes out of the line, too."
LENGTHS = 4  # turns at most that are offered, from each first one; longer spans a turn at a time
MOST_PROMISES = 48  # that are offered to be added to a line; more of them where fewer powers are to sign it


def terms_of(lines: Lines, at: int, entry: Proposed) -> Iterator[Choice]:
    """What can be changed in an offer that the sheet has, in the line of that place."""
    for row in rows_of(lines, entry, at + 1):
        changes = [(as_offer(at, answer), answer) for answer in row.answers]
        found = [offer for offer, answer in changes if offer.said or lines.passes(answer.entry, at)]
        if found:
            yield Choice(row.kind, row.title, tuple(found), several=row.several, more=row.more)


def rows_of(lines: Lines, entry: Proposed, number: int) -> Iterator[Row]:
    """The questions about a line."""
    case, parties, terms = lines.case, lines.parties(entry), entry.terms
    names = listed([POWER_NAMES[power] for power in parties if power not in case.powers] or ["oneself"])
    title = CLAUSES.format(names=names, number=number)
    yield Row("clauses", title, promised(case, entry, parties), several=True, more=True)
    for at, clause in enumerate(terms.clauses):
        title = VARIANTS.format(number=number, clause=clause.text(BOARD_NAMES))
        yield Row("clause", title, instead(case, entry, at, parties), more=True)
    if isinstance(entry, Proposal):
        yield Row("parties", PARTIES.format(number=number), signing(case, entry), several=True)
    yield Row("turns", TURNS.format(number=number), turns(case, entry), more=True)
    yield Row("strict", STRICT.format(number=number), strictness(entry))


class Row(NamedTuple):
    """A question about a line, and its answers."""

    kind: str
    title: str
    answers: Iterable[Answer]
    several: bool = False
    more: bool = False


class Answer(NamedTuple):
    """What can be answered, and the line that it leads to; one without promises is taken back."""

    text: str
    entry: Proposed
    said: bool = False
    label: str = ""
    effects: tuple[Effect, ...] = ()


def with_terms(entry: Proposed, terms: Terms) -> Proposed:
    """The same offer with other terms."""
    return entry._replace(terms=terms)


def as_offer(at: int, answer: Answer) -> Offer:
    """An answer as a change of the line at that place."""
    line = answer.entry.text(BOARD_NAMES) if answer.entry.terms.clauses else None
    return Offer(answer.text, (Edit((KEY, at), line),), answer.effects, said=answer.said, label=answer.label)


def promised(case: Case, entry: Proposed, parties: Sequence[int]) -> Iterator[Answer]:
    """What it says, each to be taken out, and what it could say besides."""
    terms = entry.terms
    for at, clause in enumerate(terms.clauses):
        others = (*terms.clauses[:at], *terms.clauses[at + 1 :])
        yield Answer(clause.text(BOARD_NAMES), with_terms(entry, terms._replace(clauses=others)), said=True)
    if len(terms.clauses) < MOST_CLAUSES:
        said = {numberless(clause) for clause in terms.clauses}
        every = (*attacks(case, parties), *promises_of(case.view, parties, terms.last))
        new = {numberless(clause): clause for clause in every if numberless(clause) not in said}
        for clause in islice(new.values(), MOST_PROMISES):
            more = terms._replace(clauses=(*terms.clauses, clause))
            yield Answer(clause.text(BOARD_NAMES), with_terms(entry, more))


def numberless(clause: Clause) -> tuple[str, Clause]:
    """A promise without its number, by which it is known again; with its kind, for powers and countries share ids."""
    if isinstance(clause, Leave):
        clause = clause._replace(turn=0)
    return (type(clause).__name__, clause._replace(steps=0) if isinstance(clause, StayFarther) else clause)


def attacks(case: Case, parties: Sequence[int]) -> Iterator[Clause]:
    """M21.1: that none of them attacks another, his enemy."""
    for power, other in permutations(parties, 2):
        if enemies(case.view, power, other):
            yield NotAttack(POWERS[power], POWERS[other])


def instead(case: Case, entry: Proposed, at: int, parties: Sequence[int]) -> Iterator[Answer]:
    """One of its promises with other numbers and places."""
    before, after = entry.terms.clauses[:at], entry.terms.clauses[at + 1 :]
    for other in variants(case.view, entry.terms.clauses[at], parties):
        terms = entry.terms._replace(clauses=(*before, other, *after))
        yield Answer(other.text(BOARD_NAMES), with_terms(entry, terms))


def signing(case: Case, entry: Proposal) -> Iterator[Answer]:
    """M21.1: a power more that signs it, or one fewer, with what it promises; one of one's own stays, and another."""
    for power in able_powers(case.view):
        id_, name = POWERS[power], POWER_NAMES[power]
        others = tuple([other for other in entry.parties if other != id_])
        if id_ not in entry.parties:
            yield Answer(name, entry._replace(parties=(*entry.parties, id_)))
        elif len(others) > 1 and any(POWERS[own] in others for own in case.powers):
            kept = tuple([clause for clause in entry.terms.clauses if id_ not in powers_in(clause)])
            gone = () if kept == entry.terms.clauses else (Effect("drops", UNSIGNED.format(power=name)),)
            if kept:
                less = entry._replace(parties=others, terms=entry.terms._replace(clauses=kept))
                yield Answer(name, less, said=True, effects=gone)


def turns(case: Case, entry: Proposed) -> Iterator[Answer]:
    """The turns that it can hold for: from this one or the next, for one or some; those that it says, and those a turn
    longer or shorter, earlier or later."""
    now, terms = case.view.turn, entry.terms
    said = (terms.first, terms.last)
    spans = {(first, first + more) for first in (now, now + 1) for more in range(LENGTHS)}
    spans |= {(terms.first + one, terms.last + other) for one in (-1, 0, 1) for other in (-1, 0, 1)}
    for first, last in sorted(spans):
        if now <= first <= last <= LAST_TURN or (first, last) == said:
            text = f"turns {first} to {last}" if first < last else f"turn {first}"
            yield Answer(text, with_terms(entry, terms._replace(first=first, last=last)), (first, last) == said)


def strictness(entry: Proposed) -> Iterator[Answer]:
    """A32: whether the program refuses an order that breaks it."""
    terms = entry.terms
    yield Answer("strict", with_terms(entry, terms._replace(strict=True)), terms.strict, REFUSED)
    yield Answer("loose", with_terms(entry, terms._replace(strict=False)), not terms.strict, WARNED)
