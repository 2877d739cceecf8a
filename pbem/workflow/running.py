"""Whether a game is still played: what is said at its table, and who sits at it, matters only then."""

from __future__ import annotations

from pbem.store import GameFault
from pbem.store.reading import check_unrevealed
from pbem.workflow import Table
from pbem.workflow.codes import GAME_OVER


def check_runs(table: Table) -> None:
    """Whether a game is still played."""
    result = table.ruleset.rules.result(table.state)
    if result is not None:
        raise GameFault(GAME_OVER, table.game.directory, reason=result.reason)
    check_unrevealed(table.game.directory)
