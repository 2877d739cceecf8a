"""A mail that did not arrive is sent again: the same mail under the same id, wherever its reader can be reached now."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from games import play_steps, toy
from pbem.store import GameFault, layout
from pbem.store.mailboxes import Incoming
from pbem.store.outbox import read_outbox, unsent
from pbem.store.transaction import Move, commit
from pbem.workflow.letters import fetch
from pbem.workflow.mails_again import mail_again
from pbem.workflow.new import Plan, new
from pbem.workflow.sending import hand_over
from pbem.workflow.tick import tick

__all__ = ["toy"]
NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
LATER = "2026-11-19T12:00:00+00:00"
OLD, HOST = "anna@example.net", "zoe@example.org"


@pytest.fixture
def games(toy: None, tmp_path: Path) -> Path:
    """A folder with a game whose first mails were sent."""
    directory = tmp_path / "games" / "winter"
    new(Plan(str(directory), "toy", seed="a"))
    edit(directory, "[roles.north]", 'player = ""\naddress = ""', f'player = "Anna"\naddress = "{OLD}"')
    edit(directory, "[moderator]", 'address = ""', f'address = "{HOST}"')
    tick([str(tmp_path / "games")], NOW)
    hand_over(str(directory), ())
    return directory


def edit(directory: Path, below: str, old: str, new: str) -> None:
    path = directory / "game.toml"
    head, mark, rest = path.read_text().partition(below)
    assert old in rest
    path.write_text(head + mark + rest.replace(old, new, 1))


def waiting(directory: Path) -> list[Any]:
    paths = [directory / "outbox" / layout.mail_name(*mail) for mail in unsent(str(directory))]
    return [message_from_bytes(path.read_bytes(), policy=default) for path in paths]


def fault_of(*words: Any) -> GameFault:
    with pytest.raises(GameFault) as fault:
        mail_again(*words)
    return fault.value


@pytest.mark.parametrize("name", ["0001-north.eml", "1", "sent/0001-north.eml", "id"])
def test_the_very_same_mail_goes_out_again(games: Path, name: str) -> None:
    data, row = (games / "sent" / "0001-north.eml").read_bytes(), read_outbox(str(games)).rows[0]
    path = mail_again(str(games), f"<{row.id}>" if name == "id" else name, False, LATER)

    assert Path(path) == games / "outbox" / "0001-north.eml" and data == Path(path).read_bytes()
    assert 4 == len(read_outbox(str(games)).rows)


def test_a_mail_that_no_server_took_goes_out_again(games: Path) -> None:
    commit(str(games), (Move(layout.sent(1, "north"), layout.refused(1, "north")),))
    mail_again(str(games), "1", False, LATER)

    assert [(1, "north")] == unsent(str(games))


def test_where_the_address_was_mended_the_same_mail_goes_to_the_new_one(games: Path) -> None:
    before = message_from_bytes((games / "sent" / "0001-north.eml").read_bytes(), policy=default)
    edit(games, "[roles.north]", OLD, "anna@new.example")
    mail_again(str(games), "0001-north.eml", False, LATER)
    (mail,) = waiting(games)

    assert "Anna <anna@new.example>" == mail["To"] and before["Message-ID"] == mail["Message-ID"]
    assert (
        before["X-Pbem-Mail"] == mail["X-Pbem-Mail"]
        and before.get_body().get_content() == mail.get_body().get_content()
    )
    row = read_outbox(str(games)).rows[-1]
    assert ("anna@new.example", 1, "welcome") == (row.address, row.sequence, row.kind)
    assert 3 == read_outbox(str(games)).next_sequence("north")  # nobody misses a mail that never was


def test_under_another_id_if_that_is_asked_for(games: Path) -> None:
    before = message_from_bytes((games / "sent" / "0001-north.eml").read_bytes(), policy=default)
    mail_again(str(games), "0001-north.eml", True, LATER)
    (mail,) = waiting(games)

    assert before["Message-ID"] != mail["Message-ID"] and before["Subject"] == mail["Subject"]
    ids = [row.id for row in read_outbox(str(games)).rows]
    assert len(ids) == len(set(ids)) and mail["Message-ID"] == f"<{ids[-1]}>"


def test_what_waits_already_or_never_was_is_refused(games: Path) -> None:
    mail_again(str(games), "1", False, LATER)
    faults = [fault_of(str(games), name, False, LATER) for name in ("1", "0009-north.eml", "<x@y>", "winter")]

    assert ["PB792"] * 4 == [fault.code.id for fault in faults]
    assert ["waits" in fault.said for fault in faults] == [True, False, False, False]


def test_a_bounce_names_the_command(games: Path) -> None:
    row = read_outbox(str(games)).rows[0]
    bounce = EmailMessage()
    for key, value in {"From": "MAILER-DAEMON@example.net", "To": HOST, "Subject": "Undelivered Mail"}.items():
        bounce[key] = value
    bounce["Content-Type"] = "multipart/report; report-type=delivery-status"
    bounce.set_payload(f"--x\r\n\r\nAction: failed\r\nMessage-ID: <{row.id}>\r\n--x--\r\n")
    found = [*fetch([str(games.parent)], [Incoming(bounce.as_bytes(), "1.eml")], LATER)]

    assert ["bounce"] == [outcome.row.fate for outcome in found if outcome.row]
    assert f"pbem resend {games} --mail 0001-north.eml" in waiting(games)[-1].get_body().get_content()


def test_as_a_moderator_types_it(games: Path, pbem: Any) -> None:
    done = pbem("resend", str(games), "--mail", "0001-north.eml")
    again = pbem("resend", str(games), "--mail", "0001-north.eml")

    assert (0, 2) == (done.code, again.code) and "outbox/0001-north.eml" in done.out and "PB792" in again.err
    assert 2 == pbem("resend", str(games), "--mail", "1", "--step", "0").code
    play_steps(str(games), 1)


def test_a_new_id_tells_its_reader_nothing_of_mails_to_others(games: Path) -> None:
    row = read_outbox(str(games)).rows[0]
    mail_again(str(games), "1", True, LATER)
    again = read_outbox(str(games)).rows[-1]

    assert row.id != again.id and row.number != again.number
    assert [part.split(".")[2] for part in (row.id, again.id)] == ["0001", "0001"]
