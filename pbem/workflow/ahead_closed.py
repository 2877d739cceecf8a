"""Orders ahead in an envelope: they stay closed until their decision comes.

One for the key of the game is opened then, and held against its promise. One that is held waits for the phrase of its
writer, which makes an open sheet of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core import Diagnostic, Record, Where
from pbem.core.sheets import Sheet, read
from pbem.seal import Envelope, Opened, Unopened, armoured, commitment_of, fault_of
from pbem.seal.codes import CUT_SHORT, DAMAGED
from pbem.seal.words import four_words
from pbem.store.reading import Kept
from pbem.store.writing import dumps
from pbem.workflow import envelope_codes as pb
from pbem.workflow.ahead_codes import AHEAD_FORM

ENVELOPE = "envelope"
KEYS = (ENVELOPE, "commitment", "held")  # of a table that is closed, besides the decision it is for


def judged_closed(
    what: str, table: Mapping[str, Any], where: Where, refused: str, say: Callable[[Diagnostic], None]
) -> list[str]:
    """What can be said of closed orders from outside; ``refused``: why the game takes no envelopes for its key."""
    for key in table:
        if key not in (*KEYS, "for"):
            say(AHEAD_FORM(Where((*where.path, key)), key=key[:60], form="closed"))
    fault = fault_of(table.get("commitment"), table.get("held", False), table[ENVELOPE])
    if fault is not None:
        say(CUT_SHORT(Where((*where.path, ENVELOPE)), form=fault))
        return []
    if refused and not table.get("held"):
        say(pb.NOT_BINDING(where, form="ahead") if refused == "plays" else pb.NO_KEY(where, game="GAME"))
        return []
    words = four_words(str(table["commitment"]).lower())
    if table.get("held"):
        return [f"orders ahead for {what}: held; when you are asked, send the phrase of {words}"]
    return [f"orders ahead for {what}: sealed, and opened when you are asked: {words}"]


def closed_part(table: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a closed table."""
    held, promise = bool(table.get("held", False)), str(table["commitment"]).lower()
    return {ENVELOPE: armoured(str(table[ENVELOPE])), "commitment": promise, "held": held}


# closing them at home


def closed_table(
    sheet: Sheet, table: Mapping[str, Any], close: Callable[[Sheet, str], tuple[str, str]]
) -> dict[str, Any]:
    """A table of orders ahead in an envelope; ``close`` makes one of a sheet and its text."""
    inside = sheet._replace(word="", body={"ahead": [dict(table)]})
    heading = {"game": sheet.game, "step": sheet.step, "role": sheet.role, "key": sheet.key}
    text = dumps({**heading, **inside.body}).decode()
    made = read(close(inside, text)[0], ("commitment", "held", "sealed")).sheet
    assert made is not None
    return {"for": table["for"], "commitment": made.body["commitment"], "held": made.body["held"],
            ENVELOPE: made.body["sealed"]}  # fmt: skip


def table_text(table: Mapping[str, Any]) -> str:
    """A table of orders ahead as it stands in a sheet; the lines of an envelope stay as they are."""
    open_ = f"\n[[ahead]]\n{dumps({key: value for key, value in table.items() if key != ENVELOPE}).decode()}"
    return f'{open_}{ENVELOPE} = """\n{str(table[ENVELOPE]).strip()}\n"""\n' if ENVELOPE in table else open_


# opening them


class OpenedTable(Record):
    """What was inside, and what proves it."""

    table: dict[str, Any]
    salt: str


def envelope_of(item: Kept, game: str) -> Envelope:
    """The envelope of closed orders."""
    sheet = Sheet(game, item.step, item.role, "", "final", "", {})
    closed = item.envelope
    return Envelope(sheet, closed["commitment"], closed[ENVELOPE], closed["held"])


def table_in(item: Kept, game: str, opened: Opened) -> OpenedTable:
    """The orders inside, if they are what was promised, for this game, role and decision; else Unopened."""
    sheet = read(opened.text, ("ahead",)).sheet
    tables = sheet.body.get("ahead") if sheet is not None else None
    if sheet is None or not isinstance(tables, list) or len(tables) != 1 or not isinstance(tables[0], dict):
        raise Unopened(DAMAGED)
    if commitment_of(sheet, opened.salt) != item.envelope["commitment"]:
        raise Unopened(pb.BROKEN_WORD)
    table = tables[0]
    if (sheet.game, sheet.role, str(table.get("for")).strip().lower()) != (game, item.role, item.decision):
        names = [f"{sheet.game}, {sheet.role}, {str(table.get('for'))[:60]}", f"{game}, {item.role}, {item.decision}"]
        raise Unopened(pb.MIXED_UP, inside=names[0], outside=names[1])
    return OpenedTable(table, opened.salt)


def row_of(item: Kept, found: OpenedTable | Unopened) -> dict[str, Any]:
    """What a step keeps of an envelope that was opened, or could not be: with it the game can be played again."""
    row = {"role": item.role, "for": item.decision, "commitment": item.envelope["commitment"]}
    if isinstance(found, Unopened):
        return {**row, "fault": found.code.id, "facts": found.facts}
    return {**row, "salt": found.salt, "orders": found.table}
