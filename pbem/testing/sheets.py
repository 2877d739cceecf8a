"""Checks of sheets: what is sent is accepted, and a check at home says what the check at the desk says."""

from __future__ import annotations

import os
import string
import tempfile
import tomllib
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from pbem.core import has_errors
from pbem.core.brief import in_brief
from pbem.core.chance import Chance
from pbem.store.writing import write_file
from pbem.testing.trial import Trial, moments, table_at
from pbem.workflow.check import Answer, check_at, check_with_view
from pbem.workflow.reporting import view_file
from pbem.workflow.sheet import filled_sheet

LETTERS = string.ascii_letters + string.digits + ' >+,;"=[]{}#\n-♠ß'
TRIALS = 4  # of each sheet: as it is, and so many spoilt ones


def sheets(trial: Trial) -> Iterator[str]:
    """The blank sheet is accepted as it stands, and so is what a bot writes; a sheet holds only the keys it may.

    Judged in brief, it leads to the same.
    """
    rules, telling, view_of = trial.ruleset.rules, trial.ruleset.telling, trial.ruleset.secrets.view_of
    for moment in moments(trial, "sheets"):
        for role, body in moment.bodies.items():
            view, here = view_of(moment.before, role), f"step {moment.number}, {role}"
            for name, found in (("blank sheet", tomllib.loads(telling.sheet(view, role))), ("bot's sheet", body)):
                taken = rules.take(view, role, found)
                if has_errors(taken.diagnostics):
                    yield f"{here}: the {name} is refused: {[d.message for d in taken.diagnostics if d.is_error]}"
                brief = in_brief(trial.ruleset).rules.take(view, role, found)
                if (brief.state, brief.events, has_errors(brief.diagnostics)) != (taken.state, taken.events, False):
                    yield f"{here}: the {name} leads to something else where it is judged in brief"
                odd = [key for key in found if key not in trial.ruleset.sheet_keys]
                if odd:
                    yield f"{here}: the {name} has keys that sheet_keys has not: {odd}"


def at_home(trial: Trial) -> Iterator[str]:
    """A sheet, whole or spoilt, gets the same answer at home, from the view, and at the desk, from the game."""
    with tempfile.TemporaryDirectory() as folder:
        for moment in moments(trial, "desk"):
            table, secret = table_at(trial, moment.before, moment.number, ())
            for role, body in moment.bodies.items():
                view = os.path.join(folder, "view.toml")
                write_file(view, view_file(table, secret, role), sync=False)
                text = filled_sheet("trial", moment.number + 1, role, secret.keys[role], body)
                chance = Chance(f"{trial.number} {moment.number} {role}")
                for number in range(TRIALS):
                    sheet = text if number == 0 else spoilt(text, chance, f"{number}")
                    place = os.path.join(folder, "orders.toml")
                    write_file(place, sheet.encode(), sync=False)
                    with patch("pbem.workflow.check.ruleset_on", lambda *_: trial.ruleset):  # the one on trial
                        home = check_with_view(place, view)
                    here = check_at(table, secret, home.text or sheet, "orders.toml")
                    same = number != 1 or here.complaints() == home.complaints()  # rendered once: it takes its time
                    if _said(here) != _said(home) or not same:
                        yield f"step {moment.number}, {role}: another answer at home and at the desk to\n{sheet}"
                    if not number and home.is_refused:
                        yield f"step {moment.number}, {role}: a bot's sheet is refused\n{home.complaints()}"


def _said(answer: Answer) -> tuple[Any, ...]:
    """Everything an answer says, as bytes would show it."""
    return (answer.sheet, answer.understood, [(d.code.id, d.at, d.message, d.hint) for d in answer.diagnostics])


def spoilt(text: str, chance: Chance, label: str) -> str:
    """The sheet with one thing wrong with it, as a tired person or a mail program would do it."""
    lines = text.split("\n")
    at = chance.below(len(text), f"{label} at")
    line = chance.below(len(lines), f"{label} line")
    letter = LETTERS[chance.below(len(LETTERS), f"{label} letter")]
    words = [word for word in text.replace('"', " ").split() if word[0].isalnum()]
    a, b = (words[chance.below(len(words), f"{label} word {n}")] for n in "ab")
    ways = (
        lambda: text[:at] + text[at + 1 :],
        lambda: text[:at] + letter + text[at:],
        lambda: text[:at],
        lambda: "\n".join(lines[:line] + lines[line + 1 :]),
        lambda: "\n".join(lines[: line + 1] + lines[line:]),
        lambda: text.replace(a, b, 1),
        lambda: text.replace(a, a[:-1], 1),
        lambda: text.replace("step = ", "step = 9"),
        lambda: "".join(str((int(c) + 1) % 10) if c.isdigit() and n > at else c for n, c in enumerate(text)),
    )
    return ways[chance.below(len(ways), f"{label} way")]()
