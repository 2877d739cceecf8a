"""Verifying the files around the steps: inbox, steps taken back, reports, deadlines, and the files of an archive."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile

from pbem.core.ruleset import Ruleset
from pbem.core.sheets import read
from pbem.seal import commitment_of
from pbem.seal.words import four_words
from pbem.store import GameFault, layout, parse, read_bytes
from pbem.store.deadlines import Deadline, deadlines_part, read_deadlines
from pbem.store.layout import ANCHOR, DEADLINES, LEDGER, MANIFEST, POSITION, REVEALED
from pbem.store.ledger import ALL, BARE, Line, anchor_data, committed, salt_of
from pbem.store.manifest import digest, read_manifest
from pbem.store.reading import Game, StepFile, StepName, read_step
from pbem.store.undone import record_of
from pbem.store.writing import revealed_data
from pbem.workflow import verify_codes as proof
from pbem.workflow.codes import NOT_IN_LEDGER, REPLACED
from pbem.workflow.findings import Finding, finding, of_fault
from pbem.workflow.publications import last_published, standing
from pbem.workflow.recording import digest_of_text
from pbem.workflow.verify_bytes import changed_of_two
from pbem.workflow.verify_chains import History, opened_promise, step_promise

Sheets = Mapping[tuple[str, int, int], Line]


def names_in(folder: str) -> list[str]:
    """The names in a folder, but for hidden files, in order; none if it is not there."""
    return sorted(name for name in os.listdir(folder) if not name.startswith(".")) if os.path.isdir(folder) else []


def check_inbox(game: Game, rules: Ruleset, seed: str, history: History) -> Iterator[Finding]:
    """Every sheet and phrase that was bound lies in the inbox as it came, and nothing else does."""
    top = os.path.join(game.directory, layout.INBOX)
    wanted = _files(history.sheets, layout.TABLE) | _files(history.phrases, layout.PHRASE)
    for inside in _all_files(top):
        if f"{layout.INBOX}/{inside}" not in wanted:
            code = NOT_IN_LEDGER if inside.endswith(layout.TABLE) else proof.FILE_UNKNOWN
            yield finding(code, layout.path(top, inside))
    for name, line in wanted.items():
        path = layout.path(game.directory, name)
        text = _text_of(path)
        changed = [*_held_against(path, text, line)]
        yield from changed
        if line.kind == "sheet" and not changed and not _is_recorded(text or "", rules, seed, line):
            yield finding(proof.RECORDED_OTHERWISE, path, role=line.of, step=line.facts.get("step"))


def _text_of(path: str) -> str | None:
    return read_bytes(path).decode("utf-8", "replace") if os.path.isfile(path) else None


def _is_recorded(text: str, rules: Ruleset, seed: str, line: Line) -> bool:
    """Whether the line of an open sheet says what the sheet says: its status and its orders."""
    sheet = read(text, rules.sheet_keys).sheet
    if sheet is None or sheet.status != line.facts.get("status"):
        return False
    return commitment_of(sheet, salt_of(seed, line.of, line.number)) == line.facts.get("commitment")


def _files(sheets: Sheets, end: str) -> dict[str, Line]:
    """The file of each sheet."""
    return {layout.sheet(step, role, abs(version), end): line for (role, step, version), line in sheets.items()}


def _held_against(path: str, text: str | None, line: Line) -> Iterator[Finding]:
    if text is None:
        facts = {"role": line.of, "step": line.facts.get("step"), "version": line.facts.get("version")}
        yield finding(proof.SHEET_LOST, path, **facts)
    elif digest_of_text(text) != line.facts.get("file"):
        words = four_words(str(line.facts.get("commitment", "")).ljust(8, "0")[:64])
        yield finding(REPLACED, path, words=words)


def check_opened(game: Game, history: History) -> Iterator[Finding]:
    """Only steps with envelopes have a file of salts; that it is right is seen with its step."""
    wanted = {layout.opened(number) for number, row in history.steps.items() if row.line.facts.get("opened")}
    for name in names_in(os.path.join(game.directory, layout.OPENED)):
        if f"{layout.OPENED}/{name}" not in wanted:
            yield finding(proof.FILE_UNKNOWN, os.path.join(game.directory, layout.OPENED, name))


def check_undone(game: Game, seed: str, history: History, lines: list[Line], whole: bool) -> Iterator[Finding]:
    """Every step taken back lies in its folder with its reason; with ``whole``, what went with it too."""
    folders = {layout.undone(at) for at in range(1, len(history.undone) + 1)}
    for name in names_in(os.path.join(game.directory, layout.UNDONE)):
        if f"{layout.UNDONE}/{name}" not in folders:
            yield finding(proof.FILE_UNKNOWN, os.path.join(game.directory, layout.UNDONE, name))
    for at, ((undo, row), gone) in enumerate(zip(history.undone, history.gone, strict=True), start=1):
        folder = layout.path(game.directory, layout.undone(at))
        yield from _check_taken_back(game, seed, folder, undo, row.line)
        if whole:
            yield from _check_gone(folder, gone, int(undo.facts.get("step", 0)))
            yield from _check_names(folder, gone, undo)
            yield from check_reports(os.path.join(folder, layout.REPORTS), seed, _reports(lines, undo))
            if not _reports(lines, undo):
                yield from _unknown(os.path.join(folder, layout.REPORTS))


def _check_taken_back(game: Game, seed: str, folder: str, undo: Line, line: Line) -> Iterator[Finding]:
    facts = {key: undo.facts.get(key) for key in ("step", "label", "reason")}
    yield from _same(os.path.join(folder, layout.UNDO), record_of(undo.facts))
    name = layout.step_name(int(facts["step"] or 0), str(facts["label"]))
    path = os.path.join(folder, name)
    try:
        step = read_step(game, StepName(int(facts["step"] or 0), name), folder)
    except GameFault as error:
        yield of_fault(error)
        return
    if not step_promise(seed, line, step.digest):
        yield finding(proof.STEP_UNKNOWN, path)
    opened = os.path.join(folder, layout.UNDONE_OPENED)
    data = read_bytes(opened) if os.path.isfile(opened) else b""
    if not opened_promise(seed, line, data):
        yield finding(proof.FILE_CHANGED if data else proof.FILE_LOST, opened)


def _check_gone(folder: str, gone: Sheets, step: int) -> Iterator[Finding]:
    """What was sent after the step lies in its inbox, the phrases of the step itself beside it."""
    for key, line in gone.items():
        path = layout.path(folder, _gone_name(key, step))
        yield from _held_against(path, _text_of(path), line)


def _gone_name(key: tuple[str, int, int], step: int) -> str:
    role, at, version = key
    name = layout.sheet_name(role, abs(version), layout.PHRASE if version < 0 else layout.TABLE)
    return f"{layout.INBOX}/{name}" if at > step else name


def _check_names(folder: str, gone: Sheets, undo: Line) -> Iterator[Finding]:
    """Nothing lies there that does not belong there."""
    names = {_gone_name(key, int(undo.facts.get("step", 0))) for key in gone}
    names |= {layout.UNDO, layout.UNDONE_OPENED, layout.INBOX, layout.REPORTS}
    names.add(layout.step_name(int(undo.facts.get("step", 0)), str(undo.facts.get("label"))))
    inbox = names_in(os.path.join(folder, layout.INBOX))
    for name in (*names_in(folder), *(f"{layout.INBOX}/{name}" for name in inbox)):
        if name not in names:
            yield finding(proof.FILE_UNKNOWN, layout.path(folder, name))


def _unknown(folder: str) -> Iterator[Finding]:
    for inside in _all_files(folder):
        yield finding(proof.FILE_UNKNOWN, layout.path(folder, inside))


def _same(path: str, data: bytes) -> Iterator[Finding]:
    """Whether a file holds these very bytes."""
    if not os.path.isfile(path):
        yield finding(proof.FILE_LOST, path)
    elif read_bytes(path) != data:
        yield finding(proof.FILE_CHANGED, path)


# reports and deadlines


def _reports(lines: list[Line], until: Line | None = None) -> dict[int, Line]:
    """The last line about the reports of each step; of steps taken back only up to that line, else only after it."""
    if until is None:
        return standing(lines, ("report",))
    step, before = int(until.facts.get("step", 0)), takewhile(lambda line: line is not until, lines)
    return {at: line for at, line in standing(before, ("report",)).items() if at == step}


def check_all_reports(game: Game, seed: str, lines: list[Line]) -> Iterator[Finding]:
    """The reports of every step are those that were written."""
    top = os.path.join(game.directory, layout.REPORTS)
    told = _reports(lines)
    for name in names_in(top):
        if layout.numbered(name) not in told:
            yield finding(proof.FILE_UNKNOWN, os.path.join(top, name))
    for step, line in told.items():
        yield from check_reports(layout.path(game.directory, layout.reports(step)), seed, {step: line})


def check_reports(folder: str, seed: str, told: Mapping[int, Line]) -> Iterator[Finding]:
    """The files of one folder are those of its manifest, and the ledger stands for the manifest."""
    for line in told.values():
        path = os.path.join(folder, MANIFEST)
        if not os.path.isfile(path):
            yield finding(proof.FILE_LOST, path)
        elif committed(salt_of(seed, ALL, line.number), read_bytes(path)) != line.facts.get("manifest"):
            yield finding(proof.FILE_CHANGED, path)
        else:
            yield from check_manifest(folder, {MANIFEST})


def check_manifest(folder: str, besides: set[str], ours: Callable[[str], bool] = lambda _: True) -> Iterator[Finding]:
    """Every file of the manifest is there as it was written, and no other."""
    digests = read_manifest(folder)
    for name, expected in digests.items():
        path = layout.path(folder, name)
        if not os.path.isfile(path):
            yield finding(proof.FILE_LOST, path)
        elif digest(read_bytes(path)) != expected:
            yield finding(proof.FILE_CHANGED, path)
    for inside in _all_files(folder):
        if ours(inside) and inside not in digests and inside not in besides:
            yield finding(proof.FILE_UNKNOWN, layout.path(folder, inside))


def _all_files(folder: str) -> Iterator[str]:
    """The files in and below a folder, but for hidden ones: a repository is not part of the archive in it."""
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        inside = os.path.relpath(top, folder).replace(os.sep, "/")
        for name in sorted(names):
            if not name.startswith("."):
                yield name if inside == "." else f"{inside}/{name}"


def check_deadlines(game: Game, lines: list[Line]) -> Iterator[Finding]:
    """The deadlines are those that were told."""
    told = tuple(
        Deadline(**{key: line.facts.get(key) for key in Deadline._fields})  # type: ignore[arg-type]
        for line in lines if line.of == ALL and line.kind == "deadline"
    )  # fmt: skip
    path = os.path.join(game.directory, DEADLINES)
    if not told and not os.path.lexists(path):
        return
    yield from _same(path, deadlines_part(told).data)
    read_deadlines(game.directory)


# the rest of a game


def check_position(game: Game, seed: str, lines: list[Line]) -> Iterator[Finding]:
    """The position a game began from is the one that the first line stands for."""
    path, promised = os.path.join(game.directory, POSITION), lines[0].facts.get("position", "")
    data = read_bytes(path) if os.path.isfile(path) else b""
    if data and not promised:
        yield finding(proof.FILE_UNKNOWN, path)
    elif promised and not data:
        yield finding(proof.FILE_LOST, path)
    elif promised and committed(salt_of(seed, "position"), data) != promised:
        yield finding(proof.FILE_CHANGED, path)


def check_revealed(game: Game, seed: str, lines: list[Line]) -> Iterator[Finding]:
    """The opened seed stands in its file if and only if the ledger says so."""
    path = os.path.join(game.directory, REVEALED)
    told = [line for line in lines if line.of == ALL and line.kind == "revealed"]
    if not told:
        if os.path.lexists(path):
            yield finding(proof.FILE_UNKNOWN, path)
        return
    yield from _same(path, revealed_data(game, told[-1].facts["step"], seed))


def check_anchor(game: Game, lines: list[Line]) -> Iterator[Finding]:
    """The last line that stands for no other file is the one that was kept, so that a ledger cut before it is seen."""
    path, told = os.path.join(game.directory, ANCHOR), [line for line in lines if line.of == ALL and line.kind in BARE]
    if not os.path.lexists(path):
        if told:
            yield finding(proof.FILE_LOST, path)
        return
    table = parse(read_bytes(path), path)
    kept, last = table.get("line"), max((line.number for line in lines if line.of == ALL), default=0)
    if isinstance(kept, int) and kept > last and set(table) == {"format", "line", "hash"}:
        yield finding(proof.LEDGER_CUT, os.path.join(game.directory, LEDGER), line=kept)
    elif not told or read_bytes(path) != anchor_data(told[-1]):
        yield finding(proof.FILE_CHANGED, path)


def check_top(game: Game) -> Iterator[Finding]:
    """No table at the top of a game but ours; other files there are the moderator's own."""
    for name in names_in(game.directory):
        path = os.path.join(game.directory, name)
        if name.endswith(layout.TABLE) and name not in layout.TABLES and os.path.isfile(path):
            yield finding(proof.FILE_UNKNOWN, path)


def check_step_folder(game: Game, steps: list[StepFile], found: Sequence[Finding]) -> Iterator[Finding]:
    """Nothing lies among the steps but steps; what was named already is not named twice."""
    known = {step.file for step in steps} | {row.file for row in found}
    for name in names_in(os.path.join(game.directory, layout.STEPS)):
        path = os.path.join(game.directory, layout.STEPS, name)
        if path not in known:
            yield finding(proof.FILE_UNKNOWN, path)


def check_archive(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """The files of an archive are those of its manifest, and the last publication in the ledger stands for it."""
    path = os.path.join(directory, MANIFEST)
    last = last_published(lines)
    if not os.path.isfile(path):
        yield finding(proof.FILE_LOST, path)
        return
    found = [*check_manifest(directory, {MANIFEST, LEDGER}, is_ours)]
    if last is None or digest(read_bytes(path)) != last.facts.get("manifest"):
        yield changed_of_two(directory, found)
    yield from found


def is_ours(inside: str) -> bool:
    """At the top of an archive others may lay files of their own: a licence, a picture."""
    return "/" in inside or inside.endswith(layout.TABLE) or inside == layout.README
