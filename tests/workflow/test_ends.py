"""Ends that are no victory: somebody resigns, all agree by sealed votes, the game is given up."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import play_steps, send, sheet_file, sheet_text
from pbem.core.ended import ABANDONED, RESIGNED
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.ending import end, said
from pbem.workflow.journal import log, undo
from pbem.workflow.publish import reveal
from pbem.workflow.reporting import report, report_of
from pbem.workflow.rulings import rule
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify
from pbem.workflow.votes import count, offer, vote


def told(game: str) -> list[str]:
    return [line for event in log(game)[-1].events for line in event.sentences]


def voted(game: str, role: str, choice: str) -> list[str]:
    """A vote in a sheet that has nothing else in it; what was complained of."""
    path = Path(game).parent / "vote.toml"
    path.write_text(sheet_text(game, role, {}) + f'vote = "{choice}"\n')
    return [item.code.id for item in submit(str(path), game).answer.diagnostics]


def test_who_resigns_ends_the_game_for_every_command(game: str, tmp_path: Path) -> None:
    play_steps(game, 2)
    table = end(game, RESIGNED, "north")

    assert "North has resigned." in said(table, game)
    assert ["The game is over: North has resigned."] == told(game)
    result = status(game).result
    assert result is not None and (("south",), "North has resigned.") == (result.winners, result.reason)
    for work in (
        adjudicate,
        lambda place: end(place, RESIGNED, "south"),
        lambda place: rule(place, {"round": "1"}, "x"),
    ):
        with pytest.raises(GameFault) as fault:
            work(game)
        assert "PB522" == fault.value.code.id
    assert send(game, "south", {"card": 1}).answer.is_refused
    assert "North has resigned." in report_of(game, None) and "North has resigned." in report_of(game, "south", "html")
    archive = str(tmp_path / "archive")
    reveal(game, archive)
    assert () == verify(game).findings == verify(archive).findings


def test_an_end_can_be_taken_back(game: str) -> None:
    play_steps(game, 2)
    end(game, ABANDONED, reason="no time")
    assert ["The game is over, for it was given up: no time"] == told(game)
    undo(game, "we have time again")
    play_steps(game, 1)

    assert status(game).result is None and () == verify(game).findings


def test_at_home_a_sheet_for_a_game_that_was_ended_gets_the_same_answer(game: str) -> None:
    play_steps(game, 1)
    end(game, RESIGNED, "north")
    report(game)
    path = sheet_file(game, "south", {"card": min(open_game(game).state.hands["south"])})
    answer = check_with_view(path, f"{game}/reports/0002/south.view.toml")

    assert [item.code.id for item in submit(path, game).answer.diagnostics] == [
        item.code.id for item in answer.diagnostics
    ]
    assert answer.is_refused


def test_a_draw_that_all_vote_for_ends_the_game(game: str) -> None:
    play_steps(game, 1)
    offer(game, by="Sunday")
    line = 'Vote by Sunday with a line in a sheet, vote = "yes" or vote = "no"; nobody is told who voted what.'
    assert " ".join(line.split()) in " ".join(report_of(game, "north").split())
    card = min(open_game(game).state.hands["north"])
    assert not send(game, "north", {"card": card}).answer.is_refused
    assert [] == voted(game, "north", "draw")
    assert "final" == status(game).rows[0].sheet  # the vote has not touched the orders
    with pytest.raises(GameFault) as fault:
        count(game)
    assert "PB790" == fault.value.code.id
    vote(game, "south", "no")
    vote(game, "south", "yes")

    assert count(game).passed and () == verify(game).findings
    assert "All players agreed to a draw." == (status(game).result or [""])[1]
    assert [
        "A draw is offered. If all are for it, the game is over.", line,
        "The votes about the offer were counted: all were for it.", "The game is over: all players agreed to a draw.",
    ] == told(game)  # fmt: skip


def test_an_offer_that_is_not_accepted_tells_nobody_who_was_against_it(game: str) -> None:
    play_steps(game, 1)
    offer(game, "south")
    voted(game, "south", "yes")
    voted(game, "north", "no")
    assert not count(game).passed
    play_steps(game, 1)

    assert "Not all agreed that South has won, so the game goes on." in told(game)
    texts = [line for line in told(game) if "vote" in line.lower() or "agreed" in line]
    assert not [line for line in texts if "North" in line] and () == verify(game).findings


def test_who_has_not_voted_in_time_is_against_it_and_a_miscount_is_found(game: str) -> None:
    play_steps(game, 1)
    offer(game)
    voted(game, "south", "yes")
    assert not count(game, late=True).passed and () == verify(game).findings
    for path in Path(game, "votes").iterdir():
        path.write_text(path.read_text().replace('"yes"', '"no"'))

    assert verify(game).findings


def test_a_vote_that_means_nothing_never_refuses_orders(game: str) -> None:
    play_steps(game, 1)
    assert ["PB788"] == voted(game, "north", "yes")
    offer(game)
    assert ["PB788"] == voted(game, "north", "perhaps")
    path = Path(game).parent / "orders.toml"
    card = min(open_game(game).state.hands["north"])
    path.write_text(sheet_text(game, "north", {"card": card}) + "vote = 3\n")
    receipt = submit(str(path), game)

    assert not receipt.answer.is_refused and "PB788" in receipt.text and "final" == status(game).rows[0].sheet
