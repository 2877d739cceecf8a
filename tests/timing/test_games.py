"""The time of a game directory: what a look records, what players ask, and that all of it can be verified."""

from __future__ import annotations

from pathlib import Path

import pytest
from clocked import at, with_time

from games import play_steps, send
from pbem.store import GameFault, ledger
from pbem.store.times import read_clock, read_times
from pbem.store.transaction import commit
from pbem.timing.duty import Due
from pbem.workflow import open_game, timing
from pbem.workflow.recording import chains_at
from pbem.workflow.verify import verify


def looked(game: str, moment: str, fetched: bool = True) -> Due:
    found = timing.look(game, at(moment), fetched)
    assert found is not None
    return found


def test_a_game_without_time_has_nothing_due(game: str) -> None:
    assert timing.look(game, at("11-16 12:00")) is None
    assert () == read_times(game)


def test_the_first_look_begins_a_step_and_the_deadline_is_reckoned_from_it(game: str) -> None:
    with_time(game)

    assert "begin" == looked(game, "11-16 12:00").action
    assert at("11-18 19:00") == looked(game, "11-16 12:10").until
    assert "2026-11-16T12:10:00+00:00" == read_clock(game).seen


def test_what_players_ask_is_told_in_the_ledger_and_verified(game: str) -> None:
    with_time(game)
    looked(game, "11-16 12:00")
    answer = timing.wait(game, "north", at("11-16 13:00"))
    away = timing.absent(game, "south", "2026-11-19", "2026-11-20", at("11-16 13:10"))

    assert (
        "Step 1 gets more time, as North asked: it is due by Thursday 2026-11-19 20:00 Europe/Berlin (19:00 UTC)."
        == (answer)
    )
    assert away.startswith("South is away from Thursday 2026-11-19 to Friday 2026-11-20")
    assert at("11-21 19:00") == looked(game, "11-16 14:00").until
    assert () == verify(game).findings


@pytest.mark.parametrize("old", ['role = "south"', "2026-11-20"])
def test_a_row_changed_by_hand_is_found(game: str, old: str) -> None:
    with_time(game)
    timing.absent(game, "south", "2026-11-19", "2026-11-20", at("11-16 13:10"))
    path = Path(game, "times.toml")
    path.write_text(path.read_text().replace(old, {'role = "south"': 'role = "north"'}.get(old, "2026-11-21")))

    assert ["times.toml"] == [Path(found.file).name for found in verify(game).findings]


def test_a_wait_is_refused_where_nothing_is_owed(game: str) -> None:
    with_time(game)
    play_steps(game, 2)
    with pytest.raises(GameFault, match=r"PB763.*nothing is awaited"):
        timing.wait(game, "north", at("11-16 12:00"))
        timing.wait(game, "south", at("11-16 12:00"))


def test_when_all_is_in_it_is_adjudicated_and_the_default_taken_when_the_deadline_passed(game: str) -> None:
    with_time(game)
    looked(game, "11-16 12:00")
    assert "" == looked(game, "11-17 12:00").action
    send(game, "north", {"vow": 1})
    looked(game, "11-18 12:00")

    found = looked(game, "11-18 19:00")
    assert ("adjudicate", ("south",)) == (found.action, found.defaults)
    send(game, "south", {"vow": 1})
    assert ("adjudicate", ()) == (looked(game, "11-18 19:10").action, looked(game, "11-18 19:10").defaults)


def test_somebody_new_gets_a_full_period_by_the_line_that_tells_of_him(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes the line, the next look or report finds it, and only once."""
    monkeypatch.setattr(ledger, "PUBLIC_KINDS", {**ledger.PUBLIC_KINDS, "replaced": ("step", "role", "first")})
    with_time(game)
    looked(game, "11-16 12:00")
    table = open_game(game)
    facts = {"step": 0, "name": "Zoe"}
    for role, first in (("south", 1), ("north", 2)):  # the second from the next step on
        commit(game, chains_at(table).with_line("all", "replaced", role=role, first=first, **facts).change)
    found = looked(game, "11-17 12:00")

    assert at("11-19 19:00") == looked(game, "11-17 12:10").until == found.until
    assert [("seated", "south")] == [(row.kind, row.role) for row in read_times(game)][1:]
    play_steps(game, 1)
    looked(game, "11-18 12:00")
    assert ["south", "north"] == [row.role for row in read_times(game) if row.kind == "seated"]
