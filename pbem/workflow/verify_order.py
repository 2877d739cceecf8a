"""Verifying the order of the table's chain: what anybody can see of a ledger, also while the game runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.store.ledger import ALL, TOLD, Line, ledger_path
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding


def check_order(directory: str, lines: Sequence[Line]) -> Iterator[Finding]:
    """Every line of the table can stand where it stands."""
    table = _Table(ledger_path(directory), lines[0])
    for line in lines[1:]:
        if line.of == ALL:
            yield from table.take(line)


def of_chain(line: Line) -> str:
    """Whose chain a line is of, for people."""
    return "the table" if line.of == ALL else line.of[:60]


def fact(line: Line, key: str) -> int:
    """A number among the facts of a line; 0 if it is none."""
    value: Any = line.facts.get(key, 0)
    return value if isinstance(value, int) else 0


class _Table:
    """Where the game stands while its ledger is read."""

    def __init__(self, path: str, begun: Line) -> None:
        self.path, self.begun = path, begun
        self.last = 0  # the number of the last step
        self.gathered = self.number = self.revealed = False
        self.seal_key = begun.facts.get("seal_key", "")

    def take(self, line: Line) -> Iterator[Finding]:
        """What is wrong with the next line; then the game stands where it says."""
        step = fact(line, "step")
        if self.revealed and line.kind in ("step", "undo", "gathered", "number", "keys", "deadline", *TOLD):
            yield self._odd(line, "revealed")
        match line.kind:
            case "begun":
                yield self._odd(line, "begun")
            case "step":
                yield from self._take_step(line, step)
            case "undo":
                if step != self.last or step == 0:
                    yield self._odd(line, "undo", step=step, last=self.last)
                self.last, self.gathered = max(step - 1, 0), line.facts.get("gathered") is True
            case "gathered":
                if step != self.last + 1 or self.gathered:
                    yield self._odd(line, "gathered", step=step, now=self.last + 1)
                yield from self._check_roles(line)
                self.gathered = True
            case "number":
                named = line.facts.get("beacon") == self.begun.facts.get("beacon") != ""
                if self.number or self.last or not named:
                    yield self._odd(line, "number")
                self.number = True
            case kind if kind in TOLD and step != self.last:
                yield self._odd(line, "", step=step, last=self.last)
            case "handover":
                self.seal_key = line.facts.get("seal_key", "")
            case "report" | "published" | "revealed" | "keys":
                if step != self.last:
                    yield self._odd(line, "", step=step, last=self.last)
                if line.kind == "keys" and line.facts["seal_key"] != self.seal_key != "":
                    yield self._odd(line, "keys")
                self.seal_key = self.seal_key or line.facts.get("seal_key", "")
                self.revealed = self.revealed or line.kind == "revealed"

    def _take_step(self, line: Line, step: int) -> Iterator[Finding]:
        if step != self.last + 1:
            yield self._odd(line, "step", step=step, now=self.last + 1)
        yield from self._check_roles(line)
        self.last, self.gathered = step, False

    def _check_roles(self, line: Line) -> Iterator[Finding]:
        """A step stands for the chains of all roles of the game."""
        roles = line.facts.get("roles")
        if not isinstance(roles, dict) or sorted(roles) != sorted(self.begun.facts["roles"]):
            yield self._odd(line, "roles")

    def _odd(self, line: Line, form: str, **facts: Any) -> Finding:
        return finding(proof.OUT_OF_ORDER, self.path, form=form, number=line.number, of=of_chain(line), **facts)
