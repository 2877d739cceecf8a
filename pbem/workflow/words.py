"""The words for the seed: which of them count, and until when one is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core import Diagnostic, Where
from pbem.core.sheets import Sheet
from pbem.store import GameFault, layout
from pbem.store.ledger import ALL, SHEETS, Line, ledger_path, read_lines
from pbem.store.reading import Game, StepFile, StepName, read_step
from pbem.workflow import Table
from pbem.workflow import envelope_codes as pb

Key = tuple[str, int]  # a sheet of step 1: role and version


def words_of(table: Table, words: Mapping[str, str], used: Mapping[str, tuple[str, int]]) -> dict[str, str]:
    """The words that count in step 1, of those that came with its sheets.

    Words that were opened once are the words of the game for good; and none counts that came after the number of the
    world was known.
    """
    lines = read_lines(ledger_path(table.game.directory))
    bound = bound_words(table.game, lines)
    if bound is not None:
        return bound
    late = late_sheets(lines)
    return {role: word for role, word in words.items() if (role, used[role][1]) not in late}


def bound_words(game: Game, lines: Sequence[Line]) -> dict[str, str] | None:
    """The words of step 1 when it was first played, if it was taken back since."""
    first = first_taken_back(lines)
    return None if first is None else dict(read_taken_back(game, *first).words)


def first_taken_back(lines: Sequence[Line]) -> tuple[int, Line] | None:
    """The place among all steps taken back, and the line, of the step 1 that was taken back first."""
    undone = [line for line in lines if line.of == ALL and line.kind == "undo"]
    return next(((at, line) for at, line in enumerate(undone, start=1) if line.facts.get("step") == 1), None)


def read_taken_back(game: Game, place: int, line: Line) -> StepFile:
    """A step as it lies under undone/."""
    folder = layout.path(game.directory, layout.undone(place))
    number = int(line.facts["step"])
    return read_step(game, StepName(number, layout.step_name(number, str(line.facts.get("label")))), folder)


def late_sheets(lines: Sequence[Line]) -> set[Key]:
    """The sheets for step 1 that came when the number of the world was known."""
    known, late = False, set()
    for line in lines:
        known = known or (line.of == ALL and line.kind == "number")
        if known and is_first_sheet(line):
            late.add((line.of, int(line.facts.get("version", 0))))
    return late


def is_first_sheet(line: Line) -> bool:
    """Whether a line is that of a sheet for step 1, drafts aside."""
    return line.kind in SHEETS and line.facts.get("step") == 1 and line.facts.get("status") != "draft"


def check_word(table: Table, sheet: Sheet) -> Diagnostic | None:
    """Why a sheet for step 1, open or in an envelope, is not taken any more because of its word, if so."""
    lines = read_lines(ledger_path(table.game.directory))
    at = Where(("word",)) if sheet.word else Where(("role",))
    try:
        bound = bound_words(table.game, lines)
    except GameFault:
        bound = {}
    if bound is not None:
        return pb.WORD_BOUND(at) if sheet.word and sheet.word != bound.get(sheet.role) else None
    if not any(line.of == ALL and line.kind == "number" for line in lines):
        return None
    if any(line.of == sheet.role and is_first_sheet(line) for line in lines):
        return pb.WORD_SENT(at)
    return pb.WORD_LATE(at) if sheet.word else None
