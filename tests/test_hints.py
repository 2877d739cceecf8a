"""What a hint shows in quotes is tried in the case it is shown in, and is not refused for the same reason."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import test_vectors as vectors

from pbem.core import Diagnostic

QUOTED = re.compile(r'"([^"]+)"')
ORDER = re.compile(
    r".* > |.* stays?$|(?:recruit|battles|discard|retreat|retire|reinforce|weaken|turn|exchange|give|reconquer"
    r"|offensive|decline) "
)
OPEN = re.compile(r"\b(?:CITY|GENERAL|CARD)\b")  # to be filled in by the reader
ENTRY = re.compile(r"For example: ([a-z]+ = [\[{\"\w].*)$")


class Trial(NamedTuple):
    """A hint tried: the case, what it shows, and whether the same comes again or, of what is whole, another refusal."""

    case: str
    code: str
    shown: str
    again: bool


def situations() -> Iterator[tuple[str, Any, str, Any]]:
    """Every sheet of the vectors with the position it is written in."""
    for case in vectors.CASES:
        state, _ = vectors.beginning(case)
        for sheets in case.get("sheets", ()):
            if "until" in sheets:
                state, _ = vectors.until(state, sheets["until"])
                continue
            yield from ((case["id"], state, role, body) for role, body in sheets.items())
            views = {role: vectors.RULESET.secrets.view_of(state, role) for role in sheets}
            taken = [vectors.RULESET.rules.take(views[role], role, body) for role, body in sheets.items()]
            if any(fault.is_error for row in taken for fault in row.diagnostics):
                break
            state, _ = vectors.RULESET.rules.resolve(state, sheets, vectors.CHANCE)


def shown_in(fault: Diagnostic) -> list[str]:
    """The orders in quotes that a hint shows and that need nothing filled in but the price."""
    found = [] if ENTRY.search(fault.hint) else [text.replace("CARDS", "13S") for text in QUOTED.findall(fault.hint)]
    return [text for text in found if ORDER.match(text) and not OPEN.search(text)]


def with_order(fault: Diagnostic, body: Any, order: str) -> tuple[Any, tuple[str | int, ...]]:
    """The sheet with the order in place of the line at fault, or added to the rest; and where it stands."""
    body, path = copy.deepcopy(body), fault.at.path
    key = "answers" if path[:1] == ("answers",) else "do"
    if len(path) > 1 and path[0] == key:
        body[key][path[1]] = order
        return body, path[:2]
    first = order.startswith("discard")
    body[key] = [order, *body.get(key, [])] if first else [*body.get(key, []), order]
    return body, (key, 0 if first else len(body[key]) - 1)


def with_entry(fault: Diagnostic, body: Any, entry: str) -> tuple[Any, tuple[str | int, ...]]:
    """The sheet with the entry at the place at fault; and that place."""
    body = copy.deepcopy(body)
    here = body
    for step in fault.at.path[:-1]:
        here = here[step]
    here[fault.at.path[-1]] = next(iter(tomllib.loads(entry).values()))
    return body, fault.at.path


def is_same(fault: Diagnostic, other: Diagnostic) -> bool:
    """Whether a complaint is the same one: its code, at the same line of the sheet."""
    return (fault.code, fault.at.path[:3]) == (other.code, other.at.path[:3])


def trials() -> Iterator[Trial]:
    for id_, state, role, body in situations():
        view = vectors.RULESET.secrets.view_of(state, role)
        for fault in vectors.RULESET.rules.take(view, role, body).diagnostics:
            changed = [(order, *with_order(fault, body, order)) for order in shown_in(fault)]
            changed += [(entry, *with_entry(fault, body, entry)) for entry in ENTRY.findall(fault.hint)]
            for shown, sheet, place in changed:
                after = vectors.RULESET.rules.take(view, role, sheet).diagnostics
                there = [other for other in after if other.is_error and other.at.path[: len(place)] == place]
                refused = there if place[0] in ("do", "answers") and "pay 13S" not in shown else ()
                again = bool(refused) or any(is_same(fault, other) for other in after)
                yield Trial(id_, fault.code.id, shown, again)


def test_what_hints_show_is_not_refused_for_the_same_reason() -> None:
    found = [*trials()]

    assert [] == [row for row in found if row.again]
    assert {"FR101", "FR102", "FR302", "FR321", "FR401", "FR451", "FR551", "FR901"} <= {row.code for row in found}
    assert 100 < len(found)
