"""What the post of a game tells its moderator: letters that wait or were refused, mails that lie or are lost."""

from __future__ import annotations

from pbem.core import listed
from pbem.store import layout
from pbem.store.letters import LetterRow, letter_path, read_letters
from pbem.store.outbox import read_outbox, row_of, unsent
from pbem.store.post import post_directory
from pbem.workflow import Table
from pbem.workflow.machine_sheets import FILLED

WAITS = "A letter with the key of {role} from {sender} waits to be confirmed: {file}"
LOST = "Mail {sequence} to {to} did not arrive: {subject}"
REFUSED = "Letters to this game that were refused during this step: {count}, from {senders}: {files}"
LAST = "{files}, the last {shown} of them"
NOT_TAKEN = "Filled sheets in mails that look like a machine's, which were not taken, from {senders}: {files}"
UNSENT = "Mails that lie in the outbox: {count}"
SHOWN = 3  # letters that are named


def told_of_post(table: Table) -> tuple[str, ...]:
    """The sentences for `next` and `status`, about the step under way."""
    directory = table.game.directory
    rows = read_letters(directory).rows
    own = [row for row in rows if row.step == table.under_way]
    confirmed = {row.of for row in rows}
    waiting = [row for row in own if row.fate == "unconfirmed" and row.number not in confirmed]
    said = [
        WAITS.format(role=row.role, sender=_sender(row), file=letter_path(directory, row.number)) for row in waiting
    ]
    said += _lost(directory, own)
    said += _aside(table, "stranger", REFUSED)
    said += _aside(table, FILLED, NOT_TAKEN)
    count = len(unsent(directory))
    return (*said, *((UNSENT.format(count=count),) if count else ()))


def _sender(row: LetterRow) -> str:
    return row.sender or "an address that cannot be read"


def _lost(directory: str, own: list[LetterRow]) -> list[str]:
    ids = [row.about for row in own if row.fate == "bounce"]
    mails = read_outbox(directory).rows if ids else ()
    found = [mail for id_ in dict.fromkeys(ids) if (mail := row_of(mails, id_)) is not None]
    return [LOST.format(sequence=mail.sequence, to=mail.to, subject=mail.subject) for mail in found]


def _aside(table: Table, what: str, said: str) -> list[str]:
    """The letters of strangers, and filled sheets of machines, which lie in the folder of the post."""
    folder = layout.post_of(post_directory(table.game.directory))
    rows = [row for row in read_letters(folder).rows if row.step == table.under_way
            and row.about.split(" ")[0] == table.game.name]  # fmt: skip
    mine = [row for row in rows if what in (row.fate, row.about.split(" ")[-1])]
    if not mine:
        return []
    senders = listed(dict.fromkeys(_sender(row) for row in mine[-SHOWN:]))
    files = ", ".join(letter_path(folder, row.number) for row in mine[-SHOWN:])
    files = LAST.format(files=files, shown=SHOWN) if len(mine) > SHOWN else files
    return [said.format(count=len(mine), senders=senders, files=files)]
