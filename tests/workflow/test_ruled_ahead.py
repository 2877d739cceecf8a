"""Orders ahead that a ruling meets: they are judged once more on the position after it, and nothing is lost by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, last, sent, stays, steps

from games import sheet_file
from pbem.store.reading import read_game, read_step, step_names
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.ending import end
from pbem.workflow.journal import undo
from pbem.workflow.rulings import rule
from pbem.workflow.sealing import seal
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

AUSTRIA = (
    '[{ task = "turn", nations = ["imperial", "france"] },'
    ' { task = "stage", nation = "austria", phase = "movement", drawn = "" }]'
)


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Hanover's moves are owed, and were ordered ahead."""
    game = begun(tmp_path)
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    assert ("frederick",) == open_game(game).answered
    return game


def became(game: str, number: int) -> list[Any]:
    """What owners of orders ahead are told with a step."""
    found = read_game(game)
    step = next(read_step(found, name) for name in step_names(game) if name.number == number)
    return [(event.facts["became"], event.to) for event in step.events if event.kind == "orders-ahead"]


def test_orders_that_do_not_fit_after_a_ruling_are_given_up_and_their_owner_is_asked(game: str) -> None:
    rule(game, {"hanover.ferdinand": "minden 5"}, "he stood in Minden")

    assert [("unfit", ("frederick",))] == became(game, 2) and () == last(game).ahead
    assert ["frederick"] == [row.role for row in status(game).missing]
    sent(game, "frederick", {"do": ["Ferdinand stays"]})
    adjudicate(game)
    assert "t02-russia" == last(game).label and () == verify(game).findings


def test_orders_that_fit_still_are_used_after_a_ruling(game: str) -> None:
    rule(game, {"prussia.friedrich": "potsdam 8"}, "he stood in Potsdam")
    adjudicate(game)

    assert ["setup", "t02-hanover", "t02-hanover", "t02-russia"] == steps(game)
    assert ([], [("used", ("frederick",))]) == (became(game, 2), became(game, 3))
    assert () == verify(game).findings


def test_a_ruling_that_is_taken_back_gives_the_orders_back(game: str) -> None:
    rule(game, {"hanover.ferdinand": "minden 5"}, "he stood in Minden")
    undo(game, "he did not")
    adjudicate(game)

    assert [("used", ("frederick",))] == became(game, 2) and () == verify(game).findings


def test_an_end_at_the_desk_leaves_orders_ahead_as_they_are(game: str) -> None:
    end(game, "abandoned", reason="nobody has time")

    assert ["hanover"] == [item.decision for item in last(game).ahead] and () == verify(game).findings


def test_sealed_orders_whose_decision_comes_by_a_ruling_are_opened_with_it(tmp_path: Path) -> None:
    game = begun(tmp_path)
    file = sheet_file(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    Path(file).write_text(seal(file, open_game(game).game.seal_key, ahead=True).text, encoding="utf-8")
    assert not submit(file, game).answer.is_refused
    sent(game, "frederick", stays())
    adjudicate(game)
    rule(game, {"agenda": AUSTRIA}, "the others had moved at the table")
    adjudicate(game)

    assert "t02-imperial" == last(game).label and [("used", ("maria-theresa",))] == became(game, 3)
    assert () == verify(game).findings
