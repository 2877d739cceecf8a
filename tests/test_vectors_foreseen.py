"""What is foreseen of every sheet of the vectors, and which orders are found behind what came of it.

Held in tests/golden/foreseen. A sheet in order is told to its writer ahead (``~``: how sure, on what it depends);
of every event of the last step stands there which orders of whose sheet led to it (``<``). Write them anew with
--update-golden after a new case, and read the differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus

from pbem.core import has_errors
from pbem.core.events import Event
from pbem.core.ruleset import Ruleset

Golden = Callable[[str, str], None]
Sheets = Mapping[str, Mapping[str, Any]]


def foreseen(ruleset: Ruleset, state: Any, sheets: Sheets) -> Iterator[str]:
    """What the writers of sheets that are in order are told ahead."""
    assert ruleset.foresight is not None
    for role, body in sheets.items():
        for line in ruleset.foresight.foresee(ruleset.secrets.view_of(state, role), role, body):
            yield f"{role} ~ {line.sure}{f' on {line.on}' if line.on else ''}: {line.what}"


def behind(ruleset: Ruleset, events: tuple[Event, ...], sheets: Sheets) -> Iterator[str]:
    """The orders behind the events of a step."""
    assert ruleset.reasons is not None
    for at, event in enumerate(events):
        for role, body in sheets.items():
            found = ruleset.reasons.orders_behind(event, events[:at], role, body)
            yield from [f"{role} < {event.kind}: {' | '.join(found)}"] if found else []


def refused(ruleset: Ruleset, state: Any, sheets: Sheets) -> bool:
    return any(has_errors(ruleset.rules.take(state, role, body).diagnostics) for role, body in sheets.items())


def of_friedrich(case: friedrich.Case) -> Iterator[str]:
    ruleset, (state, _) = friedrich.RULESET, friedrich.beginning(case)
    for sheets in case.get("sheets", ()):
        if "until" in sheets:
            state = friedrich.until(state, sheets["until"])[0]
            continue
        if refused(ruleset, state, sheets):
            return
        yield from foreseen(ruleset, state, sheets)
        state, events = ruleset.rules.resolve(state, sheets, friedrich.CHANCE)
        yield from behind(ruleset, events, sheets)


def of_fredericus(case: fredericus.Case) -> Iterator[str]:
    """The last sheet of a case, with what comes of it."""
    ruleset, turns = fredericus.RULESET, case.get("do", [])
    state, _, _ = fredericus.played({**case, "do": turns[:-1]}) if turns else (fredericus.beginning(case), (), {})
    said = turns[-1].items() if turns else ()
    sheets = {role.lower(): {"do": [line for line in do if line != "END"]} for role, do in said if isinstance(do, list)}
    if sheets and not refused(ruleset, state, sheets):
        yield from foreseen(ruleset, state, sheets)
        yield from behind(ruleset, ruleset.rules.resolve(state, sheets, fredericus.CHANCE).events, sheets)


def text_of(cases: list[Any], lines_of: Callable[[Any], Iterator[str]]) -> str:
    """The cases of which anything is told."""
    found = {case["id"]: list(lines_of(case)) for case in cases}
    return "".join("\n".join([f"# {id_}", *lines, ""]) for id_, lines in found.items() if lines)


@pytest.mark.parametrize("chapter", sorted({case["file"] for case in friedrich.CASES}))
def test_what_is_foreseen_of_every_case_of_friedrich(chapter: str, golden: Golden) -> None:
    cases = [case for case in friedrich.CASES if case["file"] == chapter]

    golden(f"foreseen/friedrich/{chapter}.txt", text_of(cases, of_friedrich))


def test_what_is_foreseen_of_every_case_of_fredericus(golden: Golden) -> None:
    golden("foreseen/fredericus.txt", text_of(fredericus.CASES, of_fredericus))
