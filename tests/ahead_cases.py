"""Orders ahead of a vector: judged as the program judges them, and shown in their place in a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Diagnostic, Where
from pbem.core.ruleset import Ruleset

Table = Mapping[str, Any]  # as [[ahead]] holds it


def faults_ahead(ruleset: Ruleset, state: Any, role: str, table: Table) -> dict[str, list[str]]:
    """What is said of orders ahead, by severity; on the view and on the whole state alike.

    An error that hangs on something is an answer of the third kind, and what it hangs on stands behind its words.
    """
    view = ruleset.secrets.view_of(state, role)
    said = said_ahead(ruleset, view, role, table)
    assert said == said_ahead(ruleset, state, role, table), "a view says one thing and the state another"
    found: dict[str, list[str]] = {}
    for fault in said:
        hangs = ruleset.ahead.hangs_on(fault)
        severity = "depends" if fault.is_error and hangs else fault.code.severity
        place = ".".join(map(str, fault.at.path))
        found.setdefault("words", []).append(f"{fault.code.id} {fault.message} {fault.hint} {hangs}")
        found.setdefault(severity, []).append(f"{fault.code.id} at {place}".removesuffix(" at "))
    return found


def said_ahead(ruleset: Ruleset, view: Any, role: str, table: Table) -> list[Diagnostic]:
    """Every complaint about orders ahead, with its place in the table."""
    said: list[Diagnostic] = []
    assert table["for"] in [row.id for row in ruleset.ahead.coming(view, role)]
    for number, text in enumerate(table.get("unless", ())):
        ruleset.ahead.read_brake(text, Where(("unless", number)), table["for"], said.append)
    body = {key: value for key, value in table.items() if key not in ("for", "unless")}
    taken = ruleset.rules.take(ruleset.ahead.supposed(view, role, table["for"]), role, body)
    return [*said, *taken.diagnostics]


def rendered(fault: Diagnostic, role: str, table: Table) -> str:
    """A complaint about orders ahead as it is printed, in its place in a sheet."""
    from pbem.report.complaints import render
    from pbem.workflow.sheet import filled_sheet

    text = filled_sheet("winter-1756", 12, role, "amber-falcon-31", {"ahead": [table]})
    placed = fault._replace(at=fault.at._replace(path=("ahead", 0, *fault.at.path)))
    return render([placed], text, "orders.toml").rpartition("\n\n")[0]
