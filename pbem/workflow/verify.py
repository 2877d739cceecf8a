"""Verifying a game: the chain of digests, every step played again, every envelope held against its promise."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pbem.core.chance import Chance, game_seed
from pbem.core.diagnostics import Code
from pbem.core.events import OF_THE_PROGRAM
from pbem.core.ruleset import Ruleset
from pbem.core.sheets import Sheet
from pbem.seal import codes as pb
from pbem.seal import commitment_of, is_envelope
from pbem.store import GameFault
from pbem.store.inbox import Version, versions
from pbem.store.ledger import NAME, Entry, broken, latest, read_ledger
from pbem.store.reading import REVEALED, Game, StepFile, read_bytes, read_game, read_seed, read_step, step_names
from pbem.store.writing import digest_of, event_table, ordered
from pbem.workflow import decoded, known_ruleset
from pbem.workflow.adjudicate import resolved
from pbem.workflow.sealing import digest_of_text, read_opened


class Finding(NamedTuple):
    """Something a hand has changed."""

    file: str
    code: str
    name: str
    message: str
    hint: str


class Older(NamedTuple):
    """Steps that were adjudicated under one older revision of the rules."""

    title: str
    revision: int
    first: int
    last: int


class Verified(NamedTuple):
    """What was looked at, and what was found."""

    game: str
    steps: int
    envelopes: int  # opened ones, held against their commitments
    findings: tuple[Finding, ...]
    older: tuple[Older, ...] = ()  # adjudicated under older revisions, and so not played again


def verify(directory: str) -> Verified:
    """Look at everything; every finding names its file."""
    archive = os.path.lexists(os.path.join(directory, "archive.toml"))
    if archive and not os.path.lexists(os.path.join(directory, REVEALED)):
        raise GameFault(pb.NOT_REVEALED, directory)
    game = read_game(directory)
    rules = known_ruleset(game.ruleset, os.path.join(directory, "game.toml"), game.revision, older=True)
    found: list[Finding] = []
    steps = _steps(game, found)
    found += _chain(steps)
    found += _revisions(game, steps)
    older = _older(rules, steps)
    found += _replayed(rules, read_seed(game), steps)
    entries = _entries(directory, found)
    if entries is None:  # nothing can be held against a ledger that cannot be read
        return Verified(game.name, len(steps), 0, tuple(found), older)
    if not archive:  # envelopes stay with the moderator
        found += _inbox(directory, max((step.number for step in steps), default=0) + 1, entries)
    counted, kept = _promises(game, steps, entries)
    return Verified(game.name, len(steps), counted, (*found, *kept), older)


def _finding(code: Code, file: str, /, **facts: Any) -> Finding:
    fault = GameFault(code, file, **facts)
    return Finding(file, code.id, code.name, code.message.format_map(facts), fault.hint)


def _fault(error: GameFault) -> Finding:
    return _finding(error.code, error.file, **error.facts)


def _steps(game: Game, found: list[Finding]) -> list[StepFile]:
    """All steps that can be read; each one that cannot is a finding."""
    try:
        names = step_names(game.directory)
    except GameFault as error:
        found.append(_fault(error))
        return []
    steps = []
    for named in names:
        try:
            steps.append(read_step(game, named))
        except GameFault as error:
            found.append(_fault(error))
    return steps


def _chain(steps: list[StepFile]) -> Iterator[Finding]:
    """Each step names the digest of the one before it, and the digest of its own orders."""
    digests = {-1: "", **{step.number: step.digest for step in steps}}
    for step in steps:
        if step.previous != digests.get(step.number - 1, step.previous):  # a step that cannot be read was named before
            yield _finding(pb.CHAIN_BROKEN, step.file)
        stated = _stated_orders_digest(step)
        if stated != digest_of({"orders": step.orders}):
            yield _finding(pb.ORDERS_CHANGED, step.file)


def _revisions(game: Game, steps: list[StepFile]) -> Iterator[Finding]:
    """The set-up has the revision of the game; a later step never has a lower one, and tells of a higher one."""
    before = game.revision
    for step in steps:
        told = any(event.kind == "revised" for event in step.events)
        rises = step.number > 0 and step.revision > before
        if step.revision < before or (step.revision > before) != rises or told != rises:
            yield _finding(pb.REVISION_UNFIT, step.file, found=step.revision, before=before)
        before = max(before, step.revision)


def _older(rules: Ruleset, steps: list[StepFile]) -> tuple[Older, ...]:
    """The steps of each older revision; what this program no longer plays cannot be played again."""
    found: dict[int, Older] = {}
    for step in steps:
        if step.revision < rules.revision:
            first = found[step.revision].first if step.revision in found else step.number
            found[step.revision] = Older(rules.title, step.revision, first, step.number)
    return tuple(found.values())


def _stated_orders_digest(step: StepFile) -> str:
    from pbem.store.reading import parse

    return str(parse(read_bytes(step.file), step.file).get("orders_digest", ""))


def _replayed(rules: Ruleset, seed: str, steps: list[StepFile]) -> Iterator[Finding]:
    """Every step from the orders and the seed; the first state is given, by the set-up or by a position.

    After a step that cannot be read, or that an older revision adjudicated, the replay begins anew with its state.
    """
    state, last = None, -1
    for step in steps:
        if state is None or step.number != last + 1 or step.revision != rules.revision:
            state, last = decoded(rules.decode, step.state, step.file), step.number
            continue
        last = step.number
        try:
            done = resolved(rules, state, step.orders, Chance(game_seed(seed, step.words)))
        except ValueError as error:
            yield _finding(pb.REPLAY_DIFFERS, step.file, what=str(error))
            state = decoded(rules.decode, step.state, step.file)
            continue
        told = [event_table(event) for event in step.events if event.kind not in OF_THE_PROGRAM]
        again = [event_table(event) for event in done.events]
        wrong = [*_differences(ordered(rules.encode(done.state)), ordered(step.state), "state")]
        wrong += _differences(ordered(again), ordered(told), "events")
        wrong += ["label"] if step.label != rules.label(done.state) else []
        if wrong:
            more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
            yield _finding(pb.REPLAY_DIFFERS, step.file, what=", ".join(wrong[:3]) + more)
        state = done.state


def _differences(made: Any, stands: Any, path: str) -> Iterator[str]:
    """The places where what comes out is not what stands in the file."""
    if isinstance(made, Mapping) and isinstance(stands, Mapping):
        for key in sorted({*made, *stands}, key=str):
            yield from _differences(made.get(key), stands.get(key), f"{path}.{key}")
    elif isinstance(made, list) and isinstance(stands, list) and len(made) == len(stands):
        for at, (one, other) in enumerate(zip(made, stands, strict=True)):
            yield from _differences(one, other, f"{path}.{at}")
    elif made != stands:
        yield path


def _entries(directory: str, found: list[Finding]) -> list[Entry] | None:
    """The lines of the ledger; what is wrong with it is a finding."""
    try:
        entries = read_ledger(directory)
    except GameFault as error:
        found.append(_fault(error))
        return None
    found += [_finding(pb.LEDGER_BROKEN, os.path.join(directory, NAME), number=n) for n in broken(entries)]
    return entries


def _inbox(directory: str, under_way: int, entries: list[Entry]) -> Iterator[Finding]:
    """Every envelope in the inbox is the one that was received, and none is missing."""
    there: set[tuple[int, str, int]] = set()
    for step in range(1, under_way + 1):
        for version in [row for rows in versions(directory, step).values() for row in rows]:
            text = read_bytes(version.path).decode("utf-8", "replace")
            entry = latest(entries, step, version.role, version.number)
            there.add((step, version.role, version.number))
            yield from _held_against(version, text, entry)
    for entry in entries:
        if (entry.step, entry.role, entry.version) not in there and not _was_taken_back(directory, entry):
            facts = {"role": entry.role, "step": entry.step, "version": entry.version}
            yield _finding(pb.ENVELOPE_LOST, os.path.join(directory, NAME), **facts)


def _held_against(version: Version, text: str, entry: Entry | None) -> Iterator[Finding]:
    if entry is not None and entry.envelope != digest_of_text(text):
        yield _finding(pb.REPLACED, version.path, words=entry.words)
    elif entry is None and is_envelope(text):
        yield _finding(pb.NOT_IN_LEDGER, version.path)


def _was_taken_back(directory: str, entry: Entry) -> bool:
    """Whether the envelope lies with a step that was taken back."""
    top = os.path.join(directory, "undone")
    name = f"{entry.role}-{entry.version:02}.toml"
    folders = os.listdir(top) if os.path.isdir(top) else []
    return any(os.path.exists(os.path.join(top, folder, "inbox", name)) for folder in folders)


def _promises(game: Game, steps: list[StepFile], entries: list[Entry]) -> tuple[int, list[Finding]]:
    """The orders in the steps are those that were promised when their envelopes came in."""
    counted, found = 0, []
    for step in steps[1:]:
        for row in read_opened(game.directory, step.number):
            counted += 1
            if not _is_kept(game, step, row, entries):
                found.append(_finding(pb.BROKEN_WORD, step.file))
    return counted, found


def _is_kept(game: Game, step: StepFile, row: Mapping[str, Any], entries: list[Entry]) -> bool:
    role = str(row.get("role"))
    number = row.get("version")
    entry = latest(entries, step.number, role, number if isinstance(number, int) else 0)
    if entry is None or role not in step.orders:
        return False
    sheet = Sheet(game.name, step.number, role, "", "final", str(row.get("word", "")), step.orders[role])
    return commitment_of(sheet, str(row.get("salt"))) == entry.commitment == row.get("commitment")


def _older_text(game: str, older: Older) -> str:
    """That steps could not be played again, and what was looked at all the same."""
    which = f"step {older.first} was" if older.first == older.last else f"steps {older.first} to {older.last} were"
    return (
        f"{game}: {which} adjudicated under revision {older.revision} of {older.title} and cannot be played again by"
        " this program; digests, chain, orders and envelopes were checked"
    )


def as_text(done: Verified) -> str:
    """What was found, for people."""
    lines = [f"{f.file}: error[{f.code}] {f.name}: {f.message}\n   = hint: {f.hint}" for f in done.findings]
    lines += [_older_text(done.game, older) for older in done.older]
    looked = f"{done.steps} steps looked at, {done.envelopes} envelopes held against their commitments"
    number = len(done.findings)
    changed = "one thing is not as it was written" if number == 1 else f"{number} things are not as they were written"
    verdict = changed if number else "all is as it was written"
    return "\n".join([*lines, f"{done.game}: {looked}; {verdict}"])


def as_data(done: Verified) -> dict[str, Any]:
    """The same for programs."""
    older = [row._asdict() for row in done.older]
    return {**done._asdict(), "findings": [finding._asdict() for finding in done.findings], "older": older}
