"""Upgrading without fear: which running games would go on otherwise under this version, before anything is written.

The ledger promises the digest of every step. A step that has that digest and comes out otherwise when it is played
again was changed by nobody's hand: the program or its rules are others than those that adjudicated it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core import VERSION
from pbem.store import GameFault
from pbem.store.reading import is_revealed, read_secret
from pbem.workflow import Table, open_game, reads
from pbem.workflow import verify_codes as proof
from pbem.workflow.adjudicate import accepted_sheets
from pbem.workflow.finals import newest_finals
from pbem.workflow.findings import Finding
from pbem.workflow.many import Told
from pbem.workflow.upgrade_older import Again, played_again
from pbem.workflow.upgrade_owed import Asked, asked_otherwise
from pbem.workflow.verify import Verified, kind_of, verify

# What is found of a step that this program would write otherwise; and what is found of one that somebody has changed.
OTHERWISE = (proof.REPLAY_DIFFERS.id, proof.AWAITED_OTHERWISE.id, proof.AHEAD_OTHERWISE.id)


class Outlook(NamedTuple):
    """What becomes of a running game under this version."""

    game: str
    step: int  # under way
    owed: tuple[str, ...]  # by whom what is owed under this version
    otherwise: tuple[Finding, ...]  # steps that would come out otherwise, or would have asked otherwise
    asked: tuple[Asked, ...]  # what the players were told of the step under way, and is not so any more
    refused: str  # why a sheet that was taken in would be refused now
    found: Verified
    again: Again = Again()  # how steps of older rules would come out under the present ones


def told(directory: str) -> Told:
    """One of many games; one that is over has nothing to fear."""
    if kind_of(directory) != "game" or is_over(directory):
        data = {"directory": directory, "sort": "over"}
        return Told(directory, f"{directory}: it is over, and nothing will be adjudicated any more", data, "over")
    look = outlook(directory)
    sort = sort_of(look)
    return Told(directory, said(directory, look, sort), as_data(directory, look, sort), sort, CODES[sort])


CODES = {"same": 0, "older": 3, "changes": 1, "changed": 1}


@reads
def is_over(directory: str) -> bool:
    table = open_game(directory)
    return table.ruleset.rules.result(table.state) is not None or is_revealed(directory)


def outlook(directory: str) -> Outlook:
    """Play a game again under the present program and rules, and look at what lies in its inbox."""
    found = verify(directory)
    table = open_game(directory)
    by_hand = {row.file for row in found.findings if row.code not in OTHERWISE}
    otherwise = tuple(row for row in found.findings if row.code in OTHERWISE and row.file not in by_hand)
    owed = tuple(f"{row.role} ({row.what})" for row in table.awaiting)
    again = played_again(table) if found.older else Again()
    asked = asked_otherwise(table)
    return Outlook(table.game.name, table.under_way, owed, otherwise, asked, refused_in(table), found, again)


def refused_in(table: Table) -> str:
    """Why a sheet for the step under way, which was taken in, would be refused now; nothing if none would."""
    try:
        accepted_sheets(table, read_secret(table.game), newest_finals(table))
    except GameFault as fault:
        return fault.message
    return ""


def sort_of(look: Outlook) -> str:
    """Under which sort of games a summary counts it."""
    if look.otherwise or look.asked or look.refused:
        return "changes"
    if look.found.findings:
        return "changed"
    return "older" if look.found.older else "same"


SAME = "{directory}: nothing changes under pbem {version}; step {step} is under way, owed by {owed}"
OLDER = (
    "{directory}: it was begun under revision {revision} of {title}, and steps {first} to {last} are not played again;"
    " step {step} goes on under the present rules and says so to everybody; it is owed by {owed}"
)
# What is told of steps of older rules when they are played under the present ones.
ALIKE = "{directory}: played again under the present rules, its older steps come out as they did: {played} of them"
ELSEWHERE = "{directory}: under the present rules these of its older steps would have come out otherwise: {steps}"
ASKED_ELSE = "{directory}: under the present rules another decision would have been asked in these older steps: {steps}"
STUCK = "{directory}: the present rules cannot play these of its older steps: {steps}"
# What was told of the step under way and is not so any more.
ASKED = {
    "what": '{directory}: what {role} owes for step {step} would change under pbem {version}: it was told as "{was}",'
    ' and is "{now}" now',
    "none": '{directory}: {role} would owe nothing for step {step} under pbem {version}, and was told to owe "{was}"',
    "new": '{directory}: {role} would owe "{now}" for step {step} under pbem {version}, and was told to owe nothing',
    "default": "{directory}: what happens if {role} sends nothing for step {step} would change under pbem {version}: it"
    ' was told as "{was}", and is "{now}" now',
}
HAND = "{directory}: {number} things are not as they were written, whatever the version: pbem verify {directory}"
OTHERWISE_SAID = "{file}: would change under pbem {version}: {message}"
REFUSED = "{directory}: a sheet that was taken in would be refused under pbem {version}: {why}"


def said(directory: str, look: Outlook, sort: str) -> str:
    """What becomes of the game, for people."""
    facts = {"directory": directory, "version": VERSION, "step": look.step, "owed": ", ".join(look.owed) or "nobody"}
    if sort == "same":
        return SAME.format(**facts)
    if sort == "changed":
        return HAND.format(**facts, number=len(look.found.findings))
    lines = [OTHERWISE_SAID.format(**facts, file=row.file, message=row.message) for row in look.otherwise]
    lines += [ASKED[_key(row)].format(**facts, **row._asdict()) for row in look.asked]
    lines += [REFUSED.format(**facts, why=look.refused)] if look.refused else []
    return "\n".join([*lines, *older_said(facts, look)])


def _key(row: Asked) -> str:
    return row.key if row.was and row.now else "new" if row.now else "none"


def older_said(facts: Mapping[str, Any], look: Outlook) -> list[str]:
    """What is to be said of steps of older rules."""
    if not look.found.older:
        return []
    first, last, again = look.found.older[0], look.found.older[-1], look.again
    about = {"revision": first.revision, "title": first.title, "first": first.first, "last": last.last}
    rows = ((ELSEWHERE, again.otherwise), (ASKED_ELSE, again.asked), (STUCK, again.stuck))
    told = [text.format(**facts, steps=", ".join(map(str, steps))) for text, steps in rows if steps]
    alike = [ALIKE.format(**facts, played=again.played)] if again.played and not told else []
    return [OLDER.format(**facts, **about), *told, *alike]


def as_data(directory: str, look: Outlook, sort: str) -> dict[str, Any]:
    """The same for programs."""
    return {
        "directory": directory, "game": look.game, "sort": sort, "step": look.step, "owed": list(look.owed),
        "otherwise": _rows(look.otherwise, look), "asked": [row._asdict() for row in look.asked],
        "refused": look.refused, "findings": _rows(look.found.findings, look),
        "older": [row._asdict() for row in look.found.older], "again": look.again._asdict(),
    }  # fmt: skip


WRITTEN_SO = (
    "The file is as it was written: this version adjudicates otherwise. Finish the game with the version that wrote it,"
    " or go on and tell the players."
)


def _rows(found: Sequence[Finding], look: Outlook) -> list[dict[str, Any]]:
    return [{**row._asdict(), **({"hint": WRITTEN_SO} if row in look.otherwise else {})} for row in found]
