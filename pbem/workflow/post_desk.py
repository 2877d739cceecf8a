"""A game that is held while a letter is taken in: who wrote it, what it may change, and the one change that does it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pbem.core import SHEET, Diagnostic
from pbem.mail.beside import BARE_KEY
from pbem.store import GameFault
from pbem.store.letters import LetterRow, Letters, read_letters
from pbem.store.outbox import Outbox, read_outbox
from pbem.store.reading import Game, Secret, read_secret
from pbem.store.transaction import Part, commit
from pbem.workflow import Table, open_game
from pbem.workflow.answers import moderator_drafts
from pbem.workflow.check import Answer
from pbem.workflow.mailroom import Letter, Mailroom, addresses_of, origin_of, roles_of
from pbem.workflow.post_codes import OLDER_LETTER
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import acting, is_over, reader_of, seat_of, seated

ACTED = ("sheet", "draft", "withdrawn")  # the fates of letters that changed what counts
MOST_ANSWERS = 40  # to one player in a day
SILENCE = "silence"  # the kind of the mail that tells of it
SILENT = """\
{role} ({address}) has had {most} answers today and gets no more of them until
tomorrow: a program at that address may be answering ours. Letters are taken
in and acted upon as ever."""


class Outcome(NamedTuple):
    """What became of one letter."""

    place: str  # where it was found
    directory: str = ""  # the game, or the folder of the post, that keeps it
    row: LetterRow | None = None  # None: it came before, and nothing was done
    fault: GameFault | None = None  # why nothing could be done with it now


class Desk(NamedTuple):
    """A game that is held for writing, with all that a letter may change."""

    room: Mailroom
    table: Table
    secret: Secret
    letters: Letters
    outbox: Outbox
    proxy: str = ""  # the role whose proxy has written the letter

    @property
    def game(self) -> Game:
        """What game.toml says."""
        return self.table.game

    @property
    def number(self) -> int:
        """The number of the letter that is being taken in."""
        return self.letters.next_number

    def reader(self, role: str) -> str:
        """How mails to whoever plays a role here are called."""
        return reader_of(role) if role and role == self.proxy else role


class Done(NamedTuple):
    """What is to be done with a proved letter: the row that tells it, its answers, and what else is written."""

    role: str
    fate: str
    drafts: tuple[Draft, ...] = ()
    parts: tuple[Part, ...] = ()
    version: int = 0
    about: str = ""
    of: int = 0  # the letter that this one lets count
    others: tuple[Draft, ...] = ()  # mails to whoever else it concerns, by the names of their readers


class Unproved(NamedTuple):
    """A letter that no player wrote, or nobody can be sure of it."""

    fate: str  # "stranger", or the kind of machine that wrote it
    why: str = ""  # what the moderator is told
    place: str = ""  # the game that it may be for
    step: int = 0  # the step of it that is under way


def desk_of(room: Mailroom, place: str) -> Desk:
    """A game that is held, to which a letter comes."""
    table = open_game(place)
    return Desk(room, table, read_secret(table.game), read_letters(place), read_outbox(place))


# who wrote it


def desk_for(desk: Desk, letter: Letter) -> Desk:
    """The desk as the writer of a letter knows it: where it has the key of a proxy, he sits in the seat of the role."""
    when = datetime.fromisoformat(letter.received)
    for role, row in desk.secret.proxies.items():
        is_his = letter.head.sender in addresses_of(seat_of(row)) or desk.secret.keys[role].lower() not in letter.keys
        if row["key"].lower() in letter.keys and is_his and not is_over(desk.game, row, when):
            table = seated(desk.table, desk.secret, role)
            return desk._replace(table=table, secret=acting(desk.secret, role), proxy=role)
    return desk


def proved_role(desk: Desk, letter: Letter, answer: Answer) -> str:
    """The role whose key a letter has: that of its sheet; without one, whatever key is in it; empty if none fits."""
    keys, sheet = {role: key.lower() for role, key in desk.secret.keys.items()}, answer.sheet
    if sheet is not None:
        return sheet.role if sheet.role in desk.game.players and keys[sheet.role] == sheet.key.lower() else ""
    return role_by_key(desk, letter)


def role_by_key(desk: Desk, letter: Letter) -> str:
    """The role whose key stands somewhere in a letter, one of its sender if there are several; empty if none does."""
    found = [role for role in desk.game.players if desk.secret.keys[role].lower() in letter.keys]
    own = [role for role in found if role in roles_of(desk.game, letter.head.sender)]
    return next(iter((*own, *found)), "")


def is_from(desk: Desk, letter: Letter, role: str) -> bool:
    """Whether a letter comes from an address of the player of a role, and is not called forged by the own server."""
    return not letter.head.forged and letter.head.sender in addresses_of(desk.game.players[role])


def unproved(desk: Desk, letter: Letter, answer: Answer | None = None) -> Unproved:
    """What is wrong with a letter that nothing proves, for the moderator alone."""
    sheet, place, step = answer.sheet if answer is not None else None, desk.game.directory, desk.table.under_way
    is_known = bool(roles_of(desk.game, letter.head.sender))
    if any(row["key"].lower() in letter.keys for row in desk.secret.renewed):
        return Unproved("stranger", "old-key", place, step)
    if sheet is None and any(map(BARE_KEY.fullmatch, letter.keys)):
        return Unproved("stranger", "known-with-other-key" if is_known else "other-key", place, step)
    if sheet is None:
        return Unproved("stranger", "known-without-key" if is_known else "no-key", place, step)
    if sheet.role not in desk.game.players:
        return Unproved("stranger", "no-role", place, step)
    return Unproved("stranger", "known-with-wrong-key" if is_known else "wrong-key", place, step)


# when it was written


def older(desk: Desk, letter: Letter, role: str) -> Diagnostic | None:
    """The complaint about a letter that was written before one that has been acted upon."""
    step = desk.table.under_way
    rows = [row for row in desk.letters.rows if (row.role, row.step) == (role, step) and row.fate in ACTED]
    own = date_of(desk, letter)
    newer = [row for row in rows if _is_older(own, letter.received, row)]
    if not newer:
        return None
    newest, when = newer[-1], own or letter.received
    facts = {"date": shown(when), "version": newest.version, "newer": shown(_written(newest))}
    return OLDER_LETTER(SHEET, form="" if newest.fate == "sheet" else newest.fate, **facts)


def _is_older(date: str, received: str, row: LetterRow) -> bool:
    """Whether a letter of a date was written before one that came earlier, by the dates that their writers gave.

    A date in the future of its letter counts as the time at which that came; but where both are, it is our clock that
    was put back. Of a letter without a date nobody knows, and where our clock ran backwards since, the order counts.
    """
    if not date or not row.date:
        return bool(date) and received >= row.received and date < row.received
    is_ahead = row.date > row.received and date <= received
    return date < (row.received if is_ahead else row.date)


def date_of(desk: Desk, letter: Letter) -> str:
    """The date of a letter; one that is older than a mail of the game that it answers is by a clock that is behind."""
    dates = (row.date for row in desk.outbox.rows if row.id in letter.head.references)
    return max(letter.head.date, *dates, "") if letter.head.date else ""


def shown(when: str) -> str:
    """A time for people: 2026-03-12 18:00:05 UTC."""
    return f"{when[:10]} {when[11:19]} UTC"


def _written(row: LetterRow) -> str:
    """When a letter that came was written."""
    return min(row.date or row.received, row.received)


# what comes of it


def committed(desk: Desk, letter: Letter, done: Done) -> Outcome:
    """Let it happen: the sheet, the row of the letter, the letter itself and its answers, together."""
    place, outbox, head = desk.game.directory, desk.outbox, letter.head
    answers = _may_be_answered(desk, done.role)
    own = [draft._replace(to=desk.reader(draft.to)) for draft in done.drafts]
    for draft in (*own, *done.others) if answers else _told_once(desk, done.role):
        outbox = posted(outbox, origin_of(desk.game), draft, desk.room.now)
    answer = next((row.number for row, _ in outbox.new if row.letter == desk.number), 0)
    row = LetterRow(
        desk.number, letter.digest, head.id, head.sender, date_of(desk, letter), letter.received, done.fate, done.role,
        desk.table.under_way, done.version, done.about, done.of, answer,
    )  # fmt: skip
    commit(place, (*done.parts, *desk.letters.with_letter(row, letter.data).parts, *outbox.parts))
    return Outcome(letter.place, place, row)


def _told_once(desk: Desk, role: str) -> tuple[Draft, ...]:
    """What the moderator is told, once a day, of a player who is not answered any more."""
    today = desk.room.now[:10]
    told = any((row.kind, row.date[:10]) == (SILENCE, today) for row in desk.outbox.rows)
    if told:
        return ()
    text = SILENT.format(role=role, most=MOST_ANSWERS, address=desk.game.players[role].address)
    return moderator_drafts(desk.game, desk.table.last.number, f"letters of {role} without end", text, SILENCE)


def _may_be_answered(desk: Desk, role: str) -> bool:
    """Whether a player was not answered beyond all measure today: two machines may be writing to each other."""
    today, role = desk.room.now[:10], desk.reader(role)
    return sum(row.to == role and row.letter > 0 and row.date[:10] == today for row in desk.outbox.rows) < MOST_ANSWERS
