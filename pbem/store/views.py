"""Files that go out or come in from elsewhere: a view to check sheets against at home, a position to begin from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core import Record
from pbem.store import (
    WRONG_VALUE,
    Board,
    GameFault,
    board_in,
    check_format,
    check_keys,
    parse,
    read_bytes,
    text_list,
    texts,
    wanted,
)


class ViewFile(Record):
    """What a player checks against at home."""

    game: str
    ruleset: str
    revision: int
    mode: str
    options: dict[str, str]
    step: int
    role: str
    key: str
    roles: tuple[str, ...]
    state: dict[str, Any]
    seal_key: str = ""
    plays: tuple[str, ...] = ()
    waits: bool = False
    commitment: str = ""  # of the seed: it tells two games of one name apart
    ahead: tuple[str, ...] = ()  # the decisions for which the role has given orders ahead
    held: tuple[str, ...] = ()  # those whose orders wait for a phrase
    ready: Mapping[str, Any] = {}  # the orders ahead that answer what is owed now
    pace: str = ""
    press: str = ""
    over: bool = False  # whether the game was ended, whatever its rules say
    board: Board = Board()


def read_view(path: str) -> ViewFile:
    """A view file, as it goes out with a report."""
    table = parse(read_bytes(path, form="named"), path)
    check_format(table, path)
    return ViewFile(
        game=wanted(table, "game", str, path),
        ruleset=wanted(table, "ruleset", str, path),
        revision=wanted(table, "revision", int, path),
        mode=wanted(table, "mode", str, path),
        options=texts(table, "options", path),
        step=wanted(table, "step", int, path),
        role=wanted(table, "role", str, path),
        key=wanted(table, "key", str, path),
        roles=text_list(table, "roles", path),
        state=wanted(table, "state", dict, path),
        seal_key=wanted({"seal_key": "", **table}, "seal_key", str, path),
        plays=text_list(table, "moderator_plays", path),
        waits=wanted({"waits": False, **table}, "waits", bool, path),
        commitment=wanted({"seed_commitment": "", **table}, "seed_commitment", str, path),
        ahead=text_list(table, "ahead", path),
        held=text_list(table, "held", path),
        ready=wanted({"ready": {}, **table}, "ready", dict, path),
        pace=wanted({"pace": "", **table}, "pace", str, path),
        press=wanted({"press": "", **table}, "press", str, path),
        over=wanted({"over": False, **table}, "over", bool, path),
        board=board_in(table, path),
    )


class Position(Record):
    """A position file: where a game begins that does not begin at the set-up."""

    ruleset: str
    mode: str
    options: dict[str, str]
    data: dict[str, Any]
    board: Board = Board()


def read_position(path: str) -> Position:
    """A position file, written by `pbem position` or by a person."""
    table = parse(read_bytes(path, form="named"), path)
    check_format(table, path)
    check_keys(table, ("format", "ruleset", "revision", "mode", "board", "options", "position"), path)
    filled = {"options": {}, "revision": 1, **table}
    wanted(filled, "revision", int, path)
    for key in ("ruleset", "mode"):
        if not wanted(table, key, str, path):
            raise GameFault(WRONG_VALUE, path, key=key, form="empty")
    return Position(
        ruleset=wanted(table, "ruleset", str, path),
        mode=wanted(table, "mode", str, path),
        options=texts(filled, "options", path),
        data=wanted(table, "position", dict, path),
        board=board_in(table, path),
    )
