"""The sheet that a role owes now, with the key in its heading, for mails that are answered with it."""

from __future__ import annotations

from functools import partial

from pbem.core.sheets import CLOSING
from pbem.workflow import Table
from pbem.workflow.gate import Gate
from pbem.workflow.recording import chains_of, is_gathered
from pbem.workflow.sheet import blank_sheet, heading


def owed_sheet(table: Table, role: str, key: str) -> str:
    """The sheet to fill in, through the leak gate; its heading alone while envelopes are gathered.

    ``key``: that of whoever reads it.
    """
    if is_gathered(table, chains_of(table.game)):  # then a phrase is owed, and no orders
        top = heading(table.game.name, table.under_way, role, key, opening=False)
        return f"{top}{CLOSING}\n"
    return Gate(table, role).passed(partial(blank_sheet, role=role, key=key), f"orders-{role}")
