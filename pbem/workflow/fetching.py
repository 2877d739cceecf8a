"""The command `mail fetch`: letters out of their sources, and what became of each in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from pbem.mail.heads import instant
from pbem.store import GameFault
from pbem.store.mailboxes import Incoming, letters_from
from pbem.workflow.letter_lines import letter_line
from pbem.workflow.letters import fetch
from pbem.workflow.post_desk import Outcome

NOTHING = "No new letters."
AGAIN = "{place}: This letter came before, and nothing was done."


def fetched(paths: Sequence[str], sources: Sequence[str], now: str = "") -> list[Outcome]:
    """Take in all letters of these sources; without a time, it is the present one."""
    faults: list[Outcome] = []
    now = now or instant(datetime.now(UTC))
    return [*fetch(paths, _letters(sources, faults), now), *faults]


def _letters(sources: Sequence[str], faults: list[Outcome]) -> Iterator[Incoming]:
    """The letters of all sources; one that cannot be read does not keep those of others."""
    for source in sources:
        try:
            yield from letters_from(source)
        except GameFault as fault:
            faults.append(Outcome(source, fault=fault))


def said(outcome: Outcome) -> str:
    """One letter in a line; nothing of what it says."""
    row = outcome.row
    if outcome.fault is not None:
        return f"{outcome.fault.message}\n   = hint: {outcome.fault.hint}"
    if row is None:
        return AGAIN.format(place=outcome.place)
    return letter_line(outcome.directory, row)


def as_text(found: Sequence[Outcome]) -> str:
    """All that is new, a line for each letter."""
    rows = [said(outcome) for outcome in found if outcome.row is not None or outcome.fault is not None]
    return "\n".join(rows) if rows else NOTHING


def as_data(found: Sequence[Outcome]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "place": outcome.place,
            "directory": outcome.directory,
            **(outcome.row._asdict() if outcome.row is not None else {"fate": "failed" if outcome.fault else "again"}),
            "fault": outcome.fault.message if outcome.fault is not None else "",
        }
        for outcome in found
    ]


def exit_code(found: Sequence[Outcome]) -> int:
    """2 if something could not be done; a letter that is refused is no fault of anybody here."""
    return 2 if any(outcome.fault is not None for outcome in found) else 0
