"""What was written to a game and what came of it, as it is read: for texts that are held word for word.

The golden files are made to be read: `tests/golden/mails`.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from mail.post import NORTH, key_of, letter, mails, post, taken, text_of, winter

from pbem.store.outbox import read_outbox
from pbem.workflow.fetching import as_text
from pbem.workflow.tick import tick
from pbem.workflow.timing import due

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday
MAILS = Path(__file__).parents[1] / "golden" / "mails"
HOUR = timedelta(hours=1)
TIME = """
[time]
zone = "Europe/Lisbon"
at = "20:00"
period = "2d"
weekdays = ["mon", "tue", "wed", "thu", "fri"]
grace = "12h"
"""
HOTEL, EVE, MAX = "anna@hotel.example", "eve@example.com", "max@example.net"


class Talk:
    """What was written and what came of it, as it is read."""

    def __init__(self, games: str) -> None:
        self.games, self.lines, self.read = games, list[str](), dict[str, int]()
        self.count = 0

    def say(self, what: str, said: str = "") -> None:
        """The heading of a case; then all mails that it brought."""
        self.lines += ["", "#" * 72, f"# {what}", "", *([said, ""] if said else [])]
        for place in (winter(self.games), post(self.games)):
            found = mails(place)
            for mail in found[self.read.get(place, 0) :]:
                self.lines += [shown(mail), ""]
            self.read[place] = len(found)

    def letter(self, what: str, text: str, sender: str = f"Anna <{NORTH}>", **more: str) -> None:
        """A letter, and the answers to it."""
        self.count += 1
        more = {"message_id": f"<{self.count}@x>", "date": f"Wed, 18 Nov 2026 11:{self.count:02}:00 +0000", **more}
        self.take(what, letter(text, sender, **more))

    def take(self, what: str, data: bytes) -> None:
        """What `pbem mail fetch` says of a letter, and the answers to it."""
        said = as_text(taken(self.games, data))
        self.say(what, said)

    def tick(self, what: str, now: datetime, dry: bool = False) -> None:
        """A round of the post, what it says and the mails it brings."""
        done = tick([self.games], now, dry=dry)
        self.lines += ["", "#" * 72, f"# {what}", ""]
        self.lines += [*done.said, *(fault.message for fault in done.faults), ""]
        self.lines += [f"({line})" for line in done.broken]
        found = mails(winter(self.games))
        for mail in found[self.read.get(winter(self.games), 0) :]:
            self.lines += [shown(mail, "report" in read_kind(self.games, mail)), ""]
        self.read[winter(self.games)] = len(found)

    def told(self, what: str, text: str) -> None:
        """What a command says."""
        self.lines += ["", "#" * 72, f"# {what}", "", text.rstrip()]

    @property
    def text(self) -> str:
        found = "\n".join(self.lines).replace("\r\n", "\n").replace(self.games, "games").strip() + "\n"
        found = re.sub(r"\): [a-z]+\s+[a-z]+\s+[a-z]+\s+[a-z]+\n  [0-9a-f]{64}", "): four words\\n  a hash", found)
        for role in ("north", "south"):
            found = found.replace(key_of(winter(self.games), role), f"key-of-{role}")
        return found


def read_kind(games: str, mail: EmailMessage) -> str:
    id_ = str(mail["Message-ID"]).strip("<>")
    return next(row.kind for row in read_outbox(winter(games)).rows if row.id == id_)


def shown(mail: EmailMessage, short: bool = False) -> str:
    """A mail as it is read; of reports, which are held elsewhere, the subject alone."""
    files = ", ".join(str(part.get_filename()) for part in mail.iter_attachments())
    head = f"To: {mail['To']}\nSubject: {mail['Subject']}\n" + (f"Attached: {files}\n" if files else "")
    return head if short else f"{head}\n{text_of(mail).rstrip()}\n"


def timed(games: str, more: str = "", path: str = "game.toml") -> None:
    file = Path(winter(games), path)
    file.write_text(file.read_text() + TIME + more)
    Path(games, "post.toml").write_text("format = 2\ndelivered = true\n")  # letters are looked at


def time_line(directory: str, now: datetime, fetched: bool = True) -> str:
    found = due(directory, now, fetched)
    return "\n".join(found.said) if found is not None else ""
