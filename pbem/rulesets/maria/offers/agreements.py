"""Agreements (M20, M21, D11, D28): answers to those that lie open, offers that are begun, and what is said in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.core.offers import Choice
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.offers.lines import Lines
from pbem.rulesets.maria.offers.proposals import begun
from pbem.rulesets.maria.offers.terms import terms_of
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.treaties import ACCEPTED, OFFERED, Answer, Counter, Entry, Terms, clauses_in
from pbem.rulesets.maria.treaties import Offer as Proposal

ANSWER = "Agreement {id}, {text}: what is answered?"
PROPOSE = "Which agreement is offered?"


def agreements(case: Case) -> Iterator[Choice]:
    """What a role may say of agreements, in whatever sheet it sends."""
    lines = Lines(case)
    written = [(text, entry) for _, text, entry in lines.entries()]
    for treaty in case.view.treaties:
        countered = [row for row in written if isinstance(row[1], Counter) and str(row[1].number) == treaty.id]
        title = ANSWER.format(id=treaty.id, text=told(treaty))
        yield from question(lines, "treaty", title, (*spelt(answers(case, treaty)), *countered))
    said = [row for row in written if isinstance(row[1], Proposal)]
    yield from question(lines, "agreement", PROPOSE, (*said, *spelt(begun(case))), more=True)
    for at, _, entry in lines.entries():
        if isinstance(entry, Proposal | Counter) and lines.parties(entry):
            yield from terms_of(lines, at, entry)


def spelt(entries: Iterable[Entry]) -> Iterator[tuple[str, Entry]]:
    """Each with the line that says it."""
    return ((entry.text(BOARD_NAMES), entry) for entry in entries)


def question(
    lines: Lines, kind: str, title: str, rows: Iterable[tuple[str, Entry]], more: bool = False
) -> Iterator[Choice]:
    """A question with those of its answers that can be said; the ones that the sheet says are taken back by a tap."""
    offers = [(lines.offer(text), entry) for text, entry in dict(rows).items()]
    found = tuple([offer for offer, entry in offers if offer.said or lines.passes(entry)])
    if found:
        yield Choice(kind, title, found, several=True, more=more)


def told(treaty: Treaty) -> str:
    """An agreement in a few words: its turns and its clauses."""
    turns = f"turns {treaty.first} to {treaty.last}" if treaty.first < treaty.last else f"turn {treaty.first}"
    return f"{turns}: {'; '.join(treaty.clauses)}"


def answers(case: Case, treaty: Treaty) -> list[Entry]:
    """What can be said of an agreement that is open, or holds."""
    mine, number = [power for power in treaty.parties if power in case.powers], int(treaty.id)
    if not mine or treaty.status not in (OFFERED, ACCEPTED) or treaty.last < case.view.turn:
        return []
    if treaty.status == ACCEPTED:
        return [Answer("end", number)]
    if treaty.assented[:1] and treaty.assented[0] in case.powers:
        return [Answer("withdraw", number)]
    terms = Terms(max(treaty.first, case.view.turn), treaty.last, treaty.binding == "refuse", clauses_in(treaty))
    return [Answer("accept", number), Answer("refuse", number), Counter(number, terms)]
