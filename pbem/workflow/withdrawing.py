"""A sheet taken back by its writer: a newer version that says so, after which none counts for the step."""

from __future__ import annotations

from pbem.core.sheets import WITHDRAWN, Sheet
from pbem.store.reading import Secret
from pbem.store.writing import dumps
from pbem.workflow import Table


def withdrawal(table: Table, secret: Secret, role: str) -> tuple[Sheet, str]:
    """A sheet that withdraws those before it, and its text."""
    heading = {"game": table.game.name, "step": table.under_way, "role": role, "key": secret.keys[role]}
    sheet = Sheet(**heading, status=WITHDRAWN, word="", body={})  # type: ignore[arg-type]
    return sheet, dumps({**heading, "status": WITHDRAWN}).decode()
