"""What everybody is told of the time: in reports, between them, and by the commands of the desk."""

from __future__ import annotations

import json
import os
from datetime import datetime
from email import message_from_bytes
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from clocked import at, with_time

from games import play_steps, send_all, sheet_file
from pbem.store.deadlines import read_deadlines
from pbem.store.outbox import read_outbox
from pbem.store.times import read_times
from pbem.workflow import open_game, timing
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.announcing import announced
from pbem.workflow.journal import undo
from pbem.workflow.post_reports import post_reports
from pbem.workflow.reporting import Wish, report
from pbem.workflow.status import as_data, as_table, in_short, next_action, sort_of
from pbem.workflow.submit import submit
from pbem.workflow.time_desk import seen
from pbem.workflow.time_files import held, write_calendar
from pbem.workflow.verify import verify

BY = "Wednesday 2026-11-18 20:00 Europe/Berlin (19:00 UTC)"


def told(game: str, moment: str, **wish: Any) -> str:
    """The report of north."""
    report(game, wish=Wish(forms=("txt",), now=at(moment), **wish))
    step = open_game(game).last.number
    return " ".join(Path(game, "reports", f"{step:04}", "north.txt").read_text().split())


def kinds(game: str) -> list[str]:
    return [row.kind for row in read_times(game)]


def test_the_time_of_a_step_begins_with_its_report_which_tells_the_deadline(game: str) -> None:
    with_time(game)

    assert f"a vow, by {BY}" in told(game, "11-16 12:00")
    assert ["begun", "told"] == kinds(game)
    assert [BY] == [row.by for row in read_deadlines(game)]
    assert () == verify(game).findings


def test_a_second_report_begins_nothing_and_tells_what_has_moved(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    told(game, "11-17 12:00")
    assert ["begun", "told"] == kinds(game)
    timing.pause(game, "2026-11-20", "a long journey", at("11-17 13:00"))
    text = told(game, "11-17 14:00")

    assert "Step 1 is due by Saturday 2026-11-21 20:00 Europe/Berlin (19:00 UTC)." in text
    assert (
        "The game is paused until Friday 2026-11-20 00:00 Europe/Berlin (2026-11-19 23:00 UTC): a long journey" in text
    )
    assert ["begun", "told", "pause", "told"] == kinds(game)
    assert 2 == len(read_deadlines(game))
    assert () == verify(game).findings


def test_an_absence_is_told_until_it_is_over(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    timing.absent(game, "south", "2026-11-18", "2026-11-20", at("11-16 13:00"))
    lines = []
    for moment in ("11-17 12:00", "11-19 12:00", "11-23 12:00", "11-25 12:00"):
        play_steps(game, 1)
        lines.append("South is away" in told(game, moment))

    assert [True, True, False, False] == lines


def test_a_pause_that_was_not_told_before_it_was_over_is_told_as_that(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    timing.pause(game, "2026-11-18", "a long journey", at("11-16 13:00"))
    play_steps(game, 1)
    texts = [told(game, moment) for moment in ("11-19 12:00", "11-19 13:00")]
    play_steps(game, 1)

    assert all("The game was paused until Wednesday 2026-11-18 00:00" in text for text in texts)
    assert "paused" not in told(game, "11-20 12:00")


def test_a_report_for_one_does_not_say_that_all_were_told(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00", roles=("north",))

    assert ["begun"] == kinds(game)


def test_a_step_taken_back_has_a_full_period_again_and_the_next_a_new_time(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    play_steps(game, 1)
    told(game, "11-17 12:00")
    undo(game, "a slip", now=at("11-17 12:30"))

    assert "by Thursday 2026-11-19 20:00 Europe/Berlin" in told(game, "11-17 13:00")
    adjudicate(game)
    assert "Friday 2026-11-20 20:00" in told(game, "11-18 12:00")
    assert () == verify(game).findings


def test_a_deadline_that_moves_is_announced_once_between_reports(game: str) -> None:
    with_time(game)
    timing.absent(game, "south", "2026-11-20", "2026-11-20", at("11-16 11:00"))
    assert () == announced(game, at("11-16 11:30"))  # the first report tells it
    told(game, "11-16 12:00")
    assert () == announced(game, at("11-16 12:10"))
    timing.wait(game, "north", at("11-16 13:00"))

    (said,) = announced(game, at("11-16 13:10"))
    assert said.startswith("Step 1 gets more time, as North asked: it is due by ")
    assert () == announced(game, at("11-16 13:20"))
    assert ["north", "south"] == sorted(row.to for row in read_outbox(game).rows)
    (mail,) = Path(game, "outbox").glob("*north.eml")
    assert "text/calendar" in mail.read_text() and "as North asked" in mail.read_text()
    assert () == verify(game).findings


def test_the_first_report_by_mail_brings_the_deadline_for_a_calendar(game: str) -> None:
    with_time(game)
    post_reports(game, at("11-16 12:00"), None)
    mails = [message_from_bytes(path.read_bytes()) for path in Path(game, "outbox").glob("*north.eml")]
    (part,) = (part for mail in mails for part in mail.walk() if part.get_content_type() == "text/calendar")

    assert b"DTSTART:20261118T190000Z" in part.get_payload(decode=True)  # type: ignore[operator]
    assert ["begun", "told"] == kinds(game)


# the desk


def see(game: str, moment: str) -> Any:
    return seen(game, now=lambda: at(moment))


def test_next_and_status_tell_who_is_waited_for_since_when(game: str) -> None:
    with_time(game)
    assert next_action(game, partial(seen, now=lambda: at("11-16 11:00"))).endswith(f"pbem report {game}")
    told(game, "11-16 12:00")
    found = see(game, "11-16 13:00")

    assert in_short(found).endswith(f"waits for north and south since 2026-11-16 13:00, by {BY}")
    assert f"sheets are due by {BY}." in as_table(found)
    assert "2026-11-16T12:00:00+00:00" == as_data(found)["time"]["since"]
    assert "pbem submit" in next_action(game, partial(seen, now=lambda: at("11-16 13:00")))
    assert "waits" == sort_of(found)


def test_next_names_the_command_with_the_defaults_when_the_time_has_come(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    text = next_action(game, partial(seen, now=lambda: at("11-18 19:00")))

    assert text.endswith(f"pbem adjudicate {game} --expect 1 --default north --default south")
    assert "ready" == sort_of(see(game, "11-18 19:00"))


def test_next_offers_both_ways_where_the_moderator_decides(game: str) -> None:
    with_time(game, 'passed = "ask"\n')
    told(game, "11-16 12:00")
    text = next_action(game, partial(seen, now=lambda: at("11-18 19:00")))

    assert "The moderator decides what becomes of step 1." in text
    assert "--default north --default south" in text and f"pbem submit {game} FILE" in text


def test_a_game_without_time_does_not_ask_for_it(game: str) -> None:
    def never() -> datetime:
        raise AssertionError("the clock was asked")

    assert None is seen(game, now=never).clock


def test_a_sheet_taken_in_by_hand_is_recorded_and_never_too_late(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    submit(sheet_file(game, "south", {"vow": 2}, status="draft"), game, lambda: at("11-17 12:00"))
    submit(sheet_file(game, "north", {"vow": 1}), game, lambda: at("11-29 12:00"))

    assert ["begun", "told", "came"] == kinds(game)
    assert [("north", 13.0)] == [
        (row.role, row.total.total_seconds() / 86400) for row in held(game, at("11-30 12:00"))
    ][:1]


def test_a_letter_that_came_too_late_is_refused_and_one_in_grace_recorded(game: str) -> None:
    with_time(game, 'grace = "2h"\n')
    told(game, "11-16 12:00")
    table = open_game(game)
    on_time, grace, late = (
        timing.arrived(table, "north", at(when)) for when in ("11-18 19:00", "11-18 20:00", "11-18 21:01")
    )

    assert None is on_time[0] is grace[0]
    assert late[0] is not None and "PB766" == late[0].code.id and () == late[1]
    assert [1, 2] == [part.data.count(b"[[time]]") for (part,) in (on_time[1], grace[1])]


def test_the_end_of_a_game_is_recorded_once(game: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    while open_game(game).awaiting:
        send_all(game)
        adjudicate(game)
    for moment in ("11-17 12:00", "11-17 12:10"):
        timing.look(game, at(moment))

    assert ["begun", "told", "closed"] == kinds(game)


# commands


def test_the_commands_of_the_time(pbem: Any, game: str, tmp_path: Path) -> None:
    assert "PB761" in pbem("times", game).err
    shown = pbem("time", game, "--zone", "Europe/Berlin", "--period", "4d", "--kind", "bid=2d", "--weekdays", "mon,sat",
                 "--early", "no", "--grace", "5h")  # fmt: skip
    assert 0 == shown.code and 'period = "4d"' in shown.out and "early = false" in shown.out
    assert "Of the kind bid" in pbem("time", game).out
    assert "Owed now, of the kind vow: a vow (north)." in pbem("time", game).out
    again = pbem("time", game, "--weekdays", "mon, sat", "--weekdays", "tue").out
    assert all(day in again for day in ("mon", "sat", "tue"))
    assert "'bid' is said twice" in pbem("time", game, "--kind", "bid=2d", "--kind", "bid=3d").err
    assert 2 == pbem("time", game, "--period", "soon").code
    assert "2027-12-25" in pbem("holidays", game, "--country", "de", "--year", "2027").out
    assert "All of them" in pbem("holidays", game, "--country", "DE", "--year", "2027").out
    assert 0 == pbem("report", game).code
    assert "waits for north (a vow) and south (a vow), since " in pbem("next", game).out
    assert "gets more time, as North asked" in pbem("wait", game, "--role", "north").out
    assert "South is away" in pbem("absent", game, "2090-07-01", "2090-07-14", "--role", "south").out
    assert "PB764" in pbem("absent", game, "2020-07-01", "2020-07-14", "--role", "south").err
    assert "PB519" in pbem("wait", game, "--role", "east").err
    assert ["north", "south"] == [row["role"] for row in json.loads(pbem("times", game, "--json").out)]
    file = str(tmp_path / "winter.ics")
    assert f"{file}\n" == pbem("calendar", game, "-o", file).out
    assert Path(file).read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    assert "PB518" in pbem("calendar", game, "-o", file).err
    assert "a vow" in pbem("calendar", game, "--role", "north").out
    assert 0 == pbem("verify", game).code


def test_a_pause_is_begun_and_ended(pbem: Any, game: str) -> None:
    with_time(game)
    assert 2 == pbem("pause", game).code == pbem("pause", game, "--until", "2027-01-01", "--resume").code
    assert "PB765" in pbem("pause", game, "--until", "2000-01-01", "--reason", "x").err
    assert "PB765" in pbem("pause", game, "--resume").err
    assert () == read_times(game)


def test_a_folder_of_games_is_told_with_the_time(pbem: Any, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.now", lambda: at("11-16 13:00"))
    with_time(game)
    told(game, "11-16 12:00")
    folder = os.path.dirname(game)

    assert "since 2026-11-16 13:00" in pbem("status", folder).out
    assert "2026-11-16 13:00 Europe/Berlin" in pbem("next", folder).out
    assert "time" in json.loads(pbem("status", folder, "--json").out)[0]


@pytest.mark.parametrize("role", ["", "north"])
def test_the_calendar_of_a_game_tells_nothing_of_sheets(game: str, role: str) -> None:
    with_time(game)
    told(game, "11-16 12:00")
    before = write_calendar(game, role=role)
    send_all(game)

    assert before == write_calendar(game, role=role)
