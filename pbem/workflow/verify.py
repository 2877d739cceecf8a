"""Verifying a game, its public archive or its revealed one: the ledger, every file it stands for, every step again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbem.core import Record, hash_much
from pbem.core.ruleset import Ruleset
from pbem.store import OLDER_FORMAT, GameFault
from pbem.store.handed import rests
from pbem.store.layout import CLOCK, GAME, TIMES, is_archive, is_game
from pbem.store.ledger import ON_TIME, Line, ledger_path, read_ledger
from pbem.store.reading import (
    Game,
    StepFile,
    is_revealed,
    no_game,
    read_game,
    read_secret,
    read_seed,
    step_names,
    steps_there,
)
from pbem.store.shadow import check_archive, original, readable
from pbem.store.writing import fingerprint
from pbem.workflow import check_set_up, ruleset_on
from pbem.workflow import verify_bound as bound
from pbem.workflow import verify_bytes as exact
from pbem.workflow import verify_chains as chains
from pbem.workflow import verify_codes as proof
from pbem.workflow import verify_files as files
from pbem.workflow import verify_steps as again
from pbem.workflow.dropping import check_dropped
from pbem.workflow.findings import Finding, finding, of_fault
from pbem.workflow.many import FEW, Told, games_in
from pbem.workflow.verify_order import check_order
from pbem.workflow.verify_replay import Replay
from pbem.workflow.verify_talk import check_talk

__all__ = ["Finding", "Verified", "as_data", "as_text", "told", "verified", "verify"]


class Older(Record):
    """Steps that were adjudicated under one older revision of the rules."""

    title: str
    revision: int
    first: int
    last: int


class Verified(Record):
    """What was looked at, and what was found."""

    game: str
    directory: str
    kind: str  # "game", "archive" while the game runs, "revealed"
    steps: int
    lines: int  # of the ledger
    sheets: int  # held against their commitments
    findings: tuple[Finding, ...]
    older: tuple[Older, ...] = ()  # adjudicated under older revisions, and so not played again
    anchors: int = 0  # lines that saved receipts and reports named, and that are in the ledger
    later: int = 0  # those that can only be seen when the game is revealed
    notes: tuple[str, ...] = ()  # what is no change, and should be known


class Case(Record):
    """A directory as far as it could be read."""

    game: Game
    rules: Ruleset
    kind: str
    lines: list[Line]
    replay: Replay
    numbers: tuple[int, ...]  # of all step files, also those that cannot be read


def verify(directory: str, saved: Sequence[str] = ()) -> Verified:
    """Look at everything; every finding names its file. ``saved`` are receipts and reports to hold against it."""
    kind = kind_of(directory)
    hash_much()
    if kind != "game":
        check_archive(directory)
        return _verified(directory, kind, saved)
    with readable(directory) as seen:  # no other command changes it meanwhile, and this one does not either
        done = _verified(seen, kind, saved)
    if seen == directory:
        return done
    rows = [row._replace(file=original(row.file, seen, directory)) for row in done.findings]
    return done._replace(directory=directory, findings=tuple(rows))


def kind_of(directory: str) -> str:
    """What a directory is."""
    if not is_game(directory):
        raise no_game(directory)
    if not is_archive(directory):
        return "game"
    return "revealed" if is_revealed(directory) else "archive"


def _verified(directory: str, kind: str, saved: Sequence[str]) -> Verified:
    found: list[Finding] = []
    if exact.is_converted(ledger_path(directory)):  # one reason for twenty findings
        found.append(finding(proof.LINE_ENDS, ledger_path(directory)))
        return Verified(os.path.basename(os.path.abspath(directory)), directory, kind, 0, 0, 0, _once(found))
    game = _game_in(directory, found)
    ledger = _tried(lambda: read_ledger(ledger_path(directory)), found)
    if game is None or ledger is None:
        return Verified(os.path.basename(os.path.abspath(directory)), directory, kind, 0, 0, 0, _once(found))
    path = os.path.join(directory, GAME)
    rules = _tried(lambda: _rules_of(game, path), found)
    lines, same = ledger
    found += [*chains.check_lines(directory, lines), *exact.check_ledger(directory, lines, same)]
    lines = exact.sound_lines(directory, lines, found)
    if rules is None or not lines or lines[0].kind != "begun":
        return Verified(game.name, directory, kind, 0, len(lines), 0, _once(found))
    found += [*chains.check_beginning(game, lines), *check_order(directory, lines)]
    replay, numbers = _replayed(game, rules, kind, lines, found)
    public = len(steps_there(directory)) if kind == "archive" else 0
    case = Case(game, rules, kind, lines, replay, numbers)
    sheets, notes = _looked_at(case, found)
    fit, later = _saved(saved, case, found)
    steps = replay.steps
    done = Verified(game.name, directory, kind, len(steps), len(lines), sheets, _once(found), _older(rules, steps))
    handed = filter(None, [rests(directory)])
    return done._replace(anchors=fit, later=later, notes=(*notes, *handed), steps=done.steps or public)


def _game_in(directory: str, found: list[Finding]) -> Game | None:
    """The game, if it can be read; one of an older format has other files than ours, so none of them is missing."""
    try:
        return read_game(directory)
    except GameFault as error:
        if error.code is OLDER_FORMAT:
            raise
        found.append(of_fault(error))
        return None


def _rules_of(game: Game, path: str) -> Ruleset:
    """The ruleset of a game, if it has the mode and the options."""
    rules = ruleset_on(game.ruleset, path, game.revision, game.board, game.directory, older=True)
    check_set_up(rules, game.mode, game.options, path)
    if game.board.digest:
        from pbem.workflow.boards import check_tables  # not for verify: on the board of the title

        check_tables(game.board, game.directory, path)
    return rules


def _once(found: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(dict.fromkeys(found))


def _tried(read: Callable[[], Any], found: list[Finding]) -> Any:
    """What can be read; a fault is a finding."""
    try:
        return read()
    except GameFault as error:
        found.append(of_fault(error))
        return None


def _all(check: Callable[[], Iterator[Finding]], found: list[Finding]) -> None:
    """The findings of a check; a fault on the way is one more."""
    try:
        for row in check():
            found.append(row)
    except GameFault as error:
        found.append(of_fault(error))


def _looked_at(case: Case, found: list[Finding]) -> tuple[int, tuple[str, ...]]:
    """Everything that can be seen of this kind of directory.

    How many sheets were held against their commitments, and what should be known besides.
    """
    game, lines, steps, states = case.game, case.lines, case.replay.steps, case.replay.states
    if case.kind != "game":
        from pbem.workflow import verify_pages as pages  # not for verify: of a game, which makes no pages

        _all(lambda: files.check_archive(game.directory, lines), found)
        _all(lambda: pages.check_publications(game.directory, lines), found)
    if case.kind == "archive":
        _all(lambda: pages.check_public_steps(game.directory, lines), found)
        return 0, bound.notes_of(lines, None, None)
    secret = _tried(lambda: read_secret(game), found) if case.kind == "game" else None
    seed: str | None = secret.seed if secret is not None else _tried(lambda: read_seed(game), found)
    if seed is None:
        return 0, bound.notes_of(lines, None, None)
    history = case.replay.history or chains.history_of(game.directory, lines, seed)
    found += history.found
    checks: list[Callable[[], Iterator[Finding]]] = [
        lambda: again.check_chain(steps, states),
        lambda: again.check_revisions(game, case.rules, steps),
        lambda: again.check_steps(game, seed, steps, history, lines),
        lambda: again.lost_steps(game, case.numbers, history),
        lambda: files.check_step_folder(game, steps, found),
        lambda: again.unbound_words(game, steps, history),
        lambda: again.check_told(game, case.rules, steps, states, lines),
        lambda: again.check_left_told(seed, steps, states, history),
        lambda: again.check_awaited(game, case.rules, steps, states, history),
        lambda: again.check_desk(game, case.rules, steps, states, history),
        lambda: again.check_ahead(case.game, case.rules, steps, states, history),
        lambda: bound.check_first_words(game, seed, steps, history),
        lambda: bound.check_number_line(game, seed, lines),
        lambda: bound.check_late_words(game, steps, lines),
        lambda: bound.check_left(game, case.rules, seed, secret, steps, states, history),
        lambda: files.check_position(game, seed, lines),
        lambda: files.check_revealed(game, seed, lines),
        lambda: files.check_undone(game, seed, history, lines, whole=case.kind == "game"),
        lambda: again.check_replay(case.rules, case.replay),
    ]
    if case.kind == "revealed":
        checks += [
            lambda: check_talk(game, lines, whole=False),
            lambda: pages.check_pages(game.directory, lines),
            lambda: pages.check_told_steps(game.directory, lines, {row.file for row in found}),
        ]
    if secret is not None:
        checks += [
            lambda: chains.check_secret(game, secret, lines),
            lambda: exact.check_secret(game, secret),
            lambda: files.check_inbox(game, case.rules, secret.seed, history),
            lambda: files.check_opened(game, history),
            lambda: files.check_all_reports(game, seed, lines),
            lambda: files.check_deadlines(game, lines),
            lambda: _check_times(game, lines),
            lambda: files.check_anchor(game, lines),
            lambda: check_dropped(game, lines),
            lambda: check_talk(game, lines, whole=True),
            lambda: files.check_top(game),
        ]
    for check in checks:
        _all(check, found)
    rows = [row for row in history.steps.values() if "desk" not in row.line.facts]  # which set sheets aside
    sheets = sum(used.sheet is not None for row in rows for used in row.used.values())
    return sheets, bound.notes_of(lines, seed, history)


def _check_times(game: Game, lines: list[Line]) -> Iterator[Finding]:
    """What is known of the time, in a game with deadlines."""
    there = (os.path.lexists(os.path.join(game.directory, name)) for name in (TIMES, CLOCK))
    if game.time or any(there) or any(line.kind in ON_TIME for line in lines):
        from pbem.workflow.verify_times import check_times  # not for verify: of a game without deadlines

        yield from check_times(game, lines)


def _replayed(
    game: Game, rules: Ruleset, kind: str, lines: list[Line], found: list[Finding]
) -> tuple[Replay, tuple[int, ...]]:
    """All steps that can be read, played again, and the numbers of all there are.

    Each one that cannot be read is a finding; that there is no seed to play with is one later, with its file.
    """
    seed: str | None = _tried(lambda: _seed_of(game, kind), []) if kind != "archive" else None
    history = chains.history_of(game.directory, lines, seed) if seed is not None else None
    replay = Replay(game, rules, seed, history, lines)
    if kind == "archive":
        return replay, ()
    names = _tried(lambda: step_names(game.directory), found)
    if names is None:
        names = steps_there(game.directory)  # with a gap, or one of them twice
    if len(names) > FEW:
        from pbem.store.rows import read_by_rows  # not for verify: of a game that has just begun

        read_by_rows()
    for named in names:
        _tried(lambda named=named: replay.take(named), found)  # type: ignore[misc]
    return replay, tuple(named.number for named in names)


def _seed_of(game: Game, kind: str) -> str:
    return read_secret(game).seed if kind == "game" else read_seed(game)


def _saved(paths: Sequence[str], case: Case, found: list[Finding]) -> tuple[int, int]:
    if not paths:
        return 0, 0
    from pbem.workflow.verify_receipts import held_against  # not for verify: mails are read with the email package

    fit = later = 0
    played = {step.number: step.orders for step in case.replay.steps}
    prints = {(role, at): fingerprint(rows.get(role, {})) for at, rows in played.items() for role in case.game.players}
    for path in paths:
        held = held_against(path, case.lines, prints)
        found += held.findings
        fit, later = fit + held.fit, later + held.later
    return fit, later


def _older(rules: Ruleset, steps: list[StepFile]) -> tuple[Older, ...]:
    """The steps of each older revision; what this program no longer plays cannot be played again."""
    found: dict[int, Older] = {}
    for step in steps:
        if step.revision < rules.revision:
            first = found[step.revision].first if step.revision in found else step.number
            found[step.revision] = Older(rules.title, step.revision, first, step.number)
    return tuple(found.values())


# a folder of games


def verified(paths: Sequence[str], saved: Sequence[str] = ()) -> list[Verified | GameFault]:
    """A game, or several with the receipts and reports to be held against each of them."""
    directories = [found for path in paths for found in games_in(path) or [path]]
    if saved or len(directories) == 1:
        return [verify(directory, saved) for directory in directories]
    return [_or_fault(directory) for directory in directories]


def _or_fault(directory: str) -> Verified | GameFault:
    try:
        return verify(directory)
    except GameFault as fault:
        return fault


def told(directory: str) -> Told:
    """What was found in one of many games."""
    found = verify(directory)
    sort = "changed" if found.findings else "older" if found.older else "sound"
    return Told(directory, as_text(found), as_data(found), sort, exit_code([found]))


# for people and programs


def _older_text(game: str, older: Older) -> str:
    """That steps could not be played again, and what was looked at all the same."""
    which = f"step {older.first} was" if older.first == older.last else f"steps {older.first} to {older.last} were"
    return (
        f"{game}: {which} adjudicated under revision {older.revision} of {older.title} and cannot be played again by"
        " this program; digests, chain, orders and envelopes were checked"
    )


LATER = "{game}: the game is still running: its seed, its orders and its hands can be checked when it is revealed"
ANEW = (
    "{game}: whether all of it was written anew from the beginning only a saved receipt or report can tell:"
    " pbem verify {directory} --receipt FILE"
)


PARTLY = "what could be checked is as it was written, but not every step could be played again"


def as_text(done: Verified) -> str:
    """What was found, for people."""
    lines = [f"{f.file}: error[{f.code}] {f.name}: {f.message}\n   = hint: {f.hint}" for f in done.findings]
    lines += [_older_text(done.game, older) for older in done.older]
    lines += [f"{done.game}: {note}" for note in done.notes]
    if done.kind == "archive":
        lines.append(LATER.format(game=done.game))
    if done.anchors:
        lines.append(f"{done.game}: lines named by your mails that stand in the ledger: {done.anchors}")
    elif not done.later:
        lines.append(ANEW.format(game=done.game, directory=done.directory))
    if done.later:
        lines.append(f"{done.game}: lines named by your mails that can be seen when the game is revealed: {done.later}")
    looked = f"steps {done.steps}, lines of the ledger {done.lines}"
    looked += f", sheets held against their commitments {done.sheets}"
    number = len(done.findings)
    changed = "one thing is not as it was written" if number == 1 else f"{number} things are not as they were written"
    sound = PARTLY if done.older else "all is as it was written"
    return "\n".join([*lines, f"{done.game}: {looked}; {changed if number else sound}"])


def as_data(done: Verified) -> dict[str, Any]:
    """The same for programs."""
    older = [row._asdict() for row in done.older]
    return {**done._asdict(), "findings": [row._asdict() for row in done.findings], "older": older}


def said(done: Verified | GameFault) -> str:
    """One game for people, also one that could not be looked at."""
    return as_text(done) if isinstance(done, Verified) else f"{done.message}\n   = hint: {done.hint}"


def all_data(found: Sequence[Verified | GameFault]) -> Any:
    """One game, or a list of them, for programs."""
    rows = [as_data(row) if isinstance(row, Verified) else {"fault": row.message, "hint": row.hint} for row in found]
    return rows[0] if len(rows) == 1 else rows


def exit_code(found: Sequence[Verified | GameFault]) -> int:
    """0 if all is well, 1 if something was found, 2 if something could not be looked at, 3 if nothing was found but
    older rules adjudicated steps, which can therefore not be played again."""
    if any(isinstance(row, GameFault) for row in found):
        return 2
    done = [row for row in found if isinstance(row, Verified)]
    return 1 if any(row.findings for row in done) else 3 if any(row.older for row in done) else 0
