"""Letters in signs that cannot be decoded: their writer is known by the key, and told what is wrong with them."""

from __future__ import annotations

from base64 import encodebytes
from pathlib import Path

import pytest
from mail.post import NORTH, fates, games, key_of, mails, post, rows, taken, text_of, vow, winter

from games import toy
from pbem.store.inbox import versions

__all__ = ["games", "toy"]
PLAIN = "MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {how}\n"
BARE = ""
UTF8 = PLAIN.format(charset="utf-8", how="8bit")


def raw(body: bytes, head: str = BARE, sender: str = NORTH) -> bytes:
    """A letter whose body is these bytes, whatever its head says of them."""
    top = f"From: Anna <{sender}>\nSubject: x\nDate: Wed, 18 Nov 2026 11:00:00 +0000\nMessage-ID: <1@example.net>\n"
    return f"{top}{head}\n".encode() + body


def told(games: str) -> str:
    return " ".join(text_of(mails(winter(games))[-1]).split())


@pytest.mark.parametrize(
    "head",
    [BARE, UTF8, PLAIN.format(charset="us-ascii", how="8bit")],
)
def test_a_sheet_in_plain_letters_below_a_greeting_that_is_none_is_taken(games: str, head: str) -> None:
    assert ["sheet"] == fates(taken(games, raw(f"Grüße\n\n{vow(games)}".encode("latin-1"), head)))
    assert "vow = 2" in Path(versions(winter(games), 1)["north"][0].path).read_text()
    assert "read as plain letters" in told(games)


def test_it_is_taken_out_of_base64_too(games: str) -> None:
    data = encodebytes(f"Grüße\n\n{vow(games)}".encode("latin-1"))

    assert ["sheet"] == fates(taken(games, raw(data, PLAIN.format(charset="utf-8", how="base64"))))


@pytest.mark.parametrize("more", ['[[press]]\ntext = "Schöne Grüße"\n', 'do = ["Königgrätz"]\n'])
def test_what_counts_is_not_guessed_at(games: str, more: str) -> None:
    assert ["refused"] == fates(taken(games, raw(f"{vow(games)}{more}".encode("latin-1"), UTF8)))
    assert "PB122" in told(games) and {} == versions(winter(games), 1)


def test_a_word_above_a_quotation_is_understood(games: str) -> None:
    text = f'status\n\nGrüße\n\nAm Montag schrieb Zoe:\n> key = "{key_of(winter(games), "north")}"\n'

    assert ["word"] == fates(taken(games, raw(text.encode("latin-1"), UTF8)))


def test_a_character_set_that_nobody_knows_is_named(games: str) -> None:
    head = PLAIN.format(charset="x-strange", how="8bit")

    assert ["refused"] == fates(taken(games, raw(vow(games).encode(), head)))
    assert "PB125" in told(games) and "x-strange" in told(games)


def test_base64_that_is_none_is_named(games: str) -> None:
    assert ["refused"] == fates(taken(games, raw(vow(games).encode(), PLAIN.format(charset="utf-8", how="base64"))))
    assert "PB125" in told(games) and "base64" in told(games)


def test_what_is_beyond_all_bounds_is_named(games: str) -> None:
    assert ["refused"] == fates(taken(games, raw((vow(games) + "#\n" * 31_000).encode())))
    assert "PB125" in told(games) and not Path(post(games)).exists()


def test_a_stranger_is_told_as_little_as_ever(games: str) -> None:
    guess = vow(games, key="amber-falcon-7k2m-q4xz")
    for at, text in enumerate((guess, "Grüße")):
        data = raw(f"Grüße\n\n{text}".encode("latin-1"), UTF8, "eve@example.com").replace(b"<1@", f"<{at}@".encode())
        assert ["stranger"] == fates(taken(games, data))
    assert [] == mails(winter(games)) and () == rows(winter(games))
    assert {"PB702"} == {text_of(mail)[6:11] for mail in mails(post(games)) if "eve" in mail["To"]}


def test_the_key_from_another_address_is_asked_about(games: str) -> None:
    data = raw(vow(games).encode(), PLAIN.format(charset="utf-8", how="base64"), "anna@hotel.example").replace(
        b"Subject: x", b"Subject: [winter 0]"
    )

    assert ["unconfirmed"] == fates(taken(games, data))
