"""Verifying by bytes: each step is played again from its orders and written once more; only what differs is read.

What is taken out of a file to do so is a guess that its bytes must bear out: a step that is written as it stands is
what the program writes of these orders after the step before, with every key of it. So its position and its events are
never parsed. A step that comes out otherwise, or that the rules of now did not adjudicate, is read as a whole.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pbem.core import Record
from pbem.core.chance import Chance, game_seed
from pbem.core.events import OF_THE_PROGRAM, Event
from pbem.core.ruleset import Ruleset, Step
from pbem.core.sheets import loads
from pbem.seal import Opened, Unopened
from pbem.seal.codes import DAMAGED, OTHER_KEY
from pbem.store import GameFault, layout, parse, read_bytes
from pbem.store.dropped import without
from pbem.store.ledger import ALL, Line
from pbem.store.reading import Awaited, Game, Kept, StepFile, StepName, read_step, split_digest
from pbem.store.writing import dumps, new_step
from pbem.workflow import SET_UP, Look, Table, decoded
from pbem.workflow import envelope_codes as pb
from pbem.workflow.adjudicate import (
    awaited_of,
    heading_of,
    left_events,
    resolved,
    revised_event,
    spoken_now,
)
from pbem.workflow.ahead import Open, Since, carried_on, looked_at
from pbem.workflow.ahead_closed import OpenedTable, table_in
from pbem.workflow.desk_acts import RULING, after_desk, desk_event
from pbem.workflow.new import first_step
from pbem.workflow.opening import read_opened_ahead, reason_of
from pbem.workflow.recording import gone_with, undone_event
from pbem.workflow.told_lines import told_before
from pbem.workflow.verify_chains import History, Used

_WORDS, _ORDERS = re.compile(rb"\n\[words\]"), re.compile(rb"\n\[\[?orders")
_BEHIND = re.compile(rb"\n\[(?:\[events\]\]|\[ahead\]\]|\[?state)")  # what follows the orders in a step
_RUN = re.compile(rb"\nrun = ([0-9]+)\n")
_BEACON = re.compile(rb'\nbeacon = "([^"\\\n]*)"\n')


class Said(Record):
    """What goes into a step: nothing else of its file is taken for granted."""

    orders: dict[str, dict[str, Any]]
    words: dict[str, str]
    beacon: str
    run: int
    desk: Mapping[str, Any] = {}  # what the moderator did in place of orders


class Played(NamedTuple):
    """A step as it stands in its file, and what came of playing it again."""

    step: StepFile
    again: Step | None = None  # what the rules made of its orders; None if they were not asked
    stuck: Exception | None = None  # what they stumbled over
    same: bool = False  # the file has the very bytes in which the program writes what came out


class Replay:
    """A game played again from its beginning, step by step, as its ledger tells it."""

    def __init__(
        self, game: Game, rules: Ruleset, seed: str | None, history: History | None, lines: Sequence[Line]
    ) -> None:
        self.game, self.rules = game, rules
        self.seed, self.history = seed or "", history  # without them the steps are read, and not played
        self.undone = undone_before(lines)
        self.told = told_before(game, rules, lines)
        self.played: list[Played] = []
        self.state: Any = None  # before the next step; None if it is not known
        self.fault: GameFault | None = None  # a position that cannot be read: nothing is played after it
        self.position: Mapping[str, Any] | None = None
        try:
            self.position = _position(game)
        except GameFault as fault:
            self.fault = fault

    @property
    def steps(self) -> list[StepFile]:
        return [row.step for row in self.played]

    @property
    def states(self) -> dict[str, Any]:
        """The states after the steps that came out the same, by their files."""
        return {row.step.file: row.again.state for row in self.played if row.same and row.again is not None}

    def take(self, named: StepName) -> None:
        """Play the next step; a file that cannot be read is a fault, and the step after it begins anew."""
        path = os.path.join(self.game.directory, layout.STEPS, named.name)
        digest, rest = split_digest(read_bytes(path), path)
        row = self._by_bytes(named, path, digest, rest) if self._follows(named) else None
        row = row or self._compared(read_step(self.game, named))
        self.played.append(row)
        if row.again is not None:
            self.state = row.again.state

    def _follows(self, named: StepName) -> bool:
        """Whether all is known that a step is made of, but for what was said in it."""
        last = self.played[-1].step.number if self.played else -1
        known = self.state is not None or named.number == 0
        told = self.history is not None and named.number in self.history.steps
        return told and self.fault is None and known and named.number == last + 1

    def _by_bytes(self, named: StepName, path: str, digest: str, rest: bytes) -> Played | None:
        """The step, if it is written again as it stands."""
        said = self._said(named.number, rest)
        if said is None:
            return None
        try:
            again, step = self._made(named.number, path, digest, said)
        except Exception:  # whatever it is will be said of the file
            return None
        written = new_step(
            number=step.number, label=step.label, heading=heading_of(self.game, step.revision), previous=step.previous,
            words=step.words, beacon=step.beacon, undone=step.undone, awaited=step.awaited, orders=step.orders,
            events=step.events, state=step.state, ahead=step.ahead, run=said.run, desk=said.desk,
        )  # fmt: skip
        is_same = dumps(written) == rest and layout.step_name(step.number, step.label) == named.name
        return Played(step, again, same=True) if is_same else None

    def _said(self, number: int, rest: bytes) -> Said | None:
        """What was said in a step that the rules of now adjudicated, found without reading the rest of it."""
        found = (_WORDS if number < 2 else _ORDERS).search(rest)
        begin = found.start() if found else len(rest)
        end = _BEHIND.search(rest, begin)
        if end is None or b"\nrevision = %d\n" % self.rules.revision not in rest[:begin]:
            return None
        try:
            table = loads(rest[begin : end.start()].decode())
        except ValueError:
            return None
        last, run = (self.played[-1].step if number > 1 else None), _RUN.search(rest, 0, begin)
        beacon = _BEACON.search(rest, 0, begin)
        orders, words = table.get("orders"), last.words if last else table.get("words")
        if not isinstance(orders, dict) or not isinstance(words, dict) or not _are_bodies(orders):
            return None
        told = last.beacon if last else beacon[1].decode("utf-8", "replace") if beacon else ""
        desk = table.get("desk", {})
        return Said(orders, words, told, int(run[1]) if run else number, desk if isinstance(desk, dict) else {})

    def _made(self, number: int, path: str, digest: str, said: Said) -> tuple[Step, StepFile]:
        """What the rules make of it, and the whole step."""
        game, rules = self.game, self.rules
        again = self._again(number, path, said)
        step = StepFile(
            file=path, digest=digest, number=number, label=rules.telling.label(again.state) if number else SET_UP,
            ruleset=game.ruleset, revision=rules.revision, mode=game.mode, options=game.options, previous="",
            words=said.words, undone=0, awaited=(), orders=said.orders, events=again.events,
            state=rules.files.encode(again.state), beacon=said.beacon, run=said.run, board=game.board.digest,
            desk=said.desk,
        )  # fmt: skip
        return again, self._continued(step, again) if number else step

    def _continued(self, step: StepFile, again: Step) -> StepFile:
        """The step with all that the program adds to what the rules make: as in `adjudicate`, or at the desk."""
        last, undone = self.played[-1].step, self.undone[step.number]
        used = self.history.steps[step.number].used if self.history else {}
        last = without(last, self.history.dropped.get(step.number, ())) if self.history else last
        rises = last.revision < step.revision
        told = undone[last.undone :]
        told += [revised_event(self.rules.title, last.revision, step.revision)] if rises else []
        told += self.told.get(step.number, ())
        step = step._replace(previous=last.digest, undone=len(undone))
        if step.desk:
            done = desk_event_again(self.rules, self.state, again.state, step, used)
            look = looked_again(self.game, self.rules, [*self.steps, step], last, (step, again.state))
            return step._replace(events=(*told, *look.events, done), ahead=look.kept)
        look = Look()
        if last.ahead or any("ahead" in body for body in step.orders.values()):
            look = carried_again(self.game, self.rules, [*self.steps, step], (last, self.state), (step, again.state))
        return step._replace(
            awaited=awaited_again(self.game, self.rules, last, self.state, used),
            events=(*told, *left_again(self.seed, used), *look.events, *again.events),
            ahead=look.kept,
        )

    def _again(self, number: int, path: str, said: Said) -> Step:
        if number == 0:
            return first_step(self.rules, self.game, self.position, Chance(self.seed), path)
        if said.desk:
            return Step(after_desk(self.rules, self.state, said.desk, path))
        chance = Chance(game_seed(self.seed, said.words, said.beacon))
        return resolved(self.rules, self.state, spoken_now(said.orders), chance)

    def _compared(self, step: StepFile) -> Played:
        """A step that was read as a whole, played again if that is possible; else the replay goes on from its state."""
        last = self.played[-1].step.number if self.played else -1
        follows = step.number == last + 1 and step.revision == self.rules.revision and self.history is not None
        if self.fault is None and follows and (self.state is not None or step.number == 0):
            try:
                said = Said(step.orders, step.words, step.beacon, 0, step.desk)
                return Played(step, self._again(step.number, step.file, said))
            except Exception as error:  # rules meet a position or orders that no game leads to, and may do anything
                self._go_on_from(step)
                return Played(step, stuck=error)
        self._go_on_from(step)
        return Played(step)

    def _go_on_from(self, step: StepFile) -> None:
        try:
            plays = self.fault is None and self.history is not None
            self.state = decoded(self.rules.files.decode, step.state, step.file) if plays else None
        except GameFault as fault:
            self.fault, self.state = fault, None


def _are_bodies(orders: Mapping[str, Any]) -> bool:
    return all(isinstance(body, dict) for body in orders.values())


def _position(game: Game) -> Mapping[str, Any] | None:
    """The position the game began from, if it was not the set-up."""
    path = os.path.join(game.directory, layout.POSITION)
    if not os.path.isfile(path):
        return None
    position = parse(read_bytes(path), path).get("position")
    return position if isinstance(position, dict) else {}


def undone_before(lines: Sequence[Line]) -> dict[int, list[Event]]:
    """What is told of all steps taken back before each step, by its number."""
    undone: list[Event] = []
    before: dict[int, list[Event]] = {}
    for at, line in enumerate(lines):
        if line.of == ALL and line.kind == "undo":
            undone.append(undone_event(line, gone_with(lines[at::-1], line)))
        elif line.of == ALL and line.kind == "step":
            before[int(line.facts["step"])] = list(undone)
    return before


def awaited_again(
    game: Game, rules: Ruleset, before: StepFile, state: Any, used: Mapping[str, Used]
) -> tuple[Awaited, ...]:
    """Who was awaited by the position before a step; who sent nothing that was used, and has no standing answer
    either, took the default."""
    table = Table(game, rules, before, state)
    answered = table.answered
    late = [role for role, row in used.items() if row.sheet is None and role not in answered]
    return awaited_of(table, late)


def desk_event_again(
    rules: Ruleset, before: Any, after: Any, step: StepFile, used: Mapping[str, Used]
) -> Event:  # fmt: skip
    """What is told of a step that the moderator made; ``used`` names the sheets that it set aside."""
    aside = {role: step.number for role, row in used.items() if row.closing.facts.get("version")}
    return desk_event(rules, before, after, step.desk, used, aside, step.mode)


def left_again(seed: str, used: Mapping[str, Used]) -> tuple[Event, ...]:
    """What the owners of envelopes that were left aside are told, by the reasons in the ledger."""
    rows = {role: reason_of(seed, row.closing) for role, row in used.items() if "reason" in row.closing.facts}
    return left_events(rows)


def carried_again(
    game: Game, rules: Ruleset, steps: Sequence[StepFile], before: tuple[StepFile, Any], after: tuple[StepFile, Any]
) -> Look:
    """What becomes of orders ahead with a step, out of the steps and states before and after it."""
    (last, state), (step, then) = before, after
    since, open_ = means_again(game, steps, step)
    return carried_on(rules, state, Step(then), last.ahead, step.orders, step.number, since, open_)


def looked_again(
    game: Game, rules: Ruleset, steps: Sequence[StepFile], last: StepFile, after: tuple[StepFile, Any]
) -> Look:
    """The same of a step that was made at the desk: a ruling alone has them judged anew."""
    step, then = after
    if step.desk.get("act") != RULING:
        return Look(last.ahead)
    return looked_at(rules, then, last.ahead, *means_again(game, steps, step))


def means_again(game: Game, steps: Sequence[StepFile], step: StepFile) -> tuple[Since, Open]:
    """What orders ahead are judged by: the events of the steps up to one, and the proof of what it opened."""

    def since(number: int) -> list[Event]:
        return [event for row in steps if number < row.number <= step.number for event in row.events
                if event.kind not in OF_THE_PROGRAM]  # fmt: skip

    proofs = read_opened_ahead(layout.path(game.directory, layout.opened(step.number)))
    return since, partial(opened_again, game.name, proofs)


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
