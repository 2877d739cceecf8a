"""Verifying press and votes: each lies in its file as the ledger tells, and votes were counted as they were cast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.store import layout, read_bytes
from pbem.store.ledger import ALL, Line, ledger_path
from pbem.store.manifest import digest
from pbem.store.reading import Game
from pbem.store.votes import votes_of
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding
from pbem.workflow.verify_files import names_in

FOLDERS = {"press": layout.PRESS, "vote": layout.VOTES}


def check_talk(game: Game, lines: Sequence[Line], whole: bool) -> Iterator[Finding]:
    """Every file has its line; with ``whole``, where nothing is left out, every line its file, and counts are right.

    What was said to one alone, and who voted what, is in no archive.
    """
    for kind, folder in FOLDERS.items():
        told = [str(line.facts.get("file")) for line in lines if line.kind == kind]
        top = layout.path(game.directory, folder)
        paths = [layout.path(top, name) for name in names_in(top)]
        there = {digest(read_bytes(path)): path for path in paths}
        for mark, path in there.items():
            if mark not in told:
                yield finding(proof.FILE_UNKNOWN, path)
        if whole and len(paths) < len(told):
            yield finding(proof.FILE_LOST, top)
    yield from _check_counts(game, lines) if whole else ()


def _check_counts(game: Game, lines: Sequence[Line]) -> Iterator[Finding]:
    for line in lines:
        if line.of == ALL and line.kind == "counted":
            cast = votes_of(game.directory, int(line.facts["offer"]), tuple(game.players))
            passed = len(cast) == len(game.players) and {*cast.values()} == {"yes"}
            if passed != line.facts.get("passed"):
                yield finding(proof.TOLD_OTHERWISE, ledger_path(game.directory))
