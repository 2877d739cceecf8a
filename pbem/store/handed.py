"""A game that was handed over to another moderator and rests here (handed.toml): to whom, when, and who ran it before.

The bundle for the new moderator does not have the file, so there the game goes on.
"""

from __future__ import annotations

import os

from pbem.core import Code, Form, Record
from pbem.store import FORMAT, GameFault, check_format, parse, read_bytes, wanted
from pbem.store.layout import HANDED
from pbem.store.plain import toml
from pbem.store.transaction import Put

HANDED_OVER = Code(
    "PB793",
    "handed-over",
    "the game was handed over to {name} on {at}, and rests here",
    hint="Nothing was changed. Whoever has taken the bundle runs the game; as long as nobody has, `pbem handover {game}"
    " --cancel` wakes it up here.",
    about="Once a bundle is written, a game has another moderator. Two who run it would tear it apart, so the folder of"
    " the first one is left as it is: it can be read, and verified.",
    forms={
        "awake": Form("the game does not rest: nobody has handed it over", "It goes on here; see `pbem next {game}`.")
    },
)


RESTS = "The game was handed over to {name} on {at}, and rests here."
UNKNOWN = "a day unknown"


class Handed(Record):
    """To whom a game was handed over, when, and who was its moderator before."""

    name: str
    at: str  # in UTC; empty if that was not known
    former: str = ""
    address: str = ""  # of that one


def read_handed(directory: str) -> Handed | None:
    """To whom a game was handed over; None if it goes on here."""
    path = os.path.join(directory, HANDED)
    if not os.path.lexists(path):
        return None
    table = parse(read_bytes(path), path)
    check_format(table, path)
    return Handed(*(wanted(table, key, str, path) for key in Handed._fields))


def handed_part(row: Handed) -> Put:
    """The part of a change after which the game rests."""
    return Put(HANDED, toml({"format": FORMAT, **row._asdict()}).encode())


def resting(directory: str) -> GameFault | None:
    """Why a game that was handed over is not to be changed; None if it goes on here."""
    row = read_handed(directory)
    if row is None:
        return None
    return GameFault(HANDED_OVER, directory, name=row.name, at=row.at[:10] or UNKNOWN, game=directory)


def rests(directory: str) -> str:
    """The same as a sentence of its own, for whoever looks at the game; empty if it goes on here."""
    row = read_handed(directory)
    return "" if row is None else RESTS.format(name=row.name, at=row.at[:10] or UNKNOWN)


def check_awake(directory: str) -> None:
    """Refuse to change a game that was handed over."""
    fault = resting(directory)
    if fault is not None:
        raise fault
