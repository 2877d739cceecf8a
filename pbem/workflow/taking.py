"""Taking in what is closed: envelopes as they come, and the phrases that open them."""

from __future__ import annotations

from typing import Any

from pbem.core import SHEET, Diagnostic, Where, has_errors, listed
from pbem.core.sheets import Sheet, at_key, read
from pbem.seal import Envelope, Phrase, Unopened, envelope_in
from pbem.seal.words import four_words
from pbem.store import GameFault, layout, read_bytes
from pbem.store.inbox import Version, kept, versions
from pbem.store.ledger import Chains, committed
from pbem.store.reading import Kept as HeldAhead
from pbem.store.reading import Secret, check_unrevealed, read_secret
from pbem.store.transaction import commit
from pbem.store.writing import dumps, locked
from pbem.workflow import Table, chosen, expected_of, open_game
from pbem.workflow import envelope_codes as pb
from pbem.workflow.ahead import asked_now, set_aside_unseen, titles_of
from pbem.workflow.ahead_closed import envelope_of, table_in
from pbem.workflow.ahead_tables import decisions_in, parts_of, tables_of
from pbem.workflow.check import Answer, check_at
from pbem.workflow.codes import DUPLICATE, OLDER_AGAIN
from pbem.workflow.finals import newest_final
from pbem.workflow.keeping import by_proxy, counted_before, kept_open
from pbem.workflow.opening import checked, closed_sheets
from pbem.workflow.receipts import Kept, Receipt, finished
from pbem.workflow.recording import chains_at, check_received, digest_of_text, is_gathered, sheet_salt


def kept_closed(table: Table, secret: Secret, chains: Chains, answer: Answer) -> Kept:
    """Take in an envelope or a phrase; also a sheet that comes when the envelopes are gathered already."""
    sheet = answer.sheet
    assert sheet is not None
    if isinstance(answer.closed, Phrase):
        if more := [key for key in sheet.body if key != "phrase"]:
            alone = pb.PHRASE_AND_MORE(at_key(more[0]), keys=listed(more))
            return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, alone))), chains)
        return _kept_phrase(table, secret, chains, answer, sheet.role, answer.closed.text)
    rows = versions(table.game.directory, table.under_way).get(sheet.role, [])
    envelope = answer.closed
    if rows and read_bytes(rows[0].path) == answer.text.encode():
        note = DUPLICATE(SHEET, version=rows[0].number)
        answer = answer._replace(diagnostics=(*answer.diagnostics, note))
        return Kept(_receipt(answer, envelope, rows[0].number, 0), chains)
    fault = _envelope_fault(table, chains, envelope) or _older(rows, envelope)
    if fault is not None:
        return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault))), chains)
    assert envelope is not None  # an open sheet comes here only when the envelopes are gathered, which is a fault
    before = rows[0].number if rows else 0
    facts: dict[str, Any] = {"step": table.under_way, "version": before + 1, "commitment": envelope.commitment}
    facts |= by_proxy(secret, sheet)
    chains = chains.with_line(sheet.role, envelope.kind, **facts, file=digest_of_text(answer.text))
    part = kept(table.under_way, sheet.role, before + 1, answer.text)
    replaced = counted_before(table, rows) or before
    view = table.ruleset.secrets.view_of(table.state, sheet.role)
    aside = set_aside_unseen(table.ruleset, view, sheet.role, expected_of(table, secret, sheet.role))
    answer = answer._replace(diagnostics=(*answer.diagnostics, *aside))
    return Kept(_receipt(answer, envelope, before + 1, replaced), chains, (part,))


def _envelope_fault(table: Table, chains: Chains, envelope: Envelope | None) -> Diagnostic | None:
    """Why nothing can be taken in now, if so."""
    if is_gathered(table, chains):
        return pb.OPENING(SHEET)
    if envelope is not None and envelope.held and _is_unasked(table, envelope.sheet.role):
        return pb.HELD_UNASKED(SHEET)
    if envelope is not None and not envelope.held and table.game.plays:
        return pb.NOT_BINDING(SHEET)
    if envelope is not None and not envelope.held and not table.game.seal_key:
        return pb.NO_KEY(SHEET, game=table.game.directory)
    return None


def _is_unasked(table: Table, role: str) -> bool:
    """Whether a role owes nothing, not even a word for the seed, so that nobody is to wait for its phrase."""
    return not table.is_opening and not table.owes_word(role) and all(owed.role != role for owed in table.awaiting)


def _older(rows: list[Version], envelope: Envelope | None) -> Diagnostic | None:
    """An envelope that came before and whose place another has taken: it was sent back, or comes late."""
    for version in rows[1:] if envelope is not None else []:
        earlier = envelope_in(read_bytes(version.path).decode("utf-8", "replace"))
        if isinstance(earlier, Envelope) and envelope is not None and earlier.commitment == envelope.commitment:
            return OLDER_AGAIN(SHEET, version=version.number, newest=rows[0].number, form="envelope")
    return None


def _receipt(answer: Answer, envelope: Envelope | None, version: int, before: int) -> Receipt:
    if envelope is None:
        return Receipt(answer, version=version)
    return Receipt(answer, four_words(envelope.commitment), version, before, envelope.commitment)


def held_ahead(table: Table, role: str) -> HeldAhead | None:
    """The orders for a decision that a role owes now, if they wait for the phrase of their writer."""
    waiting = asked_now(table.ruleset, table.state, table.kept) if any(item.is_held for item in table.kept) else []
    return next((item for item in waiting if item.role == role and item.is_held), None)


def held_for_later(table: Table, role: str) -> list[str]:
    """The decisions still to come for which a role has held orders, kept already or in its newest sheet."""
    titles = (
        titles_of(table.ruleset, table.ruleset.secrets.view_of(table.state, role), role) if table.ruleset.ahead else {}
    )
    final = newest_final(table, versions(table.game.directory, table.under_way).get(role, []))
    sheet = read(final[1], table.ruleset.sheet_keys).sheet if final else None
    sent = [table_ for table_ in tables_of(sheet.body) if table_.get("held")] if sheet else []
    kept = [item.decision for item in table.kept if item.role == role and item.is_held]
    return [
        titles[decision] for decision in dict.fromkeys((*kept, *decisions_in({"ahead": sent}))) if decision in titles
    ]


def released(table: Table, secret: Secret, answer: Answer) -> Answer:
    """A phrase that opens orders ahead makes an open sheet of them; of any other phrase nothing is said here."""
    sheet, phrase = answer.sheet, answer.closed
    item = None if sheet is None or answer.is_refused else held_ahead(table, sheet.role)
    if item is None or sheet is None or not isinstance(phrase, Phrase) or sheet.role in closed_sheets(table):
        return answer
    from pbem.seal import age

    try:
        opened = age.unlocked(envelope_of(item, table.game.name), phrase.text)
        found = table_in(item, table.game.name, opened).table
    except Unopened as fault:
        return answer._replace(diagnostics=(*answer.diagnostics, fault.diagnostic(Where(("phrase",)))))
    said: list[Diagnostic] = []
    _, body = parts_of(table.ruleset, item.decision, item.what, found, Where(), said.append)
    if has_errors(said):
        placed = (fault._replace(at=Where(("phrase",))) for fault in said if fault.is_error)
        return answer._replace(diagnostics=(*answer.diagnostics, *placed))
    heading = {"game": sheet.game, "step": table.under_way, "role": sheet.role, "key": sheet.key}
    heading |= {"status": sheet.status} if sheet.status != "final" else {}
    heading |= {"word": sheet.word} if sheet.word else {}
    beside = {key: value for key, value in sheet.body.items() if key != "phrase"}
    whole = {**heading, **body, **beside, **sheet.beside}
    return check_at(table, secret, dumps(whole).decode(), answer.file, warned=False)


def open_held(directory: str, role: str, phrase: str) -> Receipt:
    """Take in the phrase of a role: the moderator's way."""
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        check_unrevealed(directory)
        secret, chains = read_secret(table.game), chains_at(table)
        sheet = Sheet(table.game.name, table.under_way, role, secret.keys[role], "final", "", {})
        answer = released(table, secret, Answer("", "phrase", sheet, (), closed=Phrase(phrase)))
        if answer.sheet is None or answer.is_refused:
            return Receipt(answer)
        if answer.closed is None:
            rows = versions(directory, table.under_way).get(role, [])
            done = kept_open(table, secret, chains, answer, answer.sheet, rows)
        else:
            done = _kept_phrase(table, secret, chains, answer, role, phrase)
        if done.receipt.answer.is_refused:
            return done.receipt
        commit(directory, (*done.parts, *done.chains.change))
    return finished(table, done, role)


def _kept_phrase(table: Table, secret: Secret, chains: Chains, answer: Answer, role: str, phrase: str) -> Kept:
    """Keep a phrase that opens its envelope, once the envelopes are gathered; else say why not and keep nothing."""
    fault = _phrase_fault(table, secret, chains, role, phrase)
    if fault is not None:
        return Kept(Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault))), chains)
    closed = closed_sheets(table)[role]
    text, number = f"{phrase.strip()}\n", closed.version.number
    promised = committed(sheet_salt(chains, secret.seed, role), text.encode())
    facts = {"step": table.under_way, "version": number, "commitment": promised}
    chains = chains.with_line(role, "phrase", **facts, file=digest_of_text(text))
    opened = ("your phrase opens your envelope; the step is adjudicated when all phrases are in",)
    receipt = _receipt(answer._replace(understood=opened), closed.envelope, number, 0)
    return Kept(receipt, chains, (kept(table.under_way, role, number, text, layout.PHRASE),))


def _phrase_fault(table: Table, secret: Secret, chains: Chains, role: str, phrase: str) -> Diagnostic | None:
    """Why a phrase is not taken; nothing of the others is told by it."""
    from pbem.seal import age

    at = Where(("phrase",))
    found = closed_sheets(table)
    if role not in found or not found[role].envelope.held:
        if later := held_for_later(table, role):
            return pb.PHRASE_EARLY(at, decision=listed(later), form="ahead")
        return pb.NOTHING_HELD(at, role=role)
    if not is_gathered(table, chains):
        return pb.PHRASE_EARLY(at)
    try:
        check_received(table, chains, [found[role][:2]])
        checked(table, secret, found[role], age.unlocked(found[role].envelope, phrase))
    except Unopened as fault:
        return fault.diagnostic(at)
    except GameFault as fault:
        return fault.code(at, **fault.facts)
    return None
