"""Sending the outbox over a real server, and fetching from one: nothing lost, nothing under a new id, others go on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from peers import PASSWORD, Dovecot, Postman, dovecot, free_port, postman, postman_of_all

from pbem.mail.imap import Letter
from pbem.store import GameFault
from pbem.store.fetched import read_fetched
from pbem.store.outbox import OutgoingRow, read_outbox, unsent
from pbem.store.post import Post, read_post
from pbem.store.transaction import Part, commit
from pbem.store.tries import MOST, PAUSES, read_tries
from pbem.workflow import hauling
from pbem.workflow.post_servers import test as tried
from pbem.workflow.sending import Sent, hand_over, send

__all__ = ["dovecot", "postman", "postman_of_all"]

NOW = "2026-03-12T18:00:00+00:00"
LATER = "2026-03-12T18:05:00+00:00"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder of two games, as far as sending knows them."""
    for name in ("spring", "winter"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.toml").write_text("")
    return tmp_path


@pytest.fixture
def post(games: Path, postman: Postman, monkeypatch: pytest.MonkeyPatch) -> Post:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    (games / "post.toml").write_text(
        f'format = 2\naddress = "post@example.org"\n[smtp]\nhost = "localhost"\nport = {postman.port}\nuser = "post"\n'
        f'password-env = "PBEM_PASSWORD"\nca = "{postman.ca}"\n'
    )
    return read_post(str(games))


def put(game: Path, to: str = "north", address: str = "n@example.org") -> str:
    """One more mail in an outbox; the name of its file."""
    outbox = read_outbox(str(game))
    number = outbox.next_number
    row = OutgoingRow(number, to, address, 1, "report", f"{number}@pbem.invalid", NOW, "[x 1] y")
    commit(str(game), outbox.with_mail(row, f"Message-ID: <{number}@pbem.invalid>\r\n\r\n{number}\r\n".encode()).parts)
    return f"{number:04}-{to}.eml"


told: list[GameFault] = []


def tell(directory: str, fault: GameFault) -> Sequence[Part]:
    told.append(fault)
    return ()


def sent(post: Post, *games: Path, now: str = NOW) -> Sent:
    told.clear()
    return send([str(game) for game in games], post, now, tell)


def test_the_oldest_goes_first_and_each_is_kept_as_sent(games: Path, post: Post, postman: Postman) -> None:
    names = [put(games / "winter"), put(games / "winter", "south", "s@example.org")]
    put(games / "spring")
    done = sent(post, games / "winter", games / "spring")

    assert ["n@example.org", "s@example.org", "n@example.org"] == [mail.to for mail in postman.sent]
    assert {"post@example.org"} == {mail.sender for mail in postman.sent}
    assert (3, (), (), None) == (len(done.sent), done.later, done.refused, done.fault)
    assert names == sorted(os.listdir(games / "winter" / "sent"))
    assert [] == unsent(str(games / "winter"))


def test_what_the_server_puts_off_waits_for_its_time_and_others_go(games: Path, post: Post, postman: Postman) -> None:
    put(games / "winter")
    put(games / "winter", "south", "s@example.org")
    postman.refuse = lambda address: "451 greylisted" if address[0] == "n" else ""
    done = sent(post, games / "winter")

    assert (1, 1) == (len(done.sent), len(done.later))
    assert (1, LATER) == read_tries(str(games / "winter"))[1][1:3]
    postman.refuse = lambda address: ""
    assert Sent() == sent(post, games / "winter", now="2026-03-12T18:04:59+00:00")
    assert 1 == len(sent(post, games / "winter", now=LATER).sent)
    assert {} == read_tries(str(games / "winter"))


def test_a_mail_is_given_up_after_days_and_the_moderator_told(games: Path, post: Post, postman: Postman) -> None:
    put(games / "winter")
    postman.refuse = lambda address: "451 greylisted"
    now, tries = NOW, 0
    while not (done := sent(post, games / "winter", now=now)).refused:
        now, tries = read_tries(str(games / "winter"))[1].after, tries + 1
        assert tries < 20

    assert 11 == tries
    assert "2026-03-16" == now[:10]
    assert [done.refused[0]] == told
    assert "12 times" in told[0].message
    assert ["0001-north.eml"] == os.listdir(games / "winter" / "refused")


def test_a_refusal_for_good_tells_the_moderator_and_stops_nothing(games: Path, post: Post, postman: Postman) -> None:
    put(games / "winter")
    put(games / "winter", "south", "s@example.org")
    postman.refuse = lambda address: "550 no such user" if address[0] == "n" else ""
    done = sent(post, games / "winter")

    assert 1 == len(done.sent)
    assert ["PB745"] == [fault.code.id for fault in told]
    assert "550 no such user" in told[0].message
    assert Sent() == sent(post, games / "winter")  # it is not tried again


def test_of_a_mail_to_the_moderator_nobody_is_told(games: Path, post: Post, postman: Postman) -> None:
    put(games / "winter", "moderator")
    postman.refuse = lambda address: "550 no such user"

    assert 1 == len(sent(post, games / "winter").refused)
    assert [] == told


def test_a_mail_without_an_address_is_left_for_other_ways(games: Path, post: Post, postman: Postman) -> None:
    name = put(games / "winter", address="")
    done = sent(post, games / "winter")

    assert (str(games / "winter" / "outbox" / name),) == done.unaddressed
    assert [] == postman.sent
    assert Sent() == sent(post, games / "winter", now=LATER)  # it is told of twice a day, not in every round
    assert 1 == len(sent(post, games / "winter", now="2026-03-13T06:00:00+00:00").unaddressed)
    hand_over(str(games / "winter"), [])
    assert {} == read_tries(str(games / "winter"))


def test_a_connection_that_goes_away_repeats_the_mail_under_its_id(games: Path, post: Post, postman: Postman) -> None:
    put(games / "winter")
    put(games / "winter", "south", "s@example.org")
    postman.answer = lambda mail: "drop" if mail.to[0] == "n" else "250 taken"
    done = sent(post, games / "winter")
    postman.answer = lambda mail: "250 taken"
    again = sent(post, games / "winter", now=LATER)

    assert (1, 1, 1) == (len(done.sent), len(done.later), len(again.sent))
    first, _, second = postman.sent
    assert first == second


def test_a_server_that_only_goes_away_is_left_in_peace(games: Path, post: Post, postman: Postman) -> None:
    for _ in range(5):
        put(games / "winter")
    postman.answer = lambda mail: "drop"
    done = sent(post, games / "winter")

    assert (3, "PB744") == (len(postman.sent), done.fault and done.fault.code.id)
    assert 5 == len(unsent(str(games / "winter")))


def test_a_server_that_is_not_there_leaves_all_as_it_was(games: Path, post: Post) -> None:
    put(games / "winter")
    assert post.smtp
    done = sent(post._replace(smtp=post.smtp._replace(port=free_port())), games / "winter")

    assert "PB744" == (done.fault and done.fault.code.id)
    assert [(1, "north")] == unsent(str(games / "winter"))
    assert {} == read_tries(str(games / "winter"))


def test_a_broken_game_does_not_keep_the_mails_of_others(games: Path, post: Post, postman: Postman) -> None:
    put(games / "spring")
    put(games / "winter")
    (games / "spring" / "outbox.toml").write_text("= nothing")
    done = sent(post, games / "spring", games / "winter")

    assert (1, ["PB504"]) == (len(done.sent), [fault.code.id for fault in done.broken])


def test_killed_after_the_server_has_it_a_mail_goes_out_again_the_same(
    games: Path, post: Post, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(games / "winter")

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("pbem.workflow.sending.commit", killed)
        sent(post, games / "winter")
    sent(post, games / "winter")

    assert 2 == len(postman.sent)
    assert 1 == len({mail.data for mail in postman.sent})


def test_what_was_sent_by_hand_is_said_to_be(games: Path) -> None:
    names = [put(games / "winter"), put(games / "winter"), put(games / "winter")]

    assert [names[1]] == hand_over(str(games / "winter"), [f"outbox/{names[1]}"])
    with pytest.raises(GameFault, match="PB747"):
        hand_over(str(games / "winter"), ["0009-north.eml"])
    assert [names[0], names[2]] == hand_over(str(games / "winter"), [])
    with pytest.raises(GameFault, match="PB747") as found:
        hand_over(str(games / "winter"), [names[0]])
    assert "empty" in found.value.hint


# fetching


@pytest.fixture
def mailbox(games: Path, dovecot: Dovecot, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Post:
    monkeypatch.setenv("PBEM_PASSWORD", PASSWORD)
    (games / "post.toml").write_text(
        f'format = 2\n[imap]\nhost = "localhost"\nport = {dovecot.port}\nuser = "{request.node.originalname}"\n'
        f'password-command = "echo {PASSWORD}"\nca = "{dovecot.ca}"\n'
    )
    return read_post(str(games))


def box_of(post: Post) -> str:
    assert post.imap
    return post.imap.user


def test_letters_are_taken_in_once_with_the_time_at_which_they_came(mailbox: Post, dovecot: Dovecot) -> None:
    taken: list[tuple[bytes, str]] = []

    def take(letter: Letter, place: str) -> bool:
        taken.append((letter.data, letter.received))
        return True

    dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\none", datetime(2026, 3, 12, 18, tzinfo=UTC))
    first = hauling.fetch(mailbox, take)
    dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\ntwo", datetime(2026, 3, 13, 18, tzinfo=UTC))
    assert 1 == hauling.waiting(mailbox)
    second = hauling.fetch(mailbox, take)

    assert hauling.Haul(1) == first == second
    assert [(b"A: b\r\n\r\none", NOW), (b"A: b\r\n\r\ntwo", "2026-03-13T18:00:00+00:00")] == taken
    assert 0 == hauling.waiting(mailbox)


def test_a_letter_that_cannot_be_taken_in_is_tried_again_and_keeps_no_other(mailbox: Post, dovecot: Dovecot) -> None:
    seen: list[int] = []

    def take(letter: Letter, place: str) -> bool:
        seen.append(letter.uid)
        return letter.uid != 1 or len(seen) > 3

    for text in (b"one", b"two"):
        dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\n" + text)
    hauls = [hauling.fetch(mailbox, take) for _ in range(4)]

    assert [hauling.Haul(2, 1), hauling.Haul(1, 1), hauling.Haul(1, 0), hauling.Haul(0)] == hauls
    assert [1, 2, 1, 1] == seen
    assert 2 == len([name for name in dovecot.names(box_of(mailbox)) if name.endswith("S")])


def test_killed_in_the_middle_the_letter_comes_again(mailbox: Post, dovecot: Dovecot) -> None:
    seen: list[int] = []

    def take(letter: Letter, place: str) -> bool:
        seen.append(letter.uid)
        if len(seen) == 2:
            raise KeyboardInterrupt
        return True

    for text in (b"one", b"two", b"three"):
        dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\n" + text)
    with pytest.raises(KeyboardInterrupt):
        hauling.fetch(mailbox, take)
    hauling.fetch(mailbox, take)

    assert [1, 2, 2, 3] == seen


def test_a_mailbox_that_was_made_anew_is_read_from_the_beginning(
    mailbox: Post, dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\none")
    hauling.fetch(mailbox, lambda letter, place: True)
    path = Path(mailbox.directory, "post", "fetched.toml")
    path.write_text(path.read_text().replace("validity = ", "validity = 9"))

    assert hauling.Haul(1) == hauling.fetch(mailbox, lambda letter, place: True)
    assert 1 == read_fetched(str(path.parent)).last


def test_letters_go_to_the_folder_that_was_named(mailbox: Post, dovecot: Dovecot) -> None:
    assert mailbox.imap
    moving = mailbox._replace(imap=mailbox.imap._replace(done="Taken"))
    dovecot.deliver(box_of(mailbox), b"A: b\r\n\r\none")
    (dovecot.top / "mail" / box_of(mailbox) / "Maildir" / ".Taken").mkdir()
    for path in (dovecot.top / "mail" / box_of(mailbox) / "Maildir").iterdir():
        os.chmod(path, 0o777)

    assert hauling.Haul(1) == hauling.fetch(moving, lambda letter, place: True)
    assert (0, 1) == (len(dovecot.names(box_of(mailbox))), len(dovecot.names(box_of(mailbox), "Taken")))


def test_a_server_that_is_not_there_is_a_fault_in_words(mailbox: Post) -> None:
    assert mailbox.imap
    gone = mailbox._replace(imap=mailbox.imap._replace(port=free_port()))
    haul = hauling.fetch(gone, lambda letter, place: True)

    assert haul.fault and "cannot be reached" in haul.fault.message


# passwords, and trying it out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('password-env = "NOT_SET"', "the variable NOT_SET"),
        ('password-command = "exit 3"', "exit code 3"),
        ('password-command = "true"', "printed nothing"),
        (f'password-command = "echo {PASSWORD}; exit 1"', "exit code 1"),
    ],
)
def test_a_password_that_cannot_be_had_is_told_without_a_word_of_it(mailbox: Post, line: str, said: str) -> None:
    path = Path(mailbox.directory, "post.toml")
    path.write_text(path.read_text().replace(f'password-command = "echo {PASSWORD}"', line))
    imap, smtp = tried(mailbox.directory)

    assert imap.fault and "PB743" == imap.fault.code.id
    assert said in imap.fault.message and PASSWORD not in imap.fault.message + imap.fault.hint
    assert smtp.fault is None and "no [smtp]" in smtp.said


def test_both_servers_are_tried(mailbox: Post, post: Post, dovecot: Dovecot, postman: Postman) -> None:
    both = Path(mailbox.directory, "post.toml")
    account = f'[imap]\nhost = "localhost"\nport = {dovecot.port}\nuser = "both"\nca = "{dovecot.ca}"\n'
    both.write_text(both.read_text() + f'{account}password-env = "PBEM_PASSWORD"\n')
    dovecot.deliver("both", b"A: b\r\n\r\none")
    imap, smtp = tried(mailbox.directory)

    assert imap.fault is None and imap.said.endswith("looked at: 1.")
    assert smtp.fault is None and "nothing was sent" in smtp.said
    assert [] == postman.sent
    both.write_text(both.read_text().replace('"both"', '"both"\nfolder = "Elsewhere"'))
    assert ["PB744", ""] == [row.data.get("code", "") for row in tried(mailbox.directory)]


def test_a_mail_is_tried_for_about_four_days_as_the_guide_says() -> None:
    hours = sum(PAUSES[min(tries, len(PAUSES)) - 1] for tries in range(1, MOST)) / 60

    assert 84 <= hours <= 108
    guide = Path(__file__).parents[2] / "docs" / "moderating.md"
    assert "about four days" in " ".join(guide.read_text().split())
