"""Trust on first use: the key a player has sealed for is kept at home, and another one for the same game is not taken
without being asked. Whoever changes a view on its way could read what is sealed otherwise."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any, NamedTuple

from pbem.store import GameFault, parse, read_bytes, texts
from pbem.store.locking import held
from pbem.store.views import ViewFile
from pbem.store.writing import dumps, make_folder, write_file
from pbem.workflow.envelope_codes import KEY_CHANGED

NAME = "seal-keys.toml"
FORMAT = 1


def config_folder() -> str:
    """Where a player's own settings are: PBEM_CONFIG if it is set, else where the system keeps such things."""
    if own := os.environ.get("PBEM_CONFIG"):
        return own
    home = os.path.expanduser("~")
    if os.name == "nt":
        return os.path.join(os.environ.get("APPDATA") or home, "pbem")
    return os.path.join(os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config"), "pbem")


class KnownKeys(NamedTuple):
    """What is known of the games one has sealed for, by their names."""

    keys: dict[str, str]
    commitments: dict[str, str]  # of their seeds

    def with_view(self, view: ViewFile) -> KnownKeys:
        return KnownKeys({**self.keys, view.game: view.seal_key}, {**self.commitments, view.game: view.commitment})


def trusted(view: ViewFile, file: str, accept: bool) -> str:
    """Whether key and seed of a view are those used before, of which the first are kept; what the player should know.

    Whoever changes a view on its way writes all of it; so the name alone tells which game it is. Two commands at once
    must not lose what the other keeps, so the folder is locked from the reading to the writing.
    """
    folder = config_folder()
    with ExitStack() as stack:
        unlocked = ""
        try:
            make_folder(folder)
            stack.enter_context(held(folder))
        except GameFault as fault:
            unlocked = fault.message
        return _compared(os.path.join(folder, NAME), view, file, accept, unlocked)


def _compared(path: str, view: ViewFile, file: str, accept: bool, unlocked: str) -> str:
    """The same; ``unlocked`` says why nothing can be kept, if so."""
    try:
        known = _known(path)
    except GameFault as fault:
        return f"The key could not be compared with the one used before: {fault.message}"
    key, seed = known.keys.get(view.game, ""), known.commitments.get(view.game, "")
    if (key, seed) == (view.seal_key, view.commitment):
        return ""
    if key and key != view.seal_key and not accept:
        raise GameFault(KEY_CHANGED, file, before=key, now=view.seal_key)
    if seed and seed != view.commitment and not accept:
        raise GameFault(KEY_CHANGED, file, form="seed", before=seed, now=view.commitment or "none")
    said = _kept(path, known.with_view(view)) if not unlocked else NOT_KEPT.format(why=unlocked)
    if key:
        warning = f"WARNING: the key of {view.game} was {key} before; it is {view.seal_key} from now on."
        return f"{warning} {said}".rstrip()
    return said


NOT_KEPT = "The key could not be kept, so another one will not be noticed next time: {why}"


def _known(path: str) -> KnownKeys:
    if not os.path.lexists(path):
        return KnownKeys({}, {})
    table = {"commitments": {}, **parse(read_bytes(path), path)}
    return KnownKeys(texts(table, "keys", path), texts(table, "commitments", path))


def _kept(path: str, known: KnownKeys) -> str:
    """Keep what is known; where that cannot be, it is said and the sheet is sealed all the same."""
    keys, commitments = (dict(sorted(rows.items())) for rows in known)
    table: dict[str, Any] = {"format": FORMAT, "keys": keys, "commitments": commitments}
    try:
        write_file(path, dumps(table))
    except GameFault as fault:
        return NOT_KEPT.format(why=fault.message)
    return ""
