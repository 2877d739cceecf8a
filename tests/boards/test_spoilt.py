"""Every fault of a board: named by its code, with file and line and what would be right; never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
import spoilt_boards
import spoilt_politics
from spoilt_boards import Spoilt, spoilt

CASES = (*spoilt_boards.CASES, *spoilt_politics.CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.form or 'plain'}-{case.place}")
def test_a_damaged_board_is_told_what_is_wrong_where(case: Spoilt, tmp_path: Path) -> None:
    examined = spoilt(case, tmp_path / "board")
    found = [(row.code.id, row.facts.get("form", ""), str(row.source)) for row in examined.complaints]

    assert (case.code, case.form, case.place) in found
    assert all(row.said and row.hint for row in examined.complaints)


def test_no_damage_is_let_through(tmp_path: Path) -> None:
    """Only what is a warning leaves the board sound."""
    sound = {(case.code, case.title) for case in CASES if spoilt(case, tmp_path / str(id(case))).pack is not None}

    assert {code for code, _ in sound} <= {"BD105", "BD207"}


def test_every_base_is_sound() -> None:
    assert {"friedrich", "house"} == {case.base for case in CASES}
    for base in ("friedrich", "house"):
        assert () == spoilt_boards.inspected(str(spoilt_boards.board_of(base))).complaints
