"""Trust on first use: the key a player has sealed for is kept at home, and another one for the same game is not taken
without being asked. Whoever changes a view on its way could read what is sealed otherwise."""

from __future__ import annotations

import os
from typing import Any

from pbem.seal.codes import KEY_CHANGED
from pbem.store import GameFault
from pbem.store.reading import ViewFile, parse, read_bytes, texts
from pbem.store.writing import dumps, make_folder, write_file

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


def trusted(view: ViewFile, file: str, accept: bool) -> str:
    """Whether the key of a view is the one used before; the first is kept. What the player should know, or nothing."""
    path = os.path.join(config_folder(), NAME)
    try:
        known = _known(path)
    except GameFault as fault:
        return f"The key could not be compared with the one used before: {fault.message}"
    game = f"{view.game} {view.commitment}".strip()
    before = known.get(game, "")
    if before == view.seal_key:
        return ""
    if before and not accept:
        raise GameFault(KEY_CHANGED, file, before=before, now=view.seal_key)
    said = _kept(path, {**known, game: view.seal_key})
    if before:
        warning = f"WARNING: the key of {view.game} was {before} before; it is {view.seal_key} from now on."
        return f"{warning} {said}".rstrip()
    return said


def _known(path: str) -> dict[str, str]:
    if not os.path.lexists(path):
        return {}
    return texts(parse(read_bytes(path), path), "keys", path)


def _kept(path: str, keys: dict[str, str]) -> str:
    """Keep the keys; where that cannot be, it is said and the sheet is sealed all the same."""
    table: dict[str, Any] = {"format": FORMAT, "keys": dict(sorted(keys.items()))}
    try:
        make_folder(os.path.dirname(path))
        write_file(path, dumps(table))
    except GameFault as fault:
        return f"The key could not be kept, so another one will not be noticed next time: {fault.message}"
    return ""
