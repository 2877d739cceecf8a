"""What is offered in recorded games, once for every kind of decision of every role, held in tests/golden/offered.

Each thing that can be tapped is a line; what it would write, and what it would do, is a short digest behind it. The
sheet is empty, begun, and the one that was sent. To see what is behind a digest: `pbem reach`, or the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_maria as maria
from decisions import first_of_each_kind

from pbem.core import sha256
from pbem.core.offers import Choice, Fight, Group, Offers, Sum
from pbem.core.ruleset import Ruleset
from pbem.rulesets import ruleset_of
from pbem.testing.offering import begun_and_whole
from pbem.workflow.offers import offers_now

Golden = Callable[[str, str], None]
TITLES = ("friedrich", "fredericus", "maria")
MODES = [(name, mode.id) for name in TITLES for mode in ruleset_of(name).modes]
AHEAD = 2  # coming decisions that are looked at
LENGTH = 160  # signs of a line
RARE = re.compile(r"recruit|return|battles|discard|offensive|hussar|place |send |pay ")  # orders of few recorded sheets
SOME = 2  # one of so many of the cases with such orders


@pytest.mark.parametrize(("title", "mode"), MODES)
def test_what_may_be_said_in_every_kind_of_decision(title: str, mode: str, golden: Golden) -> None:
    ruleset = ruleset_of(title)
    lines = [
        line
        for asked in first_of_each_kind(title, mode, 1)
        for owed in ruleset.rules.awaiting(asked.state)
        for line in (
            f"# {asked.name}, {owed.role}: {owed.kind}",
            *offered(ruleset, asked.state, owed.role, asked.orders.get(owed.role, {})),
        )
    ]

    golden(f"offered/{title}-{mode}.txt", "\n".join([*lines, ""]))


def test_what_may_be_said_in_cases_of_friedrich(golden: Golden) -> None:
    lines = [
        line
        for case in rare(friedrich.CASES)
        for line in in_case(case, friedrich.RULESET, friedrich.beginning(case)[0])
    ]

    golden("offered/cases-friedrich.txt", "\n".join([*lines, ""]))


def test_what_may_be_said_in_cases_of_maria(golden: Golden) -> None:
    tables = [(case, maria.Table(case)) for case in rare(maria.CASES)]
    lines = [line for case, table in tables for line in in_case(case, table.title, table.state)]

    golden("offered/cases-maria.txt", "\n".join([*lines, ""]))


def rare(cases: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Some of the cases whose first sheets have orders that are not often seen: the same ones, whatever others join."""
    return [
        case for case in cases
        if RARE.search(repr(case.get("sheets", [{}])[:1])) and sha256(case["id"].encode())[0] % SOME == 0
    ]  # fmt: skip


def in_case(case: Mapping[str, Any], ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What may be said beside the first sheets of a case, all of it as one digest for a sheet."""
    for role, body in case["sheets"][0].items():
        view = ruleset.secrets.view_of(state, role)
        for name, sheet in begun_and_whole(body) if isinstance(body, Mapping) else ():
            yield f"{case['id']}, {role}, {name} sheet: {digest(offers_now(ruleset, view, role, sheet))}"


def offered(ruleset: Ruleset, state: Any, role: str, body: Mapping[str, Any]) -> Iterator[str]:
    """What may be said to what is asked, whatever the sheet says already, and ahead to what comes next."""
    view = ruleset.secrets.view_of(state, role)
    for name, sheet in begun_and_whole(body):
        yield f"## {name} sheet"
        yield from told(offers_now(ruleset, view, role, sheet))
    for coming in ruleset.ahead.coming(view, role)[:AHEAD] if ruleset.ahead else ():
        yield f"## ahead, {coming.id}"
        yield from told(offers_now(ruleset, view, role, {}, coming.id))


def told(found: Offers) -> Iterator[str]:
    """All that is offered, a line each."""
    rows = (*found.groups, *found.choices, *found.sums, *found.fights)
    yield from (f"{text_of(row)[:LENGTH]} {digest(row)}" for row in rows)


def text_of(row: Group | Choice | Sum | Fight) -> str:
    """A thing that can be tapped, in short."""
    match row:
        case Group():
            goals = ", ".join(goal.name for goal in row.goals)
            others = "; ".join(offer.text for offer in row.others)
            return f"{row.name} ({row.place}, line {row.line}): {goals} | {others}"
        case Choice():
            signs = ("needed", row.needed), ("several", row.several), ("more", row.more)
            answers = "; ".join(f"{offer.text}{'*' * offer.said}" for offer in row.offers)
            return f"{row.kind} [{' '.join(name for name, holds in signs if holds)}] {row.title} {answers}"
        case Sum():
            numbers = ", ".join(f"{one.name} {one.low}-{one.now}-{one.high}" for one in row.numbers)
            return f"{row.title} ({row.place}, {row.low}-{row.high}): {numbers}"
        case Fight():
            return f"{row.name} ({row.key} {row.line}): {' '.join(row.cards)}"


def digest(row: object) -> str:
    """What is behind it: sheets as they would be, effects and ways."""
    return sha256(repr(row).encode()).hex()[:8]
