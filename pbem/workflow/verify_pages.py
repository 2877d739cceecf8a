"""Verifying the pages of an archive: that they are what was published, and made again by the program that made them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping

from pbem.core import VERSION, sha256
from pbem.store import layout, parse, read_bytes
from pbem.store.ledger import Line
from pbem.store.manifest import read_manifest
from pbem.store.reading import steps_there
from pbem.workflow import SET_UP, open_game
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding
from pbem.workflow.gate import Gate
from pbem.workflow.publications import (
    NOW,
    Pages,
    first_published,
    last_published,
    makers_of,
    pages_digest,
    publications,
    standing,
    told_pages,
)
from pbem.workflow.publish import anchored_tables, public_reports, public_step


def check_pages(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """The public reports and maps of every step that this very program published come out the same once more."""
    makers = makers_of(lines)
    for table in anchored_tables(open_game(directory)):
        if makers.get(table.last.number) != NOW:
            continue
        for name, data in public_reports(Gate(table, None)).items():
            path = layout.path(directory, name)
            if os.path.isfile(path) and read_bytes(path) != data:
                yield finding(proof.MADE_OTHERWISE, path)


# what was published before


def check_publications(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """The pages of each step are those the ledger tells, and no publication made others of the same step."""
    for told, made in publications(lines):
        for step, pages in made.items():
            if step in told and not _may_differ(told[step], pages):
                yield finding(proof.PUBLISHED_OTHERWISE, _folder(directory, step), number=told[step].line.number)
    found = _pages_by_step(read_manifest(directory))
    for step, pages in told_pages(lines).items():
        if pages_digest(found.get(step, {})) != pages.digest:
            yield finding(proof.PUBLISHED_OTHERWISE, _folder(directory, step), number=pages.line.number)


def _may_differ(before: Pages, now: Pages) -> bool:
    """Whether the same step may look otherwise: another program made it, or templates of the game's own."""
    return before.maker != now.maker or before.own or now.own or before.digest == now.digest


def _folder(directory: str, step: int) -> str:
    return layout.path(directory, layout.reports(step))


def _pages_by_step(digests: Mapping[str, str]) -> dict[int, dict[str, str]]:
    """The digests of reports and maps by step."""
    found: dict[int, dict[str, str]] = {}
    for name, digest in digests.items():
        if (step := layout.page_step(name)) is not None:
            found.setdefault(step, {})[name] = digest
    return found


def check_public_steps(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """While the game runs: every step of the ledger has its public file, each names the one before, and the lines of
    the publications stand for them."""
    last = last_published(lines)
    newest = -1 if last is None else int(last.facts.get("step", 0))
    told = {step: line for step, line in standing(lines, ("begun", "step")).items() if step <= newest}
    there = {named.number: named.name for named in steps_there(directory)}
    previous, digests = "", {}
    for number, line in told.items():
        label = SET_UP if line.kind == "begun" else str(line.facts.get("label"))
        path = os.path.join(directory, layout.STEPS, there.get(number, layout.step_name(number, label)))
        if number not in there:
            yield finding(proof.STEP_LOST, path, step=number)
            continue
        table = parse(read_bytes(path), path)
        rest = read_bytes(path).partition(b"\n")[2]
        digests[number] = sha256(rest).hex()
        stands = (table.get("digest"), table.get("step"), table.get("label"), table.get("revision"))
        fits = stands == (digests[number], number, label, line.facts.get("revision"))
        if not fits or (number - 1 in digests and table.get("previous") != previous):
            yield finding(proof.STEP_UNKNOWN, path)
        previous = digests[number]
    yield from _against_publications(directory, lines, digests)


def _against_publications(directory: str, lines: list[Line], digests: Mapping[int, str]) -> Iterator[Finding]:
    """Each publication stands for its last public step, and through the chain for those before it."""
    names = {named.number: named.name for named in steps_there(directory)}
    for step, line in first_published(lines, VERSION).items():
        if step in digests and digests[step] != line.facts.get("public"):
            path = os.path.join(directory, layout.STEPS, names.get(step, layout.step_name(step, "*")))
            yield finding(proof.PUBLISHED_OTHERWISE, path, number=line.number)


def check_told_steps(directory: str, lines: list[Line], known: Collection[str]) -> Iterator[Finding]:
    """When all is revealed: the public steps, made again, are those that were published while the game ran.

    Files that are known to be wrong are not named twice.
    """
    previous, digests = "", {}
    for table in anchored_tables(open_game(directory)):
        previous = digests[table.last.number] = sha256(public_step(table, previous)).hex()
    yield from (row for row in _against_publications(directory, lines, digests) if row.file not in known)
