"""Verifying the steps: their digests, their orders against what was bound, and the whole game played again."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbem.core.events import AT_THE_DESK, OF_THE_PROGRAM, EnvelopeLeft, Event
from pbem.core.ruleset import Ruleset, Step
from pbem.core.sheets import Sheet
from pbem.seal import commitment_of
from pbem.store import GameFault, layout, parse, read_bytes
from pbem.store.dropped import without
from pbem.store.layout import GAME
from pbem.store.ledger import ALL, Line, salt_of
from pbem.store.reading import DOES_NOT_FIT, Game, StepFile
from pbem.store.writing import digest_of, event_table, ordered
from pbem.workflow import OTHER_REVISION, SET_UP, Look, decoded
from pbem.workflow import envelope_codes as pb
from pbem.workflow import verify_codes as proof
from pbem.workflow.adjudicate import revised_event
from pbem.workflow.ahead import speaking
from pbem.workflow.findings import Finding, finding
from pbem.workflow.opening import read_opened, reason_of
from pbem.workflow.told_lines import told_before
from pbem.workflow.verify_chains import History, StepLine, opened_promise, step_promise
from pbem.workflow.verify_replay import (
    Replay,
    awaited_again,
    carried_again,
    desk_event_again,
    left_again,
    looked_again,
    undone_before,
)
from pbem.workflow.words import is_first_sheet, late_sheets

States = Mapping[str, Any]  # the states after the steps whose files have the bytes in which the program writes them


def check_chain(steps: list[StepFile], states: States) -> Iterator[Finding]:
    """Each step names the digest of the one before it, and the digest of its own orders."""
    digests = {-1: "", **{step.number: step.digest for step in steps}}
    for step in steps:
        if step.file in states:
            continue
        if step.previous != digests.get(step.number - 1, step.previous):  # a step that cannot be read was named before
            yield finding(proof.CHAIN_BROKEN, step.file)
        if _stated_orders_digest(step) != digest_of({"orders": step.orders}):
            yield finding(proof.ORDERS_CHANGED, step.file)


def _stated_orders_digest(step: StepFile) -> str:
    return str(parse(read_bytes(step.file), step.file).get("orders_digest", ""))


def check_revisions(game: Game, rules: Ruleset, steps: list[StepFile]) -> Iterator[Finding]:
    """The set-up has the revision of the game; a later step never has a lower one, and tells of a higher one.

    What a newer program has adjudicated this one cannot play again, and so it says so.
    """
    before = game.revision
    for step in steps:
        if step.board != game.board.digest:
            was = f'"{step.board}"' if step.board else "the board of the title"
            path = os.path.join(game.directory, GAME)
            yield finding(DOES_NOT_FIT, path, key="board.digest", step=step.number, was=was)
        told = any(event.kind == "revised" for event in step.events)
        rises = step.number > 0 and step.revision > before
        if step.revision < before or (step.revision > before) != rises or told != rises:
            yield finding(proof.REVISION_UNFIT, step.file, found=step.revision, before=before)
        if step.revision > rules.revision:
            yield finding(OTHER_REVISION, step.file, found=step.revision, ruleset=rules.name, known=rules.revision)
        before = max(before, step.revision)


# against the ledger


def check_steps(game: Game, seed: str, steps: list[StepFile], history: History, lines: list[Line]) -> Iterator[Finding]:
    """Every step is the one its line stands for, and was made from the sheets that were bound."""
    free = wordless(history, lines)
    for step in steps:
        line = history.steps.get(step.number)
        if line is None or not step_promise(seed, line.line, step.digest) or _told(line.line) != _own(step):
            yield finding(proof.STEP_UNKNOWN, step.file)
        else:
            yield from check_orders(game, seed, step, line, free)
    yield from check_words(steps)
    yield from check_number(steps, lines)


def lost_steps(game: Game, numbers: Sequence[int], history: History) -> Iterator[Finding]:
    """Steps that stand in the ledger and have no file."""
    for number in history.steps:
        if number not in numbers:
            yield finding(proof.STEP_LOST, layout.path(game.directory, layout.step(number, "*")), step=number)


def _told(line: Line) -> tuple[Any, Any, Any]:
    """What a line says of its step; the first line says it of the set-up."""
    label = SET_UP if line.kind == "begun" else line.facts.get("label")
    return label, line.facts.get("revision"), line.facts.get("desk")


def _own(step: StepFile) -> tuple[Any, Any, Any]:
    return step.label, step.revision, step.desk.get("act")


def wordless(history: History, lines: list[Line]) -> set[tuple[str, int]]:
    """The sheets of step 1, by role and version, whose word did not count: it came after the number of the world, or
    when step 1 had been played before."""
    if any(undo.facts.get("step") == 1 for undo, _ in history.undone):
        return {(line.of, line.facts["version"]) for line in lines if is_first_sheet(line)}
    return late_sheets(lines)


def check_orders(
    game: Game, seed: str, step: StepFile, line: StepLine, wordless: Collection[tuple[str, int]] = ()
) -> Iterator[Finding]:
    """The orders of each role are those of the sheet that answered for it, and what was opened proves it."""
    path = layout.path(game.directory, layout.opened(step.number))
    data = read_bytes(path) if os.path.lexists(path) else b""
    if not opened_promise(seed, line.line, data):
        yield finding(proof.FILE_CHANGED if data else proof.FILE_LOST, path)
        return
    rows = read_opened(path)
    for role, used in line.used.items():
        if used.sheet is None or step.desk:  # set aside
            continue
        free = step.number == 1 and (role, used.sheet.facts["version"]) in wordless
        if not is_kept(game, seed, step, used.sheet, rows.get(role, {}), free):
            yield finding(pb.BROKEN_WORD, step.file, form="step", role=role, step=step.number)
    for role in step.orders:
        used_ = line.used.get(role)
        is_ahead = used_ is not None and may_be_ahead(used_.closing)  # see check_ahead
        if used_ is None or step.desk or (used_.sheet is None and not is_ahead):
            yield finding(proof.EXCHANGED, step.file, role=role, step=step.number)


def may_be_ahead(closing: Line) -> bool:
    """Whether orders ahead may have answered for a role: nothing was sent, or an envelope was left aside."""
    return closing.facts.get("answer") == "ahead" or "reason" in closing.facts


def is_kept(game: Game, seed: str, step: StepFile, line: Line, row: Mapping[str, Any], wordless: bool = False) -> bool:
    """Whether the orders in the step are what the line of the sheet promises; ``wordless``: its word did not count."""
    role = line.of
    salt = salt_of(seed, role, line.number) if line.kind == "sheet" else str(row.get("salt", ""))
    words = [step.words.get(role, "") if step.number == 1 else ""]
    words += ["", str(row.get("word", ""))] if wordless else []
    sheet = Sheet(game.name, step.number, role, "", "final", "", step.orders.get(role, {}))
    return any(commitment_of(sheet._replace(word=word), salt) == line.facts.get("commitment") for word in words)


def check_words(steps: list[StepFile]) -> Iterator[Finding]:
    """Words are those of step 1, for roles of the game, and the same for ever after."""
    first = next((step for step in steps if step.number == 1), None)
    bound = {} if first is None else first.words
    for step in steps:
        expected = bound if step.number else {}
        for role in sorted({*step.words, *expected}):
            if step.words.get(role) != expected.get(role):
                yield finding(proof.WORD_UNPROVED, step.file, role=role[:60])


def unbound_words(game: Game, steps: list[StepFile], history: History) -> Iterator[Finding]:
    """A word came with a sheet that answered for its role in step 1; that it is the same word the commitment proves.

    Where the moderator plays it came in a held envelope: whoever reads the words of others could choose his own.
    """
    for step in steps:
        if step.number == 1:
            used = history.steps[1].used if 1 in history.steps else {}
            for role in step.words:
                sheet = used[role].sheet if role in used else None
                if sheet is None or (game.plays and sheet.kind != "held"):
                    yield finding(proof.WORD_UNPROVED, step.file, role=role[:60])


def check_number(steps: list[StepFile], lines: list[Line]) -> Iterator[Finding]:
    """The number of the world in every step is the one that stood in the ledger before the step."""
    told: list[tuple[int, str]] = []
    known = ""
    for line in lines:
        if line.of == ALL and line.kind == "number":
            known = str(line.facts.get("text", ""))
        elif line.of == ALL and line.kind == "step":
            told.append((int(line.facts.get("step", 0)), known))
    expected = dict(told)
    for step in steps:
        if step.beacon != (expected.get(step.number, step.beacon) if step.number else ""):
            yield finding(proof.NUMBER_UNPROVED, step.file)


def check_told(
    game: Game, rules: Ruleset, steps: list[StepFile], states: States, lines: list[Line]
) -> Iterator[Finding]:
    """Every step tells, before anything else, of the steps taken back since the last one, of newer rules, and of what
    else the ledger has since then."""
    before, more = undone_before(lines), told_before(game, rules, lines)
    last: StepFile | None = None
    for step in steps:
        follows = last is not None and last.number == step.number - 1 and step.number in before
        if last is not None and follows and step.file not in states:
            told = before[step.number][last.undone :]
            told += [revised_event(rules.title, last.revision, step.revision)] if step.revision > last.revision else []
            told += more.get(step.number, ())
            made = [event for event in step.events if event.kind in ("undone", "revised", *AT_THE_DESK)]
            stands = made[:-1] if step.desk else made  # what was done at the desk itself is looked at elsewhere
            fits = _tables(step.events[: len(told)]) == _tables(told) and len(stands) == len(told)
            if not fits or step.undone != len(before[step.number]):
                yield finding(proof.TOLD_OTHERWISE, step.file)
        last = step


def _tables(events: Sequence[Event]) -> list[Any]:
    return [ordered(event_table(event)) for event in events]


def check_left_told(seed: str, steps: list[StepFile], states: States, history: History) -> Iterator[Finding]:
    """Whoever is told of an envelope that was left aside is told the reason in the ledger; older programs told none.

    Where the ledger has no true reason, that is found with the envelope.
    """
    for step in steps:
        told = [event for event in step.events if event.kind == EnvelopeLeft.kind]
        if told and step.file not in states:
            used = history.steps[step.number].used if step.number in history.steps else {}
            rows = [line for line, _ in history.left if line.facts["step"] == step.number]
            odd = {line.of for line in rows if not reason_of(seed, line)}
            known, right = ([event for event in events if not odd & {*(event.to or ())}]
                            for events in (told, left_again(seed, used)))  # fmt: skip
            if _tables(known) != _tables(right):
                yield finding(proof.TOLD_OTHERWISE, step.file)


def check_awaited(
    game: Game, rules: Ruleset, steps: list[StepFile], states: States, history: History
) -> Iterator[Finding]:
    """Who was awaited is what the position before says; whoever sent nothing that was used, and has no standing answer
    either, took the default."""
    for before, step in _pairs(rules, steps, history):
        if step.file not in states:
            state = state_after(rules, before, states)
            if awaited_again(game, rules, before, state, history.steps[step.number].used) != step.awaited:
                yield finding(proof.AWAITED_OTHERWISE, step.file)


def _pairs(
    rules: Ruleset, steps: list[StepFile], history: History, desk: bool = False
) -> Iterator[tuple[StepFile, StepFile]]:
    """Each step that the rules of now adjudicated, with the one before it, if both are there and in the ledger; or
    those that were made at the desk."""
    for before, step in pairwise(steps):
        known = before.number == step.number - 1 and step.revision == rules.revision
        if known and step.number in history.steps and bool(step.desk) == desk:
            yield without(before, history.dropped.get(step.number, ())), step


def check_desk(
    game: Game, rules: Ruleset, steps: list[StepFile], states: States, history: History
) -> Iterator[Finding]:
    """A step that was made at the desk has no orders, keeps what is ordered ahead and fits, and tells what was done."""
    for before, step in _pairs(rules, steps, history, desk=True):
        if step.file in states:
            continue
        was, now = state_after(rules, before, states), state_after(rules, step, states)
        event = desk_event_again(rules, was, now, step, history.steps[step.number].used)
        told = [row for row in step.events if row.kind in AT_THE_DESK]
        odd = step.orders or step.awaited or before.desk.get("act") == "end"
        yield from check_kept(looked_again(game, rules, steps, before, (step, now)), step)
        if odd or _tables(told[-1:]) != _tables([event]):
            yield finding(proof.TOLD_OTHERWISE, step.file)


def state_after(rules: Ruleset, step: StepFile, states: States) -> Any:
    """The state after a step: as it came out, if that is what stands in the file."""
    return states[step.file] if step.file in states else decoded(rules.files.decode, step.state, step.file)


def check_ahead(
    game: Game, rules: Ruleset, steps: list[StepFile], states: States, history: History
) -> Iterator[Finding]:
    """Orders ahead are those that were sent, kept as long as they are due, and used as they were sent."""
    for before, step in _pairs(rules, steps, history):
        used = history.steps[step.number].used.values()
        if has_ahead(before, step) or any(may_be_ahead(row.closing) for row in used):
            state = state_after(rules, before, states)
            if step.file not in states:
                after = state_after(rules, step, states)
                yield from check_kept(carried_again(game, rules, steps, (before, state), (step, after)), step)
            yield from check_used(rules, state, before, step, history.steps[step.number])


def has_ahead(before: StepFile, step: StepFile) -> bool:
    told = any(event.kind == "orders-ahead" for event in step.events)
    return told or bool(before.ahead or step.ahead) or any("ahead" in body for body in step.orders.values())


def check_kept(look: Look, step: StepFile) -> Iterator[Finding]:
    """What the step keeps and tells of orders ahead is what becomes of them."""
    told = [event for event in step.events if event.kind == "orders-ahead"]
    if tuple(item.data for item in look.kept) != tuple(item.data for item in step.ahead) or (
        _tables(look.events) != _tables(told)
    ):
        yield finding(proof.AHEAD_OTHERWISE, step.file)


def check_used(rules: Ruleset, state: Any, before: StepFile, step: StepFile, line: StepLine) -> Iterator[Finding]:
    """Orders ahead that answered for a role are those that were kept for it."""
    ahead = speaking(rules, state, before.ahead, [role for role, used in line.used.items() if used.sheet is not None])
    for role, used in line.used.items():
        if may_be_ahead(used.closing) and step.orders.get(role) != (ahead[role].body if role in ahead else None):
            yield finding(proof.EXCHANGED, step.file, role=role, step=step.number)


# played again


def check_replay(rules: Ruleset, replay: Replay) -> Iterator[Finding]:
    """The game from its beginning: the set-up or the recorded position, then every step from the orders and the seed.

    After a step that cannot be read, or that an older revision adjudicated, the replay begins anew with its state.
    """
    for step, again, stuck, same in replay.played:
        if stuck is not None:
            yield finding(proof.REPLAY_DIFFERS, step.file, form="stuck", fault=_why(stuck))
        elif again is not None and not same and (wrong := [*wrong_in(rules, step, again)]):
            facts = {"places": ", ".join(wrong[:3]), "more": len(wrong) - 3, "form": "more" if len(wrong) > 3 else ""}
            yield finding(proof.REPLAY_DIFFERS, step.file, **facts)
    if replay.fault is not None:
        raise replay.fault


def _why(error: Exception) -> str:
    if isinstance(error, GameFault):
        return error.said
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def wrong_in(rules: Ruleset, step: StepFile, done: Step) -> Iterator[str]:
    """The places where what comes out is not what stands in the file."""
    told = [event_table(event) for event in step.events if event.kind not in OF_THE_PROGRAM]
    again = [event_table(event) for event in done.events]
    yield from _differences(ordered(rules.files.encode(done.state)), ordered(step.state), "state")
    yield from _differences(ordered(again), ordered(told), "events")
    if step.label != (rules.telling.label(done.state) if step.number else SET_UP):
        yield "label"


def _differences(made: Any, stands: Any, path: str) -> Iterator[str]:
    if isinstance(made, Mapping) and isinstance(stands, Mapping):
        for key in sorted({*made, *stands}, key=str):
            yield from _differences(made.get(key), stands.get(key), f"{path}.{key}")
    elif isinstance(made, list) and isinstance(stands, list) and len(made) == len(stands):
        for at, (one, other) in enumerate(zip(made, stands, strict=True)):
            yield from _differences(one, other, f"{path}.{at}")
    elif made != stands:
        yield path
