"""What post.toml may say: read strictly, every fault named, and never a password in it."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest

from pbem.store import GameFault
from pbem.store.post import blank, has_post, post_directory, read_post
from pbem.workflow.post_servers import init

WHOLE = """
format = 2
address = "post@example.org"
[imap]
host = "imap.example.org"
user = "post"
password-env = "PBEM_PASSWORD"
[smtp]
host = "smtp.example.org"
tls = "starttls"
user = "post"
password-command = "pass show post"
"""


def read(folder: Path, text: str) -> object:
    (folder / "post.toml").write_text(text)
    return read_post(str(folder))


def test_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    read(tmp_path, WHOLE)
    post = read_post(str(tmp_path))

    assert post.imap and post.smtp
    assert (993, "tls", "INBOX", "", None, 30) == (
        post.imap.port, post.imap.tls, post.imap.folder, post.imap.done, post.imap.since, post.imap.timeout
    )  # fmt: skip
    assert (587, "starttls", "pass show post", "") == (
        post.smtp.port, post.smtp.tls, post.smtp.command, post.smtp.variable
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("format = 2", ""), "`format`"),
        (("format = 2", "format = 2\ncolour = 1"), "`colour`"),
        (('host = "imap.example.org"', ""), "`imap.host`"),
        (('host = "imap.example.org"', 'host = " "'), "`imap.host`"),
        (('host = "imap.example.org"', "host = 7"), "`imap.host`"),
        (('tls = "starttls"', 'tls = "ssl"'), "`smtp.tls`"),
        (('tls = "starttls"', 'tls = "none"'), "smtp.example.org is not this machine"),
        (('tls = "starttls"', "port = 0"), "`smtp.port`"),
        (('tls = "starttls"', "timeout = 10000"), "`smtp.timeout`"),
        (('tls = "starttls"', 'folder = "INBOX"'), "`smtp.folder`"),
        (('tls = "starttls"', 'ca = "none.pem"'), "`smtp.ca`"),
        (('password-env = "PBEM_PASSWORD"', ""), "`imap` has a user"),
        (('password-env = "PBEM_PASSWORD"', 'password-env = "A"\npassword-command = "b"'), "`imap` has both"),
        (('[imap]\nhost', '[imap]\nsince = "soon"\nhost'), "`imap.since`"),
        (('user = "post"\npassword-env = "PBEM_PASSWORD"', ""), "`imap.user`"),
        (('"post@example.org"', '"post"'), "`address`"),
        (('address = "post@example.org"', ""), "`address`"),
        (("[smtp]", '[hook]\ncommand = "x"\ntimeout = -1\n[smtp]'), "`hook.timeout`"),
    ],
)  # fmt: skip
def test_a_slip_is_named(tmp_path: Path, change: tuple[str, str], key: str) -> None:
    text = WHOLE.replace(*change, 1)
    assert text != WHOLE
    with pytest.raises(GameFault) as found:
        read(tmp_path, text)

    assert key in found.value.message
    assert found.value.hint


@pytest.mark.parametrize("key", ["password", "Passwort", "pass", "token"])
@pytest.mark.parametrize("place", ["[imap]", "[smtp]", "address"])
def test_a_password_in_the_file_is_refused_and_not_repeated(tmp_path: Path, key: str, place: str) -> None:
    line = f'{key} = "hunter2"'
    text = WHOLE.replace(place, f"{place}\n{line}" if place[0] == "[" else f"{line}\n{place}", 1)
    with pytest.raises(GameFault) as found:
        read(tmp_path, text)

    assert "PB742" == found.value.code.id
    assert "hunter2" not in found.value.message + found.value.hint


def test_a_server_of_this_machine_needs_no_certificate(tmp_path: Path) -> None:
    read(tmp_path, 'format = 2\naddress = "a@b.org"\n[smtp]\nhost = "127.0.0.1"\ntls = "none"\n')

    assert 25 == getattr(read_post(str(tmp_path)).smtp, "port", 0)


def test_the_file_to_fill_in_is_right_as_it_is_and_so_are_the_lines_that_wait_in_it(tmp_path: Path) -> None:
    path = Path(init(str(tmp_path / "games"), date(2026, 11, 18)))
    post = read_post(str(path.parent))
    (path.parent / "own-ca.pem").write_text("")
    lines = [line.removeprefix("# ") if " = " in line or line == "# [hook]" else line for line in blank(
        date(2026, 11, 18)).split("\n")]  # fmt: skip
    every = tomllib.loads("\n".join(line for line in lines if "password-command" not in line))

    assert date(2026, 11, 18) == getattr(post.imap, "since", None)
    assert {"address", "authserv", "delivered", "format", "hook", "imap", "name", "page", "smtp"} == {*every}
    assert 0o600 == path.stat().st_mode & 0o777
    with pytest.raises(GameFault, match="PB741"):
        init(str(path.parent), date(2026, 11, 18))


def test_the_settings_of_a_game_lie_in_the_folder_that_holds_it(tmp_path: Path) -> None:
    game = tmp_path / "games" / "winter"
    game.mkdir(parents=True)
    (game / "game.toml").write_text("")

    assert str(tmp_path / "games") == post_directory(str(game))
    assert str(tmp_path / "games") == post_directory(str(tmp_path / "games"))
    assert not has_post(str(tmp_path / "games"))
    with pytest.raises(GameFault, match="PB740"):
        read_post(str(tmp_path / "games"))
