"""The register of agreements: what is written under ``treaties`` in a sheet, and what becomes of it (M21, D11, D28)."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from pbem.core import listed
from pbem.rulesets.maria.clauses import (
    Clause,
    Leave,
    Names,
    NoHussars,
    NotAttack,
    Note,
    NotEnter,
    StayFarther,
    Subsidy,
    Unread,
    VoteFor,
    read_clause,
)
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.records import Treaty

LAST_TURN = 12
MOST_CLAUSES = 8
OFFERED, ACCEPTED, REFUSED, COUNTERED, WITHDRAWN, LAPSED, ENDED, OVER, DISSOLVED, DROPPED = (
    "offered", "accepted", "refused", "countered", "withdrawn", "lapsed", "ended", "over", "dissolved", "dropped",
)  # fmt: skip
C = TypeVar("C", NotAttack, NotEnter, StayFarther, VoteFor, Subsidy, NoHussars, Leave, Note)


class Terms(NamedTuple):
    """What an agreement says: its turns, whether orders that break it are refused (A32), its clauses."""

    first: int
    last: int
    strict: bool
    clauses: tuple[Clause, ...]

    def text(self, names: Names) -> str:
        """``turns 5 to 6, strict: Prussia does not attack Austria``."""
        turns = f"turns {self.first} to {self.last}" if self.first < self.last else f"turn {self.first}"
        strict = ", strict" if self.strict else ""
        return f"{turns}{strict}: {'; '.join([clause.text(names) for clause in self.clauses])}"


class Offer(NamedTuple):
    """``offer Prussia and Austria, turns 5 to 6, strict: ...``."""

    parties: tuple[str, ...]
    terms: Terms

    def text(self, names: Names) -> str:
        return f"offer {listed([names.name(power) for power in self.parties])}, {self.terms.text(names)}"


class Counter(NamedTuple):
    """``counter 3, turns 5 to 6: ...``: another offer in place of one that is open."""

    number: int
    terms: Terms

    def text(self, names: Names) -> str:
        return f"counter {self.number}, {self.terms.text(names)}"


class Answer(NamedTuple):
    """``accept 3``, ``refuse 3``, ``withdraw 3``, ``end 3``."""

    verb: str
    number: int

    def text(self, names: Names) -> str:
        return f"{self.verb} {self.number}"


Entry = Offer | Counter | Answer
VERBS = ("offer", "counter", "accept", "refuse", "withdraw", "end")
_TURNS = r"(?P<turns>turns? (?P<first>\d{1,3})(?: ?(?:to|-|until) ?(?P<last>\d{1,3}))?)"
_HEAD = re.compile(
    rf"(?P<verb>offer|counter)\s+(?P<what>.+?),\s*{_TURNS}(?:,\s*(?P<strict>strict|loose))?\s*:\s*(?P<clauses>.+)", re.I
)


def read_entry(text: str, names: Names) -> Entry | Unread:
    """What a line of ``treaties`` says, or why it cannot be read."""
    text = " ".join(text.split())
    if answer := re.fullmatch(r"(accept|refuse|withdraw|end)s? (?:treaty |no\. ?|number )?(\d{1,4})\.?", text, re.I):
        return Answer(answer[1].lower(), int(answer[2]))
    found = _HEAD.fullmatch(text)
    if not found:
        return Unread("entry", text)
    terms = _terms(found, names)
    if isinstance(terms, Unread):
        return terms
    if found["verb"].lower() == "counter":
        number = re.fullmatch(r"(?:treaty |no\. ?|number )?(\d{1,4})", found["what"], re.I)
        return Counter(int(number[1]), terms) if number else Unread("entry", text)
    parties = _parties(found["what"], names)
    return parties if isinstance(parties, Unread) else Offer(parties, terms)


def _terms(found: re.Match[str], names: Names) -> Terms | Unread:
    first = int(found["first"])
    last = int(found["last"] or first)
    if not 1 <= first <= last <= LAST_TURN:
        return Unread("turns", found["turns"])
    clauses = [read_clause(part, names) for part in _parts(found["clauses"])]
    if len(clauses) > MOST_CLAUSES:
        return Unread("many", str(len(clauses)))
    fault = next((clause for clause in clauses if isinstance(clause, Unread)), None)
    known = tuple([clause for clause in clauses if not isinstance(clause, Unread)])
    return fault or Terms(first, last, (found["strict"] or "").lower() == "strict", known)


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _parties(text: str, names: Names) -> tuple[str, ...] | Unread:
    parties: list[str] = []
    for word in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*\+\s*", text):
        found = names.powers(word)
        if not found:
            return Unread("power", word)
        parties.append(found[0])
    return tuple(dict.fromkeys(parties)) if len({*parties}) > 1 else Unread("alone", text)


def powers_in(clause: Clause) -> tuple[str, ...]:
    """The powers that a clause binds; all of them must be parties."""
    if isinstance(clause, Note):
        return ()
    if isinstance(clause, Subsidy):
        return (clause.giver, clause.receiver)
    return ("austria",) if isinstance(clause, NoHussars) else (clause.who,)


def strangers(parties: Iterable[str], clauses: Iterable[Clause]) -> tuple[str, ...]:
    """The powers bound by a clause that are no parties."""
    return tuple(dict.fromkeys([p for clause in clauses for p in powers_in(clause) if p not in parties]))


@lru_cache(maxsize=1024)  # more than a full register has
def clause_of(text: str) -> Clause:
    """The clause that the register holds as a text; one that was damaged by hand is words like any others."""
    clause = read_clause(text, BOARD_NAMES)
    return Note(text) if isinstance(clause, Unread) else clause


def clauses_in(treaty: Treaty) -> tuple[Clause, ...]:
    """What an agreement says."""
    return tuple([clause_of(text) for text in treaty.clauses])


def find(register: Iterable[Treaty], id_: str) -> Treaty | None:
    """The agreement of that number."""
    return next((treaty for treaty in register if treaty.id == id_), None)


def changed(register: Iterable[Treaty], treaty: Treaty) -> tuple[Treaty, ...]:
    """The register with another state of one agreement."""
    return tuple([treaty if row.id == treaty.id else row for row in register])


def in_force(register: Iterable[Treaty], turn: int) -> tuple[Treaty, ...]:
    """The agreements that bind somebody in a turn."""
    return tuple([row for row in register if row.status == ACCEPTED and row.first <= turn <= row.last])


def bindings(register: Iterable[Treaty], turn: int, kind: type[C]) -> list[tuple[Treaty, C]]:
    """The clauses of a kind that bind somebody in a turn, each with its agreement."""
    found: list[tuple[Treaty, C]] = []
    for row in in_force(register, turn):
        found += [(row, clause) for clause in clauses_in(row) if isinstance(clause, kind)]
    return found
