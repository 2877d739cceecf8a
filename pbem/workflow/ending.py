"""Ends that are no victory by the rules: somebody resigns, all agree, or the game is given up. Each is a step."""

from __future__ import annotations

from typing import Any

from pbem.core.ended import CONCEDED, END, RESIGNED
from pbem.store import bounded
from pbem.store.reading import read_secret
from pbem.store.writing import locked
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.desk_steps import write_desk
from pbem.workflow.running import check_runs

REASON = 500  # signs


def desk_of(table: Table, how: str, role: str = "", reason: str = "") -> dict[str, Any]:
    """What a step that ends the game says; of two players the other one wins when one resigns."""
    others = [name for name in table.game.players if name != role]
    winners = [role] if how == CONCEDED else others if how == RESIGNED and len(others) == 1 else []
    said = {"role": role} if role else {}
    return {"act": END, "how": how, **said, "winners": winners, **({"reason": reason} if reason else {})}


def end(directory: str, how: str, role: str = "", reason: str = "") -> Table:
    """End a game: a role resigns, or it is given up; the game after it."""
    reason = bounded(reason, "", REASON, directory)
    with locked(directory):
        table = open_game(directory)
        check_runs(table)
        if role:
            chosen(role, tuple(table.game.players), "role", directory)
        return write_desk(table, read_secret(table.game), desk_of(table, how, role, reason), table.state)


DONE = "The game is over: {reason}\n\nNext, that everybody is told, and then that everybody can check it:\n"


def said(table: Table, directory: str) -> str:
    """What was done, and what comes next."""
    result = table.ruleset.rules.result(table.state)
    assert result is not None
    return f"{DONE.format(reason=result.sentence)}\n  pbem report {directory}\n  pbem reveal {directory} ARCHIVE"
