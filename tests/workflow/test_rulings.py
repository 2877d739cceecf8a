"""A moderator's ruling: a step of its own that everybody is told of as far as they may know, and that replays."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from message_cases.common import forged

from games import play_steps, send, send_all
from pbem.store import GameFault
from pbem.store.ledger import ledger_path, read_lines
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report_of
from pbem.workflow.rulings import rule, said
from pbem.workflow.sheet import orders
from pbem.workflow.verify import verify


def told(game: str, role: str | None) -> list[str]:
    return [line for event in log(game, role)[-1].events for line in event.sentences]


def other_hand(game: str) -> str:
    """Three cards for the north that nobody else has."""
    hands = open_game(game).state.hands
    free = [card for card in range(1, 11) if card not in (*hands["north"], *hands["south"])]
    return str(free[:3])


def test_a_ruling_sets_a_fact_is_told_to_all_and_replays(game: str) -> None:
    play_steps(game, 2)
    after = rule(game, {"points.north": "7"}, "the second prize was forgotten")

    assert 7 == open_game(game).state.points["north"] == after.state.points["north"]
    for role in ("north", "south", None):
        assert [
            "The moderator ruled: the second prize was forgotten", "By this ruling it is now: points.north = 7"
        ] == told(game, role)  # fmt: skip
    assert () == verify(game).findings
    play_steps(game, 2)
    assert () == verify(game).findings


def test_of_a_hand_that_was_ruled_only_its_owner_sees_the_cards(game: str) -> None:
    play_steps(game, 1)
    hand = other_hand(game)
    rule(game, {"hands.north": hand}, "the deal was wrong")

    assert f"By this ruling it is now: hands.north = {hand}" in told(game, "north")
    for role in ("south", None):
        assert "By this ruling something was set that is not for you to know: hands.north" in told(game, role)
        assert hand not in report_of(game, role) and hand not in report_of(game, role, "json")
    assert () == verify(game).findings


def test_a_public_archive_tells_of_a_ruling_without_its_cards_and_the_revealed_one_replays_it(
    game: str, tmp_path: Path
) -> None:
    play_steps(game, 1)
    hand = other_hand(game)
    rule(game, {"hands.north": hand}, "the deal was wrong")
    archive = str(tmp_path / "archive")
    publish(game, archive)
    step = next(Path(archive, "steps").glob("0002-*")).read_text()

    assert "the deal was wrong" in step and "desk" not in tomllib.loads(step)
    assert () == verify(archive).findings
    reveal(game, archive, force=True)
    assert () == verify(archive).findings


def test_sheets_of_the_step_under_way_are_set_aside_and_their_writers_told(game: str) -> None:
    play_steps(game, 1)
    card = min(open_game(game).state.hands["south"])
    send(game, "south", {"card": card})
    after = rule(game, {"points.north": "7"}, "forgotten")

    aside = "Your sheet for step 2 was set aside with it: send again what you still want."
    assert aside in told(game, "south") and aside not in told(game, "north") and aside not in told(game, None)
    assert "Sheets for step 2 were set aside" in said(after)
    assert () == verify(game).findings
    with pytest.raises(GameFault) as fault:
        adjudicate(game)
    assert "PB520" == fault.value.code.id


def test_a_ruling_can_be_taken_back_and_the_sheets_are_there_again(game: str) -> None:
    play_steps(game, 1)
    send_all(game)
    before = open_game(game).state
    rule(game, {"points.north": "7"}, "forgotten")
    undo(game, "it was right")

    assert before == open_game(game).state
    adjudicate(game)
    assert "The moderator took back step 2 (r01-bid): it was right" in told(game, None)
    assert () == verify(game).findings


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"purse.north": "7"}, "PB780"),
        ({"point.north": "7"}, "PB780"),
        ({"points.north": "7.5"}, "PB780"),
        ({"points.north": "0"}, "PB781"),
        ({"phase": "deal"}, "PB781"),
        ({"hands.north": "[1, 1, 2]"}, "PB781"),
    ],
)
def test_a_ruling_that_makes_no_sense_writes_nothing(game: str, facts: dict[str, str], code: str) -> None:
    play_steps(game, 1)
    before = Path(ledger_path(game)).read_bytes()
    with pytest.raises(GameFault) as fault:
        rule(game, facts, "x")

    assert code == fault.value.code.id
    assert before == Path(ledger_path(game)).read_bytes() and 1 == open_game(game).last.number


def test_before_the_first_step_there_is_nothing_to_rule(game: str) -> None:
    with pytest.raises(GameFault) as fault:
        rule(game, {"points.north": "7"}, "x")

    assert "PB782" == fault.value.code.id


def test_a_forger_cannot_set_sheets_aside_without_a_ruling(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(game).parent)
    play_steps(game, 2)
    last = max(line.number for line in read_lines(ledger_path(game)) if line.of == "south")
    forged(lambda line: line._replace(facts={**line.facts, "answer": "desk"}) if line[:2] == ("south", last) else line)

    assert "PB648" in [row.code for row in verify(game).findings]


def test_a_ruling_in_friedrich_tells_each_what_the_own_view_has(tmp_path: Path) -> None:
    game = str(tmp_path / "winter")
    new(Plan(game, "friedrich", seed="a"))
    adjudicate(game, ["all"])
    rule(game, {"prussia.keith": "glogau 3", "prussia.friedrich": "oschatz 5"}, "the troops were mixed up")

    assert 'By this ruling it is now: prussia.keith = "glogau 3"' in told(game, "frederick")
    assert 'By this ruling it is now: prussia.keith = "glogau ?"' in told(game, "pompadour")
    assert "By this ruling something was set that is not for you to know: prussia.friedrich" in told(game, "pompadour")
    assert "Keith" in report_of(game, "frederick") and orders(game, "frederick")
    assert () == verify(game).findings
