"""Games whose players have addresses, letters to them, and what lies in their outboxes afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from games import sheet_text
from pbem.store.letters import LetterRow, read_letters
from pbem.store.mailboxes import Incoming
from pbem.store.outbox import read_outbox
from pbem.store.reading import Player, read_game, read_secret
from pbem.workflow.letters import fetch
from pbem.workflow.new import Plan, new
from pbem.workflow.post_desk import Outcome

NOW = "2026-11-18T12:00:00+00:00"
NORTH, SOUTH, HOST = "anna@example.net", "ben@example.net", "zoe@example.org"


@pytest.fixture
def games(toy: None, tmp_path: Path) -> str:
    """A folder with one game of the toy."""
    begun(tmp_path, "winter")
    return str(tmp_path / "games")


def begun(folder: Path, name: str, seed: str = "a") -> str:
    """A game of the toy whose players have addresses."""
    (folder / "games").mkdir(exist_ok=True)
    directory = str(folder / "games" / name)
    new(Plan(directory, "toy", seed=seed, players={"north": Player("Anna", NORTH), "south": Player("Ben", SOUTH)}))
    edit(directory, 'whom the mails come from\nname = ""\naddress = ""', f'\nname = "Zoe"\naddress = "{HOST}"')
    return directory


def edit(directory: str, old: str, new: str) -> None:
    """Change game.toml as its moderator may."""
    path = Path(directory, "game.toml")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def winter(games: str) -> str:
    return str(Path(games, "winter"))


def key_of(directory: str, role: str) -> str:
    return read_secret(read_game(directory)).keys[role]


def vow(games: str, role: str = "north", vow: int = 2, **heading: Any) -> str:
    """A sheet that the game takes at its set-up."""
    return sheet_text(winter(games), role, {"vow": vow}, **heading)


def letter(text: str, sender: str = f"Anna <{NORTH}>", **headers: str) -> bytes:
    """A letter to the game; ``message_id`` and the like are its headers."""
    message = EmailMessage()
    known = {
        "From": sender, "To": HOST, "Subject": "Re: [winter 0] The toy",
        "Date": "Wed, 18 Nov 2026 11:00:00 +0000", "Message-ID": "<1@example.net>",
    }  # fmt: skip
    given = {key.replace("_", "-").title().replace("Message-Id", "Message-ID"): value for key, value in headers.items()}
    for name, value in {**known, **given}.items():
        if value:
            message[name] = value
    message.set_content(text)
    return bytes(message)


def taken(games: str, *letters: bytes, now: str = NOW) -> list[Outcome]:
    """Let letters come in."""
    return [*fetch([games], (Incoming(data, f"{at}.eml") for at, data in enumerate(letters)), now)]


def fates(found: Sequence[Outcome]) -> list[str]:
    """What became of letters; "again" of those that came before."""
    assert [] == [outcome.fault.message for outcome in found if outcome.fault is not None]
    return [outcome.row.fate if outcome.row is not None else "again" for outcome in found]


def rows(directory: str) -> tuple[LetterRow, ...]:
    return read_letters(directory).rows


def mails(directory: str) -> list[EmailMessage]:
    """The mails in the outbox of a game or of the post, the oldest first."""
    paths = sorted(Path(directory, "outbox").glob("*.eml"))
    found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in paths]
    assert [row.id for row in read_outbox(directory).rows] == [str(mail["Message-ID"]).strip("<>") for mail in found]
    return found  # type: ignore[return-value]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def post(games: str) -> str:
    return str(Path(games, "post"))
