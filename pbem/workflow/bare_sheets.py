"""Sheets without orders: a word for the seed before a deal that waits, and one that withdraws what was sent."""

from __future__ import annotations

from pbem.core import Diagnostic
from pbem.core.sheets import WITHDRAWN, Sheet, at_key
from pbem.workflow.codes import ONLY_A_WORD
from pbem.workflow.desk_codes import WITHDRAWN_AND_MORE

TALK = "no orders, only what stands beside them; orders that you sent before count as they are"
WITHDRAWS = "no sheet of yours counts for this step until you send another"


def checked_bare(sheet: Sheet) -> tuple[tuple[Diagnostic, ...], tuple[str, ...]]:
    """What is said of one that has more in it, and what is understood."""
    if sheet.is_talk:
        return (), (TALK,)
    code = WITHDRAWN_AND_MORE if sheet.status == WITHDRAWN else ONLY_A_WORD
    wrong = tuple(code(at_key(key), key=key) for key in sheet.body)
    word = "a word for the seed" if sheet.word else "no word for the seed"
    return wrong, () if wrong else (WITHDRAWS if sheet.status == WITHDRAWN else word,)
