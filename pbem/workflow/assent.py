"""A sheet that says ``ok = true``: it is meant as it was sent to its writer, as far as it says nothing itself.

Where orders ahead answer what is owed, they are what it agrees to; and a sheet that says nothing of that decision
leaves them alone. The text is filled in with these orders before it is kept, so that the inbox, the ledger and the step
hold what was ordered, whatever a later program would send.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Record
from pbem.core.sheets import HEADING, Sheet
from pbem.mail.blank import data_of
from pbem.store.writing import dumps

AGREED = "ok: the sheet as it was sent to you"
NOTED = "ok: noted; the orders of this sheet count"
STAYING = "your orders ahead stay, and answer: {owed}"
STANDING = "your standing answer stays: {owed}"


class Agreed(Record):
    """A sheet that says ok, filled in, and how that is understood."""

    sheet: Sheet
    text: str
    understood: str


def agreed(sheet: Sheet, text: str, template: str) -> Agreed:
    """The sheet filled in from the one that was sent, unless it has orders of its own for what is asked."""
    sent = {key: value for key, value in data_of(template).items() if key not in HEADING}
    own = {key: value for key, value in sheet.body.items() if key in sent}
    if not own:
        sheet = sheet._replace(body={**sent, **sheet.body})
        return Agreed(sheet, filled_in(sheet, text), AGREED)
    return Agreed(sheet, text, AGREED if own == sent else NOTED)


def staying(sheet: Sheet, text: str, ready: Mapping[str, Any], owed: str, words: str = STAYING) -> Agreed:
    """The sheet filled in with the orders ahead, or the standing answer, that speak for it."""
    sheet = sheet._replace(body={**ready, **sheet.body})
    return Agreed(sheet, filled_in(sheet, text), words.format(owed=owed))


def filled_in(sheet: Sheet, text: str) -> str:
    """The text of a sheet with all its orders and what stands beside them, below the remarks that it had."""
    remarks = [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]
    heading = {"game": sheet.game, "step": sheet.step, "role": sheet.role, "key": sheet.key, "status": sheet.status}
    word = {"word": sheet.word} if sheet.word else {}
    ok = {"ok": True} if sheet.ok else {}
    return "\n".join([*remarks, dumps({**heading, **word, **ok, **sheet.body, **sheet.beside}).decode()])
