"""What became of a letter, in whole sentences for the moderator; nothing of what the letter says."""

from __future__ import annotations

from contextlib import suppress

from pbem.core import listed
from pbem.store import GameFault, layout
from pbem.store.letters import LetterRow, letter_path
from pbem.store.outbox import OutgoingRow, read_outbox, row_of
from pbem.workflow.machine_sheets import FILLED
from pbem.workflow.strangers import WHY

# What is said of a letter, by its fate: of letters whose writer is proved, of others, and of machines.
PROVED = {
    "sheet": "The sheet of {role} for step {step} is in, as version {version}.",
    "draft": "A draft of {role} for step {step} is kept, as version {version}.",
    "talk": "A letter of {role} has no orders in it, and what stands beside them is in.",
    "same": "A sheet of {role} for step {step} was in already, and nothing has changed.",
    "withdrawn": "{role} has withdrawn the sheet for step {step}.",
    "word": "{role} {asked}.",
    "thanks": "A letter of {role} says thanks, and nothing else.",
    "refused": "A letter of {role} was refused ({codes}).",
}
OTHERS = {
    "unconfirmed": "A letter with the key of {role} came from an unknown address, {sender}, and is not acted upon.",
    "stranger": "A letter from {sender} was refused: {why}.",
    "bounce": "A mail did not arrive: {mail}.",
    "late": "A mail has not arrived yet, and its server goes on trying: {mail}.",
    "failed": "This is a notice about a mail that is none of ours; it is left alone.",
    "own": "This is a mail of our own; it is left alone.",
    "answer": "This is an automatic answer; it is left alone.",
    "machine": "This is an automatic answer; it is left alone.",
    "list": "This is a mail to a list; it is left alone.",
}
ASKED = {
    "report": "has asked for the last report",
    "status": "has asked how things stand",
    "orders": "has asked for a blank sheet",
    "help": "has asked for help",
    "wait": "has asked for more time",
    "absent": "has announced an absence",
}
SHEET_IN_IT = "It has a sheet that was filled in, which was not taken."
MACHINES = ("answer", "machine", "list", "failed")
CONFIRMED = "{role} has confirmed {letter}."
UNANSWERED = "It was not answered: there were too many answers today."
NO_ANSWER = "It was not answered."
MAIL = "number {sequence} to {to} ({address}), {file}"
UNREADABLE = "an address that cannot be read"


def letter_line(directory: str, row: LetterRow) -> str:
    """What became of a letter that a game, or the folder of the post, has taken in; one line."""
    lines = [CONFIRMED.format(role=row.role, letter=layout.letter(row.of))] if row.of else []
    lines += [{**PROVED, **OTHERS}[row.fate].format(**row._asdict() | _facts(directory, row))]
    if row.fate in MACHINES and row.about.endswith(f" {FILLED}"):
        lines += [SHEET_IN_IT]
    if not row.answer and row.fate == "thanks":
        lines += [NO_ANSWER]
    elif not row.answer and row.fate in PROVED:
        lines += [UNANSWERED]
    elif not row.answer and row.fate == "stranger":
        lines += [UNANSWERED if row.sender else NO_ANSWER]
    return f"{letter_path(directory, row.number)}: {' '.join(lines)}"


def _facts(directory: str, row: LetterRow) -> dict[str, str]:
    """What the register has in words of its own, put for people."""
    return {
        "sender": row.sender or UNREADABLE,
        "asked": ASKED.get(row.about, ""),
        "codes": listed(row.about.split()),
        "why": WHY.get(row.about.split(" ")[-1], ""),
        "mail": _mail(directory, row) if row.fate in ("bounce", "late") else "",
    }


def _mail(directory: str, row: LetterRow) -> str:
    """The mail that a notice of a server is about."""
    found: OutgoingRow | None = None
    with suppress(GameFault):  # a register that cannot be read is complained of by whoever writes to it
        found = row_of(read_outbox(directory).rows, row.about)
    if found is None:
        return row.role or UNREADABLE
    file = layout.mail_name(found.number, found.to)
    return MAIL.format(sequence=found.sequence, to=found.to, address=found.address, file=file)
