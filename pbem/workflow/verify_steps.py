"""Verifying the steps: their digests, their orders against what was bound, and the whole game played again."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pbem.core.chance import Chance, game_seed
from pbem.core.events import OF_THE_PROGRAM, Event
from pbem.core.ruleset import Ruleset, Step
from pbem.core.sheets import Sheet
from pbem.seal import Opened, Unopened, commitment_of
from pbem.seal.codes import DAMAGED, OTHER_KEY
from pbem.store import GameFault, layout, parse, read_bytes
from pbem.store.layout import GAME
from pbem.store.ledger import ALL, Line, salt_of
from pbem.store.reading import DOES_NOT_FIT, Game, Kept, StepFile
from pbem.store.writing import digest_of, dumps, event_table, ordered
from pbem.workflow import OTHER_REVISION, SET_UP, Table, decoded
from pbem.workflow import envelope_codes as pb
from pbem.workflow import verify_codes as proof
from pbem.workflow.adjudicate import awaited_of, resolved, revised_event, spoken_now, undone_event
from pbem.workflow.ahead import carried_on, speaking
from pbem.workflow.ahead_closed import OpenedTable, table_in
from pbem.workflow.findings import Finding, finding
from pbem.workflow.new import first_step
from pbem.workflow.opening import read_opened, read_opened_ahead
from pbem.workflow.verify_chains import History, StepLine, opened_promise, step_promise
from pbem.workflow.words import is_first_sheet, late_sheets


def check_chain(steps: list[StepFile]) -> Iterator[Finding]:
    """Each step names the digest of the one before it, and the digest of its own orders."""
    digests = {-1: "", **{step.number: step.digest for step in steps}}
    for step in steps:
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
    for step in steps:
        line = history.steps.get(step.number)
        if line is None or not step_promise(seed, line.line, step.digest) or _told(line.line) != _own(step):
            yield finding(proof.STEP_UNKNOWN, step.file)
        else:
            yield from check_orders(game, seed, step, line, wordless(history, lines))
    yield from check_words(steps)
    yield from check_number(steps, lines)


def lost_steps(game: Game, numbers: Sequence[int], history: History) -> Iterator[Finding]:
    """Steps that stand in the ledger and have no file."""
    for number in history.steps:
        if number not in numbers:
            yield finding(proof.STEP_LOST, layout.path(game.directory, layout.step(number, "*")), step=number)


def _told(line: Line) -> tuple[Any, Any]:
    """What a line says of its step; the first line says it of the set-up."""
    return (SET_UP if line.kind == "begun" else line.facts.get("label")), line.facts.get("revision")


def _own(step: StepFile) -> tuple[Any, Any]:
    return step.label, step.revision


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
        if used.sheet is None:
            continue
        free = step.number == 1 and (role, used.sheet.facts["version"]) in wordless
        if not is_kept(game, seed, step, used.sheet, rows.get(role, {}), free):
            yield finding(pb.BROKEN_WORD, step.file, form="step", role=role, step=step.number)
    for role in step.orders:
        used_ = line.used.get(role)
        is_ahead = used_ is not None and used_.closing.facts.get("answer") == "ahead"  # see check_ahead
        if used_ is None or (used_.sheet is None and not is_ahead):
            yield finding(proof.EXCHANGED, step.file, role=role, step=step.number)


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


def check_told(rules: Ruleset, steps: list[StepFile], lines: list[Line]) -> Iterator[Finding]:
    """Every step tells, before anything else, of the steps taken back since the last one, and of newer rules."""
    undone: list[Event] = []
    before: dict[int, list[Event]] = {}  # the steps taken back before each step
    for line in lines:
        if line.of == ALL and line.kind == "undo":
            undone.append(undone_event(line))
        elif line.of == ALL and line.kind == "step":
            before[int(line.facts["step"])] = list(undone)
    last: StepFile | None = None
    for step in steps:
        if last is not None and last.number == step.number - 1 and step.number in before:
            told = before[step.number][last.undone :]
            told += [revised_event(rules.title, last.revision, step.revision)] if step.revision > last.revision else []
            stands = [event for event in step.events if event.kind in ("undone", "revised")]
            fits = _tables(step.events[: len(told)]) == _tables(told) and len(stands) == len(told)
            if not fits or step.undone != len(before[step.number]):
                yield finding(proof.TOLD_OTHERWISE, step.file)
        last = step


def _tables(events: Sequence[Event]) -> list[Any]:
    return [ordered(event_table(event)) for event in events]


def check_awaited(game: Game, rules: Ruleset, steps: list[StepFile], history: History) -> Iterator[Finding]:
    """Who was awaited is what the position before says; whoever sent nothing that was used, and has no standing answer
    either, took the default."""
    before: StepFile | None = None
    for step in steps:
        known = before is not None and before.number == step.number - 1 and step.revision == rules.revision
        if before is not None and known and step.number in history.steps:
            table = Table(game, rules, before, decoded(rules.files.decode, before.state, before.file))
            used = history.steps[step.number].used
            late = [role for role, row in used.items() if row.sheet is None and role not in table.answered]
            if awaited_of(table, late) != step.awaited:
                yield finding(proof.AWAITED_OTHERWISE, step.file)
        before = step


def check_ahead(game: Game, rules: Ruleset, steps: list[StepFile], history: History) -> Iterator[Finding]:
    """Orders ahead are those that were sent, kept as long as they are due, and used as they were sent."""
    before: StepFile | None = None
    for step in steps:
        known = before is not None and before.number == step.number - 1 and step.revision == rules.revision
        if before is not None and known and step.number in history.steps and has_ahead(before, step):
            yield from check_kept(game, rules, steps, before, step, history.steps[step.number])
        before = step


def has_ahead(before: StepFile, step: StepFile) -> bool:
    told = any(event.kind == "orders-ahead" for event in step.events)
    return told or bool(before.ahead or step.ahead) or any("ahead" in body for body in step.orders.values())


def check_kept(
    game: Game, rules: Ruleset, steps: list[StepFile], before: StepFile, step: StepFile, line: StepLine
) -> Iterator[Finding]:
    """The orders ahead of one step."""

    def since(number: int) -> list[Event]:
        return [event for row in steps if number < row.number <= step.number for event in row.events
                if event.kind not in OF_THE_PROGRAM]  # fmt: skip

    state, after = (decoded(rules.files.decode, row.state, row.file) for row in (before, step))
    proofs = read_opened_ahead(layout.path(game.directory, layout.opened(step.number)))
    open_ = partial(opened_again, game.name, proofs)
    look = carried_on(rules, state, Step(after), before.ahead, step.orders, step.number, since, open_)
    told = [event for event in step.events if event.kind == "orders-ahead"]
    if tuple(item.data for item in look.kept) != tuple(item.data for item in step.ahead) or (
        _tables(look.events) != _tables(told)
    ):
        yield finding(proof.AHEAD_OTHERWISE, step.file)
    ahead = speaking(rules, state, before.ahead, [role for role, used in line.used.items() if used.sheet is not None])
    for role, used in line.used.items():
        if used.closing.facts.get("answer") == "ahead" and step.orders.get(role) != (
            ahead[role].body if role in ahead else None
        ):
            yield finding(proof.EXCHANGED, step.file, role=role, step=step.number)


def opened_again(game: str, proofs: Sequence[Mapping[str, Any]], item: Kept) -> OpenedTable | Unopened:
    """What was inside closed orders, as the step tells it and the promise proves it.

    That an envelope could not be opened is believed: nobody but the moderator can try.
    """
    row = next((row for row in proofs if (row.get("role"), row.get("for")) == (item.role, item.decision)), None)
    code = next((code for code in UNOPENED if row is not None and code.id == row.get("fault")), None)
    if row is None or code is not None:
        return Unopened(code or DAMAGED, **(row or {}).get("facts", {}))
    heading = {"game": game, "step": item.step, "role": item.role, "key": "x", "ahead": [row.get("orders")]}
    try:
        return table_in(item, game, Opened(dumps(heading).decode(), str(row.get("salt"))))
    except Unopened as fault:
        return fault


UNOPENED = (OTHER_KEY, DAMAGED, pb.BROKEN_WORD, pb.MIXED_UP)


# played again


def check_replay(
    game: Game, rules: Ruleset, seed: str, steps: list[StepFile], position: Mapping[str, Any] | None
) -> Iterator[Finding]:
    """The game from its beginning: the set-up or the recorded position, then every step from the orders and the seed.

    After a step that cannot be read, or that an older revision adjudicated, the replay begins anew with its state.
    """
    state, last = None, -1
    for step in steps:
        broken = step.number != last + 1 or step.revision != rules.revision
        last = step.number
        if broken or (state is None and step.number):
            state = decoded(rules.files.decode, step.state, step.file)
            continue
        try:
            done = _again(game, rules, seed, step, state, position)
        except Exception as error:  # rules meet a position or orders that no game leads to, and may do anything
            yield finding(proof.REPLAY_DIFFERS, step.file, form="stuck", fault=_why(error))
            state = decoded(rules.files.decode, step.state, step.file)
            continue
        wrong = [*_wrong(rules, step, done)]
        if wrong:
            facts = {"places": ", ".join(wrong[:3]), "more": len(wrong) - 3, "form": "more" if len(wrong) > 3 else ""}
            yield finding(proof.REPLAY_DIFFERS, step.file, **facts)
        state = done.state


def _why(error: Exception) -> str:
    if isinstance(error, GameFault):
        return error.said
    return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"


def _again(
    game: Game, rules: Ruleset, seed: str, step: StepFile, state: Any, position: Mapping[str, Any] | None
) -> Step:
    if step.number == 0:
        return first_step(rules, game, position, Chance(seed), step.file)
    return resolved(rules, state, spoken_now(step.orders), Chance(game_seed(seed, step.words, step.beacon)))


def _wrong(rules: Ruleset, step: StepFile, done: Step) -> Iterator[str]:
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
