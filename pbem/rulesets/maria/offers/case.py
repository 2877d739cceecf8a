"""What is asked: whose sheet, on which view, and what it says so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core import Diagnostic, LazyCodes
from pbem.rulesets.common import offering
from pbem.rulesets.maria.decisions import take
from pbem.rulesets.maria.desk import read_lines
from pbem.rulesets.maria.naming import BOARD_NAMES
from pbem.rulesets.maria.orders import Line, written
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import PIECE_IDS, State
from pbem.rulesets.maria.treaties import Offer, read_entry

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
Body = Mapping[str, Any]


class Case(offering.Case):
    """A sheet of this game."""

    def __init__(self, view: State, role: str, body: Body) -> None:
        super().__init__(view, role, body, lambda one: take(view, role, self.binding(one), think=False).diagnostics)
        self.after = view  # the position that the sheet leads to, as far as its moves are read
        self._waits: dict[str, bool] = {}  # by line of agreements

    def binding(self, body: Body) -> Body:
        """A sheet without the agreements that it offers to others: these bind nobody yet, whatever else is changed."""
        lines = body.get("treaties")
        if not isinstance(lines, list):
            return body
        return {**body, "treaties": [line for line in lines if not (isinstance(line, str) and self.waits(line))]}

    def waits(self, line: str) -> bool:
        """Whether a line offers an agreement that somebody else has still to sign."""
        if line not in self._waits:
            entry = read_entry(line, BOARD_NAMES)
            others = entry.parties if isinstance(entry, Offer) else ()
            self._waits[line] = any(POWERS.index(power) not in self.powers for power in others)
        return self._waits[line]

    def is_asking(self, found: Diagnostic) -> bool:
        """M19.44: that somebody else must leave neutral land; of a move itself the complaint has its line."""
        return found.code is ma.MUST_LEAVE and len(found.at.path) < 2

    @property
    def powers(self) -> tuple[int, ...]:
        """The powers that the writer plays."""
        return powers_of(self.view, self.role)

    def lines(self, *kinds: type) -> list[Line]:
        """The orders of some kinds that the sheet has."""
        found = read_lines(self.body, self.powers, lambda fault: None, self.view)
        return [line for line in found if isinstance(line.order, kinds)]


def group_text(pieces: Sequence[int]) -> str:
    """Pieces as an order names them."""
    return " + ".join([written(p) for p in pieces])


def ids_of(pieces: Sequence[int]) -> tuple[str, ...]:
    return tuple([PIECE_IDS[p] for p in pieces])


def first(lines: Sequence[Line]) -> Line | None:
    return lines[0] if lines else None
