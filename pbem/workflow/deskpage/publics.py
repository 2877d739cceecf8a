"""The desk beside a site: with the public view of the game inside, and nothing private."""

from __future__ import annotations

from typing import Any

from pbem.store import FORMAT
from pbem.store.writing import dumps
from pbem.workflow import Table
from pbem.workflow.deskpage.build import page
from pbem.workflow.deskpage.kit import kit
from pbem.workflow.gate import Gate
from pbem.workflow.site import DESK


def desk_of(table: Table) -> bytes:
    """The page for everybody who looks at a game."""
    return page(kit(), dumps(Gate(table, None).passed(public_data, DESK)))


def public_data(table: Table) -> dict[str, Any]:
    """The view of the public, as the views of roles are written; it has no role, no key, and nobody writes sheets."""
    game, ruleset = table.game, table.ruleset
    return {
        "format": FORMAT,
        "game": game.name,
        "ruleset": game.ruleset,
        "revision": ruleset.revision,
        "mode": game.mode,
        "step": table.under_way,
        "role": "",
        "key": "",
        "roles": [row.id for row in ruleset.mode(game.mode).roles],
        "seed_commitment": game.commitment,
        **({"board": game.board._asdict()} if game.board.digest else {}),
        "options": game.options,
        "state": ruleset.files.encode(ruleset.secrets.view_of(table.state, None)),
    }
