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
from ahead_games import HANOVER, HASHES, begun, last, sent, stays

from games import sheet_file, sheet_text
from pbem.store.mailboxes import Incoming
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_game, read_secret
from pbem.store.times import read_times
from pbem.timing import stamp
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.letters import fetch
from pbem.workflow.posting import Draft, Origin, posted
from pbem.workflow.sealing import seal
from pbem.workflow.status import status
from pbem.workflow.submit import submit
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


def letter(role: str, text: str, date: str = "") -> bytes:
    """A letter of a player to the host."""
    mail = EmailMessage()
    if date:
        mail["Date"] = date
    mail["From"], mail["To"], mail["Subject"] = f"{role}@example.org", "host@example.org", "Re: [winter]"
    mail["Message-ID"] = f"<{role}.{len(text)}@example.org>"
    mail.set_content(text)
    return bytes(mail)


def wrote(game: str, role: str, body: dict[str, Any] | str, now: datetime, date: str = "") -> str:
    """A letter taken in, with a sheet or a word in it; what became of it."""
    text = sheet_text(game, role, body) if isinstance(body, dict) else body
    (found,) = fetch([game], [Incoming(letter(role, text, date), "letter.eml")], now.isoformat())
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


# what answers in the place of a sheet, and what is no answer


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


@pytest.fixture
def battle(tmp_path: Path) -> str:
    """Both sides owe a bid; for Maria Theresa a standing one answers."""
    game = begun(tmp_path, **BESIDE)
    addressed(game, TIME)
    tick([game], NOW)
    wrote(game, "maria-theresa", {"standing": [STANDING]}, NOW + HOUR)
    wrote(game, "frederick", {"do": ["Friedrich > Breslau"]}, NOW + 2 * HOUR)
    tick([game], NOW + 3 * HOUR)
    return game


BID = {"own": "Daun", "enemy": "Friedrich", "plays": ["6S"], **ENDS}


def word(game: str, role: str, text: str) -> str:
    """A letter with one word."""
    return f'{text}\n\nkey = "{read_secret(read_game(game)).keys[role]}"\n'


def test_the_word_status_tells_that_a_standing_bid_answers(battle: str) -> None:
    wrote(battle, "maria-theresa", word(battle, "maria-theresa", "status"), NOW + 4 * HOUR)
    own = last_to(battle, "maria-theresa")
    wrote(battle, "frederick", word(battle, "frederick", "status"), NOW + 4 * HOUR)

    assert "Your standing bid answers" in own and "Still awaited" not in own
    assert "Still awaited from you for step 2" in last_to(battle, "frederick")


def test_who_withdraws_a_bid_is_told_that_the_standing_one_answers_again(battle: str) -> None:
    wrote(battle, "maria-theresa", {"bid": [BID]}, NOW + 4 * HOUR)
    fate = wrote(battle, "maria-theresa", word(battle, "maria-theresa", "withdraw"), NOW + 5 * HOUR)
    told = last_to(battle, "maria-theresa")

    assert "withdrawn" == fate and ("maria-theresa",) == open_game(battle).answered
    assert "your standing answer stays: the bid for Daun against Friedrich" in told
    assert "Your standing bid answers" in told and "Still awaited" not in told


@pytest.mark.parametrize("held", [False, True])
def test_who_withdraws_a_sheet_is_told_that_the_orders_ahead_answer_again(tmp_path: Path, held: bool) -> None:
    game = begun(tmp_path)
    file = sheet_file(game, "frederick", stays(HANOVER))
    if held:
        Path(file).write_text(seal(file, open_game(game).game.seal_key, True, ahead=True).text, encoding="utf-8")
    submit(file, game)
    adjudicate(game, one=True)
    sent(game, "frederick", {"do": ["Ferdinand stays"]})
    told = " ".join(submit(sheet_file(game, "frederick", {}, status="withdrawn"), game).text.split())

    stays_ = "your held orders ahead stay, and wait for their phrase" if held else "your orders ahead stay, and answer"
    assert f"{stays_}: Hanover's moves" in told
    assert (["frederick"] if held else []) == [row.role for row in status(game).missing]


def test_press_by_mail_is_no_answer_to_what_is_owed(battle: str) -> None:
    before = read_times(battle)
    talk = sheet_text(battle, "frederick", {}) + '\n[[press]]\ntext = "Give up."\n'
    fate = wrote(battle, "frederick", talk, NOW + 4 * HOUR)

    told = last_to(battle, "frederick")
    assert "talk" == fate and before == read_times(battle)
    assert "Receipt: taken, without orders" in told
    assert "Still awaited from you for step 2" in told and "Nothing more" not in told


def test_neither_press_nor_a_withdrawal_taken_in_by_hand_is_an_answer_in_time(battle: str) -> None:
    before = read_times(battle)
    file = sheet_file(battle, "frederick", {})
    Path(file).write_text(Path(file).read_text() + '\n[[press]]\ntext = "Give up."\n')
    submit(file, battle, lambda: NOW + 4 * HOUR)
    submit(sheet_file(battle, "frederick", {}, status="withdrawn"), battle, lambda: NOW + 5 * HOUR)

    assert before == read_times(battle)


def test_orders_written_before_press_that_came_first_are_taken(battle: str) -> None:
    talk = sheet_text(battle, "maria-theresa", {}) + '\n[[press]]\ntext = "Never."\n'
    wrote(battle, "maria-theresa", talk, NOW + 4 * HOUR, "Mon, 02 Mar 2026 12:59:00 +0000")

    late = wrote(battle, "maria-theresa", {"bid": [BID]}, NOW + 5 * HOUR, "Mon, 02 Mar 2026 12:30:00 +0000")
    assert "sheet" == late
