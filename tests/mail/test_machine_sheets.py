"""Sheets in mails that look like a machine's: they are not taken and not answered, and the moderator hears of them."""

from __future__ import annotations

import pytest
from mail.post import HOST, NORTH, fates, games, key_of, letter, mails, post, taken, text_of, vow, winter

from games import toy
from pbem.store.inbox import versions
from pbem.workflow.fetching import as_text
from pbem.workflow.sheet import orders
from pbem.workflow.status import next_action

__all__ = ["games", "toy"]
MACHINES = [
    {"list_unsubscribe": "<mailto:leave@example.net>"}, {"list_id": "<friends.example.net>"},
    {"precedence": "bulk"}, {"auto_submitted": "auto-replied"}, {"x_autoreply": "yes"},
]  # fmt: skip


def notices(games: str) -> list[str]:
    return [" ".join(text_of(mail).split()) for mail in mails(post(games)) if HOST in mail["To"]]


@pytest.mark.parametrize("headers", MACHINES)
def test_a_filled_sheet_with_the_right_key_is_told_to_the_moderator(games: str, headers: dict[str, str]) -> None:
    found = taken(games, letter(vow(games), **headers))

    assert fates(found)[0] in ("list", "answer") and {} == versions(winter(games), 1)
    (notice,) = notices(games)
    assert "letters/0001.eml" in notice and "from the address of north" not in notice
    assert [] == [mail for mail in mails(post(games)) if NORTH in mail["To"]] and [] == mails(winter(games))
    assert "letters/0001.eml" in next_action(winter(games)) and "a sheet that was filled in" in as_text(found)
    assert key_of(winter(games), "north") not in notice + next_action(winter(games)) + as_text(found)


def test_an_address_that_is_never_read_is_told_too(games: str) -> None:
    assert ["failed"] == fates(taken(games, letter(vow(games), "no-reply@example.net")))
    assert 1 == len(notices(games))


@pytest.mark.parametrize("headers", MACHINES)
def test_our_own_report_sent_back_is_told_to_nobody(games: str, headers: dict[str, str]) -> None:
    report = "".join(f"> {line}\n" for line in orders(winter(games), "north").split("\n"))
    other = vow(games).replace(key_of(winter(games), "north"), "amber-falcon-7k2m-q4xz")
    texts = (f"I am away.\n\nOn Monday Zoe wrote:\n{report}", orders(winter(games), "north"), other, "Buy now!")

    for at, text in enumerate(texts):
        taken(games, letter(text, message_id=f"<{at}@x>", **headers))
    assert [] == mails(post(games)) and "letters" not in next_action(winter(games))


def test_whole_companies_ask_other_machines_for_silence(games: str) -> None:
    headers = {"x_auto_response_suppress": "All", "subject": "Abwesend: meine Befehle"}

    assert ["sheet"] == fates(taken(games, letter(vow(games), **headers)))
