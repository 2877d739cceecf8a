"""Orders ahead that come by mail: answered, kept and used like those taken in by hand, and told to nobody else."""

from __future__ import annotations

import re
import shutil
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from ahead_games import HASHES, begun, last, stays

from games import sheet_text
from pbem.store.mailboxes import Incoming
from pbem.store.outbox import read_outbox
from pbem.timing import stamp
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.letters import fetch
from pbem.workflow.posting import Draft, Origin, posted
from pbem.workflow.tick import tick

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)  # a Monday
HOUR = timedelta(hours=1)
TIME = '\n[time]\nzone = "UTC"\nat = "12:00"\nperiod = "2d"\nremind = "4h"\n'
ROLES = ("frederick", "elisabeth", "maria-theresa", "pompadour")
AUSTRIA = {"for": "austria", "do": ["Daun stays"], "unless": ["attacked", "fate"]}
MADE = re.compile(r"(?<=\.)[0-9a-f]{12}(?=@pbem\.invalid)|=_[0-9a-f]{32}")  # digests in ids and boundaries


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game whose players have addresses, and their first reports."""
    game = begun(tmp_path)
    addressed(game)
    tick([game], NOW)
    return game


def addressed(game: str, more: str = "") -> None:
    """Give every player an address and the form of plain text."""
    path = Path(game, "game.toml")
    text = path.read_text(encoding="utf-8")
    for place, name in {**{f"roles.{role}": role for role in ROLES}, "moderator": "host"}.items():
        head, mark, rest = text.partition(f"[{place}]")
        form = 'form = "text"\n' if place != "moderator" else ""
        text = head + mark + rest.replace('address = ""\n', f'address = "{name}@example.org"\n{form}', 1)
    path.write_text(text + more, encoding="utf-8")


def letter(role: str, text: str) -> bytes:
    """A letter of a player to the host."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = f"{role}@example.org", "host@example.org", "Re: [winter]"
    mail["Message-ID"] = f"<{role}.{len(text)}@example.org>"
    mail.set_content(text)
    return bytes(mail)


def wrote(game: str, role: str, body: dict[str, Any] | str, now: datetime) -> str:
    """A letter taken in, with a sheet or a word in it; what became of it."""
    text = sheet_text(game, role, body) if isinstance(body, dict) else body
    (found,) = fetch([game], [Incoming(letter(role, text), "letter.eml")], now.isoformat())
    assert found.row is not None, found.fault
    return found.row.fate


def mails_to(game: str, role: str) -> list[str]:
    """All mails to a reader, without what digests hide."""
    mails = [message_from_bytes(path.read_bytes(), policy=policy.default)
             for path in sorted(Path(game, "outbox").glob(f"*-{role}.eml"))]  # fmt: skip
    return [MADE.sub("#", HASHES.sub("#", "\n".join([*(f"{k}: {v}" for k, v in mail.items()), *texts_of(mail)])))
            for mail in mails]  # fmt: skip


def texts_of(mail: Any) -> list[str]:
    parts = [part.get_content() for part in mail.walk() if not part.is_multipart()]
    return [part if isinstance(part, str) else part.decode() for part in parts]


def last_to(game: str, role: str) -> str:
    """The last mail to a reader."""
    return mails_to(game, role)[-1]


def test_no_mail_to_others_tells_that_there_are_orders_ahead(game: str, tmp_path: Path) -> None:
    one, two = (shutil.copytree(game, str(tmp_path / name / "winter")) for name in ("one", "two"))
    for place in (one, two):
        if place == two:
            assert "sheet" == wrote(place, "maria-theresa", {"ahead": [AUSTRIA]}, NOW + HOUR)
        wrote(place, "frederick", stays(), NOW + 2 * HOUR)
        tick([place], NOW + 3 * HOUR)

    assert ["austria"] == [item.decision for item in last(two).ahead]
    for role in ("frederick", "elisabeth", "pompadour"):
        assert len(mails_to(one, role)) >= 3 and mails_to(one, role) == mails_to(two, role)


def test_two_strangers_who_are_told_the_same_get_mails_of_different_ids(game: str) -> None:
    outbox, origin = read_outbox(game), Origin("winter", "d083f6910ff2", ("Zoe", "host@example.org"))
    for name in ("eve", "max"):
        outbox = posted(outbox, origin, Draft("stranger", "", f"{name}@example.org", "notice", "Hm", "?"), stamp(NOW))

    assert 2 == len({row.id for row, _ in outbox.new})


BESIDE: dict[str, Any] = {
    "prussia": {"friedrich": "Neumarkt 8", "t1": "Wohlau"}, "austria": {"daun": "Ohlau 6", "t1": "Neisse"},
    "hands": {"prussia": "13S 8S 5S", "austria": "12S 6S 11D"},
}  # fmt: skip
ENDS: dict[str, Any] = {"otherwise": "concede", "retreat": ["anywhere"]}
STANDING = {"own": "Daun", "plays": ["12S"], **ENDS}
SOONER = "Your standing bid answers as soon as all else is in, and by Wednesday"
BY_THEN = "Your standing bid answers, unless you send another by Wednesday"


@pytest.mark.parametrize(("early", "told"), [("true", SOONER), ('"12h"', SOONER), ("false", BY_THEN)])
def test_who_has_a_standing_bid_is_told_whether_the_step_may_go_on_before_its_deadline(
    tmp_path: Path, early: str, told: str
) -> None:
    game = begun(tmp_path, **BESIDE)
    addressed(game, f"{TIME}early = {early}\n")
    tick([game], NOW)
    wrote(game, "maria-theresa", {"standing": [STANDING]}, NOW + HOUR)
    wrote(game, "frederick", {"do": ["Friedrich > Breslau"]}, NOW + 2 * HOUR)
    adjudicate(game)
    tick([game], NOW + 3 * HOUR)

    assert told in " ".join(last_to(game, "maria-theresa").split())
    wrote(game, "frederick", {"bid": [{"own": "Friedrich", "enemy": "Daun", "plays": [], **ENDS}]}, NOW + 4 * HOUR)
    tick([game], NOW + 5 * HOUR)
    assert (early == "true") is ("t02-hanover" == last(game).label)
