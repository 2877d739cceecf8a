"""Opening envelopes: all of a step at once, each held against its promise; nothing is shown before."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pbem.core import Record, listed
from pbem.core.sheets import Reading, Sheet
from pbem.seal import Envelope, Opened, Unopened, commitment_of, envelope_in
from pbem.seal.codes import DAMAGED, OTHER_KEY
from pbem.store import GameFault, layout, parse, read_bytes
from pbem.store.inbox import Version, phrase_path, versions
from pbem.store.ledger import Chains, Line, since_step, told_seal_key
from pbem.store.reading import Kept, Secret
from pbem.store.transaction import Put
from pbem.workflow import Table
from pbem.workflow import envelope_codes as pb
from pbem.workflow.ahead_closed import OpenedTable, envelope_of, row_of, table_in
from pbem.workflow.codes import NOT_AS_BEGUN, REPLACED
from pbem.workflow.finals import check_kept, newest_final
from pbem.workflow.recording import check_received, digest_of_text, is_gathering, reason_commitment


class Closed(Record):
    """An envelope in the inbox."""

    version: Version
    text: str
    envelope: Envelope


def closed_sheets(table: Table) -> dict[str, Closed]:
    """The roles whose newest sheet, drafts aside, is an envelope."""
    found = {}
    for role, rows in versions(table.game.directory, table.under_way).items():
        version, text = newest_final(table, rows) or (rows[0], "")
        envelope = envelope_in(text)
        if isinstance(envelope, Reading):
            raise GameFault(REPLACED, version.path, words="unknown")
        if envelope is not None:
            found[role] = Closed(version, text, envelope)
    return found


def unopened(table: Table) -> list[str]:
    """The roles whose held envelope has no phrase yet."""
    found = closed_sheets(table)
    return [r for r, c in found.items() if c.envelope.held and not os.path.exists(phrase_path(c.version))]


class Openings(Record):
    """The sheets out of the envelopes of a step, and the file that proves they were inside."""

    sheets: dict[str, Sheet]
    proof: tuple[Mapping[str, Any], ...]
    reasons: dict[str, str]  # why an envelope was left aside: for the ledger, as a commitment
    left: dict[str, str]  # the same for its owner: the code


def open_all(table: Table, secret: Secret, chains: Chains, defaults: Sequence[str]) -> Openings:
    """All envelopes of the step, opened at once in memory; one that is at fault stops it before anything is shown.

    A role named in ``defaults`` whose envelope is at its own fault, or whose phrase never came, takes the default. That
    of a role which owes nothing is left aside in any case: nobody waits for it.
    """
    found = closed_sheets(table)
    check_phrases(table, chains)
    waived = unopened(table)
    late = [role for role in waived if role not in defaults and "all" not in defaults]
    if late:
        options = " ".join(f"--default {role}" for role in dict.fromkeys((*defaults, *late)))
        place = table.game.directory
        commands = listed([f"pbem open {place} {role}" for role in late])
        facts = {"step": table.under_way, "roles": listed(late), "game": place, "defaults": options}
        raise GameFault(pb.PHRASE_MISSING, place, **facts, commands=commands)
    check_received(table, chains, [row[:2] for row in found.values()])
    if any(not closed.envelope.held for closed in found.values()):
        check_seal_key(table)
    sheets, opened, reasons = {}, {}, dict.fromkeys(waived, pb.PHRASE_MISSING)
    for role, closed in found.items():
        if role in waived:
            continue
        try:
            opened[role] = opened_of(table, secret, closed)
            sheets[role] = checked(table, secret, closed, opened[role])
        except GameFault as fault:
            # What is the moderator's fault, a key that does not fit, is not laid at the player's door; and a
            # phrase is taken only if it opens a sheet that is in order, so after it there is no fault of the player's.
            named = role in defaults or "all" in defaults or role not in [owed.role for owed in table.awaiting]
            if not named or fault.code not in WRITERS_FAULTS or closed.envelope.held:
                raise
            opened.pop(role, None)
            reasons[role] = fault.code
    whys = {role: reason_commitment(secret.seed, role, table.under_way, code.id) for role, code in reasons.items()}
    return Openings(sheets, _proof(found, sheets, opened), whys, {role: code.id for role, code in reasons.items()})


WRITERS_FAULTS = (OTHER_KEY, DAMAGED, pb.BROKEN_WORD, pb.MIXED_UP, pb.SHEET_FAULTY)


def reason_of(seed: str, closing: Line) -> str:
    """The code of the reason that a closing line stands for; empty if it stands for none."""
    codes = (pb.PHRASE_MISSING.id, *(code.id for code in WRITERS_FAULTS))
    step, told = int(closing.facts["step"]), closing.facts.get("reason")
    return next((code for code in codes if reason_commitment(seed, closing.of, step, code) == told), "")


def check_phrases(table: Table, chains: Chains) -> None:
    """Whether every phrase that was received is there as it came; else nobody takes the default for it."""
    phrases: dict[tuple[str, int], Line] = {}
    for line in since_step(chains.lines, table.last.number):
        if is_gathering(line) or (line.kind == "undo" and line.facts.get("gathered") is not True):
            phrases = {}  # those before it opened other envelopes
        elif line.kind == "phrase" and line.facts.get("step") == table.under_way:
            phrases[line.of, line.facts["version"]] = line
    for (role, number), line in phrases.items():
        path = layout.path(table.game.directory, layout.sheet(table.under_way, role, number, layout.PHRASE))
        text = read_bytes(path).decode("utf-8", "replace") if os.path.isfile(path) else ""
        if digest_of_text(text) != line.facts["file"]:
            raise GameFault(pb.PHRASE_LOST, path, role=role, step=table.under_way)


def check_seal_key(table: Table) -> None:
    """Whether the key in game.toml is the one that the ledger tells: an envelope for it is not for another one."""
    if table.game.seal_key != told_seal_key(table.game.directory):
        raise GameFault(NOT_AS_BEGUN, os.path.join(table.game.directory, layout.GAME), key="seal_key")


def opened_of(table: Table, secret: Secret, closed: Closed) -> Opened:
    """What is inside an envelope, with the key of the game or the phrase that was sent."""
    from pbem.seal import age

    try:
        if closed.envelope.held:
            return age.unlocked(closed.envelope, read_bytes(phrase_path(closed.version)).decode("utf-8", "replace"))
        age.check_pair(table.game.seal_key, secret.identity)
        return opened_by_any(closed.envelope, secret)
    except Unopened as fault:
        raise GameFault(fault.code, closed.version.path, **fault.facts) from None


def opened_by_any(envelope: Envelope, secret: Secret) -> Opened:
    """What is inside an envelope for the key of the game, or for one that it had under an earlier moderator."""
    from pbem.seal import age

    for identity in secret.former:
        with suppress(Unopened):
            return age.opened(envelope, identity)
    return age.opened(envelope, secret.identity)


def checked(table: Table, secret: Secret, closed: Closed, opened: Opened) -> Sheet:
    """The sheet inside, if it is what was promised, for this step and role, and in order."""
    path, outside = closed.version.path, closed.envelope.sheet
    answer = check_kept(table, secret, opened.text, os.path.basename(path), held=closed.envelope.held)
    sheet = answer.sheet
    if sheet is None:
        facts = {"fault": answer.diagnostics[0].message} if answer.diagnostics else {"form": "no-sheet"}
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, **facts)
    if commitment_of(sheet, opened.salt) != closed.envelope.commitment:
        raise GameFault(pb.BROKEN_WORD, path)
    if (sheet.game, sheet.step, sheet.role) != (outside.game, outside.step, outside.role):
        named = [f"{s.game}, step {s.step}, {s.role}" for s in (sheet, outside)]
        raise GameFault(pb.MIXED_UP, path, inside=named[0], outside=named[1])
    if answer.is_refused or answer.closed is not None or sheet.status != "final":
        faults = [f"{item.code.id} {item.message}" for item in answer.diagnostics if item.is_error]
        form = "" if faults else "draft" if sheet.status != "final" else "no-sheet"
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, fault=faults[0] if faults else "", form=form)
    return sheet


def _proof(
    found: Mapping[str, Closed], sheets: Mapping[str, Sheet], opened: Mapping[str, Opened]
) -> tuple[Mapping[str, Any], ...]:
    """What proves the promises of the sheets."""
    return tuple(
        {
            "role": role,
            "version": found[role].version.number,
            "commitment": found[role].envelope.commitment,
            "salt": opened[role].salt,
            "word": sheet.word,
        }
        for role, sheet in sheets.items()
    )


def open_ahead(table: Table, secret: Secret, item: Kept, rows: list[Mapping[str, Any]]) -> OpenedTable | Unopened:
    """What is inside orders ahead that were sealed for the key of the game, or why not; both are proved by a row."""
    from pbem.seal import age

    check_seal_key(table)
    try:
        age.check_pair(table.game.seal_key, secret.identity)
    except Unopened as fault:  # the moderator's, not the player's
        raise GameFault(fault.code, os.path.join(table.game.directory, layout.SECRET), **fault.facts) from None
    found: OpenedTable | Unopened
    try:
        found = table_in(item, table.game.name, opened_by_any(envelope_of(item, table.game.name), secret))
    except Unopened as fault:
        found = fault
    rows.append(row_of(item, found))
    return found


def opened_part(table: Table, proof: bytes) -> tuple[Put, ...]:
    """The part of a change that keeps the proof."""
    return (Put(layout.opened(table.under_way), proof),) if proof else ()


def read_opened_ahead(path: str) -> list[Mapping[str, Any]]:
    """What was kept of the orders ahead that were opened with a step; nothing if there is no such file."""
    rows = parse(read_bytes(path), path).get("ahead", []) if os.path.isfile(path) else []
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def read_opened(path: str) -> dict[str, Mapping[str, Any]]:
    """What was kept of the envelopes of a step, by role; nothing if there is no such file."""
    rows = parse(read_bytes(path), path).get("envelope", []) if os.path.isfile(path) else []
    return {str(row.get("role")): row for row in rows if isinstance(row, dict)} if isinstance(rows, list) else {}
