"""How far the mailbox on the server was read, and which of its letters are to be tried again (post/fetched.toml)."""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.store import FORMAT, WRONG_VALUE, GameFault, check_format, layout, parse, read_bytes, wanted
from pbem.store.writing import dumps, make_folder, write_file


class Fetched(NamedTuple):
    """How far a folder on a server was read. Numbers of letters mean nothing once its validity has changed."""

    box: str = ""  # server, user and folder: other settings begin anew
    validity: int = 0
    last: int = 0  # the number of the last letter that was looked at
    again: tuple[int, ...] = ()  # those before it that could not be taken in

    def of(self, box: str, validity: int) -> Fetched:
        """The same, if it speaks of that folder; else the beginning."""
        return self if (self.box, self.validity) == (box, validity) else Fetched(box, validity)

    def after(self, number: int, taken: bool) -> Fetched:
        """How far it is after one more letter, which was taken in or is to be tried again."""
        others = tuple(other for other in self.again if other != number)
        return self._replace(last=max(self.last, number), again=others if taken else (*others, number))


def read_fetched(post: str) -> Fetched:
    """How far the folder was read; not at all if there is no file."""
    path = os.path.join(post, layout.FETCHED)
    if not os.path.lexists(path):
        return Fetched()
    table = parse(read_bytes(path), path)
    check_format(table, path)
    kinds = {"box": str, "validity": int, "last": int, "again": list}
    box, validity, last, again = (wanted(table, key, kind, path) for key, kind in kinds.items())
    if not all(type(number) is int for number in again):
        raise GameFault(WRONG_VALUE, path, key="again", form="int")
    return Fetched(box, validity, last, tuple(again))


def write_fetched(post: str, fetched: Fetched) -> None:
    """Keep how far it was read."""
    make_folder(post)
    table = {"format": FORMAT, **fetched._asdict(), "again": list(fetched.again)}
    write_file(os.path.join(post, layout.FETCHED), dumps(table))
