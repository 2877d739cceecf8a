"""Sheets without orders: a word for the seed before a deal that waits, and one that withdraws what was sent."""

from __future__ import annotations

from typing import Any

from pbem.core import Diagnostic, listed
from pbem.core.ruleset import Ruleset
from pbem.core.sheets import WITHDRAWN, Expected, Sheet, at_key
from pbem.workflow.assent import STANDING, STAYING
from pbem.workflow.codes import ONLY_A_WORD
from pbem.workflow.desk_codes import WITHDRAWN_AND_MORE

TALK = "no orders, only what stands beside them; orders that you sent before count as they are"
WAITING = "your held orders ahead stay, and wait for their phrase: {owed}"
WITHDRAWS = "no sheet of yours counts for this step until you send another"


def checked_bare(
    sheet: Sheet, ruleset: Ruleset, view: Any, expected: Expected
) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """What is said of one that has more in it, and what is understood."""
    if sheet.is_talk:
        return (), (TALK,)
    code = WITHDRAWN_AND_MORE if sheet.status == WITHDRAWN else ONLY_A_WORD
    wrong = tuple(code(at_key(key), key=key) for key in sheet.body)
    if wrong:
        return wrong, ()
    if sheet.status == WITHDRAWN:
        return (), (WITHDRAWS, *_still_answers(sheet.role, ruleset, view, expected))
    return (), ("a word for the seed" if sheet.word else "no word for the seed",)


def _still_answers(role: str, ruleset: Ruleset, view: Any, expected: Expected) -> tuple[str, ...]:
    """What answers in the place of a sheet that is withdrawn: a sheet for one step takes back nothing else."""
    group, owed = ruleset.ahead, listed(item.what for item in ruleset.rules.awaiting(view) if item.role == role)
    if group is None or not owed or expected.table_pace or expected.waits:
        return ()
    if group.asked(view, role) in expected.held:
        return (WAITING.format(owed=owed),)
    if expected.ready:
        return (STAYING.format(owed=owed),)
    return (STANDING.format(owed=owed),) if group.spoken(view, role) is not None else ()
