"""The two servers of the post, talked to as they are: TLS, logins, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from peers import PASSWORD, Dovecot, Postman, dovecot, free_port, postman, postman_at_work, postman_of_all

from pbem.mail import imap, smtp
from pbem.mail.servers import Server, Trouble
from pbem.store.post import Account, Post
from pbem.workflow.hauling import Haul, fetch

__all__ = ["dovecot", "postman", "postman_of_all"]

THEN = datetime(2026, 3, 12, 18, 0, 5, tzinfo=UTC)


def letter(text: str) -> bytes:
    return f"From: anna@example.org\r\nSubject: {text}\r\n\r\n{text}\r\n".encode()


@pytest.fixture
def server(dovecot: Dovecot) -> Server:
    return Server("localhost", dovecot.port, "", lambda: PASSWORD, ca=dovecot.ca)


def test_a_letter_comes_with_its_bytes_and_the_time_at_which_the_server_received_it(
    dovecot: Dovecot, server: Server
) -> None:
    dovecot.deliver("anna", letter("one"), THEN)

    with imap.opened(server._replace(user="anna"), "INBOX") as box:
        (number,) = box.numbers()

        assert imap.Letter(number, letter("one"), "2026-03-12T18:00:05+00:00") == box.letter(number)


def test_looking_leaves_no_trace_and_taking_away_marks_as_read(dovecot: Dovecot, server: Server) -> None:
    dovecot.deliver("ben", letter("one"), THEN)
    with imap.opened(server._replace(user="ben"), "INBOX") as box:
        box.letter(1)
        unread = [name for name in dovecot.names("ben") if name.endswith("S")]
        box.take_away(1)

    assert ([], 1) == (unread, len([name for name in dovecot.names("ben") if name.endswith("S")]))


def test_only_what_is_newer_than_the_last_one_is_numbered(dovecot: Dovecot, server: Server) -> None:
    for text in ("one", "two", "three"):
        dovecot.deliver("carla", letter(text), THEN)
    with imap.opened(server._replace(user="carla"), "INBOX") as box:
        assert [1, 2, 3] == box.numbers()
        assert [3] == box.numbers(2)
        assert [] == box.numbers(3)  # where 4:* would be the third


def test_what_came_before_a_day_is_left_out(dovecot: Dovecot, server: Server) -> None:
    dovecot.deliver("dora", letter("old"), datetime(2025, 1, 1, tzinfo=UTC))
    dovecot.deliver("dora", letter("new"), THEN)
    with imap.opened(server._replace(user="dora"), "INBOX") as box:
        found = [box.letter(number) for number in box.numbers(0, date(2026, 3, 1))]

    assert [letter("new")] == [item.data for item in found if item]


@pytest.mark.parametrize("moves", [True, False])
def test_letters_are_moved_to_a_folder_with_and_without_the_command_for_it(
    dovecot: Dovecot, server: Server, moves: bool
) -> None:
    user, folder = f"emil{moves:d}", "Geleerte Fächer & Co"
    dovecot.deliver(user, letter("one"), THEN)
    with imap.opened(server._replace(user=user), "INBOX") as box:
        assert not box.has(folder)
        box._line.create(imap._named(folder))
        box._can = box._can if moves else box._can - {"MOVE"}
        box.take_away(1, folder)

        assert box.has(folder)
        assert [] == box.numbers()
    assert 1 == len(dovecot.names(user, "Geleerte F&AOQ-cher &- Co"))


def hauled(server: Server, folder: Path, user: str) -> tuple[Haul, list[bytes]]:
    """What comes of fetching for a folder of games, with all letters that were taken."""
    taken: list[bytes] = []
    account = Account("localhost", server.port, user, "", "POST_PASSWORD", "tls", server.ca, 30, done="Taken")
    return fetch(Post(str(folder), imap=account), lambda letter, place: not taken.append(letter.data)), taken


def test_a_folder_for_letters_that_were_taken_is_made_if_it_is_not_there(
    dovecot: Dovecot, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POST_PASSWORD", PASSWORD)
    dovecot.deliver("hanna", letter("one"), THEN)
    dovecot.deliver("hanna", letter("two"), THEN)

    assert (Haul(2), [letter("one"), letter("two")]) == hauled(server, tmp_path, "hanna")
    assert (0, 2) == (len(dovecot.names("hanna")), len(dovecot.names("hanna", "Taken")))


def test_where_letters_cannot_be_moved_they_are_taken_in_all_the_same(
    dovecot: Dovecot, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POST_PASSWORD", PASSWORD)
    monkeypatch.setattr(imap.Mailbox, "make", lambda *_: None)  # a server that lets nobody make folders
    dovecot.deliver("ida", letter("one"), THEN)
    dovecot.deliver("ida", letter("two"), THEN)
    haul, taken = hauled(server, tmp_path, "ida")

    assert (2, 0, "PB744") == (haul.letters, haul.left, haul.fault.code.id if haul.fault else "")
    assert [letter("one"), letter("two")] == taken
    assert (Haul(), []) == hauled(server, tmp_path, "ida")


def test_a_letter_that_is_gone_is_none(dovecot: Dovecot, server: Server) -> None:
    with imap.opened(server._replace(user="frieda"), "INBOX") as box:
        assert box.letter(7) is None


def test_a_longer_letter_than_any_is_cut_and_seen_to_be(
    dovecot: Dovecot, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imap, "LARGEST", 100)
    dovecot.deliver("gustav", letter("x" * 5000), THEN)
    with imap.opened(server._replace(user="gustav"), "INBOX") as box:
        found = box.letter(1)

    assert found and 101 == len(found.data)


def fault(server: Server, folder: str = "INBOX") -> str:
    with pytest.raises(Trouble) as found, imap.opened(server, folder):
        pass
    assert PASSWORD not in str(found.value) + repr(found.value.facts)
    return found.value.kind


def test_whatever_is_wrong_has_a_name_of_its_own(dovecot: Dovecot, server: Server, tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("no certificate")
    anna = server._replace(user="anna")

    assert "certificate" == fault(anna._replace(ca=""))
    assert "ca" == fault(anna._replace(ca=str(tmp_path / "none.pem")))
    assert "login" == fault(anna._replace(password=lambda: f"not {PASSWORD}"))
    assert "signs" == fault(anna._replace(password=lambda: "grün"))
    assert "folder" == fault(anna, "Elsewhere")
    assert "unreachable" == fault(anna._replace(port=free_port()))


def test_a_user_with_odd_signs_is_told_as_it_is(dovecot: Dovecot, server: Server) -> None:
    dovecot.deliver("o&m", letter("one"), THEN)
    with imap.opened(server._replace(user="o&m"), "INBOX") as box:
        assert [1] == box.numbers()


# sending


@pytest.fixture
def sender(postman: Postman) -> Server:
    return Server("localhost", postman.port, "post", lambda: PASSWORD, ca=postman.ca)


def test_a_mail_is_handed_over_as_it_is(postman: Postman, sender: Server) -> None:
    with smtp.opened(sender) as line:
        assert smtp.Answer("accepted") == line.send("post@example.org", "anna@example.org", letter("one"))

    assert [("post@example.org", "anna@example.org", letter("one"))] == [tuple(mail) for mail in postman.sent]


def test_what_the_server_says_of_a_mail_is_told_apart(postman: Postman, sender: Server) -> None:
    postman.refuse = lambda address: {"n": "550 no such user", "l": "451 come again"}.get(address[0], "")
    postman.answer = lambda mail: "554 no thanks" if b"never" in mail.data else "250 taken"
    with smtp.opened(sender) as line:
        found = [
            line.send("post@example.org", to, letter(text))
            for to, text in (("nobody@x.org", "a"), ("late@x.org", "a"), ("anna@x.org", "never"), ("anna@x.org", "a"))
        ]

    assert [
        smtp.Answer("never", "550 no such user"),
        smtp.Answer("later", "451 come again"),
        smtp.Answer("never", "554 no thanks"),
        smtp.Answer("accepted"),
    ] == found


def test_a_mail_that_is_too_large_for_the_server_keeps_no_other(postman: Postman, sender: Server) -> None:
    postman.largest = 1000
    with smtp.opened(sender) as line:
        found = [line.send("post@example.org", "anna@example.org", letter(text)) for text in ("x" * 2000, "one")]

    assert [smtp.Answer("never", "552 5.3.4 message too big"), smtp.Answer("accepted")] == found


def test_a_server_that_hangs_up_is_trouble(postman: Postman, sender: Server) -> None:
    postman.answer = lambda mail: "drop"
    with pytest.raises(Trouble) as found, smtp.opened(sender) as line:
        line.send("post@example.org", "anna@example.org", letter("one"))

    assert "lost" == found.value.kind


def smtp_fault(server: Server) -> str:
    with pytest.raises(Trouble) as found, smtp.opened(server):
        pass
    assert PASSWORD not in str(found.value) + repr(found.value.facts)
    return found.value.kind


def test_no_certificate_is_taken_on_trust_and_no_wrong_password_helps(sender: Server) -> None:
    assert "certificate" == smtp_fault(sender._replace(ca=""))
    assert "login" == smtp_fault(sender._replace(password=lambda: "wrong"))
    assert "signs" == smtp_fault(sender._replace(password=lambda: "grün"))
    assert "unreachable" == smtp_fault(sender._replace(port=free_port()))


@pytest.fixture
def later_tls(tmp_path: Path) -> Iterator[Postman]:
    yield from postman_at_work(tmp_path, "starttls")


def test_starttls_is_checked_as_well(later_tls: Postman) -> None:
    server = Server("localhost", later_tls.port, "post", lambda: PASSWORD, "starttls", later_tls.ca)
    with smtp.opened(server) as line:
        assert smtp.Answer("accepted") == line.send("post@example.org", "anna@example.org", letter("one"))

    assert "certificate" == smtp_fault(server._replace(ca=""))


def test_a_server_without_starttls_hears_nothing_of_us(tmp_path: Path) -> None:
    controllers = pytest.importorskip("aiosmtpd.controller")
    postman = Postman()
    postman.asks = False
    controller = controllers.Controller(postman, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        server = Server("127.0.0.1", controller.port, "post", lambda: pytest.fail("it was asked for"), "starttls")

        assert "no-tls" == smtp_fault(server)
        with smtp.opened(server._replace(tls="none", user="")) as line:  # a server of this machine, without a login
            assert smtp.Answer("accepted") == line.send("post@example.org", "anna@example.org", letter("one"))
    finally:
        controller.stop()
