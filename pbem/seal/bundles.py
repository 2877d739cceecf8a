"""Files in one that only its reader can open: with a key, or with a phrase.

A phrase stands for a key, as in held envelopes: the lock that age has for phrases asks for work by the speed of the
machine, and a slower one, or a busy one, refuses to do it.
"""

from __future__ import annotations

import os
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pyrage
from pyrage import passphrase, x25519

from pbem.seal import Unopened
from pbem.seal.codes import DAMAGED, NOT_A_KEY, OTHER_KEY
from pbem.seal.lock import identity_of
from pbem.seal.words import plain_phrase

MARK, SALT = b"pbem bundle\n", 32  # what a bundle with a phrase begins with, and the signs of the salt after it


def bundled(files: dict[str, bytes], to: str = "", phrase: str = "") -> bytes:
    """The files, for a public key or for whoever knows the phrase."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(name, data)
    if not to:
        salt = os.urandom(SALT // 2).hex()
        sealed = pyrage.encrypt(packed.getvalue(), [_held_by(phrase, salt).to_public()])
        return MARK + salt.encode() + bytes(sealed)
    try:
        recipient = x25519.Recipient.from_str(to.strip())
    except Exception as fault:  # the library has one exception type for each way a text is no key
        raise Unopened(NOT_A_KEY, found=to[:80]) from fault
    return bytes(pyrage.encrypt(packed.getvalue(), [recipient]))


def unbundled(data: bytes, private: str = "", phrase: str = "") -> dict[str, bytes]:
    """The files again."""
    try:
        plain = pyrage.decrypt(data, [x25519.Identity.from_str(private.strip())]) if private else _opened(data, phrase)
    except Exception as fault:
        raise Unopened(OTHER_KEY) from fault
    try:
        with ZipFile(BytesIO(plain)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except Exception as fault:
        raise Unopened(DAMAGED) from fault


def _opened(data: bytes, phrase: str) -> bytes:
    """What a phrase opens; bundles of earlier programs have the lock of age."""
    if not data.startswith(MARK):
        return bytes(passphrase.decrypt(data, phrase))
    salt, sealed = data[len(MARK) :][:SALT], data[len(MARK) + SALT :]
    return bytes(pyrage.decrypt(sealed, [_held_by(phrase, salt.decode("ascii"))]))


def _held_by(phrase: str, salt: str) -> x25519.Identity:
    """The key that a phrase stands for."""
    return x25519.Identity.from_str(identity_of(plain_phrase(phrase), f"bundle {salt}"))
