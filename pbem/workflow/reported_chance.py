"""What a report tells about the chance of a game."""

from __future__ import annotations

import os

from pbem.core import listed
from pbem.store.layout import POSITION
from pbem.store.ledger import read_first
from pbem.workflow import Table


def chance_of(table: Table) -> list[str]:
    """What a reader should know about the chance of this game."""
    game, said = table.game, []
    if game.board.digest:
        said.append(ON_BOARD.format(**game.board._asdict()))
    if game.test:
        said.append("This is a game for tests: its seed was given by hand, and chance proves nothing.")
    if game.plays and table.is_opening:
        titles = listed(table.title(role) for role in game.plays)
        said.append(f"The moderator of this game plays too: {titles}. Words for the seed travel in held envelopes.")
    elif table.is_opening:
        said.append("The host has declared that the moderator of this game does not play.")
    if table.is_opening and os.path.isfile(os.path.join(game.directory, POSITION)):
        position = read_first(game.directory).facts.get("position")
        said.append(FROM_POSITION.format(digest=position))
    if game.beacon and table.is_opening:
        said.append(_beacon(game.beacon, game.numbers))
    if game.beacon and table.last.number == 1:
        said.append(f"The number of the world is {table.last.beacon} ({game.beacon}). Look it up.")
    return said


ON_BOARD = 'This game is played on the board "{name}", whose digest is {digest}.'
FROM_POSITION = (
    "This game began from a position, not from the set-up. Hands and piles that are laid out in it were not drawn by"
    " the seed. Its commitment in the ledger: {digest}."
)


def _beacon(which: str, numbers: int) -> str:
    count = "one number" if numbers == 1 else f"{numbers} numbers"
    return f"A number of the world is mixed into the seed when it is known: {which} ({count})."
