"""The player's desk in the first mail of a game, where game.toml names the file and not an address."""

from __future__ import annotations

import os

from pbem.mail.outgoing import Attached
from pbem.store import DESK_FILE, GameFault, read_bytes
from pbem.store.reading import Game
from pbem.workflow.page_codes import NOT_A_DESK

LARGEST = 11_000_000  # bytes: what is attached grows by a third, and no file of a game is larger than 16 MB
MARK = b"<title>The desk</title>"


def carried(game: Game) -> tuple[Attached, ...]:
    """The page as the first mail carries it; its name is read from the folder of the game on."""
    if not game.desk or game.desk_link:
        return ()
    path = os.path.join(game.directory, os.path.expanduser(game.desk))
    data = read_bytes(path, LARGEST, "named")
    if len(data) > LARGEST or MARK not in data[:8000]:
        raise GameFault(NOT_A_DESK, path)
    return (Attached(DESK_FILE, "text/html", data),)
