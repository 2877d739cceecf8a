"""A word typed above a sheet: both are done and said, or the letter is refused with both places shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from mail.post import edit, fates, games, key_of, letter, mails, rows, taken, text_of, vow, winter

from games import play_steps, toy
from pbem.store.inbox import versions
from pbem.store.times import read_times
from pbem.workflow.press import read_press
from pbem.workflow.sheet import orders
from pbem.workflow.votes import offer

__all__ = ["games", "toy"]
TIME = '[time]\nzone = "Europe/Vienna"\nperiod = "3d"\nwait = "2d"\nabsence = 20\n\n[roles.north]'


def told(games: str) -> str:
    return " ".join(text_of(mails(winter(games))[-1]).split())


def counted(games: str) -> list[int]:
    return [row.number for row in versions(winter(games), 1).get("north", [])]


def quoted(text: str) -> str:
    return "On Wed, 18 Nov 2026 at 10:00, Zoe wrote:\n" + "".join(f"> {line}\n" for line in text.split("\n"))


WORDS = ["withdraw", "wait", "status", "report", "help", "zurückziehen", "absent 2027-01-04 2027-01-08"]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_above_a_newly_filled_sheet_is_asked_about(games: str, word: str) -> None:
    edit(winter(games), "[roles.north]", TIME)
    forms = (vow(games), quoted(vow(games)), f"{vow(games)}\n{quoted(orders(winter(games), 'north'))}")

    for at, sheet in enumerate(forms):
        assert ["refused"] == fates(taken(games, letter(f"Hi Zoe,\n\n{word}\n\n{sheet}", message_id=f"<{at}@x>"))), at
        assert "PB713" in told(games) and word.split()[0] in told(games) and "vow = 2" in told(games)
    assert [] == counted(games) and () == read_times(winter(games))


def test_orders_that_are_refused_grant_no_time(games: str) -> None:
    edit(winter(games), "[roles.north]", TIME)

    assert ["refused"] == fates(taken(games, letter(f"wait\n\n{vow(games, vow=9)}")))
    assert () == read_times(winter(games))


@pytest.mark.parametrize("word", ["status", "withdraw", "help"])
def test_a_word_above_the_untouched_report_is_the_word(games: str, word: str) -> None:
    taken(games, letter(vow(games), date="Wed, 18 Nov 2026 09:00:00 +0000", message_id="<0@x>"))
    sheet = orders(winter(games), "north")

    assert fates(taken(games, letter(f"{word}\n\n{quoted(sheet)}"))) in (["word"], ["withdrawn"])


@pytest.mark.parametrize("word", ["status", "withdraw"])
def test_a_word_above_the_own_sheet_that_is_in_already_is_the_word(games: str, word: str) -> None:
    """An answer to the own letter, or to a receipt of a program that shows it, quotes what was sent."""
    taken(games, letter(vow(games), date="Wed, 18 Nov 2026 09:00:00 +0000", message_id="<0@x>"))

    found = fates(taken(games, letter(f"{word}\n\n{quoted(vow(games))}")))
    assert found in (["word"], ["withdrawn"])


def test_a_sentence_with_a_word_in_it_is_no_word(games: str) -> None:
    text = f"I have read the report.\nThe status is fine with me.\n\nOrders:\n\n{vow(games)}\n-- \nhelp"

    assert ["sheet"] == fates(taken(games, letter(text)))
    assert [1] == counted(games) and Path(winter(games), "letters.toml").exists()
    assert key_of(winter(games), "north") and rows(winter(games))


# words that are nearly right


@pytest.mark.parametrize("days", ["1.12.2026 5.12.2026", "vom 01.12.2026 bis 05.12.2026"])
def test_days_with_dots_are_read(games: str, days: str) -> None:
    edit(winter(games), "[roles.north]", TIME)
    taken(games, letter(f"{key_of(winter(games), 'north')}\nabsent {days}"))

    assert [("2026-12-01", "2026-12-05")] == [(row.since, row.until) for row in read_times(winter(games))]


@pytest.mark.parametrize("days", ["1/12/2026 5/12/2026", "31.2.2026 5.3.2026", "1.12.26 5.12.26"])
def test_days_that_may_be_others_are_asked_about(games: str, days: str) -> None:
    edit(winter(games), "[roles.north]", TIME)

    assert ["refused"] == fates(taken(games, letter(f"{key_of(winter(games), 'north')}\nabsent {days}")))
    assert () == read_times(winter(games))


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("Could you send me the report again?", "the word report, alone on a line"),
        ("Bitte schick mir den Bericht noch einmal.", "the word report, alone on a line"),
        ("I will be away from 2026-12-01 to 2026-12-14.", "absent 2026-12-01 2026-12-14"),
        ("Ich bin im Urlaub bis Montag.", "the word absent and two days"),
    ],
)
def test_who_asks_in_a_sentence_is_told_the_word(games: str, typed: str, hint: str) -> None:
    assert ["refused"] == fates(taken(games, letter(f"{typed}\n\n{quoted(orders(winter(games), 'north'))}")))
    assert "PB128" in told(games) and hint in told(games) and "final" not in told(games)


def test_a_complaint_about_a_word_has_no_place_in_a_sheet(games: str) -> None:
    taken(games, letter(f"{key_of(winter(games), 'north')}\nwait"))

    assert "PB707" in told(games) and "letter:1:1" not in told(games)


@pytest.mark.parametrize("typed", ["vote = yes", "vote = Yes", "vote=no"])
def test_a_vote_without_quotes_is_a_vote(games: str, typed: str) -> None:
    play_steps(winter(games), 1)
    offer(winter(games))

    assert ["talk"] == fates(taken(games, letter(f"{typed}\n\n{quoted(orders(winter(games), 'north'))}")))
    assert f"your vote is {typed.partition('=')[2].strip().lower()}" in told(games)


def test_press_with_the_own_key_in_it_is_left_out(games: str) -> None:
    key = key_of(winter(games), "north")
    press = f'[[press]]\nto = "south"\ntext = "My key is {key.upper()}, play for me."\n'

    assert ["sheet"] == fates(taken(games, letter(f"{vow(games)}\n{press}")))
    assert "PB787" in told(games) and "your key" in told(games) and {} == read_press(winter(games))
