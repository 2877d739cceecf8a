"""Verifying the bytes of what the program alone writes: a comment or a blank in it is a change too."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.store import read_bytes
from pbem.store.layout import MANIFEST, SECRET
from pbem.store.ledger import ALL, Line, kinds_of, ledger_path
from pbem.store.manifest import manifest_of, read_manifest
from pbem.store.reading import Game, Secret
from pbem.store.writing import secret_data
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding

_FACTS: dict[str, type] = {
    "step": int, "version": int, "undone": int, "revision": int, "label": str, "reason": str, "by": str, "text": str,
    "commitment": str, "file": str,
    "keys": str, "beacon": str, "public": str, "manifest": str, "answer": str, "digest": str, "opened": str,
}  # fmt: skip
# What a line promises is a hash, whatever else it may be; only what there is none of may be left empty.
_PROMISES = ("seed_commitment", "commitment", "file", "keys", "public", "manifest", "digest", "opened", "position")
_MAY_LACK = ("opened", "position", "public")
_HASH = re.compile("[0-9a-f]{64}")


def is_sound(line: Line) -> bool:
    """Whether a line says what lines of its kind say; one that does not was never written by the program."""
    if any(key not in line.facts for key in kinds_of(line.of).get(line.kind, ())):
        return False
    known = ((value, _FACTS[key]) for key, value in line.facts.items() if key in _FACTS)
    if not all(type(value) is kind for value, kind in known) or not _roles_are_sound(line):
        return False
    promises = ((key, str(line.facts[key])) for key in _PROMISES if key in line.facts)
    return all(_HASH.fullmatch(text) or (not text and key in _MAY_LACK) for key, text in promises)


def _roles_are_sound(line: Line) -> bool:
    """The heads of the roles' chains are hashes; the first line has a list of their names."""
    roles: Any = line.facts.get("roles", {})
    if isinstance(roles, dict):
        return all(isinstance(text, str) and _HASH.fullmatch(text) for text in roles.values())
    return isinstance(roles, list) and all(isinstance(text, str) for text in roles)


def sound_lines(directory: str, lines: Sequence[Line], found: list[Finding]) -> list[Line]:
    """The lines that can be read further; each of the others is a finding."""
    sound = []
    for line in lines:
        if is_sound(line):
            sound.append(line)
        else:
            of = "the table" if line.of == ALL else line.of[:60]
            found.append(finding(proof.LEDGER_BROKEN, ledger_path(directory), number=line.number, of=of))
    return sound


def check_ledger(directory: str, lines: Sequence[Line], same: bool) -> Iterator[Finding]:
    """The ledger has the very bytes in which the program writes these lines, and ends with a line of the table.

    The lines of the roles about a gathering or a step are written together with that of the table.
    """
    if not same or (lines and lines[-1].of != ALL and lines[-1].kind in ("gathered", "closed")):
        yield finding(proof.FILE_CHANGED, ledger_path(directory))


def is_converted(path: str) -> bool:
    """Whether every line of a file ends as those of Windows do; the program never writes them so."""
    data = read_bytes(path) if os.path.isfile(path) else b""
    return 0 < data.count(b"\n") == data.count(b"\r\n")


def check_secret(game: Game, secret: Secret) -> Iterator[Finding]:
    """The secrets have the very bytes in which the program writes them."""
    path = os.path.join(game.directory, SECRET)
    keys = {role: secret.keys[role] for role in game.players}
    if read_bytes(path) != secret_data(secret._replace(keys=keys)):
        yield finding(proof.FILE_CHANGED, path)


def changed_of_two(directory: str, files: Sequence[Finding]) -> Finding:
    """The manifest of an archive does not fit its ledger; if all files fit the manifest, the ledger was changed."""
    manifest, ledger = os.path.join(directory, MANIFEST), ledger_path(directory)
    whole_ = not files and read_bytes(manifest) == manifest_of(read_manifest(directory))
    return finding(proof.FILE_CHANGED, ledger if whole_ else manifest)
