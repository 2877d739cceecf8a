"""A number of the world, named before anybody knows it, that is mixed into the seed of a game."""

from __future__ import annotations

from pbem.seal.codes import NO_BEACON, NUMBER_KNOWN, NUMBER_MISSING, NUMBER_ODD
from pbem.store import GameFault
from pbem.store.ledger import ALL, Line, anchored_change, ledger_path, read_lines
from pbem.store.reading import check_unrevealed
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow import Table, open_game
from pbem.workflow.recording import chains_of

MOST = 200


def number_of(table: Table) -> str:
    """The number, once it stands in the ledger; until then nothing is dealt."""
    found = find(table)
    if not found:
        facts = {"beacon": table.game.beacon, "game": table.game.directory}
        raise GameFault(NUMBER_MISSING, table.game.directory, **facts)
    return found


def find(table: Table) -> str:
    """The number in the ledger, if it is there."""
    lines = read_lines(ledger_path(table.game.directory))
    return next((str(line.facts.get("text")) for line in lines if line.of == ALL and line.kind == "number"), "")


def take_number(directory: str, text: str) -> Line:
    """Take in the number: once, before anything is dealt."""
    text = " ".join(text.split())
    with locked(directory):
        table = open_game(directory)
        check_unrevealed(directory)
        if not table.game.beacon:
            raise GameFault(NO_BEACON, directory)
        if not text or len(text) > MOST or not text.isprintable():
            raise GameFault(NUMBER_ODD, directory, most=MOST)
        known = find(table)
        if known and known != text:
            raise GameFault(NUMBER_KNOWN, directory, known=known)
        chains = chains_of(table.game)
        if known:
            return chains.standing
        chains = chains.with_line(ALL, "number", step=table.last.number, beacon=table.game.beacon, text=text)
        commit(directory, anchored_change(chains))
        return chains.standing
