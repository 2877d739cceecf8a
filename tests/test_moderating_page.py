"""The page for moderators can be pasted: from a new game to its first rounds, with servers and without."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from peers import PASSWORD, Dovecot, Postman, dovecot, postman, postman_of_all
from test_readme import surroundings

__all__ = ["dovecot", "postman", "postman_of_all"]

PAGE = Path(__file__).parent.parent / "docs" / "moderating.md"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the lines are for a shell that Windows does not have")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def ran(lines: str, place: Path) -> str:
    """What the lines print; each must end well."""
    script = "\n".join(f"{line} || exit 9" for line in lines.strip().split("\n"))
    env = {**surroundings(place), "PBEM_PASSWORD": PASSWORD}
    done = subprocess.run(["sh"], input=script, cwd=place, env=env, text=True, capture_output=True, timeout=900)
    assert 0 == done.returncode, done.stdout + done.stderr
    return done.stdout


def test_the_page_can_be_pasted(tmp_path: Path, dovecot: Dovecot, postman: Postman) -> None:
    first, second, third, fourth = blocks("sh")
    assert "post.toml" in ran(first, tmp_path)
    for name in ("new", "cur", "tmp"):
        (tmp_path / "Maildir" / name).mkdir(parents=True)
    filled_in(tmp_path / "games" / "post.toml", dovecot, postman)
    said = ran(second, tmp_path)

    assert 2 == said.count(" works; ")
    assert "Mails that would be sent: 0." in said and "Mails sent: 8." in said
    assert {"anna@example.org", "ben@example.org", "carla@example.org", "dora@example.org"} == {
        mail.to for mail in postman.sent
    }
    assert "waits for" in ran(third, tmp_path)
    (tmp_path / "games" / "post.toml").unlink()
    assert "" == ran(fourth, tmp_path)  # all is sent, and no letter has come


def filled_in(path: Path, dovecot: Dovecot, postman: Postman) -> None:
    """Fill in the servers, as the page asks for."""
    text = path.read_text()
    for name, port, ca in (("imap", dovecot.port, dovecot.ca), ("smtp", postman.port, postman.ca)):
        text = text.replace(f'host  = "{name}.example.org"', f'host  = "localhost"\nport = {port}\nca = "{ca}"')
    text = text.replace('password-command = "pass show mail/post"', 'password-env = "PBEM_PASSWORD"')
    path.write_text(text)


def test_what_the_page_says_of_files_is_what_the_program_reads(tmp_path: Path) -> None:
    """The tables of the page, put into a game and into settings."""
    from pbem.store.post import read_post
    from pbem.store.reading import read_game
    from pbem.workflow.new import Plan, new

    roles, hook, delivered = blocks("toml")
    new(Plan(str(tmp_path / "winter"), "friedrich", seed="a"))
    path = tmp_path / "winter" / "game.toml"
    text = re.sub(r"\[roles\.frederick\].*?\n\n", f"{roles.partition('[[')[0]}\n", path.read_text(), flags=re.DOTALL)
    path.write_text(f"{text}\n[[{roles.partition('[[')[2]}")
    (tmp_path / "post.toml").write_text(f"format = 2\n{hook}")
    game = read_game(str(tmp_path / "winter"))

    assert ("html", ("anna@work.example",)) == (game.players["frederick"].form, game.players["frederick"].addresses)
    assert ["olga@example.org"] == [seat.address for seat in game.observers]
    assert read_post(str(tmp_path)).hook.startswith("curl")
    (tmp_path / "post.toml").write_text(delivered)
    assert read_post(str(tmp_path)).delivered


def test_cron_and_systemd_call_commands_that_there_are() -> None:
    lines = [*blocks("crontab"), *blocks("ini")]

    assert 2 == len(lines) and all("/.local/bin/pbem mail tick " in block for block in lines)
    assert "EnvironmentFile = -" in lines[1]  # a file that is not there stops no service
