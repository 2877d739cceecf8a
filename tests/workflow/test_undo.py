"""A step that was taken back is put to the players again: no round of the post goes on with it behind their backs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from games import send_all, sheet_file
from pbem.rulesets import MODULES
from pbem.store import layout
from pbem.store.outbox import read_outbox
from pbem.store.reading import Player
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import said_undone, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.rulings import rule
from pbem.workflow.status import as_table, next_action
from pbem.workflow.submit import submit
from pbem.workflow.tick import tick
from pbem.workflow.time_desk import seen
from pbem.workflow.verify import verify

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
TIME = '\n[time]\nzone = "UTC"\nat = "12:00"\nperiod = "1d"\n'


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(MODULES, "toy", "toy")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "post.toml").write_text("format = 2\ndelivered = true\n")
    return tmp_path / "games"


def begun(games: Path, more: str = "") -> str:
    """A game whose first step is over, on Monday at nine."""
    directory = games / "winter"
    players = {role: Player(role.title(), f"{role}@example.org") for role in ("north", "south")}
    new(Plan(str(directory), "toy", seed="a", players=players))
    with (directory / "game.toml").open("a") as file:
        file.write(more)
    tick([str(games)], NOW)
    send_all(str(directory))
    tick([str(games)], NOW + HOUR)
    assert 1 == open_game(str(directory)).last.number
    return str(directory)


def last(directory: str) -> int:
    return open_game(directory).last.number


def looked_at(games: Path, directory: str, first: int, end: int) -> list[int]:
    """What the last step is after the rounds of these hours."""
    found = []
    for hour in range(first, end):
        tick([str(games)], NOW + hour * HOUR)
        found.append(last(directory))
    return found


def test_no_round_adjudicates_a_step_that_was_taken_back_before_a_full_period_is_over(games: Path) -> None:
    game = begun(games, TIME)
    undo(game, "too early", now=NOW + 2 * HOUR)

    assert {0} == {*looked_at(games, game, 2, 27)}
    assert [1] == looked_at(games, game, 27, 28)  # Tuesday at noon: all was in


def test_no_default_is_taken_again_before_a_full_period_is_over(games: Path) -> None:
    game = begun(games, TIME)
    looked_at(games, game, 2, 28)
    assert 2 == last(game)  # with defaults
    undo(game, "a letter was overlooked", now=NOW + 29 * HOUR)

    assert {1} == {*looked_at(games, game, 29, 75)}
    assert [2] == looked_at(games, game, 75, 76)  # Thursday at noon


def test_a_step_goes_on_as_soon_as_everybody_has_sent_anew(games: Path) -> None:
    game = begun(games, TIME)
    undo(game, "too early", now=NOW + 2 * HOUR)
    for role in ("north", "south"):
        submit(sheet_file(game, role, {"vow": 2}), game, lambda: NOW + 3 * HOUR)

    assert [1] == looked_at(games, game, 3, 4)


def test_the_new_sheet_of_one_is_not_enough(games: Path) -> None:
    game = begun(games, TIME)
    undo(game, "too early", now=NOW + 2 * HOUR)
    submit(sheet_file(game, "north", {"vow": 2}), game, lambda: NOW + 3 * HOUR)

    assert [0] == looked_at(games, game, 3, 4)


def test_a_step_taken_back_without_a_word_of_the_time_has_its_period_from_the_next_look_on(games: Path) -> None:
    game = begun(games, TIME)
    undo(game, "too early")

    assert {0} == {*looked_at(games, game, 5, 27)}
    assert () == verify(game).findings


def test_a_game_without_deadlines_waits_for_the_moderator_or_for_new_sheets_of_all(games: Path) -> None:
    game = begun(games)
    undo(game, "too early")

    assert {0} == {*looked_at(games, game, 2, 99)}
    assert "which was taken back" in next_action(game) and f"pbem adjudicate {game} --expect 1" in next_action(game)
    adjudicate(game)
    undo(game, "too early")
    send_all(game)
    assert [1] == looked_at(games, game, 99, 100)


def test_it_is_said_until_when_it_waits_and_how_to_go_on_sooner(games: Path) -> None:
    game = begun(games, TIME)
    said = said_undone(game, undo(game, "too early", now=NOW + 2 * HOUR))

    assert "before Tuesday 2026-03-03 12:00 UTC" in said and f"pbem adjudicate {game} --expect 1" in said
    found = seen(game, lambda: NOW + 3 * HOUR)
    assert "which was taken back: it is adjudicated at its deadline, Tuesday 2026-03-03 12:00 UTC" in as_table(found)
    assert f"To go on at once:\n\n  pbem adjudicate {game} --expect 1" in next_action(game, lambda _: found)


def report_of(games: Path, role: str) -> str:
    """The newest report in the outbox for a role."""
    row = [row for row in read_outbox(str(games / "winter")).rows if (row.to, row.kind) == (role, "report")][-1]
    path = games / "winter" / "outbox" / layout.mail_name(row.number, row.to)
    body = message_from_bytes(path.read_bytes(), policy=default).get_body(("plain",))  # type: ignore[attr-defined]
    return str(body.get_content())


@pytest.mark.parametrize("more", ["", TIME])
def test_the_first_mail_after_it_begins_with_what_was_taken_back_and_what_is_asked_again(
    games: Path, more: str
) -> None:
    game = begun(games, more)
    submit(sheet_file(game, "south", {"card": min(open_game(game).state.hands["south"])}), game)
    undo(game, "a slip", now=NOW + 2 * HOUR)
    tick([str(games)], NOW + 3 * HOUR)

    top = {role: " ".join(report_of(games, role).partition("=" * 72)[2].split())[:600] for role in ("north", "south")}
    for text in top.values():
        assert text.startswith("TAKEN BACK The moderator took back step 1 (r01-bid): a slip")
        assert "Step 1 is put to the players again. Awaited are a vow (North) and a vow (South)." in text
        assert "What you sent for it, version 1, is in again" in text
    assert "Your sheet for step 2 went with it" in top["south"] and "went with it" not in top["north"]


def test_a_ruling_that_is_taken_back_is_told_at_once(games: Path) -> None:
    game = begun(games)
    rule(game, {"points.north": "7"}, "a mistake")
    tick([str(games)], NOW + 2 * HOUR)
    undo(game, "no mistake")
    tick([str(games)], NOW + 3 * HOUR)

    assert "took back step 2 (r01-bid): no mistake" in " ".join(report_of(games, "north").split())[:500]
    assert () == verify(game).findings
