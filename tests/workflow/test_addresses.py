"""Names and addresses as people write them: one that is of no use does not stop the mails of the others."""

from __future__ import annotations

import os
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.outgoing import is_address


def seat(game: str, role: str, key: str, value: str) -> None:
    """Write a value into game.toml as a person would."""
    path = Path(game, "game.toml")
    head, table, rest = path.read_text().partition(f"[roles.{role}]" if role != "moderator" else "[moderator]")
    path.write_text(head + table + rest.replace(f'{key} = ""', f'{key} = "{value}"', 1))


@pytest.mark.parametrize(
    "name", ["Anna\\nBcc: all@example.org", "Anna\\r\\n\\r\\nbody", "\\u001b[2JAnna", "\\u202eannA", "\\u0000"]
)
@pytest.mark.parametrize("role", ["north", "moderator"])
def test_a_name_cannot_write_a_head_of_its_own(game: str, pbem: Any, tmp_path: Path, name: str, role: str) -> None:
    seat(game, role, "name" if role == "moderator" else "player", name)
    seat(game, role, "address", "anna@example.org")
    ran = pbem("report", game, "--eml", str(tmp_path / "out"))
    mail = message_from_bytes((tmp_path / "out" / "winter-0000-north.eml").read_bytes(), policy=default)

    assert (0, "") == (ran.code, ran.err)
    assert mail["Bcc"] is None
    assert "anna@example.org" in mail["To" if role == "north" else "From"]
    assert not [sign for sign in str(mail["To"]) + str(mail["From"]) if sign in "\x1b\u202e\0\n\r"]


@pytest.mark.parametrize(
    "address",
    ["anna", "anna@", "@example.org", "a b@example.org", "anna@example.org\\nBcc: x@y.z", "anna@exa\\u202emple.org",
     "anna@example.org, bert@example.org", "<anna@example.org>", "a@b@c", "anna@example..org",
     "x" * 300 + "@example.org", "änna@example.org", "anna@[", '\\"@example.org'],
)  # fmt: skip
def test_one_bad_address_is_named_and_the_others_get_their_mails(
    game: str, pbem: Any, tmp_path: Path, address: str
) -> None:
    seat(game, "north", "address", address)
    seat(game, "south", "address", "bert@example.org")
    ran = pbem("report", game, "--eml", str(tmp_path / "out"))

    assert 2 == ran.code
    assert "error[PB545] bad-address: `roles.north.address` is not an address" in ran.err
    assert ["winter-0000-south.eml"] == os.listdir(tmp_path / "out")
    assert ["manifest.toml", "south.txt", "south.view.toml"] == sorted(os.listdir(Path(game, "reports", "0000")))


def test_a_bad_address_of_the_moderator_is_named(game: str, pbem: Any, tmp_path: Path) -> None:
    seat(game, "moderator", "address", "me")
    ran = pbem("report", game, "--eml", str(tmp_path / "out"))

    assert (2, "") == (ran.code, ran.out)
    assert "PB545" in ran.err and "`moderator.address`" in ran.err


@pytest.mark.parametrize(
    "address", ["anna@example.org", "a.b+c@sub.example.co.uk", "x_y@localhost", "o'hara@xn--mller-kva.de"]
)
def test_common_addresses_are_taken(address: str) -> None:
    assert is_address(address)
