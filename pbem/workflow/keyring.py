"""The keys of a game: that to seal for, and those of the players."""

from __future__ import annotations

import os
from secrets import token_hex

from pbem.store import read_bytes
from pbem.store.keys import key_of
from pbem.store.layout import GAME, SECRET
from pbem.store.ledger import ALL
from pbem.store.reading import read_secret
from pbem.store.transaction import Part, Put, commit
from pbem.store.writing import locked, secret_data
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.recording import chains_at, keys_of


def renew(directory: str, role: str, now: str) -> str:
    """A new key for a role whose old one was seen by others; the ledger notes that there is one."""

    with locked(directory):
        key, parts = renewed(open_game(directory), role, now)
        commit(directory, parts)
        return key


def renewed(table: Table, role: str, now: str) -> tuple[str, tuple[Part, ...]]:
    """A new key for a role, and the parts of a change that put it in the place of the old one.

    ``now``: the time, like 2026-03-12T18:00:00+00:00; who answers a mail with the old key is told it.
    """
    chosen(role, tuple(table.game.players), "role", table.game.directory)
    secret = read_secret(table.game)
    old = {"role": role, "key": secret.keys[role], "at": now}
    keys = {**secret.keys, role: key_of(token_hex(16), role)}
    secret = secret._replace(keys=keys, renewed=(*secret.renewed, old))
    facts = {"step": table.last.number, "seal_key": table.game.seal_key, "keys": keys_of(secret)}
    chains = chains_at(table).with_line(ALL, "keys", **facts)
    return secret.keys[role], (Put(SECRET, secret_data(secret)), *chains.change)


def keys(directory: str) -> str:
    """The public key of a game; a game without one gets a pair."""
    with locked(directory):
        table = open_game(directory)
        if table.game.seal_key:
            return table.game.seal_key
        from pbem.seal.age import new_pair

        public, private = new_pair()
        secret = read_secret(table.game)._replace(identity=private)
        lines = read_bytes(os.path.join(directory, GAME)).decode().split("\n")
        at = next(number for number, line in enumerate(lines) if line.startswith("seed_commitment"))
        lines.insert(at + 1, f'seal_key = "{public}"')
        facts = {"step": table.last.number, "seal_key": public, "keys": keys_of(secret)}
        chains = chains_at(table).with_line(ALL, "keys", **facts)
        files = (Put(SECRET, secret_data(secret)), Put(GAME, "\n".join(lines).encode()))
        commit(directory, (*files, *chains.change))
        return public
