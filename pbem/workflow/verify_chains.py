"""Verifying the ledger: every chain, what answered for each role, and whether it is what was bound."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core import Record
from pbem.core.sheets import WITHDRAWN
from pbem.seal import Unopened
from pbem.store import Board
from pbem.store.layout import GAME, SECRET
from pbem.store.ledger import ALL, SHEETS, Line, broken, committed, kinds_of, ledger_path, salt_of
from pbem.store.reading import Game, Secret
from pbem.workflow import verify_codes as proof
from pbem.workflow.codes import NOT_AS_BEGUN
from pbem.workflow.dropping import dropped_before
from pbem.workflow.findings import Finding, finding
from pbem.workflow.recording import head_commitment, keys_of
from pbem.workflow.verify_order import fact, of_chain


class Used(NamedTuple):
    """What answered for a role in a step: the closing line, and the line of the sheet if one did."""

    closing: Line
    sheet: Line | None


class StepLine(NamedTuple):
    """A step as the ledger has it."""

    line: Line
    used: dict[str, Used]


class History(Record):
    """What the ledger tells: the steps that hold, those taken back in their order, and what is bound for the next."""

    steps: dict[int, StepLine]
    undone: list[tuple[Line, StepLine]]
    sheets: dict[tuple[str, int, int], Line]  # role, step, version: the sheets in the inbox
    phrases: dict[tuple[str, int, int], Line]
    gone: list[dict[tuple[str, int, int], Line]]  # the sheets that went with each step taken back
    found: tuple[Finding, ...]
    left: tuple[tuple[Line, Line], ...] = ()  # closing lines with a default, and the envelope it was taken over
    dropped: Mapping[int, frozenset[str]] = {}  # by step, the roles whose orders ahead did not count in it any more


def check_lines(directory: str, lines: list[Line]) -> Iterator[Finding]:
    """Each line continues its chain, and is of a kind that is known."""
    path = ledger_path(directory)
    for line in broken(lines):
        yield finding(proof.LEDGER_BROKEN, path, number=line.number, of=of_chain(line))
    for line in lines:
        if line.kind not in kinds_of(line.of):
            yield finding(proof.UNKNOWN_KIND, path, number=line.number, of=of_chain(line), kind=line.kind[:40])
    if not lines or lines[0].kind != "begun":
        yield finding(proof.LEDGER_BROKEN, path, number=1, of="the table")


def check_beginning(game: Game, lines: list[Line]) -> Iterator[Finding]:
    """What game.toml says is what the game began with; the key to seal for may have come later."""
    path, first = os.path.join(game.directory, GAME), lines[0].facts
    keys = [line.facts.get("seal_key") for line in lines if line.of == ALL and line.kind in ("keys", "handover")]
    stands = {
        "name": (game.name, first.get("game")), "ruleset": (game.ruleset, first.get("ruleset")),
        "revision": (game.revision, first.get("revision")), "mode": (game.mode, first.get("mode")),
        "roles": (list(game.players), first.get("roles")), "options": (game.options, first.get("options")),
        "seed_commitment": (game.commitment, first.get("seed_commitment")),
        "seal_key": (game.seal_key, keys[-1] if keys else first.get("seal_key")),
        "moderator_plays": (list(game.plays), first.get("moderator_plays")),
        "beacon": (game.beacon, first.get("beacon")),
        "beacon_numbers": (game.numbers, first.get("beacon_numbers", 1)), "test": (game.test, first.get("test")),
        "board": (game.board._asdict(), first.get("board", Board()._asdict())),
    }  # fmt: skip
    for key, (here, there) in stands.items():
        if here != there:
            yield finding(NOT_AS_BEGUN, path, key=key)


def check_secret(game: Game, secret: Secret, lines: list[Line]) -> Iterator[Finding]:
    """The keys are those of the beginning, and the private key belongs to the public one."""
    path = os.path.join(game.directory, SECRET)
    told = [line.facts["keys"] for line in lines if line.of == ALL and line.kind in ("begun", "keys")]
    if keys_of(secret) != told[-1]:
        yield finding(proof.SECRET_CHANGED, path, key="keys")
    if game.seal_key:
        from pbem.seal.age import check_pair

        try:
            check_pair(game.seal_key, secret.identity)
        except Unopened:
            yield finding(proof.SECRET_CHANGED, path, key="seal_identity")


def history_of(directory: str, lines: list[Line], seed: str) -> History:
    """Read the ledger as it grew, and hold every closing of a step against what was bound before it."""
    reader = _Reader(ledger_path(directory), seed, lines[0].facts["roles"])
    for line in lines:
        reader.take(line)
    found, left = tuple(reader.found), tuple(reader.left)
    return History(reader.steps, reader.undone, reader.sheets, reader.phrases, reader.gone, found, left,
                   dropped_before(lines))  # fmt: skip


class _Reader:
    """The state of the reading: a ledger is read once, from its first line to its last."""

    def __init__(self, path: str, seed: str, roles: Sequence[str]) -> None:
        self.path, self.seed, self.roles = path, seed, roles
        self.steps: dict[int, StepLine] = {}
        self.undone: list[tuple[Line, StepLine]] = []
        self.sheets: dict[tuple[str, int, int], Line] = {}
        self.came: dict[tuple[str, int], dict[int, Line]] = {}  # the same by role and step: a game may be long
        self.phrases: dict[tuple[str, int, int], Line] = {}
        self.gone: list[dict[tuple[str, int, int], Line]] = []
        self.gathered: dict[str, Line] = {}  # role: its line of the gathering, until the step is closed
        self.bound: dict[int, dict[str, Line]] = {}  # the same of steps that are closed
        self.closings: dict[str, Used] = {}
        self.left: list[tuple[Line, Line]] = []
        self.plays = False
        self.found: list[Finding] = []

    def take(self, line: Line) -> None:
        step, version = fact(line, "step"), fact(line, "version")
        if line.of != ALL:
            self.take_role(line, step, version)
        elif line.kind == "begun":
            self.steps[0] = StepLine(line, {})
            self.plays = bool(line.facts.get("moderator_plays"))
        elif line.kind in ("gathered", "step"):
            self.check_roles(line, step)
            if line.kind == "step":
                self.check_desk(line, step)
                self.steps[step] = StepLine(line, dict(self.closings))
                self.bound[step] = self.gathered
                self.closings, self.gathered = {}, {}
        elif line.kind == "undo" and step in self.steps and step > 0:
            self.take_back(line, step)

    def take_role(self, line: Line, step: int, version: int) -> None:
        self.check_place(line, step, version)
        key = (line.of, step, version)
        if line.kind in SHEETS:
            if line.of in self.gathered:
                self.wronged(line.of, step)
            self.sheets[key] = line
            self.came.setdefault((line.of, step), {})[version] = line
        elif line.kind == "phrase":
            self.phrases[key] = line
        elif line.kind == "gathered":
            self.gathered[line.of] = line
            self.check_answer(line, step, version)
        elif line.kind == "closed":
            self.check_answer(line, step, version)
            before = self.gathered.get(line.of)
            if before is None and line.facts.get("answer") == "held":
                self.odd(line, "held")
            same = before is None or _answer(before) == _answer(line) or line.facts.get("answer") == "default"
            if not same:
                self.wronged(line.of, step)
            self.closings[line.of] = Used(line, self.sheets.get(key) if version else None)

    def check_place(self, line: Line, step: int, version: int) -> None:
        """A line of a role is about the step under way, before it is settled what answers for the role in it.

        A receipt tells no more than the hash of such a line: one that is out of its place would count for nothing.
        """
        now = max(self.steps) + 1
        if line.of not in self.roles:
            self.odd(line, "stranger")
        if line.of in self.closings:
            self.odd(line, "closed", now=now)
        if line.kind == "gathered" and (step != now or line.of in self.gathered):
            self.odd(line, "gathered", step=step, now=now)
        elif step != now:
            self.odd(line, "sheet", step=step, now=now)
        if line.kind in SHEETS:
            self.check_version(line, step, version)
        elif line.kind == "phrase":
            self.check_phrase(line, version)

    def check_version(self, line: Line, step: int, version: int) -> None:
        """Sheets are counted as they come in, and an envelope is never a draft."""
        last = max(self.came.get((line.of, step), ()), default=0)
        if version != last + 1:
            self.odd(line, "version", version=version, next=last + 1)
        if line.kind != "sheet" and not _counts(line):
            self.odd(line, "draft")

    def check_phrase(self, line: Line, version: int) -> None:
        """A phrase opens the envelope that was gathered."""
        bound = self.gathered.get(line.of)
        if bound is None:
            self.odd(line, "phrase")
        elif _answer(bound) != ("held", version):
            self.odd(line, "opens", version=version)

    def check_answer(self, line: Line, step: int, version: int) -> None:
        """A sheet that answers is the newest that is no draft; where none answers, there is none or it was late."""
        bound = [row for row in self.came.get((line.of, step), {}).values() if _counts(row)]
        newest = max(bound, key=lambda row: fact(row, "version"), default=None)
        if newest is not None and newest.facts.get("status") == WITHDRAWN:
            newest = None
        answer = line.facts.get("answer")
        if answer == "desk":
            fits = (0 if newest is None else fact(newest, "version")) == version
        elif answer in SHEETS:
            fits = newest is not None and (newest.kind, fact(newest, "version")) == (answer, version)
        else:
            fits = newest is None or (answer == "default" and self.is_left_aside(line, newest))
        if not fits:
            self.wronged(line.of, step)

    def is_left_aside(self, line: Line, newest: Line) -> bool:
        """An envelope may be left aside when a step is closed: its phrase never came, or it cannot be used.

        The reason is looked at later, with the envelope itself if it is there.
        """
        if line.kind != "closed" or newest.kind == "sheet" or _key(newest) in self.phrases:
            return False
        self.left.append((line, newest))
        return True

    def check_desk(self, line: Line, step: int) -> None:
        """Sheets are set aside by a step that says so, and by no other."""
        for role, used in self.closings.items():
            if (used.closing.facts.get("answer") == "desk") != ("desk" in line.facts):
                self.wronged(role, step)

    def check_roles(self, line: Line, step: int) -> None:
        """The line of a step stands for the head of each role's chain."""
        roles: Any = line.facts.get("roles", {})
        promises = roles if isinstance(roles, dict) else {}
        for role in dict.fromkeys((*self.roles, *promises)):
            own = self.gathered.get(role) if line.kind == "gathered" else (
                self.closings[role].closing if role in self.closings else None)  # fmt: skip
            if own is None or head_commitment(self.seed, own) != promises.get(role):
                self.found.append(finding(proof.ROLE_UNBOUND, self.path, step=step, role=str(role)[:60]))

    def take_back(self, line: Line, step: int) -> None:
        self.undone.append((line, self.steps.pop(step)))
        kept, reopened = line.facts.get("gathered") is True, line.facts.get("reopened") is True
        if bool(self.bound.get(step)) != (kept or reopened) or (kept and reopened) or (reopened and self.plays):
            self.found.append(finding(proof.FREED, self.path, step=step))
        gone = {key: row for key, row in self.sheets.items() if key[1] > step}
        phrases = {key: row for key, row in self.phrases.items() if key[1] > step or (key[1] == step and not kept)}
        self.gone.append({**gone, **{(role, at, -number): row for (role, at, number), row in phrases.items()}})
        self.sheets = {key: row for key, row in self.sheets.items() if key not in gone}
        self.came = {key: rows for key, rows in self.came.items() if key[1] <= step}
        self.phrases = {key: row for key, row in self.phrases.items() if key not in phrases}
        self.gathered = self.bound.pop(step, {}) if kept else {}
        self.bound = {at: rows for at, rows in self.bound.items() if at < step}

    def odd(self, line: Line, form: str, **facts: Any) -> None:
        facts |= {"form": form, "number": line.number, "of": of_chain(line)}
        self.found.append(finding(proof.OUT_OF_ORDER, self.path, **facts))

    def wronged(self, role: str, step: int) -> None:
        self.found.append(finding(proof.EXCHANGED, self.path, role=role[:60], step=step))


def _key(line: Line) -> tuple[str, int, int]:
    return line.of, fact(line, "step"), fact(line, "version")


def _answer(line: Line) -> tuple[Any, Any]:
    return line.facts.get("answer"), line.facts.get("version")


def _counts(line: Line) -> bool:
    return line.facts.get("status") != "draft"


def step_promise(seed: str, line: Line, digest: str) -> bool:
    """Whether a step file of that digest is the one its line stands for."""
    return bool(line.facts.get("digest") == committed(salt_of(seed, ALL, line.number), digest.encode()))


def opened_promise(seed: str, line: Line, data: bytes) -> bool:
    """Whether the salts of a step's envelopes are those its line stands for."""
    promised = committed(salt_of(seed, ALL, line.number, "opened"), data)
    unsaid = ("",) if not data else ()  # by earlier programs, where there was nothing
    return line.facts.get("opened", "") in (promised, *unsaid)
