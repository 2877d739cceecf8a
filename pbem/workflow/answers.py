"""Answers to letters of players: receipts, refusals, and what is still owed."""

from __future__ import annotations

from pbem.core import listed
from pbem.core.sheets import DRAFT, FINAL, WITHDRAWN
from pbem.mail.outgoing import is_address
from pbem.store.deadlines import deadline_of, read_deadlines
from pbem.store.inbox import versions
from pbem.store.outbox import MODERATOR
from pbem.store.reading import Game, is_revealed
from pbem.store.undone import undone_steps
from pbem.workflow import CLOSED, Table
from pbem.workflow.codes import DUPLICATE, OLDER_AGAIN
from pbem.workflow.finals import newest_final
from pbem.workflow.mailroom import Letter
from pbem.workflow.posting import Draft
from pbem.workflow.receipts import Receipt
from pbem.workflow.sent_before import answering
from pbem.workflow.time_told import told_by

NOTHING_OWED = "Nothing more is awaited from you for step {step}."
OWED = "Still awaited from you for step {step}: {what}."
OWED_BY = "Still awaited from you for step {step}, by {by}: {what}."
COUNTS = "Version {version}, which you sent before, still counts for step {step}."
OVER = "The game is over: {sentence}"
NOBODY_WAITS = "Nothing is awaited from you for step {step}."
SUBJECTS = {
    FINAL: "[{game} {step}] Receipt: version {version} is in",
    DRAFT: "[{game} {step}] Receipt: version {version} is kept as a draft",
    WITHDRAWN: "[{game} {step}] Receipt: your sheet is withdrawn",
}
TALK = "[{game} {step}] Receipt: taken, without orders"
VOTE = "[{game} {step}] Receipt: your vote is in"
SAME = "[{game} {step}] Receipt: this sheet was in already"
REFUSED = "[{game} {step}] Refused: nothing was changed"
NOTICED = "[{game} {step}] For the moderator: {what}"
ANSWERED = "[{game} {step}] {title}"


def answer_to(table: Table, role: str, letter: Letter, number: int, kind: str, subject: str, text: str) -> Draft:
    """A mail to a player that answers a letter; it goes to the address that the letter came from, if that is theirs."""
    seat = table.game.players[role]
    known = [seat.address, *seat.addresses]
    address = next((own for own in known if own.lower() == letter.head.sender), seat.address)
    return Draft(
        to=role,
        name=seat.name or table.title(role),
        address=address,
        kind=kind,
        subject=subject,
        text=text,
        step=table.last.number,
        letter=number,
        references=letter.thread,
    )


def moderator_drafts(game: Game, step: int, what: str, text: str, kind: str = "notice") -> tuple[Draft, ...]:
    """A mail to those who run a game; who has no address gets none, and `pbem next` tells it too."""
    subject = NOTICED.format(game=game.name, step=step, what=what)
    return tuple(
        Draft(MODERATOR, seat.name or MODERATOR, seat.address, kind, subject, text, step=step, counted=False)
        for seat in game.moderators
        if is_address(seat.address)
    )


def receipt_draft(table: Table, role: str, letter: Letter, number: int, receipt: Receipt) -> Draft:
    """The receipt for a sheet, or its refusal, as a mail."""
    owed = still_owed(table, role, receipt)
    facts = {"game": table.game.name, "step": table.last.number}
    text = f"{receipt.text}\n\n{owed}\n"
    sheet = receipt.answer.sheet
    if receipt.answer.is_refused or sheet is None:
        return answer_to(table, role, letter, number, "refusal", REFUSED.format(**facts), text)
    if any(item.code in (DUPLICATE, OLDER_AGAIN) for item in receipt.answer.diagnostics):
        subject = SAME.format(**facts)
    elif sheet.is_talk:
        subject = (VOTE if receipt.voted is not None and receipt.voted.choice else TALK).format(**facts)
    else:
        subject = SUBJECTS[sheet.status].format(**facts, version=receipt.version)
    return answer_to(table, role, letter, number, "receipt", subject, text)


def still_owed(table: Table, role: str, receipt: Receipt | None = None, by: str = "") -> str:
    """What is awaited from a player once this receipt holds, in a sentence or two; of others nothing is told.

    ``by``: the deadline that this answer itself has moved.
    """
    owed = [item for item in table.awaiting if item.role == role]
    step = table.under_way
    if ended := end_of(table):
        return ended
    if not owed:
        return NOBODY_WAITS.format(step=step)
    status = _status_of(receipt) if receipt is not None else ""
    if status == FINAL:
        return NOTHING_OWED.format(step=step)
    final = None if status == WITHDRAWN else newest_final(table, versions(table.game.directory, step).get(role, []))
    if final is not None:
        return COUNTS.format(version=final[0].number, step=step)
    by = by or _due_by(table)
    if said := answering(table._replace(by=by), owed[0]):
        return said
    return (OWED_BY if by else OWED).format(step=step, what=listed(item.what for item in owed), by=by)


def end_of(table: Table) -> str:
    """That the game is over, and how it ended; empty if it goes on."""
    result = table.ruleset.rules.result(table.state)
    if result is not None:
        return OVER.format(sentence=result.sentence)
    return CLOSED if is_revealed(table.game.directory) else ""


def _due_by(table: Table) -> str:
    """Until when the step is due: reckoned where time is kept, for it moves between reports; else as it was told."""
    directory = table.game.directory
    told = deadline_of(read_deadlines(directory), table.under_way, undone_steps(directory))
    return (told_by(table, "", None) if table.game.time else "") or told


def _status_of(receipt: Receipt) -> str:
    """The status of a sheet that was taken; empty of one that was refused, or has no orders."""
    sheet = receipt.answer.sheet
    return "" if sheet is None or receipt.answer.is_refused or sheet.is_talk else sheet.status
