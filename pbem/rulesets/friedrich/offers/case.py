"""What is asked: whose sheet, on which view, and what it says so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.rulesets.common import offering
from pbem.rulesets.friedrich.decisions import take
from pbem.rulesets.friedrich.desk import read_lines
from pbem.rulesets.friedrich.orders import Line
from pbem.rulesets.friedrich.state import PIECE_IDS, PIECE_NAMES, State

Body = Mapping[str, Any]


class Case(offering.Case):
    """A sheet of this game."""

    def __init__(self, view: State, role: str, body: Body) -> None:
        super().__init__(view, role, body, lambda one: take(view, role, one, think=False).diagnostics)
        self.after = view  # the position that the sheet leads to, as far as its moves are read

    def lines(self, nation: int, *kinds: type) -> list[Line]:
        """The orders of some kinds that the sheet has."""
        found = read_lines(self.body, nation, lambda fault: None, self.view)
        return [line for line in found if isinstance(line.order, kinds)]


def group_text(pieces: tuple[int, ...]) -> str:
    """Pieces as an order names them."""
    return " + ".join([PIECE_NAMES[p] for p in pieces])


def ids_of(pieces: Sequence[int]) -> tuple[str, ...]:
    return tuple([PIECE_IDS[p] for p in pieces])
