"""Envelopes at the desk: sealed at home, taken in closed, opened all at once; phrases; the keys of a game."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core import sha256
from pbem.core.codes import DUPLICATE
from pbem.core.diagnostics import SHEET, Diagnostic, Where
from pbem.core.sheets import Desk, Reading, Sheet, check_heading, read
from pbem.seal import Envelope, Opened, Unopened, commitment_of, is_envelope, is_phrase, read_envelope
from pbem.seal import codes as pb
from pbem.seal.words import four_words
from pbem.store import EXISTS, GameFault
from pbem.store.inbox import Version, keep, opening_begun, phrase_path, versions
from pbem.store.ledger import Entry, added, latest, read_ledger
from pbem.store.reading import FORMAT, Secret, parse, read_bytes, read_secret, read_view
from pbem.store.writing import dumps, locked, make_folder, write_file
from pbem.workflow import Table, open_game, overrides_of
from pbem.workflow.check import Answer, check_at, check_with_view, examined
from pbem.workflow.submit import Receipt

CLOSED = "a sealed sheet; it is opened when all sheets of the step are in, and not before"
HELD = "a held sheet; when all sheets of the step are in, you will be asked for your phrase"


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


def seal(file: str, to: str, hold: bool = False, force: bool = False) -> SealedFile:
    """A sheet in an envelope: for a key, or for the key in a view, against which the sheet is checked first."""
    from pbem.seal import age

    key, answer = _recipient(file, to)
    if answer.closed is not None:
        raise GameFault(pb.SEALED_TWICE, answer.file)
    if answer.sheet is None or (answer.is_refused and not force):
        raise Refused(answer)
    if answer.sheet.status == "draft":
        raise GameFault(pb.DRAFT_SEALED, answer.file)
    phrase = age.new_phrase() if hold else ""
    try:
        made = age.locked(answer.sheet, answer.text, phrase) if hold else age.sealed(answer.sheet, answer.text, key)
    except Unopened as fault:
        raise GameFault(fault.code, file, **fault.facts) from None
    return SealedFile(made[0], made[1], four_words(made[1]), phrase)


class Refused(Exception):
    """A sheet that is not sealed because it has errors; the answer says which."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__("the sheet has errors")


def _recipient(file: str, to: str) -> tuple[str, Answer]:
    """The key to seal for, and the answer of the checker as far as it can be had."""
    if to.startswith("age1"):
        return to, examined(file, _read_only)
    if not os.path.isfile(to):
        raise GameFault(pb.NOT_A_KEY, "--to", found=to[:80])
    view = read_view(to)
    if not view.seal_key:
        raise GameFault(pb.NO_KEY, to, game="GAME")
    return view.seal_key, check_with_view(file, to)


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
    path = output or f"{file.removesuffix('.toml')}.sealed.toml"
    if os.path.lexists(path) and not force:
        raise GameFault(EXISTS, path, advice="Name another file with -o, or write over it with --force.")
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
            "Keep the phrase to yourself until you are asked for it: without",
        ]
        lines += ["it nobody can open the envelope, not even you."]
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


def kept_closed(table: Table, secret: Secret, answer: Answer) -> Receipt:
    """Take in an envelope or a phrase; also a sheet that comes when phrases are in already."""
    sheet = answer.sheet
    assert sheet is not None
    if isinstance(answer.closed, Phrase):
        return _kept_phrase(table, secret, answer, sheet.role, answer.closed.text)
    directory, step = table.game.directory, table.under_way
    rows = versions(directory, step).get(sheet.role, [])
    envelope = answer.closed
    if rows and read_bytes(rows[0].path) == answer.text.encode():
        note = DUPLICATE(SHEET, version=rows[0].number)
        return _receipt(answer._replace(diagnostics=(*answer.diagnostics, note)), envelope, rows[0].number, 0)
    if opening_begun(directory, step):
        return Receipt(answer._replace(diagnostics=(*answer.diagnostics, pb.OPENING(SHEET))))
    if not table.game.seal_key and not envelope.held:
        return Receipt(answer._replace(diagnostics=(pb.NO_KEY(SHEET, game=directory),)))
    before = rows[0].number if rows else 0
    # The line comes first: an envelope without a line would be taken for one put there by hand.
    added(directory, _entry(sheet, step, before + 1, envelope, answer.text))
    keep(directory, step, sheet.role, before + 1, answer.text)
    return _receipt(answer, envelope, before + 1, before)


def _receipt(answer: Answer, envelope: Envelope | None, version: int, before: int) -> Receipt:
    if envelope is None:
        return Receipt(answer, version=version)
    return Receipt(answer, four_words(envelope.commitment), version, before, envelope.commitment)


def _entry(sheet: Sheet, step: int, version: int, envelope: Envelope, text: str) -> Entry:
    kind = "held" if envelope.held else "sealed"
    words = four_words(envelope.commitment)
    return Entry(0, step, sheet.role, version, kind, envelope.commitment, words, digest_of_text(text))


def digest_of_text(text: str) -> str:
    """The digest of an envelope as it lies in the inbox."""
    return sha256(text.encode()).hex()


# phrases


def open_held(directory: str, role: str, phrase: str) -> Receipt:
    """Take in the phrase of a role: the moderator's way."""
    from pbem.workflow import chosen

    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        secret = read_secret(table.game)
        sheet = Sheet(table.game.name, table.under_way, role, secret.keys[role], "final", "", {})
        receipt = _kept_phrase(table, secret, Answer("", "phrase", sheet, (), closed=Phrase(phrase)), role, phrase)
    return receipt._replace(title=table.title(role), overrides=overrides_of(directory))


def _kept_phrase(table: Table, secret: Secret, answer: Answer, role: str, phrase: str) -> Receipt:
    """Keep a phrase that opens its envelope, once everybody has sent in; else say why not and keep nothing."""
    fault = _phrase_fault(table, secret, role, phrase)
    if fault is not None:
        return Receipt(answer._replace(diagnostics=(*answer.diagnostics, fault)))
    version = closed_sheets(table)[role].version
    write_file(phrase_path(version), f"{phrase.strip()}\n".encode(), mode=0o600)
    opened = ("your phrase opens your envelope; the step is adjudicated when all phrases are in",)
    envelope = read_envelope(read_bytes(version.path).decode())
    assert isinstance(envelope, Envelope)
    return _receipt(answer._replace(understood=opened), envelope, version.number, 0)


def _phrase_fault(table: Table, secret: Secret, role: str, phrase: str) -> Diagnostic | None:
    from pbem.seal import age

    at = Where(("phrase",))
    found = closed_sheets(table)
    if role not in found or not found[role].envelope.held:
        return pb.NOTHING_HELD(at, role=role)
    missing = waited_for(table)
    if missing:
        return pb.PHRASE_EARLY(at, roles=", ".join(missing))
    try:
        check_ledger(table, found[role])
        _checked(table, secret, found[role], age.unlocked(found[role].envelope, phrase))
    except Unopened as fault:
        return fault.diagnostic(at)
    except GameFault as fault:
        return fault.code(at, **fault.facts)
    return None


def waited_for(table: Table) -> list[str]:
    """The roles that owe something and have sent nothing."""
    from pbem.workflow.adjudicate import newest_final

    found = versions(table.game.directory, table.under_way)
    answered = table.ruleset.answered(table.state)
    owed = dict.fromkeys(owed.role for owed in table.awaiting if owed.role not in answered)
    return [role for role in owed if newest_final(table, found.get(role, [])) is None]


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
                raise GameFault(pb.REPLACED, version.path, words=_words(table, version))
            found[role] = Closed(version, text, envelope)
    return found


def _words(table: Table, version: Version) -> str:
    entry = latest(read_ledger(table.game.directory), table.under_way, version.role, version.number)
    return entry.words if entry else "unknown"


def check_ledger(table: Table, closed: Closed) -> None:
    """Whether an envelope is the one that was received; else nothing of it is opened."""
    entry = latest(read_ledger(table.game.directory), table.under_way, closed.version.role, closed.version.number)
    if entry is None:
        raise GameFault(pb.NOT_IN_LEDGER, closed.version.path)
    if entry.envelope != digest_of_text(closed.text) or entry.commitment != closed.envelope.commitment:
        raise GameFault(pb.REPLACED, closed.version.path, words=entry.words)


def unopened(table: Table) -> list[str]:
    """The roles whose held envelope has no phrase yet."""
    found = closed_sheets(table)
    return [r for r, c in found.items() if c.envelope.held and not os.path.exists(phrase_path(c.version))]


def open_all(table: Table, secret: Secret, defaults: Sequence[str]) -> dict[str, Sheet]:
    """All envelopes of the step, opened at once in memory; one that is at fault stops it before anything is shown.

    A role named in ``defaults`` whose envelope is at fault, or whose phrase never came, takes the default.
    """
    found = closed_sheets(table)
    late = [role for role in unopened(table) if role not in defaults and "all" not in defaults]
    if late:
        options = " ".join(f"--default {role}" for role in dict.fromkeys((*defaults, *late)))
        facts = {"step": table.under_way, "roles": ", ".join(late), "game": table.game.directory, "defaults": options}
        raise GameFault(pb.PHRASE_MISSING, table.game.directory, **facts)
    sheets, opened = {}, {}
    waived = unopened(table)
    for role, closed in found.items():
        if role in waived:
            continue
        try:
            check_ledger(table, closed)
            opened[role] = _opened(table, secret, closed)
            sheets[role] = _checked(table, secret, closed, opened[role])
        except GameFault:
            if role not in defaults and "all" not in defaults:
                raise
            opened.pop(role, None)
    _write_opened(table, found, sheets, opened)
    return sheets


def _opened(table: Table, secret: Secret, closed: Closed) -> Opened:
    from pbem.seal import age

    try:
        if closed.envelope.held:
            return age.unlocked(closed.envelope, read_bytes(phrase_path(closed.version)).decode("utf-8", "replace"))
        age.check_pair(table.game.seal_key, secret.identity)
        return age.opened(closed.envelope, secret.identity)
    except Unopened as fault:
        raise GameFault(fault.code, closed.version.path, **fault.facts) from None


def _checked(table: Table, secret: Secret, closed: Closed, opened: Opened) -> Sheet:
    """The sheet inside, if it is what was promised, for this step and role, and in order."""
    path, outside = closed.version.path, closed.envelope.sheet
    answer = check_at(table, secret, opened.text, os.path.basename(path))
    sheet = answer.sheet
    if sheet is None:
        why = answer.diagnostics[0].message if answer.diagnostics else "it is no sheet"
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, why=why)
    if commitment_of(sheet, opened.salt) != closed.envelope.commitment:
        raise GameFault(pb.BROKEN_WORD, path)
    if (sheet.game, sheet.step, sheet.role) != (outside.game, outside.step, outside.role):
        named = [f"{s.game}, step {s.step}, {s.role}" for s in (sheet, outside)]
        raise GameFault(pb.MIXED_UP, path, inside=named[0], outside=named[1])
    if answer.is_refused or answer.closed is not None or sheet.status == "draft":
        faults = [f"{item.code.id} {item.message}" for item in answer.diagnostics if item.is_error]
        raise GameFault(pb.SHEET_FAULTY, path, role=outside.role, why=faults[0] if faults else "it is a draft")
    return sheet


def opened_path(directory: str, step: int) -> str:
    """Where the salts of a step's envelopes are kept, for the proof; not public while the game runs."""
    return os.path.join(directory, "opened", f"{step:04}.toml")


def _write_opened(
    table: Table, found: Mapping[str, Closed], sheets: Mapping[str, Sheet], opened: Mapping[str, Opened]
) -> None:
    """Keep what proves the promises: with it the orders in the step can be held against the ledger."""
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
    if rows:
        path = opened_path(table.game.directory, table.under_way)
        make_folder(os.path.dirname(path))
        write_file(path, dumps({"format": FORMAT, "step": table.under_way, "envelope": rows}))


def read_opened(directory: str, step: int) -> list[dict[str, Any]]:
    """What was kept of the envelopes of a step; nothing if there were none."""
    path = opened_path(directory, step)
    if not os.path.lexists(path):
        return []
    rows = parse(read_bytes(path), path).get("envelope", [])
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


# the keys of a game


def keys(directory: str) -> str:
    """The public key of a game; a game without one gets a pair."""
    with locked(directory):
        table = open_game(directory)
        if table.game.seal_key:
            return table.game.seal_key
        from pbem.seal.age import new_pair

        public, private = new_pair()
        secret = read_secret(table.game)
        hidden = {"format": FORMAT, "seed": secret.seed, "seal_identity": private, "keys": secret.keys}
        write_file(os.path.join(directory, "secret.toml"), dumps(hidden), mode=0o600)
        path = os.path.join(directory, "game.toml")
        lines = read_bytes(path).decode().split("\n")
        at = next(number for number, line in enumerate(lines) if line.startswith("seed_commitment"))
        lines.insert(at + 1, f'seal_key = "{public}"')
        write_file(path, "\n".join(lines).encode())
        return public
