"""Taking in what somebody says, the moderator's way."""

from __future__ import annotations

from pbem.core import Diagnostic
from pbem.core.sheets import Expected
from pbem.store import GameFault
from pbem.store.ledger import ALL
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow import Table, chosen, open_game, press_allowed
from pbem.workflow.desk_codes import PRESS_LEFT_OUT
from pbem.workflow.press import MODERATOR, Text, texts_in, with_press
from pbem.workflow.recording import chains_at
from pbem.workflow.running import check_runs


def press(directory: str, role: str, to: str, text: str, anonymous: bool = False) -> Text:
    """Take in what somebody says, the moderator's way."""
    with locked(directory):
        table = open_game(directory)
        check_runs(table)
        chosen(role, (MODERATOR, *table.game.players), "role", directory)
        chosen(to, (ALL, *(name for name in table.game.players if name != role)), "role", directory)
        allowed = press_allowed(table.ruleset, table.game.options, table.game.press)
        allowed = ("public", "private") if role == MODERATOR else allowed
        expected = _expected(table, role, allowed)
        (found,) = texts_in([{"to": to, "text": text, **({"anonymous": True} if anonymous else {})}], expected)
        if isinstance(found, Diagnostic):
            raise GameFault(PRESS_LEFT_OUT, directory, **found.facts)
        parts, chains = with_press(table, chains_at(table), role, [found])
        commit(directory, (*parts, *chains.change))
        return found


def _expected(table: Table, role: str, allowed: tuple[str, ...]) -> Expected:
    roles = tuple(table.game.players)
    return Expected(table.game.name, table.under_way, roles, role, "", True, False, press=allowed)
