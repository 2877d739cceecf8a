"""What every game shares: values and functions without files, clock or terminal. Here: hashes and harmless text."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress


def sha256(data: bytes) -> bytes:
    """SHA-256, from the interpreter's own module where there is one: loading OpenSSL costs more than the hash."""
    try:
        from _sha256 import sha256 as digest  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        try:
            from _sha2 import sha256 as digest  # type: ignore[import-not-found,unused-ignore,no-redef]
        except ImportError:
            from hashlib import sha256 as digest  # type: ignore[assignment,unused-ignore,no-redef]  # not for check
    return digest(data).digest()  # type: ignore[no-any-return,unused-ignore]


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its hash."""
    return sha256(f"pbem seed\n{seed}".encode()).hex()


# Signs that do something to a terminal or a reader instead of being read: control signs but line feed and tab, those
# that turn the writing round, those without width, halves of signs. Not by category, which differs between Pythons.
_ACTING = (
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ufeff\\ufff9-\\ufffb\\ud800-\\udfff\\U000e0000-\\U000e007f]"
)


def harmless(text: str) -> str:
    """The text with every sign that acts shown as what it is, like ``\\x1b``."""
    return _replaced(text, _shown)


def _shown(code: int) -> str:
    """A sign as it is written in texts of Python, and from 128 on in those of TOML."""
    return f"\\x{code:02x}" if code < 128 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"


def harmless_json(text: str) -> str:
    """The same for JSON, where it stays the same value: a sign beyond the first plane is written in halves."""
    return _replaced(text, _halves)


def _halves(code: int) -> str:
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _replaced(text: str, shown: Callable[[int], str]) -> str:
    if text.isascii() and text.isprintable():
        return text
    with suppress(UnicodeError):  # the name of a file that a locale could not read is read as what it is
        text = text.encode("utf-8", "surrogateescape").decode()

    return re.sub(_ACTING, lambda found: shown(ord(found[0])), text)
