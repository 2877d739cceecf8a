"""Files in one that only its reader can open: with a key, or with a phrase."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pyrage
from pyrage import passphrase, x25519

from pbem.seal import Unopened
from pbem.seal.codes import DAMAGED, NOT_A_KEY, OTHER_KEY


def bundled(files: dict[str, bytes], to: str = "", phrase: str = "") -> bytes:
    """The files, for a public key or for whoever knows the phrase."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(name, data)
    if not to:
        return bytes(passphrase.encrypt(packed.getvalue(), phrase))
    try:
        recipient = x25519.Recipient.from_str(to.strip())
    except Exception as fault:  # the library has one exception type for each way a text is no key
        raise Unopened(NOT_A_KEY, found=to[:80]) from fault
    return bytes(pyrage.encrypt(packed.getvalue(), [recipient]))


def unbundled(data: bytes, private: str = "", phrase: str = "") -> dict[str, bytes]:
    """The files again."""
    try:
        plain = pyrage.decrypt(data, [x25519.Identity.from_str(private.strip())]) if private else (
            passphrase.decrypt(data, phrase))  # fmt: skip
    except Exception as fault:
        raise Unopened(OTHER_KEY) from fault
    try:
        with ZipFile(BytesIO(plain)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except Exception as fault:
        raise Unopened(DAMAGED) from fault
