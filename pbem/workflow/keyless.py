"""Letters of players that prove nothing though they answer a mail of ours: without a key, or with one of before."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core import SHEET, Code
from pbem.mail.beside import BARE_KEY
from pbem.mail.commands import typed_lines
from pbem.mail.words import is_thanks
from pbem.workflow.answers import REFUSED, answer_to
from pbem.workflow.check import Answer
from pbem.workflow.mailroom import Letter, addresses_of
from pbem.workflow.post_codes import KEY_RENEWED, NO_KEY
from pbem.workflow.post_desk import Desk, Done, is_from, shown
from pbem.workflow.proxies import reader_of, seat_of, seated
from pbem.workflow.strangers import said_refusal

MOST_ANSWERS = 3  # in a day to one reader: a program that hides what it is may be answering ours
KIND = "keyless"
WITH_KEY = ("report", "welcome", "handover", "key")  # the kinds of mails that tell a key
NOT_DONE = "The letter was refused; nothing was changed."


def without_proof(desk: Desk, letter: Letter, answer: Answer | None = None) -> Done | None:
    """What becomes of a letter without a key, or with an old one; None if it may be anybody's."""
    if letter.head.doubtful or letter.head.forged:
        return None
    if (row := _renewed(desk, letter)) is not None:
        return _told(desk, letter, row["role"], KEY_RENEWED, row["at"])
    if any(map(BARE_KEY.fullmatch, letter.keys)) or (answer is not None and answer.sheet is not None):
        return None
    role, desk = _answered(desk, letter)
    if not role:
        return None
    return Done(role, "thanks") if is_thanks(typed_lines(letter.parts)) else _told(desk, letter, role, NO_KEY)


def _renewed(desk: Desk, letter: Letter) -> Mapping[str, str] | None:
    """The row of an old key in a letter from an address of its role; the newest of them."""
    rows = [row for row in desk.secret.renewed if row["key"].lower() in letter.keys]
    return next((row for row in reversed(rows) if is_from(desk, letter, row["role"])), None)


def _answered(desk: Desk, letter: Letter) -> tuple[str, Desk]:
    """The role to whose address went a mail that a letter answers, and the desk as its reader knows it."""
    readers = {row.to for row in desk.outbox.rows if row.id in letter.head.references}
    for role in desk.game.players:
        if role in readers and is_from(desk, letter, role):
            return role, desk
    for role, seat in desk.secret.proxies.items():
        if reader_of(role) in readers and letter.head.sender in addresses_of(seat_of(seat)):
            return role, desk._replace(table=seated(desk.table, desk.secret, role), proxy=role)
    return "", desk


def _told(desk: Desk, letter: Letter, role: str, code: Code, since: str = "") -> Done:
    """What is missing, and in which mail it stands; nothing that only a player may know."""
    done = Done(role, "refused", about=code.id)
    if _answers_today(desk, role) >= MOST_ANSWERS:
        return done
    mails = [row for row in desk.outbox.rows if row.to == desk.reader(role) and row.kind in WITH_KEY]
    facts = {"renewed": shown(since)} if since else {}
    if mails and mails[-1].date >= since:
        said = code(SHEET, sent=shown(mails[-1].date), subject=mails[-1].subject, **facts)
    else:
        said = code(SHEET, form="unsent", **facts)
    subject = REFUSED.format(game=desk.game.name, step=desk.table.last.number)
    text = f"{said_refusal(said)}\n{NOT_DONE}\n"
    draft = answer_to(desk.table, role, letter, desk.number, KIND, subject, text)
    return done._replace(others=(draft._replace(to=desk.reader(role)),))


def _answers_today(desk: Desk, role: str) -> int:
    today = desk.room.now[:10]
    return sum((row.to, row.kind, row.date[:10]) == (desk.reader(role), KIND, today) for row in desk.outbox.rows)
