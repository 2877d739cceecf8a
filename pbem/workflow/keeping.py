"""Keeping an open sheet in the inbox, with its line in the ledger; one that came before is not kept twice."""

from collections.abc import Sequence
from typing import Any

from pbem.core import SHEET, Diagnostic
from pbem.core.sheets import WITHDRAWN, Sheet, read
from pbem.mail.blank import is_echo
from pbem.seal import commitment_of
from pbem.store import read_bytes
from pbem.store.inbox import Version, kept
from pbem.store.ledger import Chains
from pbem.store.reading import Secret
from pbem.store.writing import fingerprint
from pbem.workflow import Table
from pbem.workflow.check import Answer
from pbem.workflow.codes import DUPLICATE, OLDER_AGAIN
from pbem.workflow.finals import newest_final
from pbem.workflow.receipts import Kept, Receipt
from pbem.workflow.recording import digest_of_text, sheet_salt


def kept_open(
    table: Table, secret: Secret, chains: Chains, answer: Answer, sheet: Sheet, newest: Sequence[Version]
) -> Kept:
    """Keep an open sheet; ``newest``: those of the role in the inbox, the newest first."""
    print_ = fingerprint(sheet.body)
    again = _received(table, newest, sheet, answer.text)
    if again is not None and not (again.code is DUPLICATE and _asked_again(table, chains, sheet.role)):
        answer = answer._replace(diagnostics=(*answer.diagnostics, again))
        return Kept(Receipt(answer, print_, again.facts["version"]), chains)
    answer = answer._replace(diagnostics=(*answer.diagnostics, *_left_out(table, newest, answer.given or sheet)))
    before = newest[0].number if newest else 0
    chains = with_sheet(table, secret, chains, sheet, before + 1, answer.text)
    part = kept(table.under_way, sheet.role, before + 1, answer.text)
    counted = counted_before(table, newest)
    if sheet.status == "draft":
        return Kept(Receipt(answer, print_, before + 1, counts=counted), chains, (part,))
    return Kept(Receipt(answer, print_, before + 1, counted or before), chains, (part,))


def _asked_again(table: Table, chains: Chains, role: str) -> bool:
    """Whether a step was taken back, and its role says now that what it had sent is meant still."""
    if chains.standing.kind != "undo":
        return False
    from pbem.workflow.reopening import sent_anew  # not for submit: of a step that was taken back

    return role not in sent_anew(table, chains)


def counted_before(table: Table, newest: Sequence[Version]) -> int:
    """The version that has counted so far: the newest that is no draft; 0 if there is none."""
    final = newest_final(table, newest)
    return final[0].number if final else 0


def _left_out(table: Table, newest: Sequence[Version], sheet: Sheet) -> Sequence[Diagnostic]:
    """What is said of a sheet that takes the place of another and has less in it; nothing of a draft."""
    if not newest or sheet.status != "final":
        return ()
    from pbem.workflow.left_out import left_out  # not for submit: of a first sheet

    return left_out(table, newest, sheet)


def with_sheet(table: Table, secret: Secret, chains: Chains, sheet: Sheet, version: int, text: str) -> Chains:
    """The chains with the line of an open sheet: a commitment to what it says, and the digest of its file."""
    promised = commitment_of(sheet, sheet_salt(chains, secret.seed, sheet.role))
    facts: dict[str, Any] = {"step": table.under_way, "version": version, "status": sheet.status}
    facts |= by_proxy(secret, sheet)
    return chains.with_line(sheet.role, "sheet", **facts, commitment=promised, file=digest_of_text(text))


def by_proxy(secret: Secret, sheet: Sheet) -> dict[str, Any]:
    """What the line of a sheet says besides if a proxy wrote it: the player may write too, and the key tells who."""
    row = secret.proxies.get(sheet.role)
    return {"proxy": row["name"] or True} if row and row["key"].lower() == sheet.key.lower() else {}


def _received(table: Table, rows: Sequence[Version], sheet: Sheet, text: str) -> Diagnostic | None:
    """What is said of a sheet that was received before: it counts still, or a newer one has taken its place."""
    counts = True  # until a sheet is passed that is no draft
    for at, version in enumerate(rows):
        earlier = read_bytes(version.path).decode("utf-8", "replace")
        found = read(earlier, table.ruleset.sheet_keys).sheet  # another text than the one that came
        if found is not None and found.status == WITHDRAWN and sheet.status != WITHDRAWN:
            return None  # what was withdrawn may be sent again
        if found == sheet and (at == 0 or (counts and sheet.status != "draft")):
            return DUPLICATE(SHEET, version=version.number)
        if found == sheet and is_echo(text, earlier):
            return OLDER_AGAIN(SHEET, version=version.number, newest=rows[0].number)
        counts = counts and found is not None and found.status == "draft"
    return None
