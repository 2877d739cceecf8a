"""Who sits where, in game.toml: names and addresses changed in a text that a person may have edited."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from pbem.mail.outgoing import is_address
from pbem.store import GameFault, bounded, parse, read_bytes
from pbem.store.layout import GAME
from pbem.store.reading import Player
from pbem.store.transaction import Put
from pbem.store.writing import dumps
from pbem.workflow.codes import BAD_ADDRESS
from pbem.workflow.desk_codes import SEAT_UNKNOWN

SEAT = 200  # signs of a name, and of an address


def checked_seat(name: str, address: str, directory: str) -> Player:
    """A person as short as people's names and addresses are, who can be written to if there is an address."""
    seat = Player(bounded(name, "name", SEAT, directory), bounded(address, "address", SEAT, directory))
    if seat.address and not is_address(seat.address):
        raise GameFault(BAD_ADDRESS, directory, key="address", found=seat.address[:80], hint=UNCHANGED)
    return seat


UNCHANGED = "Write it like anna@example.org. Nothing was changed."


def seats_part(directory: str, seats: Mapping[str, tuple[str, Player]]) -> Put:
    """The part of a change that puts people into sections of game.toml, each with the key of the name; the rest of it
    stays as it is."""
    path = os.path.join(directory, GAME)
    return Put(GAME, with_seats(read_bytes(path).decode(), path, seats).encode())


def with_seats(text: str, path: str, seats: Mapping[str, tuple[str, Player]]) -> str:
    """The text of a game.toml with people in its sections, each with the key of the name."""
    for section, (key, seat) in seats.items():
        text = with_seat(text, section, {key: seat.name, "address": seat.address})
    for section, (key, seat) in seats.items():
        row = _section(text, path, section)
        if (row.get(key), row.get("address")) != (seat.name, seat.address):
            raise GameFault(SEAT_UNKNOWN, path, section=section)
    return text


def _section(text: str, path: str, section: str) -> Mapping[str, Any]:
    """What a section says; nothing if the text cannot be read any more."""
    try:
        table: Mapping[str, Any] = parse(text.encode(), path)
    except GameFault:
        return {}
    for part in section.split("."):
        below = table.get(part, {})
        table = below if isinstance(below, dict) else {}
    return table


def with_seat(text: str, section: str, values: dict[str, str]) -> str:
    """The text with these values in a section; a section that is not there is added at the end."""
    lines = text.rstrip("\n").split("\n")
    starts = [at for at, line in enumerate(lines) if line.partition("#")[0].strip() == f"[{section}]"]
    if not starts:
        lines += ["", f"[{section}]"]
        starts = [len(lines) - 1]
    end = next((at for at in range(starts[0] + 1, len(lines)) if lines[at].startswith("[")), len(lines))
    rest = [line for line in lines[starts[0] + 1 : end] if line.partition("=")[0].strip() not in (*values, "addresses")]
    new = dumps(values).decode().rstrip("\n").split("\n")
    return "\n".join([*lines[: starts[0] + 1], *new, *rest, *lines[end:]]).rstrip("\n") + "\n"
