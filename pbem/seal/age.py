"""The one place that knows the age library: keys, sealing and opening. It is loaded only when something is sealed."""

from __future__ import annotations

import os

import pyrage
from pyrage import x25519

from pbem.core.sheets import Sheet
from pbem.seal import Envelope, Opened, Unopened, commitment_of, envelope_text, inner_text, parted
from pbem.seal.codes import DAMAGED, KEY_MISMATCH, NOT_A_KEY, OTHER_KEY, WRONG_PHRASE
from pbem.seal.lock import identity_of
from pbem.seal.words import four_words, phrase_of, plain_phrase

PHRASE_WORDS = 7  # 56 bits, and scrypt makes every guess cost a tenth of a second and 32 MB


def new_pair() -> tuple[str, str]:
    """A public key and its private one."""
    identity = x25519.Identity.generate()
    return str(identity.to_public()), str(identity)


def new_salt() -> str:
    return os.urandom(16).hex()


def new_phrase() -> str:
    return phrase_of(os.urandom(PHRASE_WORDS))


def check_pair(public: str, private: str) -> None:
    """Whether the two keys of a game belong together."""
    try:
        found = str(x25519.Identity.from_str(private.strip()).to_public())
    except Exception:  # the library has one exception type for each way a text is no key
        found = ""
    if found != public:
        raise Unopened(KEY_MISMATCH)


def sealed(sheet: Sheet, text: str, to: str) -> tuple[str, str]:
    """The sheet in an envelope for a public key, and its commitment."""
    try:
        recipient = x25519.Recipient.from_str(to.strip())
    except Exception as fault:
        raise Unopened(NOT_A_KEY, found=to[:80]) from fault
    salt = new_salt()
    commitment = commitment_of(sheet, salt)
    armour = pyrage.encrypt(inner_text(text, salt), [recipient], armored=True).decode()
    return envelope_text(sheet, commitment, four_words(commitment), armour, held=False), commitment


def locked(sheet: Sheet, text: str, phrase: str) -> tuple[str, str]:
    """The sheet in an envelope that only the phrase opens, and its commitment."""
    salt = new_salt()
    commitment = commitment_of(sheet, salt)
    recipient = _held_by(phrase, commitment).to_public()
    armour = pyrage.encrypt(inner_text(text, salt), [recipient], armored=True).decode()
    return envelope_text(sheet, commitment, four_words(commitment), armour, held=True), commitment


def opened(envelope: Envelope, private: str) -> Opened:
    """What is inside an envelope for this game's key."""
    try:
        identity = x25519.Identity.from_str(private.strip())
    except Exception as fault:
        raise Unopened(KEY_MISMATCH) from fault
    try:
        data = pyrage.decrypt(envelope.armour.encode(), [identity])
    except pyrage.DecryptError as fault:
        raise Unopened(OTHER_KEY if "No matching keys" in str(fault) else DAMAGED) from fault
    return parted(data)


def unlocked(envelope: Envelope, phrase: str) -> Opened:
    """What is inside a held envelope, with the phrase of its writer."""
    try:
        data = pyrage.decrypt(envelope.armour.encode(), [_held_by(phrase, envelope.commitment)])
    except pyrage.DecryptError as fault:
        if "No matching keys" in str(fault):
            raise Unopened(WRONG_PHRASE, role=envelope.sheet.role) from fault
        raise Unopened(DAMAGED) from fault
    return parted(data)


def _held_by(phrase: str, commitment: str) -> x25519.Identity:
    """The key that a phrase stands for."""
    return x25519.Identity.from_str(identity_of(plain_phrase(phrase), commitment))
