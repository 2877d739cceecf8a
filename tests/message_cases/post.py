"""Letters that are refused for other reasons than their sheets: who wrote them, when, and what they ask for."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any
from unittest import mock

from games import sheet_text
from message_cases.common import case
from pbem.core.ended import ABANDONED
from pbem.rulesets import MODULES
from pbem.store.mailboxes import Incoming
from pbem.store.reading import Player, read_game, read_secret
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.ending import end
from pbem.workflow.keyring import renew
from pbem.workflow.letters import fetch
from pbem.workflow.new import Plan, new
from pbem.workflow.new_keys import key_by_mail
from pbem.workflow.post_reports import post_reports
from pbem.workflow.publish import reveal
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit

PLACE = "games/meadow"


def begun(**more: Any) -> None:
    """A small game whose players have addresses."""
    MODULES["toy"] = "toy"
    Path("games").mkdir()
    people = {"north": Player("Anna", "anna@example.net"), "south": Player("Ben", "ben@example.net")}
    new(Plan(PLACE, "toy", seed="a", players=people, **more))


def key() -> str:
    return read_secret(read_game(PLACE)).keys["north"]


def vow(number: int = 2) -> str:
    return sheet_text(PLACE, "north", {"vow": number})


def answered(*letters: tuple[str, str, str], form: str = "") -> tuple[str, str]:
    """What the last mail says after letters of these senders, hours and texts."""
    rows = (
        f"From: {sender}\nDate: Wed, 18 Nov 2026 {hour}:00 +0000\nMessage-ID: <{at}@x>\nSubject: x\n\n{text}\n"
        for at, (sender, hour, text) in enumerate(letters)
    )
    found = [*fetch(["games"], (Incoming(row.encode(), "letter") for row in rows), "2026-11-18T20:00:00+00:00")]
    if (fault := found[-1].fault) is not None:
        raise fault
    folder = Path(found[-1].directory, "outbox")
    mail = message_from_bytes(sorted(folder.glob("*"))[-1].read_bytes(), policy=policy.default)
    body = mail.get_body(("plain",))  # type: ignore[attr-defined]
    return body.get_content().replace("\r\n", "\n"), form


@case("PB701", "a letter that was overtaken by a later one")
def overtaken() -> Any:
    begun()
    return answered(("anna@example.net", "11:00", vow(3)), ("anna@example.net", "10:00", vow(1)))


@case("PB701", "a letter that was overtaken by a draft")
def overtaken_by_draft() -> Any:
    begun()
    draft = vow(3).replace("\nrole =", '\nstatus = "draft"\nrole =')
    return answered(("anna@example.net", "11:00", draft), ("anna@example.net", "10:00", vow(1)), form="draft")


@case("PB702", "a letter of a stranger")
def stranger() -> Any:
    begun()
    return answered(("eve@example.com", "10:00", vow().replace(key(), "guessed")))


@case("PB703", "the right key from another address")
def elsewhere() -> Any:
    begun()
    return answered(("anna@hotel.example", "10:00", vow()))


@case("PB703", "the right key under an address that was forged")
def forged_address() -> Any:
    begun()
    Path("games/post.toml").write_text('format = 2\naddress = "post@example.org"\nauthserv = "mx.example.org"\n')
    sender = "anna@example.net\nAuthentication-Results: mx.example.org; dmarc=fail"
    return answered((sender, "10:00", vow()), form="forged")


@case("PB704", "a word for which no letter waits")
def no_such_word() -> Any:
    begun()
    return answered(("anna@example.net", "10:00", 'game = "meadow"\n\nconfirm-aaaabbbbcc'))


def reply_without_key(last: str) -> str:
    """A letter without a key that answers the last mail of the game."""
    path = sorted(Path(PLACE, "outbox").glob("*-north.eml"))[-1]
    id_ = message_from_bytes(path.read_bytes(), policy=policy.default)["Message-ID"]
    return f"anna@example.net\nIn-Reply-To: {id_}{last}"


@case("PB711", "an answer to a receipt, without a key")
def keyless() -> Any:
    begun()
    answered(("anna@example.net", "10:00", vow()))
    return answered((reply_without_key("\nX-Number: 2"), "11:00", "status"), form="unsent")


@case("PB711", "an answer to a receipt, where a report was sent")
def keyless_after_report() -> Any:
    begun()
    post_reports(PLACE, datetime(2026, 11, 18, 9, tzinfo=UTC), None)
    answered(("anna@example.net", "10:00", vow()))
    return answered((reply_without_key(""), "11:00", "status"))


@case("PB713", "a word above a sheet that was filled in")
def word_and_sheet() -> Any:
    begun()
    return answered(("anna@example.net", "10:00", f"withdraw\n\n{vow()}"))


@case("PB712", "a key that was renewed")
def old_key() -> Any:
    begun()
    text = vow()
    key_by_mail(PLACE, "north", True, "2026-11-18T09:00:00+00:00")
    return answered(("anna@example.net", "10:00", text))


@case("PB712", "a key that was renewed by hand")
def old_key_by_hand() -> Any:
    begun()
    text = vow()
    renew(PLACE, "north", "2026-11-18T09:00:00+00:00")
    return answered(("anna@example.net", "10:00", text), form="unsent")


@case("PB701", "a letter that was overtaken by a withdrawal")
def overtaken_by_word() -> Any:
    begun()
    word = ("anna@example.net", "11:00", f"{key()} withdraw")
    sent = (("anna@example.net", "09:00", vow(3)), word, ("anna@example.net", "10:00", vow(1)))
    return answered(*sent, form="withdrawn")


@case("PB705", "nothing to withdraw")
def nothing_sent() -> Any:
    begun()
    return answered(("anna@example.net", "10:00", f"{key()} withdraw"))


@case("PB705", "words for the seed are bound")
def bound() -> Any:
    begun(beacon="the lottery of 28 November 2026")
    return answered(("anna@example.net", "10:00", f"{key()} withdraw"), form="opening")


@case("PB705", "envelopes that are gathered")
def gathered() -> Any:
    begun(plays=("south",))
    sent = {role: sheet_text(PLACE, role, {"vow": 2}) for role in ("north", "south")}
    for role, text in sent.items():
        Path(f"{role}.toml").write_text(text)
        report(PLACE, [role])
        view = f"{PLACE}/reports/0000/{role}.view.toml"
        Path(f"{role}.sealed").write_text(seal(f"{role}.toml", view, hold=True, accept=True).text)
        submit(f"{role}.sealed", PLACE)
    return answered(("anna@example.net", "10:00", f"{key()} withdraw"), form="gathered")


@case("PB706", "a letter to a game that is closed")
def closed() -> Any:
    begun()
    adjudicate(PLACE, ["all"])
    reveal(PLACE, "public", True)
    return answered(("anna@example.net", "10:00", sheet_text(PLACE, "north", {"card": 1})))


@case("PB706", "a wish for time in a game that is over")
def over() -> Any:
    begun()
    adjudicate(PLACE, ["all"])
    end(PLACE, ABANDONED, reason="two of us have no time any more")
    return answered(("anna@example.net", "10:00", f"{key()} wait"), form="over")


@case("PB707", "a wish for time where none is kept")
def no_time() -> Any:
    begun()
    return answered(("anna@example.net", "10:00", f"{key()} wait"))


@case("PB708", "an absence without its days")
def no_days() -> Any:
    begun()
    path = Path(PLACE, "game.toml")
    path.write_text(f'{path.read_text()}\n[time]\nzone = "Europe/Berlin"\n')
    return answered(("anna@example.net", "10:00", f"{key()} absent"))


@case("PB710", "a letter that the program cannot cope with")
def broken() -> Any:
    begun()

    def breaks(*rest: Any) -> Any:
        raise KeyError("a secret")

    with mock.patch("pbem.workflow.letters.with_sheet", breaks):
        answered(("anna@example.net", "10:00", vow()))
