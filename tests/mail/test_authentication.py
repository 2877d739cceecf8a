"""What the own server says of the sender of a letter is believed, if it is named; what others say may be forged."""

from __future__ import annotations

from pathlib import Path

import pytest
from mail.post import HOST, NORTH, fates, games, letter, mails, rows, taken, text_of, vow, winter
from mail.test_who_is_it import word_in

from games import toy
from pbem.mail.heads import head_of
from pbem.store import GameFault
from pbem.store.inbox import versions
from pbem.store.post import read_post

__all__ = ["games", "toy"]
SERVER = "mx.example.org"
FAILED = f"{SERVER}; spf=pass smtp.mailfrom=example.net;\n dkim=none; dmarc=fail (p=none) header.from=example.net"


def named(games: str, name: str = SERVER) -> None:
    Path(games, "post.toml").write_text(f'format = 2\naddress = "post@example.org"\nauthserv = "{name}"\n')


def test_by_default_nothing_is_believed(games: str) -> None:
    assert ["sheet"] == fates(taken(games, letter(vow(games), authentication_results=FAILED.replace("\n", ""))))


def test_a_letter_that_the_own_server_calls_forged_is_confirmed_through_the_address(games: str) -> None:
    named(games)
    bad = letter(vow(games), authentication_results=FAILED.replace("\n", ""))

    assert ["unconfirmed"] == fates(taken(games, bad)) and {} == versions(winter(games), 1)
    asked, told = mails(winter(games))
    assert NORTH in asked["To"] and "under your address" in " ".join(text_of(asked).split())
    assert HOST in told["To"] and "Authentication-Results" in " ".join(text_of(told).split())
    good, word = f"{SERVER}; dmarc=pass", word_in(games)
    again = letter(word, message_id="<2@x>", authentication_results=FAILED.replace("\n", ""))
    assert ["sheet"] != fates(taken(games, again)) and {} == versions(winter(games), 1)
    sure = letter(word, message_id="<3@x>", authentication_results=good)
    assert ["sheet"] == fates(taken(games, sure)) and [1] == [row.number for row in versions(winter(games), 1)["north"]]
    assert rows(winter(games))


@pytest.mark.parametrize(
    ("results", "forged"),
    [
        ([f"{SERVER}; dmarc=fail"], True), ([f"{SERVER} 1; dmarc=Fail"], True), ([f"{SERVER}; dmarc=pass"], False),
        ([f"{SERVER}; spf=fail; dkim=fail"], True), ([f"{SERVER}; spf=fail; dkim=fail; dkim=pass"], False),
        ([f"{SERVER}; spf=fail; dkim=pass"], False), ([f"{SERVER}; spf=fail"], False),
        ([f"{SERVER}; spf=fail; dkim=fail; dmarc=pass"], False), ([f"{SERVER}; none"], False),
        (["other.example.com; dmarc=fail"], False), ([f"{SERVER}.evil.example; dmarc=fail"], False),
        ([f"{SERVER}; spf=fail", f"{SERVER}; dkim=fail"], True), ([f"{SERVER}; spf=pass (dmarc=fail)"], False),
        ([f"{SERVER}; dmarc=fail", f"{SERVER}; dmarc=pass"], True), ([], False),
    ],
)  # fmt: skip
def test_results_are_read(results: list[str], forged: bool) -> None:
    head = "".join(f"Authentication-Results: {row}\n" for row in results)

    assert forged == head_of(f"From: a@example.net\n{head}\nx".encode(), authserv=SERVER).forged
    assert not head_of(f"From: a@example.net\n{head}\nx".encode()).forged


def test_the_setting_is_a_name(games: str) -> None:
    named(games, "mx.example.org; dmarc=pass")

    with pytest.raises(GameFault) as caught:
        read_post(games)
    assert "authserv" in caught.value.message
