"""Every complaint of the program, rendered from a real case: the page docs/messages.md.

To write the page anew: python tests/messages.py > docs/messages.md

What players are told comes from the cases of tests/vectors, each form of a code from the first case that shows it.
What everybody else is told comes from tests/message_cases: commands run on games that were damaged for it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "messages.md"


class Shown(NamedTuple):
    """A complaint as its reader sees it, and the case it comes from."""

    id: str
    form: str
    case: str
    text: str


def of_friedrich() -> Iterator[Shown]:
    """What the sheets of the vectors are told."""
    import test_vectors as vectors

    for case in vectors.CASES:
        state, _ = vectors.beginning(case)
        for sheets in case.get("sheets", ()):
            if "until" in sheets:
                state, _ = vectors.until(state, sheets["until"])
                continue
            shown = [row for role, body in sheets.items() for row in of_sheet(vectors.RULESET, state, role, body, case)]
            yield from (row for row, _ in shown)
            if any(is_error for _, is_error in shown):
                break
            state, _ = vectors.RULESET.rules.resolve(state, sheets, vectors.CHANCE)
        for role, table in case.get("ahead", {}).items():
            yield from of_ahead(vectors.RULESET, state, role, table, case)


def of_fredericus() -> Iterator[Shown]:
    """The same for the other title; what misses the rest of its turn is not a whole sheet."""
    import test_vectors_fredericus as vectors

    for case in vectors.CASES:
        state = vectors.beginning(case)
        for turn in case.get("do", []):
            ((seat, actions),) = turn.items()
            whole = isinstance(actions, list) and actions[-1:] == ["END"]
            body = {"do": [line for line in actions if line != "END"] if isinstance(actions, list) else actions}
            absent = actions == "ABSENT"
            shown = [] if absent else [*of_sheet(vectors.RULESET, state, seat.lower(), body, case)]
            yield from (row for row, _ in shown if whole or row.id != "FD402")
            if not (whole or absent) or any(is_error for _, is_error in shown):
                break
            state, _ = vectors.resolved(state, seat.lower(), actions)
        for seat, table in case.get("ahead", {}).items():
            yield from of_ahead(vectors.RULESET, state, seat.lower(), table, case)


def of_maria() -> Iterator[Shown]:
    """The same for the third, each case on its own board."""
    import test_vectors_maria as vectors

    for case in vectors.CASES:
        table = vectors.Table(case)
        for sheets in case.get("sheets", ()):
            if "until" in sheets:
                table.until(sheets["until"])
                continue
            rows = [
                row for role, body in sheets.items() for row in of_sheet(table.title, table.state, role, body, case)
            ]
            yield from (row for row, _ in rows)
            if any(is_error for _, is_error in rows):
                break
            table.resolve(sheets)
        for role, row in case.get("ahead", {}).items():
            yield from of_ahead(table.title, table.state, role, row, case)


def of_sheet(ruleset: Any, state: Any, role: str, body: Any, case: Any) -> Iterator[tuple[Shown, bool]]:
    """Each complaint about a sheet as `pbem check` prints it, and whether it is an error."""
    from pbem.report.complaints import render
    from pbem.workflow.sheet import filled_sheet

    text = filled_sheet("winter-1756", 12, role, "amber-falcon-31", body)
    for found in ruleset.rules.take(ruleset.secrets.view_of(state, role), role, body).diagnostics:
        said = render([found], text, "orders.toml").rpartition("\n\n")[0]
        yield Shown(found.code.id, found.facts.get("form", ""), case["id"], said), found.is_error


def of_ahead(ruleset: Any, state: Any, role: str, table: Any, case: Any) -> Iterator[Shown]:
    """What orders ahead are told."""
    from ahead_cases import rendered, said_ahead

    for found in said_ahead(ruleset, ruleset.secrets.view_of(state, role), role, table):
        yield Shown(found.code.id, found.facts.get("form", ""), case["id"], rendered(found, role, table))


def chosen(rows: Iterable[Shown]) -> dict[tuple[str, str], Shown]:
    """The first rendering of each form of each code."""
    found: dict[tuple[str, str], Shown] = {}
    for row in rows:
        found.setdefault((row.id, row.form), row)
    return dict(sorted(found.items()))


def everything() -> dict[tuple[str, str], Shown]:
    """The renderings of all codes; what else holds of the states of the vectors is the business of their own tests."""
    import test_vectors
    import test_vectors_maria
    from message_cases import of_commands

    from pbem.store import locking

    with (
        mock.patch.object(test_vectors, "hold"), mock.patch.object(test_vectors_maria.Table, "hold"),
        mock.patch.object(locking, "PATIENCE", 0),
    ):  # fmt: skip
        return chosen((*of_commands(), *of_friedrich(), *of_fredericus(), *of_maria()))


def page(rows: dict[tuple[str, str], Shown]) -> str:
    """The page in Markdown."""
    from pbem.workflow.explain import all_codes

    parts = [
        "# Messages",
        "",
        "Every complaint of the program as its reader sees it, each from a real case: what players are told comes from"
        " the",
        "cases of `tests/vectors`, the rest from commands run on games damaged for it. What the codes mean is told in",
        "[codes.md](codes.md). This page is made by `python tests/messages.py > docs/messages.md`; read it aloud after"
        " a change.",
    ]
    for id_, code in all_codes().items():
        parts += ["", f"## {id_} {code.name}"]
        for row in rows.values():
            if row.id == id_:
                parts += ["", f"{row.case}:", "", "```", row.text, "```"]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    print(page(everything()), end="")
