"""Press, a vote or ok = true typed above a quoted report: what somebody typed is meant, and the quotation is not."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from html import escape
from pathlib import Path

import pytest
from mail.post import SOUTH, fates, games, key_of, letter, mails, rows, taken, text_of, vow, winter

from games import play_steps, toy
from pbem.store.inbox import versions
from pbem.workflow import open_game
from pbem.workflow.press import press_files, read_press
from pbem.workflow.sheet import orders
from pbem.workflow.status import status
from pbem.workflow.votes import count, offer

__all__ = ["games", "toy"]
PRESS = '[[press]]\ntext = "Peace?"\n'
QUOTED, BELOW = "> ", ""


def above(typed: str, sheet: str, quote: str = QUOTED, number: int = 1) -> bytes:
    """A letter with something typed above the report that it answers."""
    report = f"winter, step 1\n\n{'=' * 40}\n\nThe toy.\n\n{sheet}"
    quoted = "".join(f"{quote}{line}\n" for line in report.split("\n"))
    return letter(f"{typed}\n\nOn Wed, 18 Nov 2026 at 10:00, Zoe wrote:\n{quoted}", message_id=f"<{number}@x>")


def blank(games: str, role: str = "north") -> str:
    return orders(winter(games), role)


def said(games: str) -> list[str]:
    """The press that is held."""
    return [line for row in read_press(winter(games)).values() for line in row["lines"]]


def told(games: str) -> str:
    return " ".join(text_of(mails(winter(games))[-1]).split())


@pytest.mark.parametrize("quote", [QUOTED, BELOW])
@pytest.mark.parametrize("typed", [PRESS, f"Hi Zoe,\n\n{PRESS}\nAnna\n\n-- \nAnna", PRESS.replace('"', "”")])
def test_press_above_the_untouched_sheet_is_press_and_nothing_else(games: str, typed: str, quote: str) -> None:
    taken(games, letter(vow(games, vow=3), date="Wed, 18 Nov 2026 09:00:00 +0000", message_id="<0@x>"))

    assert ["talk"] == fates(taken(games, above(typed, blank(games), quote)))
    assert ["Peace?"] == said(games)
    assert "what was typed above the quoted sheet was read under its heading" in told(games)
    assert [1] == [row.number for row in versions(winter(games), 1)["north"]]


@pytest.mark.parametrize("quote", [QUOTED, BELOW])
def test_a_vote_above_the_untouched_sheet_is_a_vote(games: str, quote: str) -> None:
    play_steps(winter(games), 1)
    offer(winter(games))
    assert ["talk"] == fates(taken(games, above('vote = "yes"\n\nAnna', blank(games), quote)))
    south = letter(f'vote = "yes"\n\nOn Monday Zoe wrote:\n\n{blank(games, "south")}', SOUTH, message_id="<2@x>")
    assert ["talk"] == fates(taken(games, south))

    assert count(winter(games)).passed


def test_press_above_a_sheet_that_was_filled_in_goes_with_it(games: str) -> None:
    sheet = blank(games).replace("vow = 1 ", "vow = 3 ")

    assert ["sheet"] == fates(taken(games, above(f"Hi Zoe,\n\n{PRESS}", sheet)))
    assert ["Peace?"] == said(games)
    assert "vow = 3" in Path(versions(winter(games), 1)["north"][0].path).read_text()


def test_a_mail_in_two_forms_says_the_same_in_both(games: str) -> None:
    mail = message_from_bytes(above(PRESS, blank(games).replace("vow = 1 ", "vow = 3 ")), policy=default)
    written = mail.get_content()
    typed, _, quoted = written.partition("On Wed")
    text = f"<pre>{escape(typed)}</pre><p>On Wed, 18 Nov 2026 at 10:00, Zoe wrote:</p>"
    told = "\n".join(line[2:] for line in quoted.split("\n")[1:])
    mail.add_alternative(f"{text}<blockquote><pre>{escape(told)}</pre></blockquote>", subtype="html")

    assert ["sheet"] == fates(taken(games, bytes(mail)))
    assert ["Peace?"] == said(games)


def test_orders_typed_without_a_heading_are_refused_with_the_press_beside_them(games: str) -> None:
    for at, typed in enumerate((f"vow = 3\n{PRESS}", f"{PRESS}\n[[ahead]]\nvow = 3\n", f'"Anna > Rome"\n{PRESS}')):
        assert ["refused"] == fates(taken(games, above(typed, blank(games), number=at)))
    assert {"PB128"} == {row.about for row in rows(winter(games))} and [] == press_files(winter(games))


def test_another_key_or_role_beside_the_quoted_one_is_not_guessed_at(games: str) -> None:
    other = key_of(winter(games), "south")
    for at, line in enumerate((other, f'key = "{other}"', 'role = "south"', "step = 4")):
        found = taken(games, above(f"{line}\n{PRESS}", blank(games), number=at))
        assert ["refused"] == fates(found), line
    assert [] == press_files(winter(games))
    own = key_of(winter(games), "north")
    assert ["talk"] == fates(taken(games, above(f'key = "{own}"\n{own}\n{PRESS}', blank(games), number=9)))


def test_two_quoted_sheets_of_different_roles_are_not_chosen_from(games: str) -> None:
    both = f"{blank(games)}\n\n{blank(games, 'south')}"

    assert ["refused"] == fates(taken(games, above(PRESS, both)))
    assert [] == press_files(winter(games))


def test_who_takes_back_orders_beside_press_is_not_passed_over(games: str) -> None:
    assert ["refused"] == fates(taken(games, above(f"Please ignore my orders.\n\n{PRESS}", blank(games))))
    assert "PB136" in told(games)
    press = PRESS.replace("Peace?", "Withdraw from Saxony!")  # that is said to somebody else
    assert ["talk"] == fates(taken(games, above(press, blank(games), number=2)))


def test_the_line_of_a_sheet_that_says_ok_is_meant_though_the_word_is_not_offered(games: str) -> None:
    assert ["refused"] == fates(taken(games, above("OK", blank(games))))
    assert ["sheet"] == fates(taken(games, above("ok = true\n\nAnna", blank(games), number=2)))
    assert "vow = 1" in Path(versions(winter(games), 1)["north"][0].path).read_text()


@pytest.mark.parametrize("quote", [QUOTED, BELOW])
def test_a_word_above_the_untouched_sheet_is_a_word(games: str, quote: str) -> None:
    assert ["word"] == fates(taken(games, above("status", blank(games), quote)))
    assert status(winter(games)).result is None and 0 == open_game(winter(games)).last.number
