"""Reports of the last step: one for each role with the view to check against, one for the public."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pbem.core.events import seen_by
from pbem.report.text import render
from pbem.store.reading import FORMAT, Secret, read_secret
from pbem.store.writing import clean, dumps, locked, make_folder, write_file
from pbem.workflow import Table, chosen, open_game, overrides_of
from pbem.workflow.journal import told
from pbem.workflow.sheet import blank_sheet


def report(directory: str, roles: Sequence[str] = ()) -> list[str]:
    """Write the reports of the last step, for these roles or for all and the public; the paths written."""
    with locked(directory):
        table = open_game(directory)
        secret = read_secret(table.game)
        folder = os.path.join(directory, "reports", f"{table.last.number:04}")
        readers = _readers(table, roles)
        texts = {reader: report_text(table, secret, reader) for reader in readers}
        make_folder(folder)
        clean(folder)
        return [path for reader in readers for path in _write(table, secret, folder, reader, texts[reader])]


def report_of(directory: str, role: str | None) -> str:
    """The report for one reader as text; nothing is written."""
    table = open_game(directory)
    _readers(table, (role,) if role else ())
    return report_text(table, read_secret(table.game), role)


def _readers(table: Table, roles: Sequence[str]) -> list[str | None]:
    """Whom to write for; None is the public."""
    for role in roles:
        chosen(role, tuple(table.game.players), "role", table.game.directory)
    return list(roles) if roles else [*table.game.players, None]


def _write(table: Table, secret: Secret, folder: str, role: str | None, text: str) -> list[str]:
    """One reader's files; they can be made again at any time, so they need no fsync."""
    paths = [os.path.join(folder, f"{role or 'public'}.txt")]
    write_file(paths[0], text.encode(), sync=False)
    if role is not None:
        paths.append(os.path.join(folder, f"{role}.view.toml"))
        write_file(paths[1], view_file(table, secret, role), sync=False)
    return paths


def view_file(table: Table, secret: Secret, role: str) -> bytes:
    """What a player needs to check a sheet at home: the view, and nothing else of the game."""
    game, ruleset = table.game, table.ruleset
    return dumps(
        {
            "format": FORMAT,
            "game": game.name,
            "ruleset": game.ruleset,
            "revision": game.revision,
            "mode": game.mode,
            "step": table.under_way,
            "role": role,
            "key": secret.keys[role],
            "roles": [row.id for row in ruleset.mode(game.mode).roles],
            "options": game.options,
            "state": ruleset.encode(ruleset.view(table.state, role)),
        }
    )


def report_text(table: Table, secret: Secret, role: str | None) -> str:
    """The report of the last step for one reader."""
    return render(model_of(table, secret, role), overrides_of(table.game.directory))


def model_of(table: Table, secret: Secret, role: str | None) -> dict[str, Any]:
    """A report as plain data."""
    ruleset = table.ruleset
    view = ruleset.view(table.state, role)
    result = ruleset.result(table.state)
    own = [owed for owed in table.awaiting if owed.role == role]
    return {
        "game": table.game.name,
        "step": table.under_way if result is None else table.last.number,
        "heading": ruleset.heading(table.state),
        "role": role,
        "role_title": table.title(role) if role else "",
        "complaints": [],
        "owed": [{"what": owed.what, "default": owed.default, "by": ""} for owed in own],
        "waiting": [
            {"role": table.title(owed.role), "what": owed.what} for owed in table.awaiting if owed not in own
        ],
        "story": _story(table, role),
        "summary": ruleset.summary(view, role)["sections"],
        "seed_commitment": table.game.commitment if table.is_opening else "",
        "result": None if result is None else _result(table, result.winners, result.reason),
        "sheet": blank_sheet(table, role, secret.keys[role]) if role and own else "",
    }


def _result(table: Table, winners: Sequence[str], reason: str) -> dict[str, Any]:
    return {"winners": [table.title(role) for role in winners], "reason": reason}


def _story(table: Table, role: str | None) -> list[str | list[str]]:
    """What happened, event by event: one sentence, or several that belong together."""
    story: list[str | list[str]] = []
    for event in seen_by(table.last.events, role):
        lines = told(table.ruleset, event)
        if lines:
            story.append(lines[0] if len(lines) == 1 else lines)
    return story
