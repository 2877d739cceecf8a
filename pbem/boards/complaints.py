"""A complaint about a board: a code, the file and line, and the facts of the case."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.boards.codes import TOO_MANY
from pbem.core import PLAIN, Code, Form, harmless
from pbem.core.board import Source

MOST = 200  # complaints about one board


class Complaint(NamedTuple):
    """One fault of one board."""

    code: Code
    source: Source
    facts: dict[str, Any]

    @property
    def is_error(self) -> bool:
        return self.code.severity == "error"

    @property
    def form(self) -> Form:
        name = self.facts.get("form", "")
        return self.code.forms[name] if name else PLAIN

    @property
    def said(self) -> str:
        """The sentence itself."""
        return harmless((self.form.message or self.code.message).format_map(self.facts))

    @property
    def message(self) -> str:
        """The sentence with its place in front."""
        return f"{harmless(str(self.source))}: {self.code.severity}[{self.code.id}] {self.code.name}: {self.said}"

    @property
    def hint(self) -> str:
        """What would be right."""
        return harmless((self.form.hint or self.code.hint).format_map(self.facts))


class Ear:
    """Hears complaints, up to a bound, while a board is read."""

    def __init__(self) -> None:
        self._heard: list[Complaint] = []

    def __call__(self, code: Code, source: Source, /, **facts: Any) -> None:
        """Note a complaint."""
        self._heard.append(Complaint(code, source, facts))

    @property
    def has_errors(self) -> bool:
        return any(complaint.is_error for complaint in self._heard)

    @property
    def missed_tables(self) -> bool:
        """Whether a table could not be read as a whole: what others say of it would all be wrong."""
        return any(complaint.is_error and complaint.code.id < "BD203" for complaint in self._heard)

    @property
    def heard(self) -> tuple[Complaint, ...]:
        """All complaints in the order of files and lines, the first of them where there are too many."""
        ordered = sorted(self._heard, key=lambda complaint: complaint.source)
        if len(ordered) <= MOST:
            return tuple(ordered)
        ordered.sort(key=lambda complaint: not complaint.is_error)
        return (*ordered[:MOST], Complaint(TOO_MANY, Source("board", 0), {"limit": MOST}))


def rendered(complaints: Iterable[Complaint]) -> list[str]:
    """The complaints as a terminal shows them."""
    lines = []
    for complaint in complaints:
        lines.append(complaint.message)
        if complaint.hint:
            lines.append(f"   = hint: {complaint.hint}")
    return lines
