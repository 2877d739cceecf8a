"""Somebody else plays a role, at once or from the next step on."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from ahead_games import begun, sent, stays

from games import play_steps, send, send_all, sheet_text, tree
from pbem.store import GameFault
from pbem.store.outbox import read_outbox, unsent
from pbem.store.reading import Player, read_game, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import log, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.people import replace, said
from pbem.workflow.post_reports import post_reports
from pbem.workflow.proxying import proxy
from pbem.workflow.publish import publish, reveal
from pbem.workflow.seats import with_seat
from pbem.workflow.status import status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

TOLD = "From step {} on North is played by Zoe."


def told(game: str, role: str | None = None) -> list[str]:
    return [line for event in log(game, role)[-1].events for line in event.sentences]


def codes_of(game: str, text: str) -> list[str]:
    """What is said of a sheet that comes in."""
    path = Path(game).parent / "sheet.toml"
    path.write_text(text)
    return [item.code.id for item in submit(str(path), game).answer.diagnostics if item.is_error]


def test_a_newcomer_has_another_key_and_the_old_one_is_dead_at_once(game: str) -> None:
    play_steps(game, 1)
    old = sheet_text(game, "north", {"card": min(open_game(game).state.hands["north"])})
    done = replace(game, "north", "Zoe", "zoe@example.org")

    assert ("Zoe", "zoe@example.org") == read_game(game).players["north"][:2]
    assert ["PB205"] == codes_of(game, old)
    assert "PB205" not in codes_of(game, sheet_text(game, "north", {"card": 99}, key=done.key))
    assert done.key in said(done, game, "Zoe") and () == verify(game).findings
    send_all(game)
    adjudicate(game)
    for role in ("north", "south", None):
        assert TOLD.format(2) == told(game, role)[0]
    assert () == verify(game).findings


def test_the_hand_over_report_has_all_that_the_role_was_told_and_nothing_of_others(game: str) -> None:
    play_steps(game, 4)
    done = replace(game, "north", "Zoe")
    text = " ".join(Path(done.files[0]).read_text().split())
    north = [line for entry in log(game, "north") for event in entry.events for line in event.sentences]
    south = [line for entry in log(game, "south") for event in entry.events for line in event.sentences]

    assert [] == [line for line in north if line not in text]
    assert [] != (secret := [line for line in south if line not in north])
    assert [] == [line for line in secret if line in text]
    assert done.key in text and "north.view.toml" in done.files[1]


def test_from_the_next_step_on_the_old_key_counts_until_the_step_is_adjudicated(game: str) -> None:
    play_steps(game, 1)
    old = read_secret(read_game(game)).keys["north"]
    done = replace(game, "north", "Zoe", "zoe@example.org", later=True)

    assert old == read_secret(read_game(game)).keys["north"] and "" == read_game(game).players["north"].name
    assert done.key not in Path(game, "game.toml").read_text() and () == verify(game).findings
    send_all(game)
    adjudicate(game)
    assert TOLD.format(3) == told(game)[0]
    assert (done.key, "Zoe") == (read_secret(read_game(game)).keys["north"], read_game(game).players["north"].name)
    assert {} == read_secret(read_game(game)).coming and () == verify(game).findings


def test_what_was_sent_stays_and_is_listed_or_is_dropped(game: str) -> None:
    play_steps(game, 1)
    send(game, "north", {"card": min(open_game(game).state.hands["north"])})
    kept = replace(game, "north", "Zoe")
    assert "Version 1 of the sheet" in said(kept, game, "Zoe") and "stay as they are" in said(kept, game, "Zoe")
    assert "final" == status(game).rows[0].sheet

    dropped = replace(game, "north", "Max", drop=True)

    assert "do not count any more" in said(dropped, game, "Max")
    assert ["north", "south"] == [row.role for row in status(game).missing]
    assert () == verify(game).findings
    send_all(game)
    adjudicate(game)
    assert () == verify(game).findings


def test_orders_ahead_of_who_leaves_are_listed_and_can_be_dropped(tmp_path: Path) -> None:
    game = begun(tmp_path)
    sent(game, "frederick", stays({"for": "hanover", "do": []}))
    adjudicate(game, ["all"], one=True)
    assert ["frederick"] == [item.role for item in open_game(game).kept]
    done = replace(game, "frederick", "Zoe", drop=True)

    assert done.left.ahead and () == open_game(game).kept and () == verify(game).findings
    adjudicate(game, ["all"], one=True)
    assert () == open_game(game).kept and () == verify(game).findings
    undo(game, "once more")
    assert () == open_game(game).kept


def test_orders_ahead_of_who_takes_over_count_also_in_a_step_that_is_played_again(tmp_path: Path) -> None:
    game, ahead = begun(tmp_path), {"for": "austria", "do": ["Daun stays"]}
    sent(game, "maria-theresa", {"ahead": [ahead]})
    for body in (stays(), {"do": ["Ferdinand stays"]}):
        sent(game, "frederick", body)
        adjudicate(game)
    replace(game, "maria-theresa", "Zoe", drop=True)
    assert () == open_game(game).kept
    undo(game, "once more")
    assert () == open_game(game).kept and () == verify(game).findings
    sent(game, "maria-theresa", {"ahead": [ahead]})
    adjudicate(game)

    assert ["maria-theresa"] == [item.role for item in open_game(game).kept] and () == verify(game).findings
    undo(game, "from the beginning", to=1)
    assert () == open_game(game).kept and () == verify(game).findings


def test_a_player_withdraws_a_sheet(game: str) -> None:
    play_steps(game, 1)
    hand = open_game(game).state.hands
    send(game, "north", {"card": min(hand["north"])})
    receipt = send(game, "north", {}, status="withdrawn")

    assert "WITHDRAWN." in receipt.text and not receipt.answer.is_refused
    assert ["north", "south"] == [row.role for row in status(game).missing]
    assert ["PB786"] == codes_of(game, sheet_text(game, "north", {"card": 1}, status="withdrawn"))
    for role in hand:
        assert not send(game, role, {"card": max(hand[role])}).answer.is_refused
    adjudicate(game)
    assert () == verify(game).findings


def test_an_archive_tells_who_plays_and_no_address(game: str, tmp_path: Path) -> None:
    play_steps(game, 1)
    replace(game, "north", "Zoe", "zoe@example.org")
    play_steps(game, 1)
    archive = tmp_path / "archive"
    publish(game, str(archive))

    assert "zoe@" not in "".join(path.read_text() for path in archive.rglob("*.*") if path.is_file())
    assert () == verify(str(archive)).findings
    reveal(game, str(archive), force=True)
    assert () == verify(str(archive)).findings


def test_a_ledger_cut_before_a_replacement_is_found(game: str) -> None:
    play_steps(game, 1)
    before = Path(game, "ledger.toml").read_bytes()
    replace(game, "north", "Zoe", later=True)
    Path(game, "ledger.toml").write_bytes(before)

    assert "PB659" in [row.code for row in verify(game).findings]


def test_the_hand_over_report_goes_into_the_outbox_of_who_has_an_address(game: str) -> None:
    play_steps(game, 1)
    replace(game, "north", "Max", now="2026-11-18T12:00:00+00:00")
    assert () == read_outbox(game).rows
    done = replace(game, "north", "Zoe", "zoe@example.org", now="2026-11-18T12:00:00+00:00")
    (row,) = read_outbox(game).rows

    assert ("north", "zoe@example.org", "handover") == (row.to, row.address, row.kind)
    assert done.key in Path(game, "outbox", "0001-north.eml").read_text()
    assert "north is played by Zoe" in " ".join(Path(done.files[0]).read_text().split()).replace("North", "north")
    assert () == verify(game).findings


def test_who_takes_over_with_a_step_is_told_all_since_the_beginning(game: str) -> None:
    moments = [datetime(2026, 11, 18, hour, tzinfo=UTC) for hour in (12, 13, 14)]
    play_steps(game, 1)
    first = post_reports(game, moments[0], None).names
    replace(game, "north", "Zoe", "zoe@example.org", later=True)
    play_steps(game, 1)
    second = post_reports(game, moments[1], None).names
    text = Path(game, "outbox", f"{second[0]}").read_text()
    play_steps(game, 1)
    third = post_reports(game, moments[2], None).names

    assert "Both swore" in text and "Zoe <zoe@example.org>" in text
    assert 2 == len(first) == len(second) == len(third)
    assert "Both swore" not in Path(game, "outbox", third[0]).read_text()
    assert "Both swore" not in Path(game, "outbox", second[1]).read_text()


def test_who_takes_over_where_nothing_is_owed_gets_the_key_all_the_same(game: str) -> None:
    play_steps(game, 2)
    assert ["south"] == [owed.role for owed in open_game(game).awaiting]
    done = replace(game, "north", "Zoe", "zoe@example.org", now="2026-11-18T12:00:00+00:00")

    assert f"\n  {done.key}\n" in Path(game, "outbox", "0001-north.eml").read_text()


def test_an_address_that_is_none_changes_nothing(game: str) -> None:
    before = tree(game)
    for work in (
        lambda: replace(game, "north", "Zoe", "zoe at example.org", now="2026-11-18T12:00:00+00:00"),
        lambda: proxy(game, "north", "Max", "Max <max@example.org>", "", datetime(2026, 11, 18, tzinfo=UTC)),
        lambda: new(Plan(f"{game}-2", "toy", players={"north": Player("Zoe", "zoe@")})),
    ):
        with pytest.raises(GameFault) as fault:
            work()
        assert "PB545" == fault.value.code.id

    assert before == tree(game)


def test_mails_that_wait_for_who_leaves_do_not_go_out_any_more(game: str) -> None:
    path = Path(game, "game.toml")
    path.write_text(with_seat(path.read_text(), "roles.north", {"player": "Anna", "address": "anna@example.org"}))
    post_reports(game, datetime(2026, 3, 2, tzinfo=UTC), None)
    done = replace(game, "north", "Zoe", "zoe@example.org", now="2026-03-03T00:00:00+00:00")

    rows = {row.number: row.address for row in read_outbox(game).rows}
    assert [] == [number for number, to in unsent(game) if to == "north" and rows[number] == "anna@example.org"]
    assert "zoe@example.org" in [rows[number] for number, to in unsent(game) if to == "north"]
    assert done.aside == tuple(sorted(path.name for path in Path(game, "refused").iterdir())) != ()
    assert all(name in said(done, game, "Zoe") for name in done.aside)
    assert () == verify(game).findings
