"""Plain answers to mails that hold no key, or an old one: their writer is a player, and is told what is missing."""

from __future__ import annotations

from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from mail.post import (
    HOST,
    NORTH,
    NOW,
    SOUTH,
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

from games import play_steps, toy
from pbem.store.inbox import versions
from pbem.store.times import read_times
from pbem.workflow.new_keys import key_by_mail
from pbem.workflow.proxying import proxy
from pbem.workflow.tick import tick
from pbem.workflow.verify import verify

__all__ = ["games", "toy"]
TIME = '[time]\nzone = "UTC"\nat = "12:00"\nperiod = "2d"\nwait = "1d"\nremind = "4h"\n\n[roles.north]'
EVE, MAX = "eve@example.com", "max@example.org"


def reply(mail: EmailMessage, typed: str, sender: str = NORTH, number: int = 5, vow: int = 1, **more: str) -> bytes:
    """An answer to a mail, as mail programs make it: its text quoted below, its id in the head."""
    body = "\n".join(f"> {line}" for line in text_of(mail).replace("\r\n", "\n").partition("\n-- \n")[0].split("\n"))
    thread = {"in_reply_to": mail["Message-ID"], "references": mail["Message-ID"]}
    body = body.replace("> vow = 1 ", f"> vow = {vow} ")
    text = f"{typed}\n\nOn Wed, 18 Nov 2026 at 12:00, Zoe wrote:\n{body}\n"
    return letter(text, sender, message_id=f"<{number}@reply>", **{**thread, **more})


def last(games: str, address: str = NORTH) -> EmailMessage:
    return [mail for mail in mails(winter(games)) if address in mail["To"]][-1]


def told(games: str, address: str = NORTH) -> str:
    return " ".join(text_of(last(games, address)).split())


@pytest.fixture
def receipt(games: str) -> EmailMessage:
    """The receipt for a sheet of Anna."""
    taken(games, letter(vow(games)))
    return last(games)


@pytest.mark.parametrize("typed", ["status", "Please let me have another card.", "vow = 3"])
def test_an_answer_to_a_mail_without_a_key_is_told_where_the_key_stands(
    games: str, receipt: EmailMessage, typed: str
) -> None:
    assert ["refused"] == fates(taken(games, reply(receipt, typed)))

    assert "PB711" in told(games) and "no key" in told(games) and key_of(winter(games), "north") not in told(games)
    assert not Path(post(games)).exists() and all(HOST not in mail["To"] for mail in mails(winter(games)))
    assert ("refused", "north", "PB711") == (rows(winter(games))[-1].fate, *rows(winter(games))[-1][7:8], "PB711")


def test_the_mail_with_the_key_is_named(games: str) -> None:
    tick([games], datetime.fromisoformat(NOW))
    taken(games, letter(vow(games)))

    taken(games, reply(last(games), "status"))
    assert '"[winter 0]' in told(games) and "2026-11-18" in told(games)


def test_who_knows_no_mail_of_ours_or_has_another_address_is_a_stranger(games: str, receipt: EmailMessage) -> None:
    other = {"in_reply_to": "<winter.d083f6910ff2.0001.north.abc@pbem.invalid>", "references": ""}

    for at, data in enumerate((reply(receipt, "status", EVE), reply(receipt, "status", SOUTH, 6),
                               reply(receipt, "status", NORTH, 7, **other))):  # fmt: skip
        assert ["stranger"] == fates(taken(games, data)), at


def test_a_machine_that_answers_without_a_key_is_not_answered_without_end(games: str, receipt: EmailMessage) -> None:
    found = [fates(taken(games, reply(last(games), "I am on holiday.", number=at))) for at in range(9)]

    assert [["refused"]] * 9 == found
    assert 3 == sum(NORTH in mail["To"] for mail in mails(winter(games))) - 1
    away = reply(receipt, "I am on holiday.", number=20, subject="Abwesend: Re: Receipt")
    assert [["refused"], ["machine"]] != [fates(taken(games, away))] and "machine" == rows(post(games))[-1].fate


@pytest.mark.parametrize("typed", ["thanks!", "Hi Zoe,\n\nThank you!\n\nAnna", "Danke", "Merci beaucoup :-)", "👍"])
def test_thanks_are_kept_and_not_answered(games: str, receipt: EmailMessage, typed: str) -> None:
    before = len(mails(winter(games)))

    assert ["thanks"] == fates(taken(games, reply(receipt, typed)))
    assert before == len(mails(winter(games))) and not Path(post(games)).exists()


@pytest.mark.parametrize("typed", ["thanks! but please withdraw my sheet", "Thanks. I would rather vow 3.", ""])
def test_thanks_and_more_are_answered(games: str, receipt: EmailMessage, typed: str) -> None:
    assert ["refused"] == fates(taken(games, reply(receipt, typed)))


def test_a_word_typed_above_a_reminder_just_works(games: str) -> None:
    edit(winter(games), "[roles.north]", TIME)
    tick([games], datetime.fromisoformat(NOW))
    tick([games], datetime.fromisoformat("2026-11-19T09:00:00+00:00"))
    tick([games], datetime.fromisoformat("2026-11-20T09:00:00+00:00"))
    reminder = last(games)
    assert "Reminder" in reminder["Subject"]

    assert key_of(winter(games), "north") in text_of(reminder) and key_of(winter(games), "south") in told(games, SOUTH)
    wait = reply(reminder, "wait")
    assert ["word"] == fates(taken(games, wait, now="2026-11-20T10:00:00+00:00"))
    assert "wait" in [row.kind for row in read_times(winter(games))]
    filled = reply(reminder, "Here it is", number=6, vow=3)
    assert ["sheet"] == fates(taken(games, filled, now="2026-11-20T10:01:00+00:00"))


def test_the_reminder_of_a_proxy_has_his_key_and_no_other(games: str) -> None:
    edit(winter(games), "[roles.north]", TIME)
    key = proxy(winter(games), "north", "Max", MAX, "2026-11-30", datetime.fromisoformat(NOW)).key
    for at in ("18T12", "19T09", "20T09"):
        tick([games], datetime.fromisoformat(f"2026-11-{at}:00:00+00:00"))

    assert "Reminder" in last(games, MAX)["Subject"] and key in told(games, MAX)
    assert key_of(winter(games), "north") not in told(games, MAX) and key not in told(games)
    taken(games, letter(vow(games, key=key), MAX))
    receipt = last(games, MAX)
    assert ["refused"] == fates(taken(games, reply(receipt, "I cannot.", MAX)))
    assert "PB711" in told(games, MAX) and "PB711" not in told(games)


# keys that were renewed


def renewed(games: str) -> str:
    """The old key of Anna, who has a new one."""
    old = key_of(winter(games), "north")
    key_by_mail(winter(games), "north", True, NOW)
    return old


def test_who_answers_with_an_old_key_is_told_that_it_was_renewed_and_when(games: str) -> None:
    sheet, old = vow(games), renewed(games)

    for at, text in enumerate((sheet, f"report\n\n> key = {old}\n", f"key = {old}\nstatus")):
        assert ["refused"] == fates(taken(games, letter(text, message_id=f"<{at}@x>")))
        assert "PB712" in told(games) and "2026-11-18" in told(games) and "Your new key" in told(games)
        assert key_of(winter(games), "north") not in told(games) and old not in told(games)
    assert {} == versions(winter(games), 1) and () == verify(winter(games)).findings
    assert all(HOST not in mail["To"] for mail in mails(winter(games)))


def test_an_old_key_from_another_address_is_told_nothing(games: str) -> None:
    sheet, _ = vow(games), renewed(games)

    assert ["stranger", "stranger"] == fates(
        taken(games, letter(sheet, EVE), letter(sheet, f"Ben <{SOUTH}>", message_id="<2@x>"))
    )


def test_the_mail_with_the_new_key_brings_the_sheet_that_is_owed(games: str) -> None:
    renewed(games)
    mail = last(games)

    filled = reply(mail, "Here it is", vow=3)
    assert ["word", "sheet"] == fates(taken(games, reply(mail, "status", number=6), filled))
    assert "vow = 3" in Path(versions(winter(games), 1)["north"][0].path).read_text()


def test_a_game_that_is_over_owes_no_sheet(games: str) -> None:
    while mails_of_result(games) is None:
        play_steps(winter(games), 1)
    key_by_mail(winter(games), "north", True, NOW)

    assert "step =" not in text_of(last(games)) and key_of(winter(games), "north") in text_of(last(games))


def mails_of_result(games: str) -> object:
    from pbem.workflow.status import status

    return status(winter(games)).result


@pytest.mark.parametrize(("sender", "why"), [(NORTH, "it comes from the address of a player, but the key in it"),
                                             (EVE, "the key in it is none of this game")])  # fmt: skip
def test_the_moderator_is_told_of_a_wrong_key_and_not_of_none(games: str, sender: str, why: str) -> None:
    taken(games, letter("amber-falcon-7k2m-q4xz status", sender))

    notice = [mail for mail in mails(post(games)) if HOST in mail["To"]][-1]
    assert why in " ".join(text_of(notice).split())
