"""Lines of ledgers by all receipts and reports dropped in; where two contradict each other, one was written anew."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Record
from pbem.store.ledger import ALL
from pbem.workflow.verify_receipts import NamedLine, anchors_of, plain

MOST = 500  # lines of one text; a receipt has two
UNEQUAL = (
    "THE LEDGER IS NOT THE SAME: {line} is {hash} by {here}, and {other} by {there}. Keep both, and ask your moderator;"
    " docs/fairness.md tells what it can mean."
)


class Head(Record):
    """A line of a ledger, and what names it."""

    game: str
    seed: str  # the commitment of the game's, which tells two games of one name apart; empty where it is not known
    of: str
    line: int
    hash: str
    told: str  # "the report for step 3"

    @property
    def name(self) -> str:
        """The line for people."""
        return f"{'the table' if self.of == ALL else self.of}, line {self.line}"

    def is_of(self, other: Head) -> bool:
        """Whether two are the same line of the same ledger, whatever they say that it is."""
        alike = (self.game, self.of, self.line) == (other.game, other.of, other.line)
        return alike and ("" in (self.seed, other.seed) or self.seed == other.seed)


class Heads:
    """All that was named since the page was opened."""

    def __init__(self) -> None:
        self.known = list[Head]()

    def named(self, text: str | bytes, game: str, seed: str, told: str) -> list[Head]:
        """The lines that a text names, remembered from now on."""
        found = [_head(row, game, seed, told) for row in anchors_of(words_of(text))[:MOST]]
        self.known += [row for row in found if row not in self.known]
        return found

    def contradicted(self, found: list[Head]) -> list[str]:
        """What is to be said of lines that something else names otherwise."""
        others = ((row, [one for one in self._others(row) if one.hash != row.hash]) for row in found)
        return [_unequal(row, unequal[0]) for row, unequal in others if unequal][:5]

    def confirmed(self, row: Head) -> str:
        """What else names a line with the same hash; empty if nothing does."""
        return next((other.told for other in self._others(row) if other.hash == row.hash), "")

    def _others(self, row: Head) -> Iterator[Head]:
        return (other for other in self.known if other.is_of(row) and (other.hash, other.told) != (row.hash, row.told))


def words_of(text: str | bytes) -> str:
    """The words of a mail, a page or a text with one space between each."""
    if isinstance(text, bytes):
        return plain(text)
    return plain(b"\n" + text.encode("utf-8", "surrogatepass"))  # its first line is no head of a mail


def _head(row: NamedLine, game: str, seed: str, told: str) -> Head:
    return Head(game, seed, row.of, row.line, row.hash, told)


def _unequal(row: Head, other: Head) -> str:
    return UNEQUAL.format(line=row.name, hash=row.hash, here=row.told, other=other.hash, there=other.told)
