"""The age library as the program knows it, which asks the page for its arithmetic, one question after the other.

The age library of the program is not to be had in a browser, and that of browsers answers later and never at once. So
sealing is begun again and again with all answers so far, until it asks for nothing more: the same answers, the same
envelope. Random numbers are answers, too.
"""

from __future__ import annotations

import hashlib
import sys
from base64 import b64encode
from collections.abc import Sequence
from types import ModuleType


class Asked(BaseException):
    """Something that only the page can reckon: what to do, and with what. It is no fault that anybody may catch."""

    def __init__(self, what: str, given: dict[str, str]) -> None:
        super().__init__(what)
        self.question = {"do": what, **given}


class Answers:
    """The answers of the page, in the order of the questions."""

    def __init__(self) -> None:
        self._given: Sequence[str] = ()
        self._next = 0

    def begin(self, given: Sequence[str]) -> None:
        """From the first question on, with these answers."""
        self._given, self._next = given, 0

    def to(self, what: str, **given: str) -> str:
        """The answer to the next question; one that was not put yet is raised."""
        if self._next >= len(self._given):
            raise Asked(what, given)
        self._next += 1
        return self._given[self._next - 1]


ANSWERS = Answers()


class Recipient:
    """A public key, as the library has it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def from_str(cls, text: str) -> Recipient:
        """The key, if it is one."""
        if ANSWERS.to("recipient", key=text) != "sound":
            raise ValueError("not a key")
        return cls(text)


class Identity:
    """A private key, as the library has it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def from_str(cls, text: str) -> Identity:
        """The key; it is one that this program has just made."""
        return cls(text)

    def to_public(self) -> Recipient:
        """The key that belongs to it."""
        return Recipient(ANSWERS.to("public", key=self.text))


def _encrypt(data: bytes, recipients: Sequence[Recipient], armored: bool) -> bytes:
    assert armored
    return ANSWERS.to("encrypt", data=b64encode(data).decode(), key=recipients[0].text).encode()


def _scrypt(secret: bytes, *, salt: bytes, n: int, r: int, p: int, maxmem: int, dklen: int) -> bytes:
    facts = {"n": str(n), "r": str(r), "p": str(p), "length": str(dklen)}
    return bytes.fromhex(ANSWERS.to("scrypt", secret=secret.decode(), salt=salt.decode(), **facts))


def random_bytes(size: int) -> bytes:
    """Random numbers, which are answers of the page, too."""
    return bytes.fromhex(ANSWERS.to("random", size=str(size)))


def install() -> None:
    """Put what asks the page in the place of the library: once, in the page, before anything is sealed."""
    curve, age = ModuleType("pyrage.x25519"), ModuleType("pyrage")
    vars(curve).update(Recipient=Recipient, Identity=Identity)
    vars(age).update(x25519=curve, encrypt=_encrypt, DecryptError=ValueError)
    sys.modules.update({"pyrage": age, "pyrage.x25519": curve})
    hashlib.scrypt = _scrypt  # type: ignore[assignment]  # Python in a browser has none
