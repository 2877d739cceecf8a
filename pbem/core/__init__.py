"""What every game shares: values and functions without files, clock or terminal. Here: hashing."""

from __future__ import annotations


def sha256(data: bytes) -> bytes:
    """SHA-256, from the interpreter's own module where there is one: loading OpenSSL costs more than the hash."""
    try:
        from _sha256 import sha256 as digest  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        try:
            from _sha2 import sha256 as digest  # type: ignore[import-not-found,unused-ignore,no-redef]
        except ImportError:
            from hashlib import sha256 as digest  # type: ignore[assignment,unused-ignore,no-redef]
    return digest(data).digest()  # type: ignore[no-any-return,unused-ignore]


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its hash."""
    return sha256(f"pbem seed\n{seed}".encode()).hex()
