"""An envelope that cannot be used: its owner alone is told, and nobody waits for one who owes nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, last, seen_by_others, sent, stays

from games import sheet_file
from pbem.seal import age
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather
from pbem.workflow.journal import log
from pbem.workflow.publish import reveal
from pbem.workflow.sealing import seal
from pbem.workflow.status import next_action
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

MARIA = "maria-theresa"
GOOD = {"standing": [{"name": "guard", "own": "Daun", "otherwise": "concede"}]}
FAULTY = {"standing": [{"name": "guard", "own": "Friedrich", "otherwise": "concede"}]}


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


def enveloped(game: str, role: str, body: dict[str, Any], key: str = "", hold: bool = False) -> str:
    """Send a sheet in an envelope, sealed without a look at it; its phrase."""
    made = seal(sheet_file(game, role, body), key or open_game(game).game.seal_key, hold)
    path = Path(game).parent / "envelope.toml"
    path.write_text(made.text, encoding="utf-8")
    receipt = submit(str(path), game)
    assert not receipt.answer.is_refused, receipt.text
    return made.phrase


def told(game: str, role: str | None) -> str:
    return " ".join(line for entry in log(game, role) for event in entry.events for line in event.sentences)


@pytest.mark.parametrize(
    ("body", "key", "code"), [(FAULTY, "", "PB607"), (GOOD, age.new_pair()[0], "PB602")], ids=["faulty", "other-key"]
)
def test_of_one_who_owes_nothing_it_is_left_aside_and_the_owner_told(
    game: str, body: dict[str, Any], key: str, code: str
) -> None:
    enveloped(game, MARIA, body, key)
    sent(game, "frederick", stays())
    adjudicate(game, one=True)

    assert f"{code} Your envelope for this step" in told(game, MARIA)
    assert [] == [role for role in ("frederick", "pompadour", None) if "envelope" in told(game, role)]
    assert [] == list(verify(game).findings)


def test_nobody_else_sees_that_it_could_not_be_used(tmp_path: Path) -> None:
    begun(tmp_path)
    seen = []
    for name, body in (("good", GOOD), ("faulty", FAULTY)):
        (tmp_path / name).mkdir()
        copy = shutil.copytree(str(tmp_path / "winter"), str(tmp_path / name / "winter"))
        enveloped(copy, MARIA, body)
        sent(copy, "frederick", stays())
        adjudicate(copy, one=True)
        seen.append(seen_by_others(copy))

    assert seen[0] == seen[1]


def test_of_one_who_owes_the_default_must_be_named_and_the_owner_is_told(game: str) -> None:
    enveloped(game, "frederick", {"do": ["Daun stays"]})
    with pytest.raises(GameFault) as fault:
        adjudicate(game)
    adjudicate(game, ["frederick"], one=True)

    assert "PB607" == fault.value.code.id
    assert "PB607 Your envelope for this step" in told(game, "frederick")
    assert "envelope" not in told(game, "pompadour")
    assert [] == list(verify(game).findings)


@pytest.mark.parametrize("code", ["PB602", "PB603", "PB604", "PB605", "PB607"])
def test_every_hint_names_the_default(code: str) -> None:
    from pbem.workflow.opening import WRITERS_FAULTS

    assert "--default" in next(row for row in WRITERS_FAULTS if row.id == code).hint


def test_whose_phrase_never_came_is_told_so(game: str) -> None:
    enveloped(game, "frederick", stays(), hold=True)
    gather(game)
    adjudicate(game, ["frederick"], one=True)

    assert "PB608 Your envelope for this step" in told(game, "frederick")
    assert [] == list(verify(game).findings)


def test_orders_ahead_answer_where_an_envelope_is_left_aside(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    enveloped(game, "frederick", {"do": ["Daun stays"]})
    adjudicate(game, ["frederick"], one=True)

    assert {"do": ["Ferdinand > Zeven"]} == last(game).orders["frederick"]
    assert [] == list(verify(game).findings)


def test_a_game_that_did_not_tell_is_verified_as_before(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.workflow.adjudicate.left_events", lambda left: ())
    enveloped(game, MARIA, FAULTY)
    sent(game, "frederick", stays())
    adjudicate(game, one=True)
    monkeypatch.undo()

    assert [] == list(verify(game).findings)


def test_verify_finds_another_reason_than_the_ledger_has(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.workflow.adjudicate import left_events

    monkeypatch.setattr("pbem.workflow.adjudicate.left_events", lambda left: left_events({MARIA: "PB602"}))
    enveloped(game, MARIA, FAULTY)
    sent(game, "frederick", stays())
    adjudicate(game, one=True)
    monkeypatch.undo()

    assert ["PB681"] == [item.code for item in verify(game).findings]


def test_the_opened_archive_tells_the_same(game: str, tmp_path: Path) -> None:
    enveloped(game, MARIA, FAULTY)
    sent(game, "frederick", stays())
    adjudicate(game, one=True)
    reveal(game, str(tmp_path / "archive"), force=True)

    assert [] == list(verify(str(tmp_path / "archive")).findings)


def test_next_says_what_can_be_done(game: str) -> None:
    enveloped(game, MARIA, FAULTY)
    sent(game, "frederick", stays())

    assert "All sheets for step 1 are in." in next_action(game)
    adjudicate(game, one=True)
