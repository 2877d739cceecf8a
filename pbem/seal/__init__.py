"""Sealing: a sheet in an envelope that nobody opens before its time, and a promise of what is inside."""

from __future__ import annotations

import json
import re
from typing import Any

from pbem.core import SHEET, Code, Diagnostic, Record, Where, sha256
from pbem.core.sheets import Reading, Sheet, read
from pbem.seal.codes import CUT_SHORT, DAMAGED

BEGIN, END = "-----BEGIN AGE ENCRYPTED FILE-----", "-----END AGE ENCRYPTED FILE-----"
FIRST_LINE = "pbem envelope 1"
BLOCK = 2048  # bytes; all but the longest sheets fill one or two of them
MAGIC = b"age-encryption.org/v1\n"
_SEALED = re.compile(r"^[> \t]*sealed[ \t]*=", re.MULTILINE)
_PHRASE = re.compile(r"^[> \t]*phrase[ \t]*=", re.MULTILINE)


class Unopened(Exception):
    """An envelope that cannot be opened or used; the code says why."""

    def __init__(self, code: Code, **facts: Any) -> None:
        self.code, self.facts = code, facts
        super().__init__(code.name)

    def diagnostic(self, at: Where = SHEET) -> Diagnostic:
        return self.code(at, **self.facts)


class Envelope(Record):
    """A sealed sheet: the heading anybody may read, the promise, and the rest that nobody can."""

    sheet: Sheet  # its body is empty
    commitment: str
    armour: str
    held: bool

    @property
    def kind(self) -> str:
        """What its line in the ledger is called."""
        return "held" if self.held else "sealed"


class Phrase(Record):
    """An opening phrase, sent like a sheet."""

    text: str

    @property
    def kind(self) -> str:
        """What its line in the ledger is called."""
        return "phrase"


class Opened(Record):
    """What was inside: the sheet as its writer wrote it, and the salt of the promise."""

    text: str
    salt: str


def is_envelope(text: str) -> bool:
    """Whether a text is an envelope and not a sheet; one look, nothing is parsed."""
    return BEGIN in text and _SEALED.search(text) is not None


def is_phrase(text: str) -> bool:
    """Whether a text is an opening phrase sent like a sheet."""
    return _PHRASE.search(text) is not None


def envelope_in(text: str) -> Envelope | Reading | None:
    """The envelope that a text is, or the faults of its form; None if it is none."""
    return read_envelope(text) if is_envelope(text) else None


def is_closed(text: str) -> bool:
    """Whether a text is an envelope or a phrase, and not a sheet."""
    return is_envelope(text) or is_phrase(text)


def kind_of(text: str) -> str:
    """What a text is: a "sheet", an envelope that is "sealed" or "held", or a "phrase"."""
    if is_envelope(text):
        found = read_envelope(text)
        return found.kind if isinstance(found, Envelope) else "sealed"
    return "phrase" if is_phrase(text) else "sheet"


def canonical(sheet: Sheet) -> bytes:
    """What a promise is made about: everything a sheet says but the player's key, in one fixed form."""
    content = {
        "game": sheet.game, "step": sheet.step, "role": sheet.role, "status": sheet.status, "word": sheet.word,
        "body": sheet.body,
    }  # fmt: skip
    return json.dumps(content, sort_keys=True, separators=(",", ":"), default=str).encode()


def commitment_of(sheet: Sheet, salt: str) -> str:
    """The salted SHA-256 that is published when the envelope comes in."""
    return sha256(f"pbem seal\n{salt}\n".encode() + canonical(sheet)).hex()


def inner_text(text: str, salt: str) -> bytes:
    """What is encrypted: a first line, the salt, padding, the sheet; the size of an envelope tells nothing of a bid."""
    bare = len(f"{FIRST_LINE}\nsalt {salt}\npad \n\n{text}".encode())
    return f"{FIRST_LINE}\nsalt {salt}\npad {'-' * (-bare % BLOCK)}\n\n{text}".encode()


def parted(data: bytes) -> Opened:
    """The salt and the sheet out of what was encrypted."""
    try:
        head, _, text = data.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise Unopened(DAMAGED) from None
    match = re.fullmatch(rf"{FIRST_LINE}\nsalt ([0-9a-f]{{32,128}})\npad -*", head)
    if match is None:
        raise Unopened(DAMAGED)
    return Opened(text, match[1])


def envelope_text(sheet: Sheet, commitment: str, words: str, armour: str, held: bool) -> str:
    """The file that is mailed: a heading like a sheet's, the promise, and the armoured rest."""
    kept = "# It is locked by a phrase that its writer keeps until all envelopes are in.\n" if held else ""
    return (
        f"# A sealed sheet: {words}\n{kept}"
        f'game = "{sheet.game}"\nstep = {sheet.step}\nrole = "{sheet.role}"\nkey  = "{sheet.key}"\n'
        f'commitment = "{commitment}"\nheld = {"true" if held else "false"}\n'
        f'sealed = """\n{armour.strip()}\n"""\n'
    )


def read_envelope(text: str) -> Envelope | Reading:
    """The envelope, or the faults of its form."""
    reading = read(text, ("commitment", "held", "sealed"))
    if reading.sheet is None:
        return reading
    body = reading.sheet.body
    commitment, held, armour = body.get("commitment"), body.get("held", False), body.get("sealed")
    fault = fault_of(commitment, held, armour)
    if fault is not None:
        return Reading(None, (CUT_SHORT(Where(("sealed",)), form=fault),))
    return Envelope(reading.sheet._replace(body={}), str(commitment).lower(), armoured(str(armour)), bool(held))


def armoured(text: str) -> str:
    """The armour without what a mail program puts around its lines."""
    return "\n".join(line.strip() for line in text.strip().splitlines() if line.strip()) + "\n"


def fault_of(commitment: Any, held: Any, armour: Any) -> str | None:
    """What of an envelope can be seen to be wrong without opening it: the form of the complaint."""
    from base64 import b64decode  # not for submit
    from binascii import Error

    if not isinstance(commitment, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", commitment):
        return "commitment"
    if not isinstance(armour, str):
        return "sealed"
    if not isinstance(held, bool):
        return "lock"
    lines = armoured(armour).splitlines()
    if not lines or lines[0] != BEGIN:
        return "first-line"
    if lines[-1] != END:
        return ""
    try:
        data = b64decode("".join(lines[1:-1]), validate=True)
    except (Error, ValueError):
        return "signs"
    if not data.startswith(MAGIC) or b"\n---" not in data:
        return "no-age"
    locks = re.findall(rb"\n-> (\S*)", data[: data.index(b"\n---")])  # age adds one of an odd name, to be passed over
    if locks.count(b"X25519") != 1 or b"scrypt" in locks or len(locks) > 2:
        return "lock"
    return None
