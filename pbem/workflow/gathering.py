"""Gathering envelopes: the moment after which nothing is exchanged, and before which no phrase is sent."""

from __future__ import annotations

import os
from collections.abc import Sequence
from shlex import quote

from pbem.core.sheets import WITHDRAWN
from pbem.store import GameFault
from pbem.store.ledger import Line
from pbem.store.reading import Secret, check_unrevealed, read_secret
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow import Table, open_game
from pbem.workflow.check import Answer, kind_of_sheet
from pbem.workflow.envelope_codes import NOTHING_TO_GATHER
from pbem.workflow.finals import check_missing, newest_finals
from pbem.workflow.notices import path_of, with_notices
from pbem.workflow.opening import unopened
from pbem.workflow.receipts import Kept
from pbem.workflow.recording import anchor_of, chains_at, gathering_of, is_gathered, with_gathering
from pbem.workflow.reopening import sent_anew


def gathered_if_complete(table: Table, secret: Secret, done: Kept, answer: Answer) -> Kept:
    """Gather the envelopes if with this one every role that owes something has sent a sheet.

    A standing answer does not count: its owner may still send another, and nobody may learn that there is one.
    """
    assert answer.sheet is not None
    texts = _finals(table)
    if answer.sheet.status == WITHDRAWN:
        texts.pop(answer.sheet.role, None)
    elif answer.sheet.status != "draft":
        texts[answer.sheet.role] = (done.receipt.version, answer.text)
    owed = [owed.role for owed in table.awaiting]
    if is_gathered(table, done.chains):
        return done
    if any(role not in texts for role in owed) or not any(kind_of_sheet(text) == "held" for _, text in texts.values()):
        return done
    if not {*owed} <= sent_anew(table, done.chains) | {answer.sheet.role}:
        return done
    used = {role: _answering(texts.get(role)) for role in table.game.players}
    gathered = with_gathering(table, done.chains, secret.seed, used)
    parts, chains = with_notices(table, secret, gathered)
    return done._replace(chains=chains, parts=(*done.parts, *parts), receipt=done.receipt._replace(gathered=True))


def _finals(table: Table) -> dict[str, tuple[int, str]]:
    """The newest sheet of each role that is not a draft: its version and text."""
    return {role: (version.number, text) for role, (version, text) in newest_finals(table).items()}


def _answering(final: tuple[int, str] | None) -> tuple[str, int]:
    """What answers for a role: the kind of its sheet and the version."""
    if final is None:
        return "none", 0
    return kind_of_sheet(final[1]), final[0]


def gather(directory: str, defaults: Sequence[str] = ()) -> Line:
    """Gather the envelopes though somebody has sent nothing: a standing answer or the default counts.

    If they are gathered already, notices that are missing are written once more.
    """
    with locked(directory):
        table = open_game(directory)
        check_unrevealed(directory)
        secret, chains, texts = read_secret(table.game), chains_at(table), _finals(table)
        if is_gathered(table, chains):
            parts, chains = with_notices(table, secret, chains)
            commit(directory, (*parts, *chains.change))
            return gathering_of(table)
        # A public number waits for the gathering of words where the moderator plays, also if there are none.
        waits = table.is_opening and table.game.plays and table.game.beacon
        if not waits and not any(kind_of_sheet(text) == "held" for _, text in texts.values()):
            raise GameFault(NOTHING_TO_GATHER, directory)
        ahead = table.answered
        missing = [owed.role for owed in table.awaiting if owed.role not in texts and owed.role not in ahead]
        check_missing(table, missing, defaults)
        used = {role: _answering(texts.get(role)) for role in table.game.players}
        used |= dict.fromkeys(missing, ("default", 0))
        used |= {owed.role: ("ahead", 0) for owed in table.awaiting if owed.role in ahead and owed.role not in texts}
        parts, chains = with_notices(table, secret, with_gathering(table, chains, secret.seed, used))
        commit(directory, (*parts, *chains.change))
        return chains.standing


def said_gathered(directory: str) -> str:
    """What the moderator is told when the envelopes are gathered: what to send to whom."""
    table = open_game(directory)
    anchor = anchor_of(gathering_of(table))
    return (
        f"The envelopes of step {anchor.step} are gathered; nothing is exchanged any more. Everybody may know the line"
        f" of the table:\n\n- the table, line {anchor.line} (step {anchor.step}): {anchor.words}\n  {anchor.hash}\n\n"
        "Send their notice to those who owe a phrase, each one their own:\n\n"
        + "".join(f"  {path}\n" for path in notices_due(table))
        + f"\nAs mails:\n\n  pbem gather {quote(directory)} --eml outbox"
    )


def notices_due(table: Table) -> list[str]:
    """The notices to be sent, those of roles whose phrase is awaited; none before the envelopes are gathered."""
    if not is_gathered(table, chains_at(table)):
        return []
    return [path for role in unopened(table) if os.path.isfile(path := path_of(table, role))]
