"""A manifest: the name and the digest of every file of a folder (manifest.toml)."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pbem.core import sha256
from pbem.store import FORMAT, parse, read_bytes, texts
from pbem.store.layout import MANIFEST
from pbem.store.writing import dumps


def manifest_of(digests: Mapping[str, str]) -> bytes:
    """The manifest of files with these digests."""
    return dumps({"format": FORMAT, "files": dict(sorted(digests.items()))})


def digest(data: bytes) -> str:
    """The digest of a file."""
    return sha256(data).hex()


def read_manifest(folder: str) -> dict[str, str]:
    """The digests by name; nothing if there is no manifest."""
    path = os.path.join(folder, MANIFEST)
    return texts(parse(read_bytes(path), path), "files", path) if os.path.lexists(path) else {}
