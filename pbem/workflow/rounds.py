"""Games played in memory by mail's clock: how often somebody's mail is waited for, with orders ahead and without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.core.events import Event, OrdersAhead
from pbem.core.ruleset import Result, Ruleset, Step, round_of
from pbem.store.reading import Kept
from pbem.workflow.adjudicate import resolved, spoken_now
from pbem.workflow.ahead import ahead_of, carried_on, speaking
from pbem.workflow.simulate import LONGEST, bot_chance, temperament_of

Bodies = dict[str, dict[str, Any]]


class Round(NamedTuple):
    """One wait for somebody's mail: in which round of the title, and for which kinds of decision."""

    turn: int
    kinds: tuple[str, ...]


class Paced(NamedTuple):
    """A game as it was played: how it ended, the waits, and what became of orders ahead."""

    seed: str
    result: Result | None
    turns: int
    waits: tuple[Round, ...]
    became: Mapping[str, int]
    state: Any
    story: tuple[Event, ...]  # all events but what is told of orders ahead
    bodies: tuple[Bodies, ...]  # what was said for the decisions of each step
    asked: tuple[Mapping[str, str], ...]  # by step and role: the decision that could have been ordered ahead
    broken: tuple[str, ...] = ()


class Match(NamedTuple):
    """What is played."""

    ruleset: Ruleset
    mode: str
    options: Mapping[str, str]
    seed: str
    ahead: bool = False  # bots use all there is to save mails
    eager: bool = True  # and write whenever they have a report, not only when they are asked
    temperaments: Mapping[str, str] = {}

    def temper(self, role: str) -> str:
        return temperament_of(self.ruleset, self.seed, role, self.temperaments)


def play_paced(match: Match) -> Paced:
    """A game of bots; each decides from the view it has when it writes, and never hears more than its report tells."""
    table = _Table(match)
    while table.rules.result(table.state) is None and table.number < LONGEST:
        missing = table.missing()
        table.go(table.said(missing) if missing else {}, missing)
        if table.broken:
            break
    return table.played()


def play_again(match: Match, first: Paced) -> Paced:
    """The same game from the same orders, given ahead by their owners as soon as that is possible."""
    table = _Table(match)
    while table.rules.result(table.state) is None and table.number < len(first.bodies):
        missing = table.missing()
        said = Bodies()
        for role in (row.id for row in match.ruleset.mode(match.mode).roles) if missing else ():
            coming = list(recorded_ahead(table, role, first))
            body = dict(first.bodies[table.number].get(role, {})) if role in missing else {}
            if role in missing or coming:
                said[role] = {**body, **({"ahead": coming} if coming else {})}
        table.go(said, missing)
    return table.played()


def recorded_ahead(table: _Table, role: str, first: Paced) -> Iterator[dict[str, Any]]:
    """What a role said later for decisions that it can order now."""
    view = table.match.ruleset.secrets.view_of(table.state, role)
    for coming in ahead_of(table.match.ruleset).coming(view, role):
        later = range(table.number + 1, len(first.bodies))
        at = next((number for number in later if first.asked[number].get(role) == coming.id), None)
        if at is not None and first.bodies[at].get(role):
            yield {"for": coming.id, **first.bodies[at][role]}


class _Table:
    """A game under way."""

    def __init__(self, match: Match) -> None:
        self.match, self.rules = match, match.ruleset.rules
        self.state = self.rules.set_up(match.mode, match.options)
        self.kept: tuple[Kept, ...] = ()
        self.number = 0
        self.events: list[tuple[Event, ...]] = []
        self.waits: list[Round] = []
        self.became: Counter[str] = Counter()
        self.bodies: list[Bodies] = []
        self.broken: tuple[str, ...] = ()
        self.asked: list[Mapping[str, str]] = []
        self.turns = 0

    def missing(self) -> list[str]:
        """The roles whose mail is waited for."""
        owed = dict.fromkeys(item.role for item in self.rules.awaiting(self.state))
        ruleset = self.match.ruleset
        there = set(speaking(ruleset, self.state, self.kept, ())) if self.kept else set()
        there |= set(ruleset.ahead.answered(self.state)) if ruleset.ahead else set()
        return [role for role in owed if role not in there]

    def said(self, missing: Sequence[str]) -> Bodies:
        """What the bots write: those who are asked, and beside it, or alone, what all say ahead."""
        ruleset, found = self.match.ruleset, Bodies()
        for role in (row.id for row in ruleset.mode(self.match.mode).roles):
            view, temper = ruleset.secrets.view_of(self.state, role), self.match.temper(role)
            chance = bot_chance(self.match.seed, role, self.number)
            body = dict(ruleset.bots.sample(view, role, chance, temper)) if role in missing else {}
            owes = any(item.role == role for item in self.rules.awaiting(self.state))
            writes = role in missing or (self.match.eager and not owes)
            if self.match.ahead and ruleset.ahead is not None and writes:
                body = {**ruleset.ahead.sample(view, role, chance, temper), **({"do": []} if role in missing else {}),
                        **body}  # fmt: skip
            if role in missing or body:
                found[role] = body
        return found

    def go(self, said: Bodies, missing: Sequence[str]) -> None:
        """One step from these sheets and what was ordered ahead."""
        ruleset, before = self.match.ruleset, self.state
        if missing:
            kinds = {item.kind for item in self.rules.awaiting(before) if item.role in missing}
            self.waits.append(Round(round_of(ruleset.telling.label(before)), tuple(sorted(kinds))))
        owed = dict.fromkeys(item.role for item in self.rules.awaiting(before))
        self.asked.append({role: ahead_of(ruleset).asked(before, role) for role in owed} if ruleset.ahead else {})
        ahead = speaking(ruleset, before, self.kept, said) if self.kept else {}
        orders: dict[str, Mapping[str, Any]] = {**said, **{role: item.body for role, item in ahead.items()}}
        now = spoken_now(orders)
        step: Step = resolved(ruleset, before, now, Chance(self.match.seed))
        self.number += 1
        self.events.append(step.events)

        def since(number: int) -> list[Event]:
            return [event for events in self.events[number:] for event in events]

        look = carried_on(ruleset, before, step, self.kept, orders, self.number, since)
        self.became.update(str(event.facts["became"]) for event in look.events if event.kind == OrdersAhead.kind)
        self.kept, self.state = look.kept, step.state
        self.turns = max(self.turns, round_of(ruleset.telling.label(step.state)))
        self.bodies.append({role: dict(body) for role, body in now.items()})
        self.broken = tuple(self.rules.invariants(step.state, before))

    def played(self) -> Paced:
        turns = self.turns
        story = tuple(event for events in self.events for event in events)
        return Paced(
            self.match.seed, self.rules.result(self.state), turns, tuple(self.waits), dict(self.became), self.state,
            story, tuple(self.bodies), tuple(self.asked), self.broken,
        )  # fmt: skip
