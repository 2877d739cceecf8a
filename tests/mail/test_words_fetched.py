"""Words in place of sheets: each is answered without the moderator, to whoever has key and address."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mail.post import NORTH, SOUTH, edit, fates, games, key_of, letter, mails, rows, taken, text_of, vow, winter

from games import pbem, play_steps, sheet_text, toy
from pbem.core.ended import ABANDONED
from pbem.mail.commands import WORDS
from pbem.store import GameFault
from pbem.store.inbox import versions
from pbem.store.times import read_times
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.ending import end
from pbem.workflow.status import status
from pbem.workflow.tick import tick
from pbem.workflow.verify import verify

__all__ = ["games", "pbem", "toy"]
TIME = '[time]\nzone = "Europe/Vienna"\nperiod = "3d"\nwait = "2d"\nabsence = 20\n\n[roles.north]'


def said(games: str, text: str, sender: str = NORTH, **headers: str) -> str:
    """What a word is answered with."""
    assert ["word"] == fates(taken(games, letter(text, sender, **headers)))
    return text_of(mails(winter(games))[-1]).replace("\r\n", "\n")


def key(games: str, role: str = "north") -> str:
    return key_of(winter(games), role)


@pytest.mark.parametrize(
    "word",
    ["status", "Status.", "STATUS", "stand", "état", "Stato!", "estado", "status?", "Bitte Stand", "status, please"],
)
def test_a_word_is_understood_in_several_languages_and_however_it_is_written(games: str, word: str) -> None:
    assert "Step 1 is under way for you as North." in said(games, f"{key(games)} {word}")


QUOTED = '> game = "winter"\n> step = 1\n> role = "north"\n> key = "{key}"\n> vow = 1\n'


@pytest.mark.parametrize(
    "text",
    [
        "{key}\nstatus",
        'key = "{key}"\nstatus\n\nAnna',
        "Hi Zoe,\n\nstatus\n\nkey: {key}\n\n-- \nAnna\n",
        "status {key}",
        f"status\n\nOn Monday Zoe wrote:\n{QUOTED}",
    ],
)
def test_the_key_may_stand_anywhere(games: str, text: str) -> None:
    assert "No sheet of yours is in." in said(games, text.format(key=key(games)))


def test_status_tells_what_is_in_and_what_is_owed(games: str) -> None:
    assert "Still awaited from you for step 1: a vow." in said(games, f"{key(games)} status")
    taken(games, letter(vow(games), message_id="<2@x>"))

    text = said(games, f"{key(games)} status", message_id="<3@x>")
    assert "Your sheet, version 1, is in." in text
    assert "Nothing more is awaited from you for step 1." in text and "still counts" not in text


def test_status_tells_nothing_of_others(games: str) -> None:
    before = said(games, f"{key(games)} status", message_id="<2@x>")
    taken(games, letter(vow(games, "south"), f"Ben <{SOUTH}>", message_id="<s@x>"))

    after = said(games, f"{key(games)} status", message_id="<3@x>")
    assert before.partition("--")[0] == after.partition("--")[0]


def test_report_gives_the_last_report_again(games: str) -> None:
    play_steps(winter(games), 1)
    text = said(games, f"{key(games)} report")

    assert "winter, step 1" in text and "HAND" in text and f'key  = "{key(games)}"' in text
    mail = mails(winter(games))[-1]
    assert mail["Subject"].startswith("[winter 1]")
    assert ["north.view.toml"] == [part.get_filename() for part in mail.iter_attachments()]


def test_orders_gives_a_blank_sheet_and_the_one_that_counts(games: str) -> None:
    taken(games, letter(vow(games, vow=3), message_id="<2@x>"))
    text = said(games, f"{key(games)} orders")

    assert "vow = 1    # 1, 2 or 3" in text and "  | vow = 3" in text


OUTLOOK = "-----Original Message-----\nFrom: Zoe\nSent: Wednesday, 18 November 2026 12:00\nTo: Anna\nSubject: x\n\n"


@pytest.mark.parametrize("quote", ["> ", ""])
def test_a_blank_sheet_is_filled_in_in_the_answer_to_it(games: str, quote: str) -> None:
    taken(games, letter(vow(games, vow=3), message_id="<2@x>"))
    sent = said(games, f"{key(games)} orders").replace("vow = 1 ", "vow = 2 ")
    intro = "On Wed, 18 Nov 2026, Zoe wrote:\n" if quote else OUTLOOK
    answer = intro + "".join(f"{quote}{line}\n" for line in sent.split("\n"))

    assert ["sheet"] == fates(taken(games, letter(f"Here it is.\n\n{answer}", message_id="<4@x>")))
    assert "vow = 2" in Path(versions(winter(games), 1)["north"][0].path).read_text()


@pytest.mark.parametrize("quote", ["> ", ""])
def test_a_refused_sheet_is_mended_in_the_answer_to_the_refusal(games: str, quote: str) -> None:
    taken(games, letter(vow(games, vow=9), message_id="<2@x>"))
    sent = text_of(mails(winter(games))[-1]).replace("\r\n", "\n")
    intro = "On Wed, 18 Nov 2026, Zoe wrote:\n" if quote else OUTLOOK
    answer = intro + "".join(f"{quote}{line}\n" for line in sent.split("\n"))

    assert ["sheet"] == fates(taken(games, letter(f"{vow(games)}\nAnna\n\n{answer}", message_id="<4@x>")))


def test_help_names_every_word(games: str) -> None:
    text = said(games, f"{key(games)} help")

    assert [] == [word for word in WORDS if f"  {word}" not in text]


def test_two_words_are_no_word(games: str) -> None:
    assert ["refused"] == fates(taken(games, letter(f"{key(games)}\nstatus\nhelp")))


# time


def test_a_game_without_deadlines_has_no_time_to_give(games: str) -> None:
    assert ["refused", "refused"] == fates(taken(games, letter(f"{key(games)} wait"), letter(
        f"{key(games)} absent 2027-01-01 2027-01-05", message_id="<2@x>")))  # fmt: skip
    assert ["PB707", "PB707"] == [row.about for row in rows(winter(games))]


def timed(games: str) -> None:
    edit(winter(games), "[roles.north]", TIME)


def test_a_wish_to_wait_is_recorded_with_its_letter(games: str) -> None:
    timed(games)

    assert "North" in said(games, f"{key(games)} wait").split("\n")[0]
    assert ["wait"] == [row.kind for row in read_times(winter(games))]
    assert ["refused"] == fates(taken(games, letter(f"{key(games)} warten", message_id="<2@x>")))
    assert 0 == len(verify(winter(games)).findings)


@pytest.mark.parametrize("days", ["from {} to {}", "{} - {}", "{} until {}.", "vom {} bis {}"])
def test_small_words_between_the_days_of_an_absence_do_no_harm(games: str, days: str) -> None:
    timed(games)
    said(games, f"{key(games)} absent {days.format('2027-01-04', '2027-01-08')}")

    assert [("2027-01-04", "2027-01-08")] == [(row.since, row.until) for row in read_times(winter(games))]


@pytest.mark.parametrize("word", ["wait?", "withdraw?", "absent from 2027-01-04 to 2027-01-08?"])
def test_a_question_changes_nothing(games: str, word: str) -> None:
    timed(games)

    assert ["refused"] == fates(taken(games, letter(f"{word}\n\n{QUOTED.format(key=key(games))}")))
    assert () == read_times(winter(games))


def test_an_absence_is_recorded_or_refused(games: str) -> None:
    timed(games)

    assert "North" in said(games, f"{key(games)} absent 2027-01-04 2027-01-08")
    assert [("absent", "2027-01-04", "2027-01-08")] == [
        (row.kind, row.since, row.until) for row in read_times(winter(games))
    ]
    for at, text in enumerate(("absent", "absent tomorrow friday", "absent 2027-03-01 2027-06-01")):
        assert ["refused"] == fates(taken(games, letter(f"{key(games)} {text}", message_id=f"<a{at}@x>")))
    assert 1 == len(read_times(winter(games)))


def test_a_sheet_that_counts_is_recorded_with_its_time(games: str) -> None:
    timed(games)
    taken(games, letter(vow(games)))

    assert [("came", "north", "2026-11-18T12:00:00+00:00")] == [
        (row.kind, row.role, row.at) for row in read_times(winter(games))
    ]


# withdrawing


def test_a_sheet_that_is_withdrawn_counts_no_more(games: str) -> None:
    taken(games, letter(vow(games, vow=3)))

    assert ["withdrawn"] == fates(taken(games, letter(f"{key(games)} withdraw", message_id="<2@x>")))
    answer = mails(winter(games))[-1]
    assert "[winter 0] Receipt: your sheet is withdrawn" == answer["Subject"]
    text = text_of(answer)
    assert "no sheet of yours counts for this step" in text
    assert "version 1" in text
    assert "Still awaited from you for step 1: a vow." in text
    assert {"north": "none", "south": "none"} == {row.role: row.sheet for row in status(winter(games)).rows}


def test_what_was_withdrawn_may_be_sent_again(games: str) -> None:
    sheet = vow(games, vow=3)
    letters = [letter(sheet), letter(f"{key(games)} withdraw", message_id="<2@x>"), letter(sheet, message_id="<3@x>")]

    assert ["sheet", "withdrawn", "sheet"] == fates(taken(games, *letters))
    assert [3, 2, 1] == [row.number for row in versions(winter(games), 1)["north"]]
    assert "final" == status(winter(games)).rows[0].sheet


def test_a_step_is_adjudicated_by_default_for_who_withdrew_and_that_is_proved(games: str) -> None:
    taken(games, letter(vow(games, vow=3)), letter(f"{key(games)} withdraw", message_id="<2@x>"))
    taken(games, letter(vow(games, "south"), f"Ben <{SOUTH}>", message_id="<3@x>"))
    with pytest.raises(GameFault, match="north"):
        adjudicate(winter(games))
    adjudicate(winter(games), ["north"])

    assert 0 == len(verify(winter(games)).findings)
    play_steps(winter(games), 2)
    assert 0 == len(verify(winter(games)).findings)


def test_a_sheet_may_say_itself_that_it_is_withdrawn(games: str) -> None:
    taken(games, letter(vow(games)))
    text = sheet_text(winter(games), "north", {}, status="withdrawn")

    assert ["withdrawn"] == fates(taken(games, letter(text, message_id="<2@x>")))


def test_nothing_is_withdrawn_twice_or_before_it_came(games: str) -> None:
    word = f"{key(games)} withdraw"
    letters = [letter(word), letter(vow(games), message_id="<2@x>")]
    letters += [letter(word, message_id="<3@x>"), letter(word, message_id="<4@x>")]
    early = letter(word, message_id="<5@x>", date="Tue, 17 Nov 2026 11:00:00 +0000")

    assert ["refused", "sheet", "withdrawn", "refused"] == fates(taken(games, *letters))
    assert ["sheet", "refused"] == fates(taken(games, letter(vow(games, vow=3), message_id="<6@x>"), early))


# keys


def test_a_new_key_goes_to_the_player_and_the_old_one_opens_nothing(games: str, pbem: Any) -> None:
    old = vow(games)
    done = pbem("mail", "key", winter(games), "north", "--renew")

    assert 0 == done.code and "0001-north.eml" in done.out
    (mail,) = mails(winter(games))
    assert NORTH in mail["To"] and key(games) in text_of(mail) and key(games) not in done.out
    assert ["refused", "sheet"] == fates(taken(games, letter(old), letter(vow(games), message_id="<2@x>")))
    assert 0 == len(verify(winter(games)).findings)


def test_a_key_can_be_sent_again(games: str, pbem: Any) -> None:
    before = key(games)

    assert 0 == pbem("mail", "key", winter(games), "north").code
    assert before == key(games) and before in text_of(mails(winter(games))[0])


def test_a_player_without_an_address_gets_no_key_by_mail(games: str, pbem: Any) -> None:
    edit(winter(games), f'address = "{NORTH}"', 'address = ""')
    before = key(games)

    assert 2 == pbem("mail", "key", winter(games), "north", "--renew").code
    assert before == key(games)


# the command


def test_letters_come_from_files_folders_mailboxes_and_standard_input(games: str, pbem: Any, tmp_path: Path) -> None:
    box = tmp_path / "Maildir"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (box / "new" / "1.x").write_bytes(letter(vow(games, vow=1), message_id="<1@x>"))
    (tmp_path / "one.eml").write_bytes(letter(vow(games, vow=2), message_id="<2@x>"))
    lines = [
        b"From a@b Wed Nov 18 11:00:00 2026\n" + letter(vow(games, vow=3), message_id=f"<m{at}@x>") for at in (1, 2)
    ]
    (tmp_path / "mbox").write_bytes(b"\n".join(lines))
    sources = [word for name in ("Maildir", "one.eml", "mbox") for word in ("--from", str(tmp_path / name))]

    done = pbem("mail", "fetch", games, *sources)
    assert 0 == done.code
    assert ["sheet", "sheet", "sheet", "same"] == [row.fate for row in rows(winter(games))]
    assert 4 == len(done.out.splitlines()) and "for step 1 is in, as version 1." in done.out
    assert "No new letters.\n" == pbem("mail", "fetch", winter(games), *sources).out
    assert 2 == pbem("mail", "fetch", games, "--from", str(tmp_path / "missing")).code


def test_the_page_for_players_names_every_word_and_no_programming_language() -> None:
    page = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")

    assert "python" not in page.lower()
    assert [*WORDS] == [row[0] for row in re.findall(r"(?m)^\| `(\w+)( [^`]*)?` \|", page)]


def test_what_is_owed_is_told_with_the_deadline_that_a_wish_has_moved(games: str) -> None:
    path = Path(winter(games), "game.toml")
    path.write_text(path.read_text() + '\n[time]\nzone = "UTC"\nat = "20:00"\nperiod = "2d"\nwait = "1d"\n')
    tick([games], datetime(2026, 11, 18, 12, tzinfo=UTC))

    answer = said(games, f"{key(games)} wait")
    assert "it is due by Saturday 2026-11-21 20:00 UTC" in answer and "Friday" not in answer
    assert "by Saturday 2026-11-21 20:00 UTC: a vow." in said(games, f"{key(games)} status", message_id="<2@x>")


@pytest.mark.parametrize("time", ["", TIME])
def test_after_the_end_every_answer_says_so_and_how_it_ended(games: str, time: str) -> None:
    if time:
        edit(winter(games), "[roles.north]", time)
    tick([games], datetime(2026, 11, 18, 10, tzinfo=UTC))
    old = vow(games)
    adjudicate(winter(games), ["all"])
    end(winter(games), ABANDONED, reason="no time")
    tick([games], datetime(2026, 11, 18, 11, tzinfo=UTC))
    closing = mails(winter(games))[-1]
    over = "he game is over: The game was given up: no time."

    assert over in str(closing["Subject"])
    for number, text in enumerate((f"{key(games)} status", f"{key(games)} orders", f"{key(games)} wait", old)):
        taken(games, letter(text, message_id=f"<{number}@x>"))
        answer = " ".join(text_of(mails(winter(games))[-1]).split())
        assert over in answer and "under way" not in answer and "awaited" not in answer and "vow =" not in answer
