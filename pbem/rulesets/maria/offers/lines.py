"""The lines of agreements in a sheet, read once, and whether another line could stand in the place of one (D28)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pbem.core import SHEET, has_errors
from pbem.core.offers import Offer
from pbem.rulesets.maria.clauses import Clause, Unread, read_clause
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.offers.case import Case
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.register import MOST_LINES, take_answer, take_offer
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.treaties import OFFERED, Answer, Counter, Entry, find, read_entry
from pbem.rulesets.maria.treaties import Offer as Proposal

KEY = "treaties"
Proposed = Proposal | Counter


class Lines:
    """What a sheet says of agreements. A change of one line is judged by what stands before it, which is read once; the
    lines behind it are judged again only where that line is an agreement at once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        found = case.body.get(KEY)
        self.texts: list[Any] = found if isinstance(found, list) else []
        self.read = [read(text) for text in self.texts]
        self.before = [case.view]  # by line: the position that those above it lead to
        self.sound: list[bool] = []  # by line
        for entry in self.read[:MOST_LINES]:
            after = self.after(self.before[-1], entry)
            self.sound.append(after is not None)
            self.before.append(after or self.before[-1])

    def entries(self) -> Iterator[tuple[int, str, Entry]]:
        """The lines that can be read, with their numbers, the first one 0."""
        for at, entry in enumerate(self.read):
            if entry is not None:
                yield at, self.texts[at], entry

    def offer(self, text: str) -> Offer:
        """A line more, or one that is taken back."""
        return self.case.under(KEY, text)

    def parties(self, entry: Proposed) -> tuple[int, ...]:
        """Between whom an offer is; nobody where it would take the place of one that there is not."""
        if isinstance(entry, Proposal):
            return tuple([POWERS.index(power) for power in entry.parties])
        treaty = find(self.case.view.treaties, str(entry.number))
        return treaty.parties if treaty else ()

    def passes(self, entry: Entry, at: int = -1) -> bool:
        """Whether a line can stand in the place of another, or at the end, and none behind it falls with it."""
        at = len(self.texts) if at < 0 else at
        if max(at + 1, len(self.texts)) > MOST_LINES or not is_legible(entry):
            return False
        after = self.after(self.before[at], entry)
        return after is not None and (self.is_open(after) or self.stand(after, at + 1))

    def is_open(self, state: State) -> bool:
        """Whether the line taken last waits for others: it changes nothing for those behind it."""
        return bool(state.treaties) and state.treaties[-1].status == OFFERED

    def stand(self, state: State, at: int) -> bool:
        """Whether the lines from a place on can stand as well as they did."""
        for entry, sound in zip(self.read[at:], self.sound[at:], strict=True):
            after = self.after(state, entry)
            if after is None and sound:
                return False
            state = after or state
        return True

    def after(self, state: State, entry: Entry | None) -> State | None:
        """The position that a line leads to; None if it is refused."""
        desk = Desk(state, self.case.role, {}, "", think=False)
        if isinstance(entry, Answer):
            take_answer(desk, entry, SHEET)
        elif entry is not None:
            take_offer(desk, entry, SHEET)
        return None if entry is None or has_errors(desk.said) else desk.state


def read(text: Any) -> Entry | None:
    """What a line says; nothing if it cannot be read."""
    entry = read_entry(text, BOARD_NAMES) if isinstance(text, str) else None
    return None if isinstance(entry, Unread) else entry


def is_legible(entry: Entry) -> bool:
    """Whether all that a line would promise is read as it is meant."""
    return isinstance(entry, Answer) or all(map(is_clear, entry.terms.clauses))


@lru_cache(maxsize=1024, typed=True)  # promises of two kinds can be equal: a power and its country have one id
def is_clear(clause: Clause) -> bool:
    """Whether a promise is read as it is meant: on a board of its own two things may have the same name."""
    return read_clause(clause.text(BOARD_NAMES), BOARD_NAMES) == clause
