"""A word typed above a sheet: both are done and said, or the letter is refused with both places shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from mail.post import edit, fates, games, key_of, letter, mails, rows, taken, text_of, vow, winter

from games import toy
from pbem.store.inbox import versions
from pbem.store.times import read_times
from pbem.workflow.sheet import orders

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
