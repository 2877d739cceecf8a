"""What is said about every case of the vectors, held in tests/golden/vectors: receipts, marks of complaints, the story.

The vectors themselves say what must come of a sheet. These texts hold what its writer reads of it: how it was
understood (``|``), which words each complaint points at (``!``), what the step told whom (``.``), as a story (``-``),
in short (``,``), what it speaks of (``@``), and what changed (``=``); and for bids how rehearsed battles end (``%``).
Write them anew with --update-golden after a new case, and read the differences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus

from pbem.core import Diagnostic, has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.core.ruleset import Ruleset

Golden = Callable[[str, str], None]


def said(ruleset: Ruleset, state: Any, role: str, body: Mapping[str, Any]) -> Iterator[str]:
    """A sheet as its writer sees it judged: what was understood, and every complaint with the words it points at."""
    taken = ruleset.rules.take(ruleset.secrets.view_of(state, role), role, body)
    yield from (f"{role} | {line}" for line in taken.understood)
    yield from (f"{role} ! {mark(fault, body)}" for fault in taken.diagnostics)


def mark(fault: Diagnostic, body: Any) -> str:
    """The code, the place, the words there, and what is said."""
    for step in fault.at.path:
        body = body[step] if isinstance(body, list) or (isinstance(body, dict) and step in body) else ""
    words = body[fault.at.start : fault.at.end] if isinstance(body, str) and fault.at.start >= 0 else ""
    place = ".".join(map(str, fault.at.path))
    return f"{fault.code.id} at {place} {words!r}: {fault.message}. {fault.hint}"


def told(ruleset: Ruleset, events: tuple[Event, ...], roles: list[str]) -> Iterator[str]:
    """What the step tells everybody, and what it tells single roles besides."""
    public = [line for event in seen_by(events, None) for line in ruleset.telling.tell(event)]
    yield from (f". {line}" for line in public)
    for role in roles:
        lines = [line for event in seen_by(events, role) for line in ruleset.telling.tell(event)]
        yield from (f"{role} . {line}" for line in lines if line not in public)


def retold(ruleset: Ruleset, events: tuple[Event, ...]) -> Iterator[str]:
    """The same events as the chapters of a story, in short, and as the log finds and the map draws them."""
    seen = tuple(seen_by(events, None))
    for chapter in ruleset.story.narrate((), seen, ruleset.telling.tell) or ():
        yield f"- {json.dumps(chapter, ensure_ascii=False, default=list)}"
    for event in ruleset.battles.condense(seen) if ruleset.battles else ():
        yield from (f", {line}" for line in ruleset.telling.tell(event) if event not in seen)
    for event in seen:
        about, strokes = ruleset.history.about(event), ruleset.map.strokes(event) if ruleset.map else ()
        yield f"@ {event.kind} {[list(part) if isinstance(part, tuple) else part for part in about]} {strokes or ''}"


def changed(ruleset: Ruleset, before: Any, after: Any, events: tuple[Event, ...], role: str | None) -> Iterator[str]:
    """What the difference between two views of the game is said to be."""
    views = [ruleset.secrets.view_of(state, role) for state in (before, after)]
    for change in ruleset.history.changes(*views, role, tuple(seen_by(events, role))) or ():
        yield f"= {role or 'all'} {change.kind} {change.title}: {change.text} {dict(change.facts)}"


def of_friedrich(case: friedrich.Case) -> Iterator[str]:
    """A case of Friedrich: all its sheets, and the story of its last step."""
    ruleset = friedrich.RULESET
    state, events = friedrich.beginning(case)
    for sheets in case.get("sheets", ()):
        if "until" in sheets:
            state, events = friedrich.until(state, sheets["until"])[0], ()
            continue
        for role, body in sheets.items():
            yield from said(ruleset, state, role, body)
        if any(has_errors(ruleset.rules.take(state, role, body).diagnostics) for role, body in sheets.items()):
            return
        for role, body in sheets.items():
            yield from rehearsed(ruleset, state, role, body)
        before, (state, events) = state, ruleset.rules.resolve(state, sheets, friedrich.CHANCE)
        yield from changed(ruleset, before, state, events, "frederick")
    yield from told(ruleset, events, [role.id for role in ruleset.mode(state.mode).roles])
    yield from retold(ruleset, events)


def rehearsed(ruleset: Ruleset, state: Any, role: str, body: Mapping[str, Any]) -> Iterator[str]:
    """The bids of a sheet, each played out a few times."""
    wishes = {"samples": 4, "transcripts": 1, "strengths": (), "hand": ""}
    if "bid" in body:
        found = ruleset.battles.rehearse(ruleset.secrets.view_of(state, role), role, body, Chance("rehearsed"), wishes)
        yield from (f"% {json.dumps(battle, ensure_ascii=False, default=list)}" for battle in found)


def of_fredericus(case: fredericus.Case) -> Iterator[str]:
    """A case of Fredericus: its last sheet, and the story."""
    ruleset, turns = fredericus.RULESET, case.get("do", [])
    state, _, _ = fredericus.played({**case, "do": turns[:-1]}) if turns else (fredericus.beginning(case), (), {})
    for role, actions in turns[-1].items() if turns else ():
        if actions != "ABSENT":
            listed = [a for a in actions if a != "END"] if isinstance(actions, list) else actions
            yield from said(ruleset, state, role.lower(), {"do": listed})
    before, (state, events, _) = fredericus.beginning(case), fredericus.played(case)
    yield from told(ruleset, events, [role.id for role in ruleset.mode(f"{state.players}p").roles])
    yield from retold(ruleset, events)
    yield from changed(ruleset, before, state, events, "a")


def text_of(cases: list[Any], lines_of: Callable[[Any], Iterator[str]]) -> str:
    return "".join("\n".join([f"# {case['id']}: {case['title']}", *lines_of(case), "", ""]) for case in cases)


@pytest.mark.parametrize("chapter", sorted({case["file"] for case in friedrich.CASES}))
def test_what_is_said_of_every_case_of_friedrich(chapter: str, golden: Golden) -> None:
    cases = [case for case in friedrich.CASES if case["file"] == chapter]

    golden(f"vectors/friedrich/{chapter}.txt", text_of(cases, of_friedrich))


@pytest.mark.parametrize("chapter", sorted({case["file"] for case in fredericus.CASES}))
def test_what_is_said_of_every_case_of_fredericus(chapter: str, golden: Golden) -> None:
    cases = [case for case in fredericus.CASES if case["file"] == chapter]

    golden(f"vectors/fredericus/{chapter}.txt", text_of(cases, of_fredericus))
