"""Press beside envelopes: it never spoils one, never is in one, and none of it is lost or told twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from ahead_games import HANOVER, begun, last, stays

from games import sheet_text
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.press import press_files
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import SealedFile, seal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

PRESS = '\n[[press]]\ntext = "The crow flies at midnight."\n'


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


def written(game: str, text: str) -> str:
    path = Path(game).parent / "orders.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def key_or_view(game: str, with_view: bool) -> str:
    """What a sheet is sealed for."""
    if not with_view:
        return open_game(game).game.seal_key
    return next(path for path in report(game, ("frederick",), Wish(forms=("txt",))) if path.endswith("view.toml"))


def closed(game: str, text: str, hold: bool = False, ahead: bool = False, with_view: bool = False) -> SealedFile:
    return seal(written(game, text), key_or_view(game, with_view), hold, ahead=ahead, accept=True)


@pytest.mark.parametrize("with_view", [False, True])
@pytest.mark.parametrize("hold", [False, True])
def test_press_does_not_go_into_an_envelope(game: str, hold: bool, with_view: bool) -> None:
    with pytest.raises(GameFault) as fault:
        closed(game, sheet_text(game, "frederick", stays(HANOVER)) + PRESS, hold, with_view=with_view)

    assert ("PB663", "press") == (fault.value.code.id, fault.value.facts["keys"])


@pytest.mark.parametrize("with_view", [False, True])
def test_where_only_orders_ahead_are_closed_press_stays_in_the_sheet(game: str, with_view: bool) -> None:
    made = closed(game, sheet_text(game, "frederick", stays(HANOVER)) + PRESS, ahead=True, with_view=with_view)
    receipt = submit(written(game, made.text), game)

    assert not receipt.answer.is_refused and 1 == len(press_files(game))


def test_press_beside_the_phrase_of_held_orders_is_taken_with_it(game: str) -> None:
    made = closed(game, sheet_text(game, "frederick", stays(HANOVER)), hold=True, ahead=True)
    submit(written(game, made.text), game)
    adjudicate(game)
    receipt = submit(written(game, sheet_text(game, "frederick", {"phrase": made.phrase}) + PRESS), game)

    assert not receipt.answer.is_refused and 1 == len(press_files(game)) and "The crow flies" in receipt.text
    adjudicate(game)
    assert ["press"] == [event.kind for event in last(game).events if event.kind == "press"]
    assert "t02-russia" == last(game).label and () == verify(game).findings


def test_press_in_a_sheet_of_its_own_leaves_an_envelope_alone(game: str) -> None:
    made = closed(game, sheet_text(game, "frederick", stays()))
    submit(written(game, made.text), game)
    submit(written(game, sheet_text(game, "frederick", {}) + PRESS), game)
    adjudicate(game)

    assert "t02-hanover" == last(game).label and () == verify(game).findings


def test_a_sheet_that_was_in_already_says_nothing_a_second_time(game: str) -> None:
    for end in ("", "\n"):
        submit(written(game, sheet_text(game, "frederick", stays()) + PRESS + end), game)

    assert 1 == len(press_files(game))


def test_nor_does_one_that_says_ok_to_orders_ahead(game: str) -> None:
    submit(written(game, sheet_text(game, "frederick", stays(HANOVER))), game)
    adjudicate(game, one=True)
    text = sheet_text(game, "frederick", {}) + "ok = true\n" + PRESS
    receipts = [submit(written(game, text), game) for _ in range(2)]

    assert ["PB210"] == [item.code.id for item in receipts[1].answer.diagnostics] and 1 == len(press_files(game))
    adjudicate(game)
    assert "t02-russia" == last(game).label and () == verify(game).findings
