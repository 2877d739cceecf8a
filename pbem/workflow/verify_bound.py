"""Verifying what is bound for good: words for the seed, the number of the world, envelopes that were opened or left."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from pbem.core.ruleset import Ruleset
from pbem.seal import Envelope, envelope_in
from pbem.seal.codes import KEY_MISMATCH
from pbem.store import GameFault, layout, read_bytes
from pbem.store.inbox import Version
from pbem.store.ledger import ALL, SHEETS, Line, ledger_path
from pbem.store.reading import Game, Secret, StepFile
from pbem.workflow import Table
from pbem.workflow import envelope_codes as pb
from pbem.workflow import verify_codes as proof
from pbem.workflow.findings import Finding, finding
from pbem.workflow.numbers import spelled
from pbem.workflow.opening import WRITERS_FAULTS, Closed, checked, opened_of, read_opened, reason_of
from pbem.workflow.recording import all_heads, bound_after
from pbem.workflow.verify_chains import History
from pbem.workflow.verify_steps import States, is_kept, state_after
from pbem.workflow.words import first_taken_back, is_first_sheet, read_taken_back

# words and the number of the world


def check_first_words(game: Game, seed: str, steps: Sequence[StepFile], history: History) -> Iterator[Finding]:
    """The words of step 1 are those of the first time it was played, and came with the sheets that answered then."""
    undos = [undo for undo, _ in history.undone]
    first = first_taken_back(undos)
    if first is None:
        return
    try:
        step = read_taken_back(game, *first)
    except GameFault:  # a step taken back that is not there, or not as it was, is named with its folder
        return
    row = history.undone[first[0] - 1][1]
    opened = read_opened(layout.path(game.directory, f"{layout.undone(first[0])}/{layout.UNDONE_OPENED}"))
    for role in step.words:
        used = row.used[role].sheet if role in row.used else None
        if used is None or not is_kept(game, seed, step, used, opened.get(role, {})):
            yield finding(proof.WORD_UNPROVED, step.file, role=role[:60])
    for other in steps:
        if other.number == 1 and other.words != step.words:
            yield finding(proof.WORDS_EXCHANGED, other.file)


def check_number_line(game: Game, seed: str, lines: Sequence[Line]) -> Iterator[Finding]:
    """The number is written in the one way there is, after all words: its line stands for the chains of all roles."""
    path, count = ledger_path(game.directory), lines[0].facts.get("beacon_numbers", 1)
    heads: dict[str, Line] = {}
    gathered: set[int] = set()
    for line in lines:
        gathered = bound_after(gathered, line)
        if line.of == ALL and line.kind == "number":
            text = line.facts.get("text")
            if not isinstance(count, int) or not isinstance(text, str) or spelled(text, count) != text or not text:
                yield finding(proof.NUMBER_MISSPELT, path)
            bound = line.facts.get("gathered") is True
            if bound != (1 in gathered) or (game.plays and not bound):
                yield from (finding(proof.WORD_AFTER_NUMBER, path, role=role) for role in game.plays or game.players)
            roles, promised = line.facts.get("roles"), all_heads(seed, heads, game.players)
            for role in game.players:
                if not isinstance(roles, dict) or roles.get(role) != promised[role]:
                    yield finding(proof.ROLE_UNBOUND, path, step=1, role=role)
        heads[line.of] = line


def check_late_words(game: Game, steps: Sequence[StepFile], lines: Sequence[Line]) -> Iterator[Finding]:
    """No sheet of step 1 came for its word, or was exchanged, when the number was known and nothing dealt yet."""
    path = ledger_path(game.directory)
    words = next((step.words for step in steps if step.number == 1), {})
    sent: set[str] = set()
    known = False
    for line in lines:
        known = known or (line.of == ALL and line.kind == "number")
        if line.of == ALL and line.kind == "step":
            return
        if is_first_sheet(line):
            if known and (line.of in sent or line.of in words):
                yield finding(proof.WORD_AFTER_NUMBER, path, role=line.of[:60])
            sent.add(line.of)


# envelopes that were left aside


def check_left(
    game: Game, rules: Ruleset, seed: str, secret: Secret | None, steps: Sequence[StepFile], states: States,
    history: History,
) -> Iterator[Finding]:  # fmt: skip
    """Each envelope over which the default was taken was left aside for a true reason."""
    path = ledger_path(game.directory)
    for closing, envelope in history.left:
        reason = reason_of(seed, closing)
        right = (pb.PHRASE_MISSING.id,) if envelope.kind == "held" else tuple(code.id for code in WRITERS_FAULTS)
        facts = {"role": closing.of[:60], "step": closing.facts["step"]}
        if reason not in right:
            yield finding(proof.LEFT_ASIDE, path, **facts)
        elif secret is None or envelope.kind == "held" or not _is_in_force(closing, history):
            continue
        elif _found_again(game, rules, secret, steps, states, envelope) not in (None, reason):
            yield finding(proof.LEFT_ASIDE, path, **facts)


def _is_in_force(closing: Line, history: History) -> bool:
    row = history.steps.get(int(closing.facts["step"]))
    return row is not None and closing.of in row.used and row.used[closing.of].closing is closing


def _found_again(
    game: Game, rules: Ruleset, secret: Secret, steps: Sequence[StepFile], states: States, line: Line
) -> str | None:
    """What is wrong with an envelope when it is opened once more: a code, empty if nothing, None if it cannot be."""
    number, version = int(line.facts["step"]), int(line.facts["version"])
    path = layout.path(game.directory, layout.sheet(number, line.of, version))
    before, own = (next((step for step in steps if step.number == at), None) for at in (number - 1, number))
    text = read_bytes(path).decode("utf-8", "replace") if os.path.isfile(path) else ""
    envelope = envelope_in(text)
    if before is None or own is None or own.revision != rules.revision or not isinstance(envelope, Envelope):
        return None  # what is lost or changed is named otherwise
    table = Table(game, rules, before, state_after(rules, before, states))
    closed = Closed(Version(line.of, version, path), text, envelope)
    try:
        checked(table, secret, closed, opened_of(table, secret, closed))
    except GameFault as fault:
        return None if fault.code is KEY_MISMATCH else fault.code.id
    return ""


# what is no finding, and should be known


def notes_of(lines: Sequence[Line], seed: str | None, history: History | None) -> tuple[str, ...]:
    """What a reader should know of a game in which all is as it was written."""
    notes = [POSITION.format(digest=lines[0].facts["position"])] if lines[0].facts.get("position") else []
    notes += [OPEN_BEFORE.format(step=step) for step in open_before(lines)]
    if history is not None and seed is not None:
        rows = [(closing, reason_of(seed, closing)) for closing, _ in history.left]
        notes += [_left_note(closing, reason) for closing, reason in rows if reason]
    return tuple(notes)


POSITION = (
    "the game began from a position, not from the set-up (its commitment: {digest}); hands and piles that are laid out"
    " in it were not drawn by the seed"
)
OPEN_BEFORE = "the envelopes of step {step} were open before they were sealed anew"
NO_PHRASE = "the phrase of {role} for step {step} never came, by what the moderator says, and the default was taken"
UNUSABLE = (
    "the envelope of {role} for step {step} could not be used, by what the moderator says ({code}), and nothing of it"
    " counts"
)


def _left_note(closing: Line, reason: str) -> str:
    said = NO_PHRASE if reason == pb.PHRASE_MISSING.id else UNUSABLE
    return said.format(role=closing.of, step=closing.facts["step"], code=reason)


def _opened_one(closing: Line) -> bool:
    """Whether an envelope of the role was opened for its step, if only to be left aside."""
    return closing.facts.get("answer") in ("sealed", "held") or "reason" in closing.facts


def open_before(lines: Sequence[Line]) -> list[int]:
    """The steps for which envelopes were sealed when those of before had been opened.

    While the chains of the roles are not open, those for which the moderator has allowed it.
    """
    opened: set[int] = set()  # steps whose envelopes were opened
    free: set[int] = set()  # those that were taken back, and are not bound
    bound: set[int] = set()
    found: list[int] = []
    whole = any(line.of != ALL for line in lines)
    for line in lines:
        step = int(line.facts.get("step", 0))
        bound = bound_after(bound, line)
        if line.kind == "phrase" or (line.kind == "closed" and _opened_one(line)):
            opened.add(step)
        elif line.of == ALL and line.kind == "undo":
            free |= {number for number in opened if number >= step and number not in bound}
            found += [step] if line.facts.get("reopened") and not whole else []
        elif line.kind in SHEETS and step in free:
            found.append(step)
    return list(dict.fromkeys(found))
