"""A dispute: the smallest case that a complainant may see and try again at home, made from the own view alone.

It is the view on which a sheet was judged, with the sheet itself, what the judge said of it, and the line that is
disputed with the rules behind it. The key is left out, so that the case can be shown to anybody;
`pbem check` judges the sheet anew.
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any

from pbem.core.events import OF_THE_PROGRAM, Event, seen_by
from pbem.core.sheets import read
from pbem.report.complaints import render
from pbem.store import GameFault, layout, read_bytes
from pbem.store.inbox import versions
from pbem.store.reading import Secret, StepFile, read_secret, read_step, step_names
from pbem.store.writing import dumps, write_named
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, open_game, reads, stood_after
from pbem.workflow.check import Answer, check_at, kind_of_sheet
from pbem.workflow.codes import EXISTS
from pbem.workflow.finals import newest_final
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.journal import told
from pbem.workflow.reporting import view_data

SHEET_KEY = "dispute"  # the table of a case, beside all that a view has
KEY = "disputed"  # in the place of the key


@reads
def dispute(directory: str, step: int, line: int, role: str) -> tuple[bytes, bytes]:
    """The case of a line of what a role was told of a step, through the leak gate; and the sheet, if there was one."""
    table = open_game(directory)
    chosen(role, tuple(table.game.players), "role", directory)
    if not 0 < step <= table.last.number:
        raise GameFault(UNKNOWN_CHOICE, directory, form="step", found=step, last=table.last.number)
    names = step_names(directory)
    before, after = (read_step(table.game, names[at]) for at in (step - 1, step))
    disputed = _disputed(table, after, role, line)
    secret, then = read_secret(table.game), stood_after(table, before)
    sheet, own = _sheet(then, role), own_secret(secret, role)._replace(keys={role: KEY})
    make = partial(case_data, secret=own, role=role, sheet=sheet, disputed=disputed)
    return dumps(Gate(then, role).passed(make, layout.view_name(role))), sheet.encode()


def _disputed(table: Table, step: StepFile, role: str, line: int) -> dict[str, Any]:
    """The line as its reader knows it, and the numbers of the rules behind it."""
    events = seen_by(step.events, role)
    rows = [(event, sentence) for event in events for sentence in told(table.ruleset, event)]
    if not 0 < line <= len(rows):
        facts = {"step": step.number, "found": line, "last": len(rows), "game": table.game.directory}
        raise GameFault(UNKNOWN_CHOICE, table.game.directory, form="line" if rows else "no-lines", **facts)
    event, sentence = rows[line - 1]
    return {"step": step.number, "line": line, "told": sentence, "rules": _rules(table, event)}


def _rules(table: Table, event: Event) -> list[str]:
    known = table.ruleset.reasons is not None and event.kind not in OF_THE_PROGRAM
    return list(table.ruleset.reasons.rules_behind(event)) if known and table.ruleset.reasons else []


def _sheet(then: Table, role: str) -> str:
    """The sheet of the role that counted, without its key; empty if it sent none, or an envelope, which is its own."""
    final = newest_final(then, versions(then.game.directory, then.under_way).get(role, []))
    text = read_bytes(final[0].path).decode("utf-8", "replace") if final else ""
    sheet = read(text, then.ruleset.sheet_keys).sheet if final and kind_of_sheet(text) == "sheet" else None
    return text.replace(sheet.key, KEY) if sheet is not None else ""


def case_data(then: Table, secret: Secret, role: str, sheet: str, disputed: dict[str, Any]) -> dict[str, Any]:
    """A view with the case: the sheet, what the judge says of it, and what is disputed."""
    answer = _judged(then, secret, role, sheet) if sheet else None
    said = [] if answer is None else [*_complaints(answer), *answer.understood]
    return {**view_data(then, secret, role), SHEET_KEY: {**disputed, "sheet": sheet, "judge": said}}


def _judged(then: Table, secret: Secret, role: str, sheet: str) -> Answer:
    """What the checker says of a sheet; nobody else's key is needed for it."""
    keys = {name: secret.keys.get(name, "") for name in then.game.players}
    return check_at(then, secret._replace(keys=keys), sheet, layout.sheet_name(role, 1), fresh=False)


def _complaints(answer: Answer) -> list[str]:
    found = answer.diagnostics
    return render(found, answer.text, answer.file, "text").split("\n") if found else []


def write_dispute(directory: str, step: int, line: int, role: str, file: str, force: bool = False) -> list[str]:
    """Write the case, and the sheet beside it; the paths."""
    case, sheet = dispute(directory, step, line, role)
    files = {file: case, **({f"{file.removesuffix(layout.TABLE)}.sheet{layout.TABLE}": sheet} if sheet else {})}
    for path in files:
        if os.path.lexists(path) and not force:
            raise GameFault(EXISTS, path, form="file")
    for path, data in files.items():
        write_named(path, data)
    return list(files)
