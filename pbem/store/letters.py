"""The letters that came in: each kept as it came, and a row that says what became of it (letters.toml).

Rows are only ever added. The directory is a game, or the folder of the post beside the games for letters of none.
"""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from pbem.store import layout
from pbem.store.register import added, rows_of
from pbem.store.transaction import Part, Put


class LetterRow(NamedTuple):
    """One letter; times are in UTC, like 2026-03-12T18:00:00+00:00."""

    number: int  # among all letters of the directory, from 1
    digest: str  # SHA-256 of the letter as it came
    id: str  # its Message-ID, without angle brackets; empty if it has none
    sender: str  # the address in From, in small letters
    date: str  # when it says it was written; empty if it does not say so
    received: str  # when it came
    fate: str  # "sheet", "draft", "word", "refused", "stranger", "unconfirmed", "machine", "bounce" ...
    role: str = ""  # whose it is, where that is proved
    step: int = 0
    version: int = 0  # of the sheet that was taken in
    about: str = ""  # the word it says, the code of its refusal, or what it tells of
    of: int = 0  # an earlier letter of which this row says what became of it: it was confirmed
    answer: int = 0  # the number of the mail in the outbox that answers it, 0 if none does


_NUMBERS = ("number", "step", "version", "of", "answer")
_KINDS = {name: int if name in _NUMBERS else str for name in LetterRow._fields}
_USUAL: dict[str, Any] = LetterRow._field_defaults


class Letters(NamedTuple):
    """All letters of a directory, and those that a command is about to add to them."""

    directory: str
    rows: tuple[LetterRow, ...]
    new: tuple[tuple[LetterRow, bytes], ...] = ()

    @property
    def next_number(self) -> int:
        """The number of the next letter."""
        return max((row.number for row in self.rows), default=0) + 1

    def has(self, digest: str) -> bool:
        """Whether the same bytes came before."""
        return any(row.digest == digest for row in self.rows)

    def under(self, id: str, sender: str) -> list[LetterRow]:
        """The letters with the same Message-ID of the same sender; anybody can write an id that is not theirs."""
        return [row for row in self.rows if id and (row.id, row.sender) == (id, sender)]

    def with_letter(self, row: LetterRow, letter: bytes) -> Letters:
        """The letters with one more."""
        return self._replace(rows=(*self.rows, row), new=(*self.new, (row, letter)))

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of a change that add the new letters."""
        if not self.new:
            return ()
        path = layout.path(self.directory, layout.LETTERS)
        rows = added(path, layout.LETTERS, "letter", [row._asdict() for row, _ in self.new], _USUAL)
        return (rows, *(Put(layout.letter(row.number), letter) for row, letter in self.new))


def read_letters(directory: str) -> Letters:
    """The letters of a game or of the post; none if there is no file."""
    path = layout.path(directory, layout.LETTERS)
    return Letters(directory, tuple(LetterRow(*row) for row in rows_of(path, "letter", _KINDS, _USUAL)))


def letter_path(directory: str, number: int) -> str:
    """Where a letter is kept as it came."""
    return os.path.join(directory, *layout.letter(number).split("/"))
