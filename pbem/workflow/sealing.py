"""Envelopes at the desk: sealed at home, taken in closed, opened all at once; phrases."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core.codes import DUPLICATE, OLDER_AGAIN
from pbem.core.diagnostics import SHEET, Diagnostic, Where
from pbem.core.names import listed
from pbem.core.sheets import Desk, Reading, Sheet, check_heading, read
from pbem.seal import Envelope, Opened, Unopened, commitment_of, is_envelope, is_phrase, read_envelope
from pbem.seal import codes as pb
from pbem.seal import proof_codes as proof
from pbem.seal.words import four_words
from pbem.store import EXISTS, FILE_MISSING, GameFault, layout
from pbem.store.inbox import Version, kept, phrase_path, versions
from pbem.store.ledger import ALL, SHEETS, Chains, Line, committed, since_step, told_seal_key
from pbem.store.reading import FORMAT, Secret, check_unrevealed, parse, read_bytes, read_secret, read_view
from pbem.store.transaction import Put, commit
from pbem.store.writing import dumps, locked, write_file
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.check import Answer, check_at, check_with_view, examined
from pbem.workflow.recording import (
    anchor_of,
    chains_at,
    check_received,
    digest_of_text,
    gathering_of,
    is_gathered,
    is_gathering,
    reason_commitment,
    sheet_salt,
    with_gathering,
)
from pbem.workflow.submit import Kept, Receipt, finished

CLOSED = "a sealed sheet; it is opened when all sheets of the step are in, and not before"
HELD = "a held sheet; keep its phrase until you have the notice that all envelopes are gathered, and have checked it"


class Phrase(NamedTuple):
    """An opening phrase, sent like a sheet."""

    text: str


# at home


class SealedFile(NamedTuple):
    """What `pbem seal` made."""

    text: str
    commitment: str
    words: str
    phrase: str
    note: str = ""  # what the player should know about the key


def seal(file: str, to: str, hold: bool = False, force: bool = False, accept: bool = False) -> SealedFile:
    """A sheet in an envelope: for a key, or for the key in a view, against which the sheet is checked first."""
    from pbem.seal import age

    key, answer = _recipient(file, to, hold)
    if answer.closed is not None:
        raise GameFault(pb.SEALED_TWICE, answer.file)
    if answer.sheet is None or (answer.is_refused and not force):
        raise Refused(answer)
    if answer.sheet.status == "draft":
        raise GameFault(pb.DRAFT_SEALED, answer.file)
    note = _trusted(to, accept)
    phrase = age.new_phrase() if hold else ""
    try:
        made = age.locked(answer.sheet, answer.text, phrase) if hold else age.sealed(answer.sheet, answer.text, key)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None
    return SealedFile(made[0], made[1], four_words(made[1]), phrase, note)


def _trusted(to: str, accept: bool) -> str:
    """A key typed in is the player's own business; that of a view is compared with the one used before."""
    if to.startswith("age1"):
        return ""
    from pbem.workflow.trust import trusted

    return trusted(read_view(to), to, accept)


class Refused(Exception):
    """A sheet that is not sealed because it has errors; the answer says which."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__("the sheet has errors")


def _recipient(file: str, to: str, hold: bool) -> tuple[str, Answer]:
    """The key to seal for, and the answer of the checker as far as it can be had."""
    if to.startswith("age1"):
        return to, examined(file, _read_only)
    if not os.path.lexists(to) and (to.endswith(layout.TABLE) or os.path.basename(to) != to):
        raise GameFault(FILE_MISSING, to, form="named")
    if not os.path.isfile(to):
        raise GameFault(pb.NOT_A_KEY, "--to", found=to[:80])
    view = read_view(to)
    if not view.seal_key:
        raise GameFault(pb.NO_KEY, to, game="GAME")
    return view.seal_key, check_with_view(file, to, hold)


def _read_only(text: str, name: str) -> Answer:
    """A sheet read for its heading alone, where there is no view to check it with."""
    if is_envelope(text):
        return Answer(text, name, None, (), closed=True)
    from pbem.core.sheets import HEADING, parsed

    data = parsed(text)
    keys = () if isinstance(data, tuple) else tuple(key for key in data if key not in HEADING)
    reading = read(text, keys)
    return Answer(text, name, reading.sheet, reading.diagnostics)


def write_envelope(made: SealedFile, file: str, output: str, force: bool) -> str:
    """Write the envelope beside the sheet, or where it is wanted; the path."""
    path = output or f"{file.removesuffix(layout.TABLE)}.sealed.toml"
    if os.path.lexists(path) and not force:
        raise GameFault(EXISTS, path, form="envelope")
    write_file(path, made.text.encode())
    return path


def said_sealed(made: SealedFile, path: str) -> str:
    """What `pbem seal` tells the player."""
    lines = [path, f"words       {made.words}", f"commitment  {made.commitment}"]
    if made.phrase:
        lines += [
            "",
            f"phrase      {made.phrase}",
            "",
            "Keep the phrase to yourself until you have the notice that all",
            "envelopes are gathered, and have checked it: whoever reads it before",
            "can read your sheet. Without it nobody can open the envelope, not",
            "even you.",
        ]
    return "\n".join([*lines, "", f"Send {path}; the receipt must show the same words."])


# taking in


def checked_closed(text: str, file: str, desk: Callable[[str], Desk]) -> Answer | None:
    """What can be said of an envelope or a phrase from outside; None if the text is a sheet."""
    if is_envelope(text):
        found = read_envelope(text)
        if isinstance(found, Reading):
            return Answer(text, file, None, found.diagnostics)
        wrong = check_heading(found.sheet, desk(found.sheet.role))
        understood = (HELD if found.held else CLOSED,)
        return Answer(text, file, found.sheet, wrong, () if wrong else understood, closed=found)
    if not is_phrase(text):
        return None
    reading = read(text, ("phrase",))
    if reading.sheet is None:
        return Answer(text, file, None, reading.diagnostics)
    phrase = reading.sheet.body.get("phrase")
    wrong = check_heading(reading.sheet, desk(reading.sheet.role))
    return Answer(text, file, reading.sheet, wrong, closed=Phrase(phrase if isinstance(phrase, str) else ""))


def kept_closed(table: Table, secret: Secret, chains: Chains, answer: Answer) -> Kept:
    """Take in an envelope or a phrase; also a sheet that comes when the envelopes are gathered already."""
    sheet = answer.sheet
    assert sheet is not None
    if isinstance(answer.closed, Phrase):
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
    before = rows[0].number if rows else 0
    facts = {"step": table.under_way, "version": before + 1, "commitment": envelope.commitment}
    kind = "held" if envelope.held else "sealed"
    chains = chains.with_line(sheet.role, kind, **facts, file=digest_of_text(answer.text))
    part = kept(table.under_way, sheet.role, before + 1, answer.text)
    return Kept(_receipt(answer, envelope, before + 1, before), chains, (part,))


def _envelope_fault(table: Table, chains: Chains, envelope: Envelope | None) -> Diagnostic | None:
    """Why nothing can be taken in now, if so."""
    if is_gathered(table, chains):
        return pb.OPENING(SHEET)
    if envelope is not None and not envelope.held and table.game.plays:
        return pb.NOT_BINDING(SHEET)
    if envelope is not None and not envelope.held and not table.game.seal_key:
        return pb.NO_KEY(SHEET, game=table.game.directory)
    return None


def _older(rows: list[Version], envelope: Envelope | None) -> Diagnostic | None:
    """An envelope that came before and whose place another has taken: it was sent back, or comes late."""
    for version in rows[1:] if envelope is not None else []:
        earlier = read_envelope(read_bytes(version.path).decode("utf-8", "replace"))
        if isinstance(earlier, Envelope) and envelope is not None and earlier.commitment == envelope.commitment:
            return OLDER_AGAIN(SHEET, version=version.number, newest=rows[0].number, form="envelope")
    return None


def _receipt(answer: Answer, envelope: Envelope | None, version: int, before: int) -> Receipt:
    if envelope is None:
        return Receipt(answer, version=version)
    return Receipt(answer, four_words(envelope.commitment), version, before, envelope.commitment)


# gathering: the moment after which nothing is exchanged, and before which no phrase is sent


def gathered_if_complete(table: Table, secret: Secret, done: Kept, answer: Answer) -> Kept:
    """Gather the envelopes if with this one every role that owes something has sent a sheet.

    A standing answer does not count: its owner may still send another, and nobody may learn that there is one.
    """
    from pbem.workflow.notices import with_notices

    assert answer.sheet is not None
    texts = _finals(table)
    if answer.sheet.status != "draft":
        texts[answer.sheet.role] = (done.receipt.version, answer.text)
    owed = [owed.role for owed in table.awaiting]
    if is_gathered(table, done.chains):
        return done
    if any(role not in texts for role in owed) or not any(_is_held(text) for _, text in texts.values()):
        return done
    if not {*owed} <= _sent_anew(table, done.chains) | {answer.sheet.role}:
        return done
    used = {role: _answering(texts.get(role)) for role in table.game.players}
    gathered = with_gathering(table, done.chains, secret.seed, used)
    parts, chains = with_notices(table, secret, gathered)
    return done._replace(chains=chains, parts=(*done.parts, *parts), receipt=done.receipt._replace(gathered=True))


def _finals(table: Table) -> dict[str, tuple[int, str]]:
    """The newest sheet of each role that is not a draft: its version and text."""
    from pbem.workflow.adjudicate import newest_finals

    return {role: (version.number, text) for role, (version, text) in newest_finals(table).items()}


def _sent_anew(table: Table, chains: Chains) -> set[str]:
    """The roles whose sheets count for a gathering by itself: all, but after an undo those who sent one since.

    Else the first to send something would shut out those for whose sake the step was taken back.
    """
    if chains.standing.kind != "undo":
        return {*table.game.players}
    anew: set[str] = set()
    for line in since_step(chains.lines, table.last.number):
        if line.of == ALL and line.kind == "undo":
            anew = set()
        elif line.kind in SHEETS and line.facts.get("status") != "draft":
            anew.add(line.of)
    return anew


def _is_held(text: str) -> bool:
    envelope = read_envelope(text) if is_envelope(text) else None
    return isinstance(envelope, Envelope) and envelope.held


def _answering(final: tuple[int, str] | None) -> tuple[str, int]:
    """What answers for a role: the kind of its sheet and the version."""
    if final is None:
        return "none", 0
    kind = "held" if _is_held(final[1]) else "sealed" if is_envelope(final[1]) else "sheet"
    return kind, final[0]


def gather(directory: str, defaults: Sequence[str] = ()) -> Line:
    """Gather the envelopes though somebody has sent nothing: a standing answer or the default counts.

    If they are gathered already, notices that are missing are written once more.
    """
    from pbem.workflow.adjudicate import check_missing
    from pbem.workflow.notices import with_notices

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
        if not waits and not any(_is_held(text) for _, text in texts.values()):
            raise GameFault(pb.NOTHING_TO_GATHER, directory)
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
    from shlex import quote

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
    from pbem.workflow.notices import path_of

    if not is_gathered(table, chains_at(table)):
        return []
    return [path for role in unopened(table) if os.path.isfile(path := path_of(table, role))]


# phrases


def open_held(directory: str, role: str, phrase: str) -> Receipt:
    """Take in the phrase of a role: the moderator's way."""
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        check_unrevealed(directory)
        secret, chains = read_secret(table.game), chains_at(table)
        sheet = Sheet(table.game.name, table.under_way, role, secret.keys[role], "final", "", {})
        answer = Answer("", "phrase", sheet, (), closed=Phrase(phrase))
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


# opening


class Closed(NamedTuple):
    """An envelope in the inbox."""

    version: Version
    text: str
    envelope: Envelope


def closed_sheets(table: Table) -> dict[str, Closed]:
    """The roles whose newest sheet, drafts aside, is an envelope."""
    from pbem.workflow.adjudicate import newest_final

    found = {}
    for role, rows in versions(table.game.directory, table.under_way).items():
        version, text = newest_final(table, rows) or (rows[0], "")
        if is_envelope(text):
            envelope = read_envelope(text)
            if isinstance(envelope, Reading):
                raise GameFault(pb.REPLACED, version.path, words="unknown")
            found[role] = Closed(version, text, envelope)
    return found


def unopened(table: Table) -> list[str]:
    """The roles whose held envelope has no phrase yet."""
    found = closed_sheets(table)
    return [r for r, c in found.items() if c.envelope.held and not os.path.exists(phrase_path(c.version))]


class Openings(NamedTuple):
    """The sheets out of the envelopes of a step, and the file that proves they were inside."""

    sheets: dict[str, Sheet]
    proof: bytes
    reasons: dict[str, str]  # why an envelope was left aside: for the ledger, as a commitment


def open_all(table: Table, secret: Secret, chains: Chains, defaults: Sequence[str]) -> Openings:
    """All envelopes of the step, opened at once in memory; one that is at fault stops it before anything is shown.

    A role named in ``defaults`` whose envelope is at its own fault, or whose phrase never came, takes the default.
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
            if role not in defaults or fault.code not in WRITERS_FAULTS or closed.envelope.held:
                raise
            opened.pop(role, None)
            reasons[role] = fault.code
    whys = {role: reason_commitment(secret.seed, role, table.under_way, code.id) for role, code in reasons.items()}
    return Openings(sheets, _proof(table, found, sheets, opened), whys)


WRITERS_FAULTS = (pb.OTHER_KEY, pb.DAMAGED, pb.BROKEN_WORD, pb.MIXED_UP, pb.SHEET_FAULTY)


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
        raise GameFault(proof.NOT_AS_BEGUN, os.path.join(table.game.directory, layout.GAME), key="seal_key")


def opened_of(table: Table, secret: Secret, closed: Closed) -> Opened:
    """What is inside an envelope, with the key of the game or the phrase that was sent."""
    from pbem.seal import age

    try:
        if closed.envelope.held:
            return age.unlocked(closed.envelope, read_bytes(phrase_path(closed.version)).decode("utf-8", "replace"))
        age.check_pair(table.game.seal_key, secret.identity)
        return age.opened(closed.envelope, secret.identity)
    except Unopened as fault:
        raise GameFault(fault.code, closed.version.path, **fault.facts) from None


def checked(table: Table, secret: Secret, closed: Closed, opened: Opened) -> Sheet:
    """The sheet inside, if it is what was promised, for this step and role, and in order."""
    path, outside = closed.version.path, closed.envelope.sheet
    answer = check_at(table, secret, opened.text, os.path.basename(path), held=closed.envelope.held)
    if answer.is_refused and answer.sheet is not None and answer.sheet.role == outside.role:
        from pbem.workflow.adjudicate import with_key_of  # which knows this module

        # The key on the envelope was right when it came, and may have been renewed since.
        secret = with_key_of(secret, answer.sheet)
        answer = check_at(table, secret, opened.text, os.path.basename(path), held=closed.envelope.held)
    sheet = answer.sheet
    if sheet is None:
        facts = {"fault": answer.diagnostics[0].message} if answer.diagnostics else {"form": "no-sheet"}
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, **facts)
    if commitment_of(sheet, opened.salt) != closed.envelope.commitment:
        raise GameFault(pb.BROKEN_WORD, path)
    if (sheet.game, sheet.step, sheet.role) != (outside.game, outside.step, outside.role):
        named = [f"{s.game}, step {s.step}, {s.role}" for s in (sheet, outside)]
        raise GameFault(pb.MIXED_UP, path, inside=named[0], outside=named[1])
    if answer.is_refused or answer.closed is not None or sheet.status == "draft":
        faults = [f"{item.code.id} {item.message}" for item in answer.diagnostics if item.is_error]
        form = "" if faults else "draft" if sheet.status == "draft" else "no-sheet"
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, fault=faults[0] if faults else "", form=form)
    return sheet


def _proof(
    table: Table, found: Mapping[str, Closed], sheets: Mapping[str, Sheet], opened: Mapping[str, Opened]
) -> bytes:
    """What proves the promises: with it the orders in the step can be held against the ledger."""
    rows = [
        {
            "role": role,
            "version": found[role].version.number,
            "commitment": found[role].envelope.commitment,
            "salt": opened[role].salt,
            "word": sheet.word,
        }
        for role, sheet in sheets.items()
    ]
    return dumps({"format": FORMAT, "step": table.under_way, "envelope": rows}) if rows else b""


def opened_part(table: Table, proof: bytes) -> tuple[Put, ...]:
    """The part of a change that keeps the proof."""
    return (Put(layout.opened(table.under_way), proof),) if proof else ()


def read_opened(directory: str, step: int) -> list[dict[str, Any]]:
    """What was kept of the envelopes of a step; nothing if there were none."""
    path = layout.path(directory, layout.opened(step))
    if not os.path.lexists(path):
        return []
    rows = parse(read_bytes(path), path).get("envelope", [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
