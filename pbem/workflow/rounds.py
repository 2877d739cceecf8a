"""Games played in memory by mail's clock: how often somebody's mail is waited for, with orders ahead and without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.core.chance import Chance
from pbem.core.events import Event, OrdersAhead
from pbem.core.ruleset import Body, Result, Ruleset, Said, Step, round_of
from pbem.store.reading import Kept
from pbem.workflow.adjudicate import resolved, spoken_now
from pbem.workflow.ahead import carried_on, speaking
from pbem.workflow.ahead_tables import ahead_of
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
    state: Any  # without standing bids
    story: tuple[Event, ...]  # what everybody is told
    said: Mapping[str, tuple[Said, ...]]  # by role, decision after decision
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
    table, at = _Table(match), dict.fromkeys(first.said, 0)
    while table.rules.result(table.state) is None and not table.broken:
        missing, seen = table.missing(), table.seen()
        owed = dict.fromkeys(item.role for item in table.rules.awaiting(table.state))
        now = {role: moment_of(first.said[role], at[role], seen) for role in owed}
        if None in now.values():
            table.broken = (f"step {table.number + 1} asks what was not asked",)
            break
        at |= {role: number + 1 for role, number in now.items() if number is not None}
        table.go(repeated(table, first, at, missing, tuple(owed)) if missing else {}, missing)
    return table.played()


def repeated(table: _Table, first: Paced, at: Mapping[str, int], missing: Sequence[str], owed: Sequence[str]) -> Bodies:
    """What all write: those who are asked what they said then, and all that can be said ahead."""
    found = Bodies()
    for role, said in first.said.items():
        ahead = recorded_ahead(table, role, said[at[role] :])
        if role in missing:
            found[role] = {**said[at[role] - 1].body, **ahead}
        elif role not in owed and ahead:  # a new sheet would take the place of what stands ready for the decision
            found[role] = dict(ahead)
    return found


def moment_of(said: Sequence[Said], start: int, seen: Any) -> int | None:
    """Where a role was asked in a position that looks the same to all."""
    return next((number for number in range(start, len(said)) if said[number].seen == seen), None)


def recorded_ahead(table: _Table, role: str, later: Sequence[Said]) -> Body:
    """What a role said later and can say now: orders for coming decisions, and the title's own means."""
    ruleset = table.match.ruleset
    view = ruleset.secrets.view_of(table.state, role)
    ordered = dict[str, int]()
    for coming in ahead_of(ruleset).coming(view, role):
        at = next((number for number, said in enumerate(later) if said.decision == coming.id), None)
        if at is not None and later[at].body:
            ordered[coming.id] = at
    return ahead_of(ruleset).repeat(view, role, ordered, later)


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
        self.said_by: dict[str, list[Said]] = {row.id: [] for row in match.ruleset.mode(match.mode).roles}
        self.broken: tuple[str, ...] = ()
        self.turns = 0

    def missing(self) -> list[str]:
        """The roles whose mail is waited for."""
        owed = dict.fromkeys(item.role for item in self.rules.awaiting(self.state))
        ruleset = self.match.ruleset
        there = set(speaking(ruleset, self.state, self.kept, ())) if self.kept else set()
        there |= set(ruleset.ahead.answered(self.state)) if ruleset.ahead else set()
        return [role for role in owed if role not in there]

    def seen(self) -> Any:
        """The position as everybody sees it."""
        return self.match.ruleset.secrets.view_of(self.state, None)

    def turn(self) -> int:
        """The round of the title."""
        return round_of(self.match.ruleset.telling.label(self.state))

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
            self.waits.append(Round(self.turn(), tuple(sorted(kinds))))
        seen, turn = self.seen(), self.turn()
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
        self.turns = max(self.turns, self.turn())
        for role in dict.fromkeys(item.role for item in self.rules.awaiting(before)):
            decision = ahead_of(ruleset).asked(before, role) if ruleset.ahead else ""
            self.said_by[role].append(Said(turn, seen, decision, now.get(role, {})))
        self.broken = tuple(self.rules.invariants(step.state, before))

    def played(self) -> Paced:
        story = tuple(event for events in self.events for event in events if not event.to)
        said = {role: tuple(rows) for role, rows in self.said_by.items()}
        result, state = self.rules.result(self.state), self.state
        for role in said if self.match.ruleset.ahead else ():
            state = ahead_of(self.match.ruleset).with_standing(state, role, {"withdraw": ["*"]})
        return Paced(
            self.match.seed, result, self.turns, tuple(self.waits), dict(self.became), state, story, said,
            self.broken,
        )  # fmt: skip
