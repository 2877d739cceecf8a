"""The lock of a held envelope: a phrase becomes an age key at a cost that we choose, not the envelope's writer.

age has a lock for phrases of its own, but its writer chooses how long opening takes; the library chooses by the speed
of his machine, and refuses on a slower one what it made on a faster. Here every phrase costs the same: 32 MB and a
tenth of a second.
"""

from __future__ import annotations

from hashlib import scrypt

COST, BLOCK_SIZE = 2**15, 8
_MEMORY = 64 * 2**20
_SIGNS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_KIND = "age-secret-key-"


def identity_of(phrase: str, commitment: str) -> str:
    """The private key that a phrase stands for; the commitment of the envelope is its salt."""
    salt = f"pbem held envelope\n{commitment}".encode()
    key = scrypt(phrase.encode(), salt=salt, n=COST, r=BLOCK_SIZE, p=1, maxmem=_MEMORY, dklen=32)
    return _bech32(_KIND, key).upper()


def _bech32(kind: str, data: bytes) -> str:
    """Bytes as age writes keys (BIP 173): 32 signs that are hard to mistake, six of them a check sum."""
    number, bits = int.from_bytes(data), len(data) * 8
    padded = -(-bits // 5)
    number <<= padded * 5 - bits
    values = [number >> 5 * at & 31 for at in reversed(range(padded))]
    spread = [ord(sign) >> 5 for sign in kind] + [0] + [ord(sign) & 31 for sign in kind]
    check = _polymod([*spread, *values, 0, 0, 0, 0, 0, 0]) ^ 1
    values += [check >> 5 * at & 31 for at in reversed(range(6))]
    return f"{kind}1" + "".join(_SIGNS[value] for value in values)


def _polymod(values: list[int]) -> int:
    check = 1
    for value in values:
        top, check = check >> 25, (check & 0x1FFFFFF) << 5 ^ value
        for bit, term in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            check ^= term if top >> bit & 1 else 0
    return check
