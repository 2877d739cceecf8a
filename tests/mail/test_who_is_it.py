"""Key and address together prove who wrote; what is not sure is kept, asked about, or refused with nothing told."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from mail.post import (
    HOST,
    NORTH,
    NOW,
    SOUTH,
    begun,
    edit,
    fates,
    games,
    key_of,
    letter,
    mails,
    post,
    rows,
    taken,
    text_of,
    vow,
    winter,
)

from games import play_steps, sheet_text, toy, tree
from pbem.store.inbox import versions
from pbem.store.outbox import read_outbox
from pbem.workflow.status import as_table, next_action, status

__all__ = ["games", "toy"]
HOTEL, EVE = "anna@hotel.example", "eve@example.com"
TOMORROW = "2026-11-19T12:00:00+00:00"


def word_in(games: str) -> str:
    """The one-time word in the last mail to Anna."""
    asked = [mail for mail in mails(winter(games)) if NORTH in mail["To"]][-1]
    return re.findall(r"confirm-\w+", text_of(asked).replace("\r\n", " "))[0]


def counted(games: str) -> list[int]:
    """The versions of Anna's sheet."""
    return [row.number for row in versions(winter(games), 1).get("north", [])]


def test_a_second_address_of_a_player_is_as_good(games: str) -> None:
    edit(winter(games), f'address = "{NORTH}"', f'address = "{NORTH}"\naddresses = ["{HOTEL}"]')

    assert ["sheet"] == fates(taken(games, letter(vow(games), HOTEL)))
    assert [f"Anna <{HOTEL}>"] == [mail["To"] for mail in mails(winter(games))]


def test_an_address_is_the_same_in_capitals(games: str) -> None:
    assert ["sheet"] == fates(taken(games, letter(vow(games), "ANNA@Example.NET")))


def test_the_right_key_from_an_unknown_address_waits_for_a_word(games: str) -> None:
    assert ["unconfirmed"] == fates(taken(games, letter(vow(games), HOTEL)))
    assert [] == counted(games)
    asked, told = mails(winter(games))
    assert NORTH in asked["To"] and HOST in told["To"]
    assert word_in(games) not in text_of(told)

    answer = letter(f"{word_in(games)}\n\n> If you wrote it, answer\n", message_id="<2@x>")
    assert ["sheet"] == fates(taken(games, answer))
    assert [1] == counted(games)
    assert (1, "north") == (rows(winter(games))[-1].of, rows(winter(games))[-1].role)
    assert NORTH in mails(winter(games))[-1]["To"]


@pytest.mark.parametrize("text", ["I did not write this!\n\n> confirm: {word}", "> {word}", "No! {word} is not mine"])
def test_a_word_that_is_only_quoted_confirms_nothing(games: str, text: str) -> None:
    taken(games, letter(vow(games), HOTEL))

    assert ["sheet"] != fates(taken(games, letter(text.format(word=word_in(games)), message_id="<2@x>")))
    assert [] == counted(games)


def test_a_word_counts_from_the_known_address_alone_and_once(games: str) -> None:
    taken(games, letter(vow(games), HOTEL))
    word = word_in(games)

    assert ["stranger"] == fates(taken(games, letter(word, HOTEL, message_id="<2@x>")))
    assert ["refused"] == fates(taken(games, letter(word, f"Ben <{SOUTH}>", message_id="<3@x>")))
    assert ["sheet"] == fates(taken(games, letter(word, message_id="<4@x>")))
    assert ["refused"] == fates(taken(games, letter(word, message_id="<5@x>")))
    assert [1] == counted(games)


def test_a_player_is_asked_three_times_a_day(games: str) -> None:
    letters = [letter(vow(games), f"{at}@hotel.example", message_id=f"<{at}@h>") for at in range(6)]
    taken(games, *letters)

    assert 3 == sum(NORTH in mail["To"] for mail in mails(winter(games)))


def test_an_older_letter_never_replaces_a_newer_one(games: str) -> None:
    new, old = (
        letter(vow(games, vow=number), date=f"Wed, 18 Nov 2026 {hour}:00:00 +0000", message_id=f"<{hour}@x>")
        for number, hour in ((3, 11), (1, 10))
    )

    assert ["sheet", "refused"] == fates(taken(games, new, old))
    assert [1] == counted(games)
    told = text_of(mails(winter(games))[-1])
    assert "PB701" in told and "Version 1, which you sent before, still counts for step 1." in told


def test_an_answer_is_younger_than_what_it_answers_whatever_the_clock_of_its_device_says(games: str) -> None:
    day = "Wed, 18 Nov 2026"
    first = letter(vow(games, vow=3), date=f"{day} 11:00:00 +0000", message_id="<1@x>")
    behind = letter(vow(games, vow=1), date=f"{day} 08:00:00 +0000", message_id="<2@x>")
    assert ["sheet", "refused"] == fates(taken(games, first, behind))
    told = mails(winter(games))[-1]
    assert "answer this mail with it" in " ".join(text_of(told).split())
    answers = {"in_reply_to": told["Message-ID"], "references": told["Message-ID"]}
    again = letter(vow(games, vow=1), date=f"{day} 08:05:00 +0000", message_id="<3@x>", **answers)
    overtaken = letter(vow(games, vow=2), date=f"{day} 10:00:00 +0000", message_id="<4@x>")
    late = "2026-11-18T13:00:00+00:00"

    assert ["sheet", "refused"] == fates(taken(games, again, overtaken, now=late))
    assert [2, 1] == counted(games)


def test_an_answer_to_an_older_mail_is_as_old_as_its_date(games: str) -> None:
    day = "Wed, 18 Nov 2026"
    taken(
        games,
        letter(vow(games, vow=2), date=f"{day} 09:00:00 +0000", message_id="<1@x>"),
        now="2026-11-18T09:30:00+00:00",
    )
    receipt = mails(winter(games))[-1]["Message-ID"]
    newer = letter(vow(games, vow=3), date=f"{day} 11:00:00 +0000", message_id="<2@x>")
    older = letter(vow(games, vow=1), date=f"{day} 10:00:00 +0000", message_id="<3@x>", in_reply_to=receipt)

    assert ["sheet", "refused"] == fates(taken(games, newer, older))
    assert [2, 1] == counted(games)


def test_letters_in_order_replace_each_other(games: str) -> None:
    letters = [
        letter(vow(games, vow=at), date=f"Wed, 18 Nov 2026 1{at}:00:00 +0000", message_id=f"<{at}@x>") for at in (1, 2)
    ]

    assert ["sheet", "sheet"] == fates(taken(games, *letters))
    assert [2, 1] == counted(games)


def test_a_date_to_come_counts_as_the_time_of_coming(games: str) -> None:
    early = letter(vow(games, vow=3), date="Wed, 18 Nov 2099 11:00:00 +0000")
    late = letter(vow(games, vow=1), date="Wed, 18 Nov 2026 13:00:00 +0000", message_id="<2@x>")

    assert ["sheet"] == fates(taken(games, early))
    assert ["sheet"] == fates(taken(games, late, now="2026-11-18T14:00:00+00:00"))


def test_a_stranger_is_refused_three_times_a_day_and_not_more(games: str) -> None:
    letters = [letter(vow(games, key="guess"), EVE, message_id=f"<{at}@x>") for at in range(5)]

    assert ["stranger"] * 5 == fates(taken(games, *letters))
    assert 3 == sum(EVE in mail["To"] for mail in mails(post(games)))
    taken(games, letter(vow(games, key="guess"), EVE, message_id="<9@x>"), now=TOMORROW)
    assert 4 == sum(EVE in mail["To"] for mail in mails(post(games)))


def test_a_moderator_is_not_flooded(games: str) -> None:
    letters = [letter(vow(games, key="guess"), f"eve{at}@example.com", message_id=f"<{at}@x>") for at in range(15)]
    taken(games, *letters)

    assert 10 == sum(HOST in mail["To"] for mail in mails(post(games)))
    assert 15 == len(rows(post(games)))


def test_all_refusals_of_strangers_are_the_same(games: str) -> None:
    key = key_of(winter(games), "north")
    letters = [
        letter(vow(games, key="guess"), "a@example.com", message_id="<1@x>"),
        letter(vow(games).replace('"winter"', '"summer"').replace(key, "guess"), "b@example.com", message_id="<2@x>"),
        letter(vow(games).replace('"north"', '"nobody"'), "c@example.com", message_id="<3@x>"),
        letter("Hello, which games are there?", "d@example.com", message_id="<4@x>", subject="games"),
    ]
    taken(games, *letters)

    said = [text_of(mail) for mail in mails(post(games)) if "example.com" in mail["To"]]
    assert (4, 1) == (len(said), len(set(said)))
    assert 1 == len({mail["Subject"] for mail in mails(post(games)) if "example.com" in mail["To"]})


def test_nobody_is_answered_without_end(games: str) -> None:
    """A machine that hides what it is, and answers every refusal with the report that it was sent."""
    for at in range(60):
        taken(games, letter(vow(games, vow=9), message_id=f"<{at}@x>"))

    assert 40 == sum(NORTH in mail["To"] for mail in mails(winter(games)))
    assert ["[winter 0] For the moderator: letters of north without end"] == [
        mail["Subject"] for mail in mails(winter(games)) if HOST in mail["To"]
    ]
    assert 60 == len(rows(winter(games)))


def test_a_letter_finds_its_game_among_many(games: str, tmp_path: Path) -> None:
    begun(tmp_path, "summer", "b")
    sheet = vow(games, vow=3)

    assert ["sheet"] == fates(taken(games, letter(sheet, subject="[summer 0] The toy")))
    assert [1] == counted(games)
    assert ["word"] == fates(
        taken(games, letter(f"{key_of(winter(games), 'north')} status", subject="x", message_id="<2@x>"))
    )
    assert 2 == len(rows(winter(games)))


def test_a_broken_game_does_not_keep_the_letters_of_others(games: str) -> None:
    (Path(games) / "autumn").mkdir()
    (Path(games) / "autumn" / "game.toml").write_text("name = 1")
    found = taken(games, letter(vow(games)))

    assert ["PB509"] == [outcome.fault.code.id for outcome in found if outcome.fault is not None]
    assert ["sheet"] == [outcome.row.fate for outcome in found if outcome.row is not None]


def test_a_letter_that_may_be_for_a_broken_game_waits(games: str, tmp_path: Path) -> None:
    autumn = begun(tmp_path, "autumn", "c")
    sheet = sheet_text(autumn, "north", {"vow": 2})
    kept = Path(autumn, "game.toml").read_text()
    Path(autumn, "game.toml").write_text("name = 1")

    assert [None, None] == [outcome.row for outcome in taken(games, letter(sheet))]
    assert not Path(post(games)).exists()
    Path(autumn, "game.toml").write_text(kept)
    assert ["sheet"] == fates(taken(games, letter(sheet)))


def test_a_letter_to_a_game_that_was_not_named_waits(games: str, tmp_path: Path) -> None:
    data = letter(sheet_text(begun(tmp_path, "autumn", "c"), "north", {"vow": 2}))

    assert ["again"] == fates(taken(winter(games), data))
    assert not Path(post(games)).exists()
    assert ["sheet"] == fates(taken(games, data))


def test_a_slip_in_the_name_of_the_folder_takes_no_letter(games: str) -> None:
    found = taken(f"{games}x", letter(vow(games)))

    assert [None, None] == [outcome.row for outcome in found] and not Path(f"{games}x").exists()
    assert ["sheet"] == fates(taken(games, letter(vow(games))))


def test_a_large_letter_is_read_without_its_pictures(games: str) -> None:
    message = message_from_bytes(letter(vow(games)), policy=policy.default)
    message.add_attachment(b"\x89PNG" + b"\7" * 3_000_000, maintype="image", subtype="png", filename="board.png")
    data = bytes(message)

    assert ["sheet"] == fates(taken(games, data))
    assert data == Path(winter(games), "letters", "0001.eml").read_bytes()


def test_a_machine_that_says_its_master_is_absent_is_no_word(games: str) -> None:
    away = letter("Abwesend bis Montag", subject="Abwesend: [winter 0] The toy")
    meant = letter(
        f"{key_of(winter(games), 'north')}\nabsent 2027-01-04 2027-01-08", subject="absent", message_id="<2@x>"
    )

    assert ["machine", "refused"] == fates(taken(games, away, meant))
    assert "PB707" == rows(winter(games))[-1].about


# notices of failure


def failure(of: str, action: str = "failed") -> bytes:
    """A notice about a mail, as servers write it (RFC 3464)."""
    return (
        "From: MAILER-DAEMON@example.org\nTo: zoe@example.org\nSubject: Undelivered Mail Returned to Sender\n"
        "Message-ID: <bounce@example.org>\nContent-Type: multipart/report; boundary=x\nMIME-Version: 1.0\n\n"
        f"--x\n\nI am sorry.\n--x\nContent-Type: message/delivery-status\n\nAction: {action}\n\n"
        f"--x\nContent-Type: text/rfc822-headers\n\nMessage-ID: {of}\nSubject: [winter 0]\n\n--x--\n"
    ).encode()


def test_a_bounce_tells_the_moderator_who_did_not_get_what(games: str) -> None:
    taken(games, letter(vow(games)))
    (receipt,) = mails(winter(games))

    assert ["bounce"] == fates(taken(games, failure(receipt["Message-ID"])))
    notice = mails(winter(games))[-1]
    assert HOST in notice["To"] and "[winter 0] For the moderator: a mail to north did not arrive" == notice["Subject"]
    assert NORTH in text_of(notice) and receipt["Subject"] in text_of(notice)


def test_a_mail_that_is_only_late_is_noted(games: str) -> None:
    taken(games, letter(vow(games)))

    assert ["late"] == fates(taken(games, failure(mails(winter(games))[0]["Message-ID"], "delayed")))
    assert 1 == len(mails(winter(games)))


@pytest.mark.parametrize("action", ["delivered", "relayed"])
def test_a_notice_that_a_mail_has_arrived_is_no_bounce(games: str, action: str) -> None:
    taken(games, letter(vow(games)))

    assert ["answer"] == fates(taken(games, failure(mails(winter(games))[0]["Message-ID"], action)))
    assert 1 == len(mails(winter(games)))


def test_a_mail_program_that_tells_of_a_mail_that_was_read_is_no_bounce(games: str) -> None:
    taken(games, letter(vow(games)))
    (receipt,) = mails(winter(games))
    read = (
        f"From: Anna <{NORTH}>\nTo: {HOST}\nSubject: Gelesen: x\nMessage-ID: <r@x>\nMIME-Version: 1.0\n"
        "Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n\n"
        "--x\n\nYour mail was read.\n--x\nContent-Type: message/disposition-notification\n\n"
        f"Final-Recipient: rfc822;{NORTH}\nOriginal-Message-ID: {receipt['Message-ID']}\n"
        "Disposition: manual-action/MDN-sent-manually; displayed\n\n--x--\n"
    )

    assert ["answer"] == fates(taken(games, read.encode()))
    assert 1 == len(mails(winter(games)))


def test_a_bounce_of_a_notice_to_the_moderator_is_no_new_notice(games: str) -> None:
    taken(games, letter(vow(games), HOTEL))
    notice = next(mail for mail in mails(winter(games)) if HOST in mail["To"])
    before = len(mails(winter(games)))

    assert ["bounce"] == fates(taken(games, failure(notice["Message-ID"])))
    assert before == len(mails(winter(games)))


def test_a_bounce_of_nothing_that_was_sent_is_left_alone(games: str) -> None:
    assert ["failed"] == fates(taken(games, failure("<winter.d083f6910ff2.0001.north.abc@pbem.invalid>")))
    assert [] == mails(winter(games)) and [] == mails(post(games))


# what the moderator sees


def test_next_and_status_tell_of_the_post(games: str) -> None:
    taken(games, letter(vow(games), HOTEL), letter(vow(games, key="guess"), EVE, message_id="<2@x>"))
    question = mails(winter(games))[0]
    taken(games, failure(question["Message-ID"]))

    for text in (next_action(winter(games)), as_table(status(winter(games)))):
        assert f"A letter with the key of north from {HOTEL} waits to be confirmed" in text
        assert f"Letters to this game that were refused during this step: 1, from {EVE}" in text
        assert "Mail 1 to north did not arrive: [winter 0] Please confirm a letter" in text
        assert "Mails that lie in the outbox: 3" in text
    play_steps(winter(games), 1)
    assert ["Mails that lie in the outbox: 3"] == [*status(winter(games)).post]


def test_a_game_without_letters_tells_nothing_of_them(games: str) -> None:
    assert () == status(winter(games)).post


# secrets


def test_no_secret_gets_out_by_any_way(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Planted: keys, the seed, vows and hands; looked for in mails to others, registers, names of files and lines."""
    from pbem.workflow.fetching import as_text

    play_steps(winter(games), 1)
    place = winter(games)
    keys = {role: key_of(place, role) for role in ("north", "south")}
    letters = [
        letter(f"{keys['north']} {word}", message_id=f"<{word}@x>") for word in ("status", "report", "orders", "help")
    ]
    letters += [letter(f"{keys['north']} report", EVE, message_id="<e@x>"), letter("hello", EVE, message_id="<f@x>")]
    found = taken(games, *letters)

    seed = 'seed = "a"'
    assert seed in Path(place, "secret.toml").read_text()
    said = as_text(found) + capsys.readouterr().out
    for mail in (*mails(place), *mails(post(games))):
        text = mail.as_string() + text_of(mail)
        assert keys["south"] not in text and seed not in text
        assert keys["north"] not in text or NORTH in mail["To"]
    for name, data in tree(games).items():
        assert not any(key in name for key in keys.values())
        if name.endswith(("letters.toml", "outbox.toml")):
            assert not any(key.encode() in data for key in keys.values()), name
    assert not any(key in said for key in keys.values())
    assert NOW[:4] == "2026"


def test_a_co_moderator_is_told_of_letters_too(games: str) -> None:
    path = Path(winter(games), "game.toml")
    path.write_text(path.read_text() + '\n[co_moderator]\nname = "Max"\naddress = "max@example.org"\n')
    taken(games, letter(vow(games), HOTEL), letter("hello", EVE, message_id="<2@x>"))

    assert [HOST, "max@example.org"] == [
        row.address for row in read_outbox(winter(games)).rows if row.to == "moderator"
    ]
    assert [HOST, "max@example.org"] == [row.address for row in read_outbox(post(games)).rows if row.to == "moderator"]


def test_a_moderator_who_plays_may_have_one_mailbox_for_all(games: str) -> None:
    edit(winter(games), HOST, NORTH)
    Path(games, "post.toml").write_text(f'format = 2\naddress = "{NORTH}"\n')

    assert ["sheet"] == fates(taken(games, letter(vow(games))))
    back = bytes(mails(winter(games))[-1])
    changed = re.sub(rb"(?m)^Message-ID: <[^>]+>", b"Message-ID: <1@server.example>", back)  # as some servers do
    assert ["own", "answer"] == fates(taken(games, back, changed))
    assert [1] == counted(games)


def test_a_clock_that_was_put_back_makes_no_letter_older(games: str) -> None:
    def at(hour: str, vow_: int) -> bytes:
        written = letter(vow(games, vow=vow_), date=f"Wed, 18 Nov 2026 {hour}:00 +0000", message_id=f"<{hour}@x>")
        return f"Received: by mx.example.org; Wed, 18 Nov 2026 {hour}:00 +0000\n".encode() + written

    found = taken(games, at("12:00", 1), now="2026-11-18T12:01:00+00:00")
    found += taken(games, at("12:10", 2), now="2026-11-18T09:05:00+00:00")
    found += taken(games, at("12:05", 3), now="2026-11-18T09:15:00+00:00")  # on its way for longer

    assert ["sheet", "sheet", "refused"] == fates(found)


def test_of_letters_without_a_date_the_order_in_which_they_come_counts(games: str) -> None:
    def undated(number: int) -> bytes:
        return letter(vow(games, vow=number), date="", message_id=f"<{number}@x>")

    found = taken(games, undated(1), now="2026-11-18T12:01:00+00:00")
    found += taken(games, undated(2), now="2026-11-18T09:05:00+00:00")

    assert ["sheet", "sheet"] == fates(found)


# copies


def test_a_second_letter_with_the_same_id_and_other_orders_is_a_letter_of_its_own(games: str) -> None:
    second = letter(vow(games, vow=1), date="Wed, 18 Nov 2026 11:00:00 +0000")
    first = letter(vow(games, vow=3), date="Wed, 18 Nov 2026 10:00:00 +0000")

    assert ["sheet", "sheet", "again"] == fates(taken(games, first, second, second))
    assert [2, 1] == counted(games)


def test_a_copy_that_came_another_way_is_no_letter_of_its_own(games: str) -> None:
    data = letter(vow(games))
    way = b"Received: by mx.example.org; Wed, 18 Nov 2026 11:00:01 +0000\r\n" + data.replace(b"\n", b"\r\n")
    packed = message_from_bytes(data, policy=policy.default)
    packed.set_content(vow(games), cte="base64")  # as some servers do on the way

    assert ["sheet", "again", "again"] == fates(taken(games, data, way, bytes(packed)))
    assert ["stranger", "again"] == fates(taken(games, letter("hello", EVE), b"X-Way: b\n" + letter("hello", EVE)))
    assert ["stranger"] == fates(taken(games, letter("hello again", EVE)))
