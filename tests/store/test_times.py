"""The rows of times.toml: read as they were written, only ever added to, and strictly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.store import GameFault
from pbem.store.layout import TIMES
from pbem.store.ledger import ON_TIME, PUBLIC_KINDS
from pbem.store.times import KINDS, Look, TimeRow, clock_part, read_clock, read_times, times_part
from pbem.store.transaction import commit
from pbem.store.undone import Undone

MOMENT = "2026-03-12T18:00:00+00:00"
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "role": st.sampled_from(["north", "south"]),
    "until": st.just(MOMENT),
    "seconds": st.integers(0, 10**6),
    "roles": st.lists(st.sampled_from(["north", "south"]), max_size=2).map(tuple),
    "text": st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
}


def row_of(kind: str) -> st.SearchStrategy[TimeRow]:
    own = {key: VALUES[key] for key in KINDS[kind] if key in VALUES}
    own |= {"since": st.just("2026-03-12"), "until": st.just("2026-03-14")} if kind == "absent" else {}
    fixed = {"kind": st.just(kind), "at": st.just(MOMENT), "step": st.integers(0, 999), "undone": st.integers(0, 9)}
    return st.fixed_dictionaries({**fixed, **own}).map(lambda facts: TimeRow(**facts))


ROWS = st.sampled_from(sorted(KINDS)).flatmap(row_of)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(ROWS, max_size=4), st.lists(ROWS, max_size=4))
def test_rows_come_back_and_what_was_there_stays(tmp_path: Path, first: list[TimeRow], more: list[TimeRow]) -> None:
    (tmp_path / TIMES).unlink(missing_ok=True)
    commit(str(tmp_path), times_part(str(tmp_path), first))
    before = (tmp_path / TIMES).read_bytes() if first else b""
    commit(str(tmp_path), times_part(str(tmp_path), more))

    assert (*first, *more) == read_times(str(tmp_path))
    assert not (first or more) or (tmp_path / TIMES).read_bytes().startswith(before)


@pytest.mark.parametrize(
    "row",
    [
        'kind = "wait"\nat = "2026-03-12T18:00:00"\nstep = 1\nundone = 0\nrole = "north"',  # of no zone
        f'kind = "wait"\nat = "{MOMENT}"\nstep = "1"\nundone = 0\nrole = "north"',
        f'kind = "wait"\nat = "{MOMENT}"\nstep = 1\nundone = 0\nseconds = 3',
        f'kind = "grace"\nat = "{MOMENT}"\nstep = 1\nundone = 0\nrole = "north"\nseconds = "3"',
        f'kind = "pause"\nat = "{MOMENT}"\nstep = 1\nundone = 0\nuntil = "2026-13-12"',
        f'kind = "begun"\nat = "{MOMENT}"\nstep = 1\nundone = 0\nroles = [1]',
    ],
)
def test_a_row_that_makes_no_sense_is_refused(tmp_path: Path, row: str) -> None:
    (tmp_path / TIMES).write_text(f"format = 2\n\n[[time]]\n{row}\n")

    with pytest.raises(GameFault, match=r"PB762|PB509"):
        read_times(str(tmp_path))


def test_rows_hold_while_no_step_before_theirs_is_taken_back() -> None:
    row = TimeRow("closed", MOMENT, 3, 1)

    assert row.holds(3, [Undone(1, "x", "y")])  # before it was written
    assert row.holds(3, [Undone(1, "x", "y"), Undone(3, "x", "y")])
    assert not row.holds(3, [Undone(1, "x", "y"), Undone(2, "x", "y")])
    assert not row.holds(4, [])


def test_the_last_look_is_kept_alone(tmp_path: Path) -> None:
    assert Look() == read_clock(str(tmp_path))
    last = Look("2026-03-13T18:00:00+00:00", "a boot", 5400, leapt=True)
    for look in (Look(MOMENT), last):
        commit(str(tmp_path), (clock_part(look),))

    assert last == read_clock(str(tmp_path))
    (tmp_path / "clock.toml").write_text('format = 2\nseen = "yesterday"\n')
    with pytest.raises(GameFault, match="PB762"):
        read_clock(str(tmp_path))


def test_what_is_told_in_the_ledger_has_a_kind_of_line() -> None:
    assert [] == [kind for kind in ON_TIME if kind not in PUBLIC_KINDS or kind not in KINDS]
    for kind in ON_TIME:
        assert {*PUBLIC_KINDS[kind]} <= {"step", "undone", "at", *KINDS[kind]}
