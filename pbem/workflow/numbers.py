"""A number of the world, named before anybody knows it, that is mixed into the seed of a game."""

from __future__ import annotations

import re

from pbem.store import GameFault
from pbem.store.ledger import ALL, Line, anchored_change, ledger_path, read_lines
from pbem.store.reading import check_unrevealed, read_secret
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow import Table, open_game
from pbem.workflow.envelope_codes import NO_BEACON, NUMBER_EARLY, NUMBER_KNOWN, NUMBER_MISSING, NUMBER_ODD
from pbem.workflow.recording import all_heads, chains_at, is_gathered

MOST = 200


def spelled(text: str, count: int) -> str:
    """The one way in which numbers are written: whole, without zeros in front, from the lowest to the highest.

    A single one may be a hexadecimal value, such as a hash. Nothing if the text is not that many numbers: whoever
    types them in cannot choose how they are written, and so nothing of the seed.
    """
    parts = [part.lower() for part in re.split(r"[\s,;]+", text.strip()) if part]
    form = r"[0-9a-f]+" if count == 1 else r"[0-9]+"
    if len(parts) != count or len(text) > MOST or not all(re.fullmatch(form, part, re.ASCII) for part in parts):
        return ""
    bare = [part.lstrip("0") or "0" for part in parts]
    return " ".join(sorted(bare, key=lambda part: (len(part), part)))


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
    """Take in the number: once, before anything is dealt, and where the moderator plays after the words are bound."""
    with locked(directory):
        table = open_game(directory)
        check_unrevealed(directory)
        if not table.game.beacon:
            raise GameFault(NO_BEACON, directory)
        if not (number := spelled(text, table.game.numbers)):
            raise GameFault(NUMBER_ODD, directory, form="" if table.game.numbers == 1 else "several", **_facts(table))
        lines = read_lines(ledger_path(directory))
        known = next((line for line in lines if line.of == ALL and line.kind == "number"), None)
        if known is not None and known.facts.get("text") != number:
            raise GameFault(NUMBER_KNOWN, directory, known=known.facts.get("text"))
        return known or _taken(table, number)


def _facts(table: Table) -> dict[str, object]:
    return {"count": table.game.numbers, "beacon": table.game.beacon}


def _taken(table: Table, number: str) -> Line:
    """The line of the number; it stands for the roles' chains as they are now, so that no word can come before it."""
    game, chains = table.game, chains_at(table)
    gathered = is_gathered(table, chains)
    if game.plays and not gathered:
        raise GameFault(NUMBER_EARLY, game.directory, game=game.directory)
    facts = {"step": table.last.number, "beacon": game.beacon, "text": number}
    facts |= {"gathered": True} if gathered else {}
    roles = all_heads(read_secret(game).seed, chains.heads, game.players)
    chains = chains.with_line(ALL, "number", **facts, roles=roles)
    commit(game.directory, anchored_change(chains))
    return chains.standing
